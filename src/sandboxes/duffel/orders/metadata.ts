import { maybe, objectAt } from "../fields.ts";
import { malformed } from "../problems.ts";

const MOST_KEYS = 50;
const KEY = /^[A-Za-z0-9_-]{1,40}$/;
const LONGEST_VALUE = 500;

/** What a client keeps with its order. */
export const readMetadata = (value: unknown): Readonly<Record<string, string>> => {
  const given = Object.entries(maybe(value, (object) => objectAt(object, "/metadata")) ?? {});
  if (given.length > MOST_KEYS) throw malformed("/metadata", `an object of at most ${MOST_KEYS} keys`);
  const entries = given.map(([key, text]): [string, string] => {
    if (!KEY.test(key))
      throw malformed("/metadata", "an object whose keys are 1 to 40 letters, digits, dashes or underscores");
    if (typeof text !== "string" || text.length > LONGEST_VALUE) {
      throw malformed(`/metadata/${key}`, `a string of at most ${LONGEST_VALUE} characters`);
    }
    return [key, text];
  });
  return Object.fromEntries(entries);
};
