import type { Caller } from "../../model/caller.ts";
import { integer, maybe, oneOf, string } from "../../model/schema.ts";
import type { Found } from "../../travel/search.ts";
import { warnings } from "./fields.ts";

/** What every search says of itself, around its list of offers. */
export const searchFields = {
  searchId: string(),
  sessionId: string({ description: "The session that this search and later bookings count for" }),
  source: oneOf(["sandbox", "live"]),
  resultCount: integer({ minimum: 0 }),
  reason: maybe(string({ description: "Why nothing was found" })),
  warnings: maybe(warnings),
};

export const searchAnswer = ({ searchId, source, reason }: Found, { sessionId }: Caller, resultCount: number) =>
  reason === undefined
    ? { searchId, sessionId, source, resultCount }
    : { searchId, sessionId, source, resultCount, reason };
