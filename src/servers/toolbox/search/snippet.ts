import { termOf, wordsIn } from "./words.ts";

const LENGTH = 200;
/** What comes before the first match, so that it is read in its sentence. */
const LEAD = 50;

/** The passage of a text, in whole words, that has most of what was looked for. */
export const snippetOf = (text: string, terms: ReadonlySet<string>): string => {
  if (text.length <= LENGTH) return text;
  const matches = Array.from(wordsIn(text), (word) => ({ at: word.index, term: termOf(word[0]) })).filter(({ term }) =>
    terms.has(term),
  );
  let best = { at: 0, worth: 0 };
  for (const [index, { at }] of matches.entries()) {
    const near = matches.slice(index, index + LENGTH / 2).filter((match) => match.at < at + LENGTH - LEAD);
    const worth = new Set(near.map(({ term }) => term)).size * 100 + near.length;
    if (worth > best.worth) best = { at, worth };
  }
  const from = best.at <= LEAD ? 0 : wordStart(text, Math.min(best.at - LEAD, text.length - LENGTH), best.at);
  const to = from + LENGTH >= text.length ? text.length : wordEnd(text, from + LENGTH);
  return `${from > 0 ? "…" : ""}${text.slice(from, to).trim()}${to < text.length ? "…" : ""}`;
};

const wordStart = (text: string, from: number, latest: number): number => {
  const space = text.indexOf(" ", from);
  return space < 0 || space >= latest ? Math.max(0, from) : space + 1;
};

const wordEnd = (text: string, to: number): number => {
  const space = text.lastIndexOf(" ", to);
  return space > to - LENGTH / 2 ? space : to;
};
