import { createHash } from "node:crypto";

type Words = readonly (string | number)[];

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The constant that Duffel's IDs begin with after their prefix. */
const ERA = "0000";
const REQUEST_LENGTH = 11;
const TRIP_LENGTH = 7;
const REQUEST_ID = /^orq_0000[0-9A-Za-z]{18}$/;
const OFFER_ID = /^off_(0000[0-9A-Za-z]{11})[0-9A-Za-z]{7}$/;
const BOOKING_ID = /^([a-z]{3})_0000[0-9A-Za-z]{12}([A-Z0-9]{6})$/;

/** Returns 32 bytes that depend on the words alone. */
export const hashBytes = (...words: Words): Buffer => createHash("sha256").update(words.join("\u001f")).digest();

const lettersOf = (length: number, words: Words): string => {
  const bytes = hashBytes(...words);
  return Array.from({ length }, (_, i) => LETTERS[(bytes[i] as number) % LETTERS.length]).join("");
};

/** Returns `pas_` and 22 letters that depend on the words alone, so that an ID can be computed again. */
export const idOf = (prefix: string, ...words: Words): string =>
  `${prefix}_${ERA}${lettersOf(REQUEST_LENGTH + TRIP_LENGTH, words)}`;

export const offerRequestId = (...words: Words): string => idOf("orq", ...words);

/** An offer's ID contains its offer request and a hash of its flights: enough to compute the offer again. */
export const offerId = (requestId: string, flightIds: readonly string[]): string =>
  `off_${requestId.slice(4, 4 + ERA.length + REQUEST_LENGTH)}${lettersOf(TRIP_LENGTH, flightIds)}`;

/** Returns the name under which the store has an offer request, or undefined if the ID is malformed. */
export const requestKey = (id: string): string | undefined =>
  REQUEST_ID.test(id) ? id.slice(0, 4 + ERA.length + REQUEST_LENGTH) : undefined;

export const requestKeyOfOffer = (id: string): string | undefined => {
  const match = OFFER_ID.exec(id);
  return match === null ? undefined : `orq_${match[1]}`;
};

/** Returns an ID that ends with the record locator, so that the booking can be found from the ID alone. */
export const bookingId = (prefix: string, pnr: string, ...words: Words): string =>
  `${idOf(prefix, pnr, ...words).slice(0, -6)}${pnr.slice(-6)}`;

export const orderId = (pnr: string): string => bookingId("ord", pnr);

/** Returns the PNR in an ID with this prefix, or undefined if it is not such an ID. */
export const pnrIn = (prefix: string, id: string): string | undefined => {
  const match = BOOKING_ID.exec(id);
  return match?.[1] === prefix ? `TEST-${match[2]}` : undefined;
};
