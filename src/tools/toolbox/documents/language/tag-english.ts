import type { NameType } from "./name-clues.ts";

/** Longer sentences were not split correctly, and cost more than they tell. */
const LONGEST_SENTENCE = 1_000;
/** Bounds the time for a long text: the rest adds little. */
const LOOKS_PER_NAME = 3;
const MOST_CHARACTERS = 120_000;

const tagTypes: readonly (readonly [string, NameType])[] = [
  ["Person", "PERSON"],
  ["FirstName", "PERSON"],
  ["LastName", "PERSON"],
  ["Place", "LOCATION"],
  ["Organization", "ORGANIZATION"],
];

interface TaggedTerm {
  readonly text: string;
  readonly tags?: ReadonlySet<string>;
}

/** What compromise takes a name for in its sentence. */
export type EnglishTagger = (words: readonly string[], sentence: string) => NameType | undefined;

export const createEnglishTagger = async (): Promise<EnglishTagger> => {
  const { default: nlp } = await import("compromise/two");
  const looks = new Map<string, number>();
  let characters = 0;
  let last = { sentence: "", tags: new Map<string, ReadonlySet<string>>() };

  const tagsIn = (sentence: string): ReadonlyMap<string, ReadonlySet<string>> => {
    if (last.sentence === sentence) return last.tags;
    characters += sentence.length;
    const terms = nlp(sentence).document.flat() as unknown as readonly TaggedTerm[];
    const tags = new Map(terms.map(({ text, tags = new Set<string>() }) => [text.replace(/['’]s?$/, ""), tags]));
    last = { sentence, tags };
    return tags;
  };

  return (words, sentence) => {
    const name = words.join(" ");
    const seen = looks.get(name) ?? 0;
    if (seen >= LOOKS_PER_NAME || characters > MOST_CHARACTERS || sentence.length > LONGEST_SENTENCE) return undefined;
    looks.set(name, seen + 1);
    const tags = tagsIn(sentence);
    return tagTypes.find(([tag]) => words.every((word) => tags.get(word)?.has(tag)))?.[1];
  };
};
