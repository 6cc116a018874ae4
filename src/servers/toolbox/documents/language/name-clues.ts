import { anyOf, readData } from "./language-data.ts";

export type NameType = "PERSON" | "ORGANIZATION" | "LOCATION";

/** Evidence for the type of a name: 3 settles it, 2 is enough, 1 needs more evidence. */
export type Vote = readonly [type: NameType, weight: number, reason: string];

type Where = "before" | "after" | "first" | "last" | "name" | "lead";

/** All conditions must hold; each is a list of regular expression alternatives. */
type Clue = { readonly type: NameType; readonly weight: number } & Partial<Record<Where, readonly string[]>>;

interface ClueData {
  /** Titles in lower case, with the form shown before a family name, if any. */
  readonly titles: Readonly<Record<string, string>>;
  /** Words that "of" and "for" join with the next: Bank of … */
  readonly joins: readonly string[];
  /** Capitalised words that are not names. */
  readonly ordinary: readonly string[];
  readonly clues: readonly Clue[];
}

interface NameContext {
  readonly words: readonly string[];
  readonly before: string;
  readonly after: string;
}

const compile: Readonly<Record<Where, (alternatives: string) => RegExp>> = {
  before: (alternatives) => new RegExp(`(?:^|[^\\p{L}\\p{M}-])${alternatives}\\s["“„]?$`, "iu"),
  after: (alternatives) => new RegExp(`^${alternatives}(?![\\p{L}\\p{M}])`, "u"),
  first: (alternatives) => new RegExp(`^${alternatives}\\s`, "u"),
  last: (alternatives) => new RegExp(`\\s${alternatives}\\.?$`, "u"),
  name: (alternatives) => new RegExp(`^${alternatives}$`, "u"),
  lead: (alternatives) => new RegExp(`^${alternatives}$`, "iu"),
};

const places = ["before", "after", "first", "last", "name"] as const;

const compileClues = (data: ClueData) => {
  const compiled = data.clues.map((clue, index) => {
    const tests = places.flatMap((place) => {
      const alternatives = clue[place];
      return alternatives === undefined ? [] : [[place, compile[place](anyOf(alternatives))] as const];
    });
    const lead = clue.lead && compile.lead(anyOf(clue.lead));
    return { vote: [clue.type, clue.weight, `clue ${index}`] as Vote, tests, lead };
  });
  return {
    joins: new Set(data.joins),
    titles: new Map(Object.entries(data.titles)),
    ordinary: compile.name(anyOf(data.ordinary)),
    /** Evidence from a noun before the name: "Reederei Jadrolinija". */
    leadVote: (word: string): Vote | undefined => compiled.find(({ lead }) => lead?.test(word))?.vote,
    votesFor: ({ words, before, after }: NameContext): Vote[] => {
      const name = words.join(" ");
      const texts = { before, after, first: name, last: name, name };
      return compiled
        .filter(({ tests }) => tests.length > 0 && tests.every(([place, pattern]) => pattern.test(texts[place])))
        .map(({ vote }) => vote);
    },
  };
};

export type NameClues = ReturnType<typeof compileClues>;

export const readNameClues = (language: "en" | "de"): NameClues =>
  compileClues(readData<Record<"en" | "de", ClueData>>("name-clues")[language]);
