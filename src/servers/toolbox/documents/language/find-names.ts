import type { Language } from "./analyse.ts";
import type { Mention } from "./entity-patterns.ts";
import { isMeasure, isStopWord, readData } from "./language-data.ts";
import { type NameClues, type NameType, readNameClues, type Vote } from "./name-clues.ts";
import { isCapitalised, type Sentence, sentencesOf, wordsOf } from "./read-text.ts";

const nameTypes: readonly NameType[] = ["PERSON", "ORGANIZATION", "LOCATION"];
const ENOUGH = 2;
const SETTLED = 3;
/** Bounds the comparisons of a short name with longer ones. */
const MOST_LONGER_NAMES = 20;

const lists =
  readData<Record<"givenNames" | "organizations" | "places" | "ambiguousPlaces", readonly string[]>>("names");
const givenNames = new Set(lists.givenNames);
const organizations = new Set(lists.organizations);
const worldPlaces = new Set(lists.places);
/** Places that are also ordinary words or names of people: they need context. */
const ambiguousPlaces = new Set(lists.ambiguousPlaces);

type IsPlace = (name: string) => boolean;

/** A name with the evidence for its type. */
interface Candidate {
  readonly text: string;
  readonly start: number;
  /** Per type, the strongest evidence of one mention. */
  readonly weights: Map<NameType, number>;
  title: string;
  count: number;
}

const smallWords = /^(?:(?:de|da|do|dos|das|del|della|di|du|la|le|el|al|van|von|der|den)(?: |$))+$/;

/** Splits titles and describing nouns off the beginning of a name. */
const withoutLead = (words: readonly string[], clues: NameClues) => {
  const votes: Vote[] = [];
  let title = "";
  let rest = words;
  for (; rest.length > 1; rest = rest.slice(1)) {
    const word = (rest[0] ?? "").replace(/\.$/, "");
    const shown = clues.titles.get(word.toLowerCase());
    const vote: Vote | undefined = shown === undefined ? clues.leadVote(word) : ["PERSON", SETTLED, "title"];
    if (vote === undefined) break;
    title ||= shown ?? "";
    votes.push(vote);
  }
  return { rest, votes, title };
};

/** Returns the evidence from the lists of names. */
const listedVotes = (words: readonly string[], isPlace: IsPlace): Vote[] => {
  const name = words.join(" ");
  if (organizations.has(name)) return [["ORGANIZATION", 4, "listed"]];
  if (isPlace(name)) return [["LOCATION", ambiguousPlaces.has(name) ? 1 : 4, "listed"]];
  if (!givenNames.has(words[0] ?? "") || words.length > 4) return [];
  return [["PERSON", words.length > 1 ? SETTLED : 1, "given name"]];
};

/** Finds a listed name within a run: in German, nouns are capitalised like names. */
const listedPart = (words: readonly string[], isPlace: IsPlace): readonly string[] => {
  for (let length = Math.min(5, words.length); length > 0; length--) {
    for (let start = 0; start + length <= words.length; start++) {
      const part = words.slice(start, start + length);
      const [name, base] = [part.join(" "), part.join(" ").replace(/s$/, "")];
      if (organizations.has(name) || isPlace(name)) return part;
      if (isPlace(base)) return base.split(" ");
      if (length > 1 && givenNames.has(part[0] ?? "") && !givenNames.has(part[1] ?? "")) return part.slice(0, length);
    }
  }
  return words;
};

/** Reads DUBLIN in a dateline as Dublin. */
const normalizeCase = (words: readonly string[], isPlace: IsPlace): readonly string[] => {
  const name = words.join(" ");
  if (name.length < 4 || name !== name.toUpperCase()) return words;
  const quiet = words.map((word) => word.charAt(0) + word.slice(1).toLowerCase());
  return isPlace(quiet.join(" ")) ? quiet : words;
};

