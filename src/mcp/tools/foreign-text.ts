import { cleanText } from "./clean-text.ts";

/** What somebody else's service says, as one line fit to be shown: nothing in it hides, and it is not too long. */
export const foreignText = (text: string, most = 500): string => {
  // Whatever it is, no more of it is looked at than could be of use.
  const line = cleanText(text.slice(0, most * 4)).replace(/\s+/g, " ");
  return line.length > most ? `${line.slice(0, most - 1).replace(/\p{Cs}$/u, "")}…` : line;
};
