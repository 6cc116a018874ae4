/** Control, format (bidi, zero width) and private characters, unpaired surrogates, and all kinds of white space. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Z}]+/gu;

/** What somebody else's service says, as one line fit to be shown: nothing in it hides, and it is not too long. */
export const foreignText = (text: string, most = 500): string => {
  // Whatever it is, no more of it is looked at than could be of use.
  const line = text
    .slice(0, most * 4)
    .replace(UNSEEN, " ")
    .trim();
  return line.length > most ? `${line.slice(0, most - 1).replace(/\p{Cs}$/u, "")}…` : line;
};