/** In "Ninenzaka and Sannenzaka" the second name has the type of the first; for places also after a comma. */
const inheritedVotes = ({ between, words }: NameRun, previous: readonly Vote[]): Vote[] => {
  const [best] = previous.toSorted((one, other) => other[1] - one[1]);
  if (best === undefined || best[1] < ENOUGH) return [];
  if (between === " and " || between === " or ") return [[best[0], 2, "and"]];
  return between === ", " && best[0] === "LOCATION" ? [["LOCATION", words.length === 1 ? 2 : 1, "list"]] : [];
};

const isSettled = (votes: readonly Vote[]): boolean => votes.some(([, weight]) => weight >= SETTLED);

const lowerCased = (sentences: readonly Sentence[]): ReadonlySet<string> =>
  new Set(
    sentences.flatMap(({ text }) => wordsOf(text).flatMap(({ text: word }) => (isCapitalised(word) ? [] : [word]))),
  );

const collect = async (
  sentences: readonly Sentence[],
  language: "en" | "de",
  isPlace: IsPlace,
): Promise<Candidate[]> => {
  const clues = readNameClues(language);
  const tag = language === "en" ? await createEnglishTagger() : undefined;
  const lower = language === "en" ? lowerCased(sentences) : new Set<string>();
  const candidates = new Map<string, Candidate>();
  const isOrdinary = (word: string, opens: boolean): boolean => {
    const form = word.toLowerCase();
    if (/\d/.test(word) || isStopWord(form, language)) return true;
    if (language === "de") return isMeasure(form, "de") && !clues.titles.has(form);
    return opens && lower.has(form) && !isPlace(word);
  };
  const joins = (left: string, small: string, right: string): boolean =>
    (smallWords.test(small) && (language === "en" || givenNames.has(left))) ||
    isPlace(`${left} ${small} ${right}`) ||
    (clues.joins.has(left) && /^(?:of|for)\b/.test(small));

  let start = 0;
  for (const sentence of sentences) {
    let previous: readonly Vote[] = [];
    for (const run of nameRunsOf(sentence, { joins, isOrdinary })) {
      const { rest, votes: lead, title } = withoutLead(normalizeCase(run.words, isPlace), clues);
      const isPerson = lead.some(([type]) => type === "PERSON");
      const whole = language === "en" || isPerson ? rest : listedPart(rest, isPlace);
      const words = clues.votesFor({ words: rest, before: "", after: "" }).length > 0 ? rest : whole;
      const context = words.length === run.words.length ? run : { before: "", after: run.after };
      const votes = [...lead, ...(isPerson ? [] : listedVotes(words, isPlace))];
      if (!votes.some(([, weight]) => weight >= 4)) votes.push(...clues.votesFor({ ...context, words }));
      if (tag !== undefined && !isSettled(votes)) votes.push(...inheritedVotes(run, previous));
      previous = votes;
      if (language === "de" && votes.length === 1 && ambiguousPlaces.has(words.join(" "))) continue;
      if (words.length === 1 && clues.ordinary.test(words[0] ?? "") && !givenNames.has(words[0] ?? "")) continue;
      const tagged = isSettled(votes) ? undefined : tag?.(words, run.sentence);
      if (tagged !== undefined) votes.push([tagged, words.length > 1 ? 2 : 1, "tag"]);
      // Headings capitalise any word, so they are no evidence.
      const isEvidence =
        isSettled(votes) || (run.kind !== "heading" && !words.every((word) => lower.has(word.toLowerCase())));
      const text = words.join(" ");
      const candidate = candidates.get(text) ?? { text, start: start++, weights: new Map(), title: "", count: 0 };
      candidates.set(text, candidate);
      candidate.count += 1;
      candidate.title ||= title;
      for (const type of isEvidence ? nameTypes : []) {
        const weight = votes.reduce((sum, vote) => (vote[0] === type ? sum + vote[1] : sum), 0);
        candidate.weights.set(type, Math.max(weight, candidate.weights.get(type) ?? 0));
      }
    }
  }
  return [...candidates.values()];
};

