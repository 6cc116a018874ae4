import {
  adjective,
  calendarWord,
  companies,
  joinsBefore,
  movements,
  organizationApposition,
  organizationEnds,
  organizationStarts,
  otherPrepositions,
  personApposition,
  placeApposition,
  placeEnds,
  placeNoun,
  placeStarts,
  placesOf,
  roles,
  saidAfter,
  shownTitles,
  surePrepositions,
  titles,
} from "./english-name-words.ts";
import type { NameGrammar } from "./find-names.ts";
import { givenNames, knownOrganizations } from "./known-names.ts";
import { createRunFinder, type NameRun, withoutShouting } from "./name-run.ts";
import { createNameVotes, type Vote } from "./name-votes.ts";
import { ambiguousPlaces } from "./places.ts";
import type { Sentence } from "./sentences.ts";
import { isStopWord } from "./stop-words.ts";
import { createEnglishTagger } from "./tag-english.ts";
import { isCapitalised, wordsOf } from "./words.ts";

const contextVotes = ({ before, after, opens, words }: NameRun): Vote[] => {
  const [nearest = "", second = "", third = ""] = before;
  const rules: readonly (readonly [boolean, ...Vote])[] = [
    [roles.has(nearest), "PERSON", 3, "role"],
    [companies.has(nearest), "ORGANIZATION", 3, "company"],
    [placeNoun.test(after), "LOCATION", 2, "place noun"],
    [placeApposition.test(after), "LOCATION", 3, "apposition"],
    [/^, where\b/.test(after), "LOCATION", 2, "where"],
    [organizationApposition.test(after), "ORGANIZATION", 3, "apposition"],
    [personApposition.test(after), "PERSON", words.length > 1 ? 3 : 2, "apposition"],
    [saidAfter.test(after) || nearest === "said", "PERSON", words.length > 1 ? 2 : 1, "said"],
    [!opens && surePrepositions.has(nearest), "LOCATION", 2, nearest],
    [!opens && otherPrepositions.has(nearest), "LOCATION", 1, nearest],
    [nearest === "of" && placesOf.has(second), "LOCATION", 3, "place of"],
    [nearest === "to" && (movements.has(second) || movements.has(third)), "LOCATION", 2, "movement"],
  ];
  return rules.filter(([holds]) => holds).map(([, ...vote]) => vote);
};

/** In "Ninenzaka and Sannenzaka" the second is what the first is; a comma says so for places. */
const inheritedVotes = ({ between, words }: NameRun, previous: readonly Vote[]): Vote[] => {
  const [best] = previous.toSorted((one, other) => other[1] - one[1]);
  if (best === undefined || best[1] < 2) return [];
  if (between === " and " || between === " or ") return [[best[0], 2, "and"]];
  return between === ", " && best[0] === "LOCATION" ? [["LOCATION", words.length === 1 ? 2 : 1, "list"]] : [];
};

/** What the words of a name themselves say. */
const formVotes = ({ words, text }: NameRun, isPlace: (name: string) => boolean): Vote[] => {
  const [first = ""] = words;
  const last = words.at(-1) ?? "";
  if (knownOrganizations.has(text)) return [["ORGANIZATION", 4]];
  if (words.length > 1 && (organizationEnds.has(last.replace(".", "")) || organizationStarts.has(first)))
    return [["ORGANIZATION", 4]];
  if (words.some((word, index) => index > 0 && joinsBefore.has(words[index - 1] ?? "") && /^(?:of|for)$/.test(word))) {
    return isPlace(text) ? [["LOCATION", 4]] : [["ORGANIZATION", 3]];
  }
  if (isPlace(text)) return [["LOCATION", ambiguousPlaces.has(text) ? 1 : 4]];
  if (words.length > 1 && (placeEnds.has(last) || placeStarts.has(first))) return [["LOCATION", 4]];
  if (words.length === 1 && /^\p{L}\p{Ll}{1,10}\p{Lu}\p{Ll}/u.test(text)) return [["ORGANIZATION", 2]];
  if (givenNames.has(first) && words.length > 1 && words.length < 5) return [["PERSON", 3]];
  if (givenNames.has(first) && words.length === 1) return [["PERSON", 1]];
  return words.length > 1 && words.some((word) => isPlace(word) && !ambiguousPlaces.has(word)) ? [["LOCATION", 1]] : [];
};

const isOut = ({ words, text }: NameRun): boolean =>
  words.length === 1 && adjective.test(text) && !givenNames.has(text);

const lowerCased = (sentences: readonly Sentence[]): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const { text } of sentences)
    for (const { text: word } of wordsOf(text)) if (!isCapitalised(word)) found.add(word);
  return found;
};

interface TitledRun {
  readonly run: NameRun;
  readonly isTitled: boolean;
  /** As it is written before a name that stands alone. */
  readonly title: string | undefined;
}

const titleIn = (word: string): string => word.toLowerCase().replace(".", "");

/** The name behind the last title of a run: "Carter" of "Dear Ms. Carter". */
const withoutTitle = (run: NameRun): TitledRun => {
  const last = run.words.findLastIndex((word, index) => index < run.words.length - 1 && titles.has(titleIn(word)));
  if (last < 0) return { run, isTitled: false, title: undefined };
  const words = run.words.slice(last + 1);
  const shown = run.words.slice(0, last + 1).map((word) => shownTitles.get(titleIn(word)));
  return {
    run: { ...run, words, text: words.join(" ") },
    isTitled: true,
    title: shown.find((one) => one !== undefined),
  };
};

const judgeRun = (run: NameRun, previous: readonly Vote[], isPlace: (name: string) => boolean): Vote[] => {
  const form = formVotes(run, isPlace);
  const settled = form.some(([, weight]) => weight >= 4);
  return settled ? form : [...form, ...contextVotes(run), ...inheritedVotes(run, previous)];
};

export const englishNames: NameGrammar = {
  read: async (sentences, isPlace) => {
    const lower = lowerCased(sentences);
    const isCommon = (word: string): boolean => lower.has(word.toLowerCase()) || isStopWord(word.toLowerCase(), "en");
    const runsOf = createRunFinder({
      joins: (left, small, right) => {
        if (small.every((word) => /^(?:de|da|do|dos|das|del|della|di|du|la|le|el|al|van|von|der|den)$/.test(word)))
          return true;
        if (isPlace([left, ...small, right].join(" "))) return true;
        return joinsBefore.has(left) && /^(?:of|for)$/.test(small[0] ?? "");
      },
      isOrdinary: (word, opens) =>
        /\d/.test(word) ||
        calendarWord.test(word) ||
        isStopWord(word.toLowerCase(), "en") ||
        (opens && isCommon(word) && !isPlace(word)),
    });
    const votes = createNameVotes();
    const tagger = await createEnglishTagger();
    for (const sentence of sentences) {
      let previous: readonly Vote[] = [];
      for (const found of runsOf(sentence)) {
        const { run, isTitled, title } = withoutTitle(withoutShouting(found, isPlace));
        const judged: Vote[] = isTitled ? [["PERSON", 3, "title"]] : judgeRun(run, previous, isPlace);
        previous = judged;
        if (isOut(run)) continue;
        const isSettled = judged.some(([, weight]) => weight >= 3);
        const isOrdinary = !isSettled && run.words.every((word) => lower.has(word.toLowerCase()));
        // A heading capitalises what it likes: it may name what the text names, but proves nothing.
        const proves = !isOrdinary && (run.kind !== "heading" || isSettled);
        votes.add(run, proves ? [...judged, ...(isSettled ? [] : tagger.votesFor(run))] : [], title);
      }
    }
    return votes;
  },
};
