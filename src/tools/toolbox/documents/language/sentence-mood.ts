import { sentimentLexicon } from "./sentiment-lexicon.ts";
import { wordTable } from "./word-table.ts";
import type { Word } from "./words.ts";

export interface ClauseMood {
  /** -1 to 1. */
  readonly score: number;
  /** What follows a "but" counts for more than what stands before it. */
  readonly weight: number;
}

interface Grammar {
  readonly negators: ReadonlySet<string>;
  /** Between a negator and what it denies nothing else may stand than so many words. */
  readonly reach: number;
  /** Whether a negator may stand behind the verb that it denies ("gefällt mir nicht"). */
  readonly negatesBackwards: boolean;
  /** "not only good" denies nothing. */
  readonly cancelled: ReadonlySet<string>;
  readonly intensifiers: ReadonlyMap<string, number>;
  readonly contrasts: ReadonlySet<string>;
  /** Words of what might be, or ought to be: rules and wishes, not experience. */
  readonly supposing: ReadonlySet<string>;
}

const intensifiers = (strong: string, mild: string, weak: string): ReadonlyMap<string, number> =>
  new Map([
    ...[...wordTable(strong)].map((word) => [word, 1.5] as const),
    ...[...wordTable(mild)].map((word) => [word, 1.25] as const),
    ...[...wordTable(weak)].map((word) => [word, 0.6] as const),
  ]);

const grammars: Readonly<Record<"en" | "de", Grammar>> = {
  en: {
    negators: wordTable(`
      not no never none nobody nothing neither nor without cannot hardly barely scarcely isn't wasn't aren't weren't don't
      doesn't didn't won't wouldn't can't couldn't shouldn't hasn't haven't hadn't ain't lacked lacks
    `),
    reach: 3,
    negatesBackwards: false,
    cancelled: wordTable("only just least wonder doubt matter"),
    intensifiers: intensifiers(
      "extremely incredibly absolutely utterly exceptionally insanely unbelievably totally completely outrageously painfully",
      "very really so too highly truly particularly especially remarkably such quite wonderfully surprisingly perfectly",
      "slightly somewhat fairly rather a-bit little mildly partly relatively bit",
    ),
    contrasts: wordTable("but however although though yet nevertheless whereas despite except unfortunately"),
    supposing: wordTable(
      "if unless whether would should must may might could expect expected hope hopes want case shall",
    ),
  },
  de: {
    negators: wordTable(`
      nicht kein keine keinen keinem keiner keines keinerlei nie niemals nichts niemand ohne kaum weder noch nirgends
    `),
    reach: 4,
    negatesBackwards: true,
    cancelled: wordTable("nur bloß zuletzt wunder zweifel umsonst"),
    intensifiers: intensifiers(
      "extrem absolut unglaublich äußerst überaus total völlig komplett außerordentlich unfassbar",
      "sehr wirklich so zu besonders richtig echt ganz ausgesprochen höchst wahnsinnig dermaßen",
      "etwas ziemlich eher relativ einigermaßen halbwegs leicht bisschen teilweise",
    ),
    contrasts: wordTable(
      "aber jedoch allerdings obwohl obgleich trotzdem dennoch doch sondern hingegen dagegen leider",
    ),
    supposing: wordTable(
      "wenn falls sofern ob würde würden sollte sollten soll könnte könnten möchte hätte wäre erwarte",
    ),
  },
};

/** "not good" is bad, but not as bad as "bad"; "not bad" is hardly praise. */
const denied = { positive: -0.75, negative: -0.4 };
const supposed = 0.4;
const afterContrast = { before: 0.7, after: 1.3 };
/** How soon the weights of a clause add up to a clear judgement. */
const saturation = 8;

interface Token {
  readonly lower: string;
  /** A mark stands between it and the next word. */
  readonly endsPhrase: boolean;
}

const tokensOf = (sentence: string, words: readonly Word[]): Token[] =>
  words.map(({ lower, end }, index) => ({
    lower: lower.replace("’", "'"),
    endsPhrase: /[,;:.!?–—()]/.test(sentence.slice(end, words[index + 1]?.start)),
  }));

