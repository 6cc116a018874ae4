import type { NameType } from "./name-clues.ts";

/** Longer sentences were not split correctly, and cost more than they tell. */
const LONGEST_SENTENCE = 1_000;
/** Bound the time for a long text: the rest adds little. */
const LOOKS_PER_NAME = 3;
const MOST_CHARACTERS = 120_000;

const tagTypes: Readonly<Record<string, NameType>> = {
  ...{ Person: "PERSON", FirstName: "PERSON", LastName: "PERSON" },
  ...{ Place: "LOCATION", Organization: "ORGANIZATION" },
};

type Tags = ReadonlySet<string>;

/** Tells what compromise takes a name for in its sentence. */
export const createEnglishTagger = async () => {
  const { default: nlp } = await import("compromise/two");
  const looks = new Map<string, number>();
  let characters = 0;
  let last = { sentence: "", tags: new Map<string, Tags>() };

  return (words: readonly string[], sentence: string): NameType | undefined => {
    const name = words.join(" ");
    const seen = looks.get(name) ?? 0;
    if (seen >= LOOKS_PER_NAME || characters > MOST_CHARACTERS || sentence.length > LONGEST_SENTENCE) return undefined;
    looks.set(name, seen + 1);
    if (last.sentence !== sentence) {
      characters += sentence.length;
      const terms = nlp(sentence).document.flat() as unknown as readonly {
        readonly text: string;
        readonly tags?: Tags;
      }[];
      last = {
        sentence,
        tags: new Map(terms.map(({ text, tags = new Set() }) => [text.replace(/['’]s?$/, ""), tags])),
      };
    }
    const tag = Object.keys(tagTypes).find((one) => words.every((word) => last.tags.get(word)?.has(one)));
    return tag === undefined ? undefined : tagTypes[tag];
  };
};
