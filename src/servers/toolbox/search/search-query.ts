import { invalid } from "../../../model/failure.ts";
import { cleanLine } from "./clean-text.ts";

const LONGEST = 400;

/** The query as it is searched for: one line without anything invisible. */
export const checkedQuery = (raw: string): string => {
  // Nothing that long is a question: not even worth cleaning.
  const query = raw.length > 100 * LONGEST ? raw : cleanLine(raw);
  if (query === "")
    throw invalid("The query is empty.", {
      field: "query",
      value: raw.slice(0, 100),
      allowed: `1 to ${LONGEST} characters`,
      hint: "Say in a few words what to look for, such as 'Frankfurt airport' or 'baggage rules'.",
    });
  if (query.length > LONGEST)
    throw invalid(`The query is too long: ${query.length} characters.`, {
      field: "query",
      value: `${query.slice(0, 100)}…`,
      allowed: `1 to ${LONGEST} characters`,
      hint: "Keep only the words that matter; a search engine wants keywords, not a whole text.",
    });
  return query;
};