const typeOf = ({ weights }: Candidate): NameType | undefined => {
  const [best] = [...weights].toSorted(([, one], [, other]) => other - one);
  return best !== undefined && best[1] >= ENOUGH ? best[0] : undefined;
};

/** Whether a name is short for a longer one: Frankfurt for Frankfurt am Main, but not Kyoto for Kyoto Station. */
const standsFor = (short: string, long: string, type: NameType, isPlace: IsPlace): boolean => {
  if (short === long || !(long.startsWith(`${short} `) || long.endsWith(` ${short}`))) return false;
  if (type === "LOCATION") return /^ (?:am|an der|im|in der|ob der|upon|on) /.test(long.slice(short.length));
  if (isPlace(short)) return false;
  if (type === "PERSON") return !short.includes(" ");
  return long.startsWith(short) || /^\p{L}{0,12}(?:hotel|pension|gasthof|museum) /iu.test(long);
};

/** Counts short forms under their longest name. */
const mergeCandidates = (candidates: readonly Candidate[], isPlace: IsPlace): Mention[] => {
  const longer = new Map<string, { candidate: Candidate; type: NameType }[]>();
  for (const candidate of candidates) {
    const [words, type] = [candidate.text.split(" "), typeOf(candidate)];
    if (words.length < 2 || type === undefined) continue;
    for (const word of new Set([words[0] ?? "", words.at(-1) ?? ""])) {
      const sharing = longer.get(word) ?? [];
      if (sharing.length < MOST_LONGER_NAMES) sharing.push({ candidate, type });
      longer.set(word, sharing);
    }
  }
  return candidates.flatMap((candidate) => {
    const [full] = (longer.get(candidate.text.split(" ")[0] ?? "") ?? [])
      .filter(({ candidate: long, type }) => standsFor(candidate.text, long.text, type, isPlace))
      .toSorted((one, other) => other.candidate.count - one.candidate.count);
    const type = full?.type ?? typeOf(candidate);
    if (type === undefined) return [];
    const isBare = full === undefined && type === "PERSON" && !candidate.text.includes(" ");
    const text = isBare ? `${candidate.title} ${candidate.text}`.trim() : (full?.candidate.text ?? candidate.text);
    return [{ text, type, start: candidate.start, count: candidate.count }];
  });
};

/** Finds people, organizations and places; in other languages than English and German only listed places. */
export const findNames = async (text: string, language: Language, places: ReadonlySet<string>): Promise<Mention[]> => {
  const isPlace = (name: string): boolean => worldPlaces.has(name) || places.has(name);
  const sentences = sentencesOf(text, language);
  if (language !== "other") return mergeCandidates(await collect(sentences, language, isPlace), isPlace);
  const rules = { joins: () => false, isOrdinary: () => false };
  const names = sentences.flatMap((sentence) => nameRunsOf(sentence, rules)).map(({ words }) => words.join(" "));
  return names
    .filter((name) => isPlace(name) && !ambiguousPlaces.has(name))
    .map((name, start) => ({ text: name, type: "LOCATION", start, count: 1 }));
};

/** Consecutive capitalised words, and the text around them. */
interface NameRun {
  readonly words: readonly string[];
  readonly kind: Sentence["kind"];
  readonly sentence: string;
  readonly before: string;
  readonly after: string;
  /** The text since the previous run of the sentence. */
  readonly between: string | undefined;
}

interface RunRules {
  /** Whether small words may join the words before and after them. */
  readonly joins: (left: string, small: string, right: string) => boolean;
  /** Whether a capitalised word is not part of a name. */
  readonly isOrdinary: (word: string, opensSentence: boolean) => boolean;
}

const SURROUNDINGS = 60;
const LONGEST_NAME = { words: 9, characters: 100 };

