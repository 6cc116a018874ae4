import { type Failure, notFound } from "../../../model/failure.ts";
import { MAX_OPTIONS } from "../flight-shop.ts";
import { type ErrorMapping, invalidAnswer } from "./call-failures.ts";
import { type Deadline, type DuffelCalls, type DuffelReply, timedOut } from "./duffel-calls.ts";
import { requestBody, type Trip } from "./plan-trip.ts";
import { objectIn, offerRequestIdIn } from "./untrusted-values.ts";

/** Duffel accepts 2 to 60 seconds; for any other value it uses 20. */
const MIN_SUPPLIER_MS = 2000;
const MAX_SUPPLIER_MS = 7000;
/** Reserved for the network and the list of offers, after the airlines have answered. */
const RESERVED_MS = 2500;
const POLLS_MS = [250, 500, 1000] as const;

/**
 * Returns Duffel's offers for a trip. The full answer can have megabytes, so the cheapest offers are listed by a second
 * call. Also handles offers in the first answer, and offers that are not there yet.
 */
export const findOffers = async (
  calls: DuffelCalls,
  trip: Trip,
  errors: ErrorMapping,
  deadline: Deadline,
): Promise<readonly unknown[]> => {
  const created = await calls.make(
    {
      method: "POST",
      path: (remainingMs) => `/air/offer_requests?return_offers=false&supplier_timeout=${supplierTimeout(remainingMs)}`,
      body: requestBody(trip),
      errors,
    },
    deadline,
  );
  const offers = offersIn(created);
  if (offers !== undefined && (offers.length > 0 || created.status === 200)) return offers;
  const id = offerRequestIdIn(objectIn(created.body["data"])?.["id"]);
  if (id === undefined) throw invalidAnswer("has no offer request ID").failure;
  return pollOffers(calls, id, trip, deadline);
};

const supplierTimeout = (remainingMs: number): number =>
  Math.min(MAX_SUPPLIER_MS, Math.max(MIN_SUPPLIER_MS, Math.floor(remainingMs) - RESERVED_MS));

/** An empty list means no offers, or not yet: the offer request then says whether it is complete. */
const pollOffers = async (
  calls: DuffelCalls,
  id: string,
  { maxConnections }: Trip,
  deadline: Deadline,
): Promise<readonly unknown[]> => {
  const list = `/air/offers?offer_request_id=${id}&sort=total_amount&limit=${MAX_OPTIONS}&max_connections=${maxConnections}`;
  const read = async (path: string): Promise<DuffelReply | undefined> => {
    try {
      return await calls.make({ method: "GET", path: () => path, errors: NOT_YET }, deadline);
    } catch (error) {
      if (error === notYet) return undefined;
      throw error;
    }
  };
  for (let polls = 0; ; polls++) {
    const listed = offersIn(await read(list));
    if (listed !== undefined && listed.length > 0) return listed;
    const whole = offersIn(await read(`/air/offer_requests/${id}`));
    if (whole !== undefined) return whole;
    const ms = POLLS_MS[Math.min(polls, POLLS_MS.length - 1)] as number;
    if (deadline.remainingMs() <= ms) throw timedOut();
    await deadline.sleep(ms);
  }
};

const notYet: Failure = notFound("There are no offers yet.");
const NOT_YET: ErrorMapping = { fieldOf: () => undefined, missing: () => notYet };

/** Undefined while the airlines are still answering. */
const offersIn = (reply: DuffelReply | undefined): readonly unknown[] | undefined => {
  const data = reply?.body["data"];
  const offers = Array.isArray(data) ? data : objectIn(data)?.["offers"];
  if (!Array.isArray(offers)) return undefined;
  return offers.length === 0 && reply?.status === 202 ? undefined : offers;
};
