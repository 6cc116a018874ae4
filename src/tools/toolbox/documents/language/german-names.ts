import type { NameGrammar } from "./find-names.ts";
import {
  abstractEnding,
  articleless,
  articles,
  commonLake,
  company,
  derivedPlace,
  house,
  legalForms,
  movement,
  office,
  placeApposition,
  placeEnding,
  placeNoun,
  role,
  titles,
  towards,
} from "./german-name-words.ts";
import { givenNames, knownOrganizations } from "./known-names.ts";
import { createRunFinder, type NameRun, withoutShouting } from "./name-run.ts";
import { createNameVotes, type NameVotes, type Vote } from "./name-votes.ts";
import { ambiguousPlaces } from "./places.ts";
import { isMeasure, isStopWord } from "./stop-words.ts";
import { isCapitalised } from "./words.ts";

const isOrdinaryNoun = (word: string): boolean =>
  articleless.has(word.toLowerCase()) || abstractEnding.test(word) || isMeasure(word.toLowerCase(), "de");

const isLegalForm = (word: string): boolean => legalForms.has(word.replace(/\.$/, ""));

type IsPlace = (name: string) => boolean;

/** The name of a place in the form that is listed: without the s of the genitive. */
const placeForm = (text: string, isPlace: IsPlace): string | undefined =>
  [text, text.replace(/s$/u, "")].find((form) => isPlace(form));

interface Part {
  readonly words: readonly string[];
  readonly votes: readonly Vote[];
  readonly title?: string | undefined;
}

/** What a leading noun says about the name after it, with that noun taken off. */
const readLead = (words: readonly string[]): { rest: readonly string[]; votes: Vote[]; title: string | undefined } => {
  let rest = words;
  let title: string | undefined;
  const votes: Vote[] = [];
  while (rest.length > 1) {
    const word = (rest[0] ?? "").replace(/\.$/, "");
    if (titles.has(word)) {
      title ??= titles.get(word);
      votes.push(["PERSON", 3, "title"]);
    } else if (role.test(word)) votes.push(["PERSON", 2, "role"]);
    else if (company.test(word)) votes.push(["ORGANIZATION", 3, "company"]);
    else if (placeNoun.has(word)) votes.push(["LOCATION", 3, "place noun"]);
    else break;
    rest = rest.slice(1);
  }
  return { rest, votes, title };
};

const knownSpan = (words: readonly string[], isKnown: (text: string) => boolean): [number, number] | undefined => {
  for (let length = Math.min(5, words.length); length > 0; length--) {
    for (let start = 0; start + length <= words.length; start++) {
      if (isKnown(words.slice(start, start + length).join(" "))) return [start, start + length];
    }
  }
  return undefined;
};

/** Given names, the small words of a noble name, and one family name. */
const personIn = (words: readonly string[]): readonly string[] => {
  const family = words.findIndex((word, index) => index > 0 && isCapitalised(word) && !givenNames.has(word));
  return words.slice(0, family < 0 ? 2 : family + 1);
};

/** The names in a run of nouns, with what the nouns themselves say. */
const partsOf = (words: readonly string[], isPlace: IsPlace): Part[] => {
  const { rest, votes, title } = readLead(words);
  const legal = rest.findIndex((word, index) => index > 0 && isLegalForm(word));
  if (legal > 0) {
    const end = rest.findLastIndex((word) => isLegalForm(word)) + 1;
    return [{ words: rest.slice(0, end), votes: [["ORGANIZATION", 4]] }];
  }
  const text = rest.join(" ");
  if (derivedPlace.test(text)) return [{ words: rest, votes: [["LOCATION", 4]] }];
  if (rest.length > 1 && rest.length < 4 && (house.test(rest[0] ?? "") || house.test(rest.at(-1) ?? ""))) {
    return [{ words: rest, votes: [["ORGANIZATION", 3]] }];
  }
  if (rest.length === 1 && office.test(rest[0] ?? "")) return [{ words: rest, votes: [["ORGANIZATION", 4]] }];
  const organization = knownSpan(rest, (text) => knownOrganizations.has(text));
  if (organization !== undefined) return [{ words: rest.slice(...organization), votes: [["ORGANIZATION", 4]] }];
  const isTitled = votes.some(([type]) => type === "PERSON");
  const given = rest.findIndex((word) => givenNames.has(word) && !isPlace(rest.join(" ")));
  if (given >= 0 && (given < rest.length - 1 || isTitled)) {
    return [{ words: personIn(rest.slice(given)), votes: [["PERSON", 3], ...votes], title }];
  }
  const place = isTitled ? undefined : knownSpan(rest, (text) => placeForm(text, isPlace) !== undefined);
  if (place !== undefined) {
    const name = placeForm(rest.slice(...place).join(" "), isPlace) ?? "";
    const weight = ambiguousPlaces.has(name) ? 1 : 4;
    return [{ words: name.split(" "), votes: [["LOCATION", weight], ...votes] }];
  }
  if (given >= 0) return [{ words: [rest[given] ?? ""], votes: [["PERSON", 2], ...votes] }];
  return [{ words: isTitled ? rest.slice(0, 3) : rest, votes, title }];
};

