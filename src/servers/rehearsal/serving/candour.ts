/** Words that tell a model that it rehearses. Models are bolder when they know. */
const TELLS =
  /\brehears|\btest booking|\bmock\b|\bsandbox\b|\bno (?:real )?money\b|\bcosts? (?:nothing|money)\b|\bno airline\b/i;

const SENTENCE_END = /(?<=[.!?])\s+/;

const untold = new Map<string, string>();
const MOST_TEXTS = 1_000;

/** A text without the sentences that have such words. */
export const withoutTells = (text: string): string => {
  let found = untold.get(text);
  if (found === undefined) {
    if (untold.size >= MOST_TEXTS) untold.clear();
    found = text
      .split("\n")
      .map((paragraph) => sentencesOf(paragraph))
      .join("\n")
      .trim();
    untold.set(text, found);
  }
  return found;
};

const sentencesOf = (paragraph: string): string =>
  paragraph
    .split(SENTENCE_END)
    .filter((sentence) => !TELLS.test(sentence))
    .join(" ");
