import type { Language } from "./analysis.ts";
import type { Claims, Mention } from "./mention.ts";
import { createRunFinder } from "./name-run.ts";
import { createNameVotes, type NameVotes } from "./name-votes.ts";
import { ambiguousPlaces, worldPlaces } from "./places.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";

/** What a language knows about names: how they are cut out of a sentence, and what they are. */
export interface NameGrammar {
  read(sentences: readonly Sentence[], isPlace: (name: string) => boolean): Promise<NameVotes>;
}

/** Puts a mark that is no word where something was found already, so that no name grows across it. */
const withoutClaimed = (text: string, claims: Claims): string => {
  const parts: string[] = [];
  for (const match of text.matchAll(/\S+|\s+/g)) {
    const [part] = match;
    if (claims.isFree(match.index, match.index + part.length)) {
      parts.push(part);
      continue;
    }
    for (let offset = 0; offset < part.length; offset++) {
      const at = match.index + offset;
      parts.push(claims.isFree(at, at + 1) ? (part[offset] ?? "") : "¤");
    }
  }
  return parts.join("");
};

const listedPlaces: NameGrammar = {
  read: async (sentences, isPlace) => {
    const votes = createNameVotes();
    const runsOf = createRunFinder({ joins: () => false, isOrdinary: () => false });
    for (const run of sentences.flatMap((sentence) => runsOf(sentence))) {
      if (isPlace(run.text) && !ambiguousPlaces.has(run.text)) votes.add(run, [["LOCATION", 3]]);
    }
    return votes;
  },
};

const grammars: Readonly<Record<Language, () => Promise<NameGrammar>>> = {
  en: async () => (await import("./english-names.ts")).englishNames,
  de: async () => (await import("./german-names.ts")).germanNames,
  other: async () => listedPlaces,
};

export const findNames = async (
  text: string,
  language: Language,
  places: ReadonlySet<string>,
  claims: Claims,
): Promise<Mention[]> => {
  const isPlace = (name: string): boolean => worldPlaces.has(name) || places.has(name);
  const sentences = sentencesOf(withoutClaimed(text, claims), language);
  const grammar = await grammars[language]();
  const votes = await grammar.read(sentences, isPlace);
  return votes
    .decide(isPlace)
    .map(({ text: name, type, count, place }) => ({ text: name, type, count, start: place, end: place }));
};
