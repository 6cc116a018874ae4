import type { Language } from "./analysis.ts";
import type { Claims, Mention } from "./mention.ts";
import { createRunFinder } from "./name-run.ts";
import { createNameVotes } from "./name-votes.ts";
import { ambiguousPlaces, worldPlaces } from "./places.ts";
import { sentencesOf } from "./sentences.ts";

/** What a language knows about names: how they are cut out of a sentence, and what they are. */
export interface NameGrammar {
  read(
    sentences: ReturnType<typeof sentencesOf>,
    isPlace: (name: string) => boolean,
  ): Promise<ReturnType<typeof createNameVotes>>;
}

/** Puts a mark that is no word where something was found already, so that nothing grows across it. */
const withoutClaimed = (text: string, claims: Claims): string => {
  const parts: string[] = [];
  for (const match of text.matchAll(/[^\s]+|\s+/g)) {
    const [part] = match;
    if (claims.isFree(match.index, match.index + part.length)) parts.push(part);
    else
      for (let i = 0; i < part.length; i++)
        parts.push(claims.isFree(match.index + i, match.index + i + 1) ? (part[i] ?? "") : "¤");
  }
  return parts.join("");
};

const plainPlaces = async (
  sentences: ReturnType<typeof sentencesOf>,
  isPlace: (name: string) => boolean,
): Promise<ReturnType<typeof createNameVotes>> => {
  const votes = createNameVotes();
  const runsOf = createRunFinder({ joins: () => false, isOrdinary: () => false });
  for (const sentence of sentences) {
    for (const run of runsOf(sentence)) {
      if (isPlace(run.text) && !ambiguousPlaces.has(run.text)) votes.add(run, [["LOCATION", 3]]);
    }
  }
  return votes;
};

const grammars: Readonly<Record<Language, () => Promise<NameGrammar>>> = {
  en: async () => (await import("./english-names.ts")).englishNames,
  de: async () => (await import("./german-names.ts")).germanNames,
  other: async () => ({ read: plainPlaces }),
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
    .flatMap(({ text: name, type, count, place }) =>
      Array.from({ length: count }, () => ({ text: name, type, start: place, end: place })),
    );
};