/** Clauses that a contrast parts from each other. */
const clausesOf = (tokens: readonly Token[], { contrasts }: Grammar): Token[][] => {
  const clauses: Token[][] = [[]];
  for (const token of tokens) {
    if (contrasts.has(token.lower) && (clauses.at(-1)?.length ?? 0) > 0) clauses.push([]);
    clauses.at(-1)?.push(token);
  }
  return clauses;
};

/** How to read the clauses of a sentence, each with a mood of its own. */
export const createMoodReader = (language: "en" | "de") => {
  const lexicon = sentimentLexicon(language);
  const grammar = grammars[language];
  const isNegator = ({ lower }: Token, next: Token | undefined): boolean =>
    (grammar.negators.has(lower) || (language === "en" && lower.endsWith("n't"))) &&
    !(next !== undefined && grammar.cancelled.has(next.lower));

  const phraseAt = (clause: readonly Token[], index: number): { weight: number; words: number } | undefined => {
    for (const words of [3, 2]) {
      const phrase = clause.slice(index, index + words);
      if (phrase.length < words || phrase.slice(0, -1).some(({ endsPhrase }) => endsPhrase)) continue;
      const weight = lexicon.phraseWeightOf(phrase.map(({ lower }) => lower).join(" "));
      if (weight !== undefined) return { weight, words };
    }
    return undefined;
  };

  const isDenied = (clause: readonly Token[], index: number): boolean => {
    for (let back = index - 1; back >= 0 && index - back <= grammar.reach; back--) {
      const token = clause[back];
      if (token === undefined || token.endsPhrase) break;
      if (isNegator(token, clause[back + 1])) return true;
    }
    if (!grammar.negatesBackwards) return false;
    for (let on = index; on < clause.length - 1 && on - index < 3 && clause[on]?.endsPhrase === false; on++) {
      const next = clause[on + 1];
      if (next?.lower === "nicht" && (next.endsPhrase || on + 2 >= clause.length)) return true;
    }
    return false;
  };

  const emphasis = (clause: readonly Token[], index: number): number => {
    const before = clause[index - 1];
    if (before === undefined || before.endsPhrase) return 1;
    return grammar.intensifiers.get(before.lower) ?? 1;
  };

  const weightAt = (clause: readonly Token[], index: number): number =>
    lexicon.weightOf(clause[index]?.lower ?? "") ?? 0;
  const isIntensifier = (token: Token | undefined): boolean =>
    token !== undefined && !token.endsPhrase && grammar.intensifiers.has(token.lower);

  const weigh = (clause: readonly Token[]): number => {
    let total = 0;
    const reality = clause.some(({ lower }) => grammar.supposing.has(lower)) ? supposed : 1;
    for (let index = 0; index < clause.length; index++) {
      const phrase = phraseAt(clause, index);
      if (phrase !== undefined) {
        total += phrase.weight;
        index += phrase.words - 1;
        continue;
      }
      const weight = weightAt(clause, index);
      if (weight === 0 || (isIntensifier(clause[index]) && weightAt(clause, index + 1) !== 0)) continue;
      const sided = isDenied(clause, index) ? weight * (weight > 0 ? denied.positive : denied.negative) : weight;
      total += sided * emphasis(clause, index) * reality;
    }
    return total;
  };

  return (sentence: string, words: readonly Word[]): ClauseMood[] => {
    const emphatic = sentence.endsWith("!") ? 1.15 : 1;
    const clauses = clausesOf(tokensOf(sentence, words), grammar);
    return clauses.map((clause, index) => {
      const weight = weigh(clause) * emphatic;
      const isParted = clauses.length > 1;
      return {
        score: weight / Math.sqrt(weight * weight + saturation),
        weight: isParted ? (index === clauses.length - 1 ? afterContrast.after : afterContrast.before) : 1,
      };
    });
  };
};
