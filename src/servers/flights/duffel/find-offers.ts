import { type Failure, notFound } from "../../../model/failure.ts";
import { MOST_OPTIONS } from "../flight-shop.ts";
import { type DuffelCalls, type DuffelReply, type Errand, tooLate } from "./duffel-calls.ts";
import { objectIn, offerRequestIdIn } from "./foreign-values.ts";
import { brokenAnswer, type Subject } from "./refusals.ts";
import { requestBody, type Trip } from "./trip.ts";

/** Duffel ignores what lies outside of 2 to 60 seconds, and then waits for 20. */
const SHORTEST_SUPPLIER_MS = 2000;
const LONGEST_SUPPLIER_MS = 7000;
/** What the list of offers and the way there and back may take after the airlines have answered. */
const KEPT_BACK_MS = 2500;
const POLLS_MS = [250, 500, 1000] as const;

/**
 * The offers for a trip as Duffel has them. A whole answer can be megabytes, so the cheapest are asked for in a second
 * call; should they be in the first answer all the same, or not be there yet, that is understood too.
 */
export const findOffers = async (
  calls: DuffelCalls,
  trip: Trip,
  subject: Subject,
  errand: Errand,
): Promise<readonly unknown[]> => {
  const created = await calls.make(
    {
      method: "POST",
      path: (remainingMs) => `/air/offer_requests?return_offers=false&supplier_timeout=${supplierTimeout(remainingMs)}`,
      body: requestBody(trip),
      subject,
    },
    errand,
  );
  const offers = offersIn(created);
  if (offers !== undefined && (offers.length > 0 || created.status === 200)) return offers;
  const id = offerRequestIdIn(objectIn(created.body["data"])?.["id"]);
  if (id === undefined) throw brokenAnswer("names no offer request").failure;
  return pollOffers(calls, id, trip, errand);
};

const supplierTimeout = (remainingMs: number): number =>
  Math.min(LONGEST_SUPPLIER_MS, Math.max(SHORTEST_SUPPLIER_MS, Math.floor(remainingMs) - KEPT_BACK_MS));

/** An empty list means none, or none yet: it is believed when the offer request itself says that its offers are in. */
const pollOffers = async (
  calls: DuffelCalls,
  id: string,
  { maxConnections }: Trip,
  errand: Errand,
): Promise<readonly unknown[]> => {
  const list = `/air/offers?offer_request_id=${id}&sort=total_amount&limit=${MOST_OPTIONS}&max_connections=${maxConnections}`;
  const look = async (path: string): Promise<DuffelReply | undefined> => {
    try {
      return await calls.make({ method: "GET", path: () => path, subject: NOT_YET }, errand);
    } catch (error) {
      if (error === notYet) return undefined;
      throw error;
    }
  };
  for (let polls = 0; ; polls++) {
    const listed = offersIn(await look(list));
    if (listed !== undefined && listed.length > 0) return listed;
    const whole = offersIn(await look(`/air/offer_requests/${id}`));
    if (whole !== undefined) return whole;
    const ms = POLLS_MS[Math.min(polls, POLLS_MS.length - 1)] as number;
    if (errand.remainingMs() <= ms) throw tooLate();
    await errand.sleep(ms);
  }
};

const notYet: Failure = notFound("There are no offers yet.");
const NOT_YET: Subject = { fieldOf: () => undefined, missing: () => notYet };

/** Undefined while they are on their way. */
const offersIn = (reply: DuffelReply | undefined): readonly unknown[] | undefined => {
  const data = reply?.body["data"];
  const offers = Array.isArray(data) ? data : objectIn(data)?.["offers"];
  if (!Array.isArray(offers)) return undefined;
  return offers.length === 0 && reply?.status === 202 ? undefined : offers;
};