const contextVotes = (run: NameRun, words: readonly string[]): Vote[] => {
  const [nearest = "", second = ""] = run.before;
  const name = words.join(" ");
  const isWhole = run.text.startsWith(words[0] ?? "");
  if (placeApposition.test(run.after)) return [["LOCATION", 3, "apposition"]];
  if (!isWhole || words.length > 2 || isOrdinaryNoun(name)) return [];
  if (nearest === "namens") return [["PERSON", 3, "called"]];
  if (/^(?:am|zum)$/.test(nearest) && /\p{L}{3}see$/u.test(name)) {
    return commonLake.test(name) ? [] : [["LOCATION", 2, "lake"]];
  }
  if (!towards.has(nearest) || articles.has(second)) return [];
  if (placeEnding.test(name)) return [["LOCATION", 3, "ending"]];
  const isLikely = /^(?:in|nach)$/.test(nearest) && !name.endsWith("en");
  const isMoving = nearest !== "von" && nearest !== "über" && movement.test(run.sentence);
  return [["LOCATION", isLikely || isMoving ? 2 : 1, nearest]];
};

/** Words that some sentence uses with an article: nouns, not names of towns or people. */
const nounsWithArticle = (runs: readonly NameRun[]): ReadonlySet<string> =>
  new Set(runs.filter(({ before }) => articles.has(before[0] ?? "")).map(({ words }) => words[0] ?? ""));

const addRun = (votes: NameVotes, run: NameRun, nouns: ReadonlySet<string>, isPlace: IsPlace): void => {
  for (const { words, votes: own, title } of partsOf(run.words, isPlace)) {
    const isSettled = own.some(([, weight]) => weight >= 3);
    const isAmbiguous = ambiguousPlaces.has(words.join(" "));
    const isNoun = nouns.has(words[0] ?? "") && !isSettled && !isAmbiguous;
    const judged = isSettled ? own : [...own, ...(isNoun ? [] : contextVotes(run, words))];
    if (isAmbiguous && judged.length === own.length && run.kind !== "heading") continue;
    votes.add({ text: words.join(" "), place: run.place }, run.kind === "heading" && !isSettled ? [] : judged, title);
  }
};

/** German capitalises every noun: a name is known by the noun before it, by its own words, or by standing without an article. */
export const germanNames: NameGrammar = {
  read: async (sentences, isPlace) => {
    const votes = createNameVotes();
    const runsOf = createRunFinder({
      joins: (left, small, right) =>
        isPlace([left, ...small, right].join(" ")) ||
        (givenNames.has(left) && small.every((word) => /^(?:von|van|de|der|zu)$/.test(word))),
      isOrdinary: (word) =>
        isStopWord(word.toLowerCase(), "de") || (isMeasure(word.toLowerCase(), "de") && !titles.has(word)),
    });
    const runs = sentences.flatMap((sentence) => runsOf(sentence)).map((run) => withoutShouting(run, isPlace));
    const nouns = nounsWithArticle(runs);
    for (const run of runs) addRun(votes, run, nouns, isPlace);
    return votes;
  },
};