/** Words that occur only inside names. */
const joining = /^(?:de|da|do|dos|das|del|della|di|du|la|le|les|el|al|van|von|der|den|am|an|im|of|the|for|und|and)$/;
const opening = /[.!?:–—"“„”]\s?["“„]?$/;
const abbreviated = /^(?:\p{Lu}|Dr|Prof|St|Mr|Mrs|Ms|Hr|Fr)$/u;

const nameRunsOf = ({ text, kind }: Sentence, { joins, isOrdinary }: RunRules): NameRun[] => {
  const words = wordsOf(text);
  const gapAfter = (index: number): string => text.slice(words[index]?.end, words[index + 1]?.start);
  const wordAt = (index: number): string => words[index]?.text ?? "";
  const isName = (index: number): boolean => {
    const word = wordAt(index);
    // Brands such as easyJet start with a small letter.
    if (!(isCapitalised(word) || /^\p{Ll}{1,6}\p{Lu}\p{Ll}/u.test(word))) return false;
    return !isOrdinary(word, index === 0 || opening.test(gapAfter(index - 1)));
  };
  const adjoins = (index: number): boolean => {
    const gap = gapAfter(index);
    return gap === " " || gap === " & " || (gap === ". " && abbreviated.test(wordAt(index)));
  };
  /** Returns the next word of the name, across at most two small words. */
  const nextIn = (end: number): number | undefined => {
    if (!adjoins(end)) return undefined;
    if (isName(end + 1)) return end + 1;
    let next = end + 1;
    while (next - end <= 2 && joining.test(wordAt(next)) && adjoins(next)) next += 1;
    if (next === end + 1 || !isName(next)) return undefined;
    const small = text.slice(words[end + 1]?.start, words[next - 1]?.end);
    return joins(wordAt(end), small, wordAt(next)) ? next : undefined;
  };

  const runs: NameRun[] = [];
  let lastEnd: number | undefined;
  for (let index = 0; index < words.length; index++) {
    if (!isName(index)) continue;
    const first = index;
    for (let next = nextIn(index); next !== undefined; next = nextIn(index)) index = next;
    const [from, to] = [words[first]?.start ?? 0, words[index]?.end ?? 0];
    const name = text.slice(from, to).replace(/['’]s?$/, "");
    const between = lastEnd === undefined ? undefined : text.slice(lastEnd, from);
    lastEnd = to;
    if (index - first >= LONGEST_NAME.words || name.length > LONGEST_NAME.characters) continue;
    runs.push({
      words: name.split(" "),
      kind,
      sentence: text,
      before: text.slice(Math.max(0, from - SURROUNDINGS), from),
      after: text.slice(to, to + SURROUNDINGS),
      between,
    });
  }
  return runs;
};

/** Longer sentences were probably not split correctly, and take long. */
const LONGEST_SENTENCE = 1_000;
/** Bound the time for a long text; more adds little. */
const LOOKUPS_PER_NAME = 3;
const MOST_TAGGED_CHARACTERS = 120_000;

const tagTypes: Readonly<Record<string, NameType>> = {
  Person: "PERSON",
  FirstName: "PERSON",
  LastName: "PERSON",
  Place: "LOCATION",
  Organization: "ORGANIZATION",
};

type Tags = ReadonlySet<string>;

/** Returns the type that compromise tags a name with in its sentence. */
const createEnglishTagger = async () => {
  const { default: nlp } = await import("compromise/two");
  const lookups = new Map<string, number>();
  let characters = 0;
  let last = { sentence: "", tags: new Map<string, Tags>() };

  return (words: readonly string[], sentence: string): NameType | undefined => {
    const name = words.join(" ");
    const seen = lookups.get(name) ?? 0;
    if (seen >= LOOKUPS_PER_NAME || characters > MOST_TAGGED_CHARACTERS || sentence.length > LONGEST_SENTENCE)
      return undefined;
    lookups.set(name, seen + 1);
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
