import type { Language } from "./analysis.ts";
import type { Mention } from "./entity-patterns.ts";
import { isMeasure, isStopWord, readData } from "./language-data.ts";
import { type NameClues, type NameType, readNameClues, type Vote } from "./name-clues.ts";
import { type NameRun, nameRunsOf } from "./name-runs.ts";
import { isCapitalised, wordsOf } from "./read-text.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";
import { createEnglishTagger } from "./tag-english.ts";

const nameTypes: readonly NameType[] = ["PERSON", "ORGANIZATION", "LOCATION"];
const ENOUGH = 2;
const SETTLED = 3;
/** How many longer names a short one is compared with. */
const MOST_LONGER_NAMES = 20;

const lists =
  readData<Record<"givenNames" | "organizations" | "places" | "ambiguousPlaces", readonly string[]>>("names");
const givenNames = new Set(lists.givenNames);
const organizations = new Set(lists.organizations);
const worldPlaces = new Set(lists.places);
/** Ordinary words or names of people, too: places only where the text around them says so. */
const ambiguousPlaces = new Set(lists.ambiguousPlaces);

type IsPlace = (name: string) => boolean;

interface Ballot {
  readonly text: string;
  readonly start: number;
  /** The strongest evidence of one mention, per type. */
  readonly weights: Map<NameType, number>;
  title: string;
  count: number;
}

const smallWords = /^(?:(?:de|da|do|dos|das|del|della|di|du|la|le|el|al|van|von|der|den)(?: |$))+$/;

/** Titles and describing nouns are taken off the beginning of a run. */
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

/** What the lists know about a name. */
const listedVotes = (words: readonly string[], isPlace: IsPlace): Vote[] => {
  const name = words.join(" ");
  if (organizations.has(name)) return [["ORGANIZATION", 4, "listed"]];
  if (isPlace(name)) return [["LOCATION", ambiguousPlaces.has(name) ? 1 : 4, "listed"]];
  if (!givenNames.has(words[0] ?? "") || words.length > 4) return [];
  return [["PERSON", words.length > 1 ? SETTLED : 1, "given name"]];
};

/** German nouns are capitalised as names are: looks for a listed name anywhere in a run. */
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

/** DUBLIN in a dateline is Dublin. */
const withoutShouting = (words: readonly string[], isPlace: IsPlace): readonly string[] => {
  const name = words.join(" ");
  if (name.length < 4 || name !== name.toUpperCase()) return words;
  const quiet = words.map((word) => word.charAt(0) + word.slice(1).toLowerCase());
  return isPlace(quiet.join(" ")) ? quiet : words;
};

/** In "Ninenzaka and Sannenzaka" the second is what the first is; a comma says so for places. */
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

const collect = async (sentences: readonly Sentence[], language: "en" | "de", isPlace: IsPlace): Promise<Ballot[]> => {
  const clues = readNameClues(language);
  const tag = language === "en" ? await createEnglishTagger() : undefined;
  const lower = language === "en" ? lowerCased(sentences) : new Set<string>();
  const ballots = new Map<string, Ballot>();
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
      const { rest, votes: lead, title } = withoutLead(withoutShouting(run.words, isPlace), clues);
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
      // A heading capitalises any word: it may repeat a name of the text, but proves nothing.
      const isProof =
        isSettled(votes) || (run.kind !== "heading" && !words.every((word) => lower.has(word.toLowerCase())));
      const text = words.join(" ");
      const ballot = ballots.get(text) ?? { text, start: start++, weights: new Map(), title: "", count: 0 };
      ballots.set(text, ballot);
      ballot.count += 1;
      ballot.title ||= title;
      for (const type of isProof ? nameTypes : []) {
        const weight = votes.reduce((sum, vote) => (vote[0] === type ? sum + vote[1] : sum), 0);
        ballot.weights.set(type, Math.max(weight, ballot.weights.get(type) ?? 0));
      }
    }
  }
  return [...ballots.values()];
};

const typeOf = ({ weights }: Ballot): NameType | undefined => {
  const [best] = [...weights].toSorted(([, one], [, other]) => other - one);
  return best !== undefined && best[1] >= ENOUGH ? best[0] : undefined;
};

/** Whether a short form is used for a longer name. Frankfurt is Frankfurt am Main, but Kyoto is not Kyoto Station. */
const standsFor = (short: string, long: string, type: NameType, isPlace: IsPlace): boolean => {
  if (short === long || !(long.startsWith(`${short} `) || long.endsWith(` ${short}`))) return false;
  if (type === "LOCATION") return /^ (?:am|an der|im|in der|ob der|upon|on) /.test(long.slice(short.length));
  if (isPlace(short)) return false;
  if (type === "PERSON") return !short.includes(" ");
  return long.startsWith(short) || /^\p{L}{0,12}(?:hotel|pension|gasthof|museum) /iu.test(long);
};

/** Counts short forms under the longest name that they stand for. */
const mergeBallots = (ballots: readonly Ballot[], isPlace: IsPlace): Mention[] => {
  const longer = new Map<string, { ballot: Ballot; type: NameType }[]>();
  for (const ballot of ballots) {
    const [words, type] = [ballot.text.split(" "), typeOf(ballot)];
    if (words.length < 2 || type === undefined) continue;
    for (const word of new Set([words[0] ?? "", words.at(-1) ?? ""])) {
      const sharing = longer.get(word) ?? [];
      if (sharing.length < MOST_LONGER_NAMES) sharing.push({ ballot, type });
      longer.set(word, sharing);
    }
  }
  return ballots.flatMap((ballot) => {
    const [full] = (longer.get(ballot.text.split(" ")[0] ?? "") ?? [])
      .filter(({ ballot: long, type }) => standsFor(ballot.text, long.text, type, isPlace))
      .toSorted((one, other) => other.ballot.count - one.ballot.count);
    const type = full?.type ?? typeOf(ballot);
    if (type === undefined) return [];
    const isBare = full === undefined && type === "PERSON" && !ballot.text.includes(" ");
    const text = isBare ? `${ballot.title} ${ballot.text}`.trim() : (full?.ballot.text ?? ballot.text);
    return [{ text, type, start: ballot.start, count: ballot.count }];
  });
};

/** People, organizations and places; in other languages than English and German only listed places. */
export const findNames = async (text: string, language: Language, places: ReadonlySet<string>): Promise<Mention[]> => {
  const isPlace = (name: string): boolean => worldPlaces.has(name) || places.has(name);
  const sentences = sentencesOf(text, language);
  if (language !== "other") return mergeBallots(await collect(sentences, language, isPlace), isPlace);
  const rules = { joins: () => false, isOrdinary: () => false };
  const names = sentences.flatMap((sentence) => nameRunsOf(sentence, rules)).map(({ words }) => words.join(" "));
  return names
    .filter((name) => isPlace(name) && !ambiguousPlaces.has(name))
    .map((name, start) => ({ text: name, type: "LOCATION", start, count: 1 }));
};
