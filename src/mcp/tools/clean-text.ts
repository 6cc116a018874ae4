/**
 * Characters that a reader does not see and a model does: control characters, zero-width characters and fillers, bidi
 * marks, the tag block, private and broken characters. A variation selector stays after a character that can be an
 * emoji; a row of selectors can encode hidden text.
 */
const HIDDEN = new RegExp(
  [
    "(?![\\t\\n])\\p{Cc}",
    "(?![\\uFE0E\\uFE0F])\\p{Default_Ignorable_Code_Point}",
    "(?<!\\p{Emoji})[\\uFE0E\\uFE0F]",
    "[\\p{Bidi_Control}\\p{Co}\\p{Cs}\\p{Noncharacter_Code_Point}\\uFFF9-\\uFFFB]",
  ].join("|"),
  "gu",
);
const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;
/** Includes unterminated comments, which hide the rest of the text when it is shown as Markdown or HTML. */
const COMMENT = /<!--[\s\S]*?(?:--!?>|$)/g;

export const hidesSomething = (text: string): boolean => text.search(HIDDEN) >= 0;

/** Returns untrusted text as a person would see it, without hidden characters and comments, safe to show to a model. */
export const cleanText = (text: string): string =>
  text
    .replace(LINE_END, "\n")
    .replace(HIDDEN, "")
    .normalize("NFC")
    // A blank, because the text on both sides could otherwise form another comment.
    .replace(COMMENT, " ")
    .trim();

/** Returns text of another service as one clean line of limited length. */
export const foreignText = (text: string, maxLength = 500): string => {
  // Limits the work on very long texts.
  const line = cleanText(text.slice(0, maxLength * 4)).replace(/\s+/g, " ");
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).replace(/\p{Cs}$/u, "")}…` : line;
};
