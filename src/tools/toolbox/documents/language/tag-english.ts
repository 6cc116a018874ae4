import type { NameRun } from "./name-run.ts";
import type { NameType, Vote } from "./name-votes.ts";

export interface EnglishTagger {
  /** What a trained eye makes of a name in its sentence. */
  votesFor(run: NameRun): Vote[];
}

/** Sentences longer than this are no sentences, and cost more than they tell. */
const longestSentence = 1_000;
/** So many looks at one name are enough, and so many characters in all: the rest of a long text adds little. */
const looksPerName = 3;
const mostCharacters = 120_000;

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

export const createEnglishTagger = async (): Promise<EnglishTagger> => {
  const { default: nlp } = await import("compromise/two");
  const looks = new Map<string, number>();
  let characters = 0;
  let last = { sentence: "", tags: new Map<string, ReadonlySet<string>>() };

  const tagsIn = (sentence: string): ReadonlyMap<string, ReadonlySet<string>> => {
    if (last.sentence === sentence) return last.tags;
    characters += sentence.length;
    const tags = new Map<string, ReadonlySet<string>>();
    const terms = nlp(sentence).document.flat() as unknown as readonly TaggedTerm[];
    for (const { text, tags: own } of terms) if (own !== undefined) tags.set(text.replace(/['’]s?$/, ""), own);
    last = { sentence, tags };
    return tags;
  };

  return {
    votesFor: ({ text, words, sentence }) => {
      const seen = looks.get(text) ?? 0;
      if (seen >= looksPerName || characters > mostCharacters || sentence.length > longestSentence) return [];
      looks.set(text, seen + 1);
      const tags = tagsIn(sentence);
      return tagTypes
        .filter(([tag]) => words.every((word) => tags.get(word)?.has(tag)))
        .slice(0, 1)
        .map(([, type]) => [type, words.length > 1 ? 2 : 1, "tag"] as const);
    },
  };
};
