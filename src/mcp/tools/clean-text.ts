/**
 * What a reader does not see and a model does: control characters, zero widths and fillers, bidi marks, the tag block,
 * private and broken characters. A variation selector is left where it belongs, after a character that can be an emoji;
 * a row of them can spell out anything.
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
/** Also one that never ends: whatever follows would be hidden where the text is shown as Markdown or HTML. */
const COMMENT = /<!--[\s\S]*?(?:--!?>|$)/g;

export const hidesSomething = (text: string): boolean => text.search(HIDDEN) >= 0;

/** Text of a stranger as it may stand before a model: it says what a person would see, and nothing else. */
export const cleanText = (text: string): string =>
  text
    .replace(LINE_END, "\n")
    .replace(HIDDEN, "")
    .normalize("NFC")
    // A blank in its place: what stood on both sides must not become the beginning of another one.
    .replace(COMMENT, " ")
    .trim();
