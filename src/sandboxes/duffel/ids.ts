import { drawn } from "./chance.ts";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** What Duffel's own ids begin with so far. */
const ERA = "0000";
const REQUEST_LENGTH = 11;
const TRIP_LENGTH = 7;

/** The same words always give the same letters, so that an id can be computed again. */
const lettersOf = (length: number, words: readonly (string | number)[]): string => {
  const numbers = drawn(...words);
  let text = "";
  for (let i = 0; i < length; i++) text += LETTERS[(numbers[i] as number) % LETTERS.length];
  return text;
};

/** `pas_` and 22 letters that follow from the words. */
export const idOf = (prefix: string, ...words: readonly (string | number)[]): string =>
  `${prefix}_${ERA}${lettersOf(REQUEST_LENGTH + TRIP_LENGTH, words)}`;

export const offerRequestId = (...words: readonly (string | number)[]): string => idOf("orq", ...words);

/** An offer's id names its offer request and, in a few letters, its flights: with both the offer is computed again. */
export const offerId = (requestId: string, flightIds: readonly string[]): string =>
  `off_${requestId.slice(4, 4 + ERA.length + REQUEST_LENGTH)}${lettersOf(TRIP_LENGTH, flightIds)}`;

const REQUEST_ID = /^orq_0000[0-9A-Za-z]{18}$/;
const OFFER_ID = /^off_(0000[0-9A-Za-z]{11})[0-9A-Za-z]{7}$/;

/** Under which the account has the offer request; undefined for what is no id of ours. */
export const requestKey = (id: string): string | undefined =>
  REQUEST_ID.test(id) ? id.slice(0, 4 + ERA.length + REQUEST_LENGTH) : undefined;

export const requestKeyOfOffer = (id: string): string | undefined => {
  const match = OFFER_ID.exec(id);
  return match === null ? undefined : `orq_${match[1]}`;
};
