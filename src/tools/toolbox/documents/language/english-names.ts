import type { NameGrammar } from "./find-names.ts";
import { givenNames, knownOrganizations } from "./known-names.ts";
import { createRunFinder, type NameRun } from "./name-run.ts";
import { createNameVotes, type Vote } from "./name-votes.ts";
import { ambiguousPlaces } from "./places.ts";
import type { Sentence } from "./sentences.ts";
import { isStopWord } from "./stop-words.ts";
import { createEnglishTagger } from "./tag-english.ts";
import { isCapitalised, wordsOf } from "./words.ts";

const table = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const organizationEnd =
  /^(?:Airways|Airlines?|Aviation|Hotels?|Resorts?|Inn|Hostel|Inc|Ltd|LLC|LLP|plc|PLC|Corp|Corporation|Company|Co|Group|Holdings?|GmbH|AG|SE|SA|AS|NV|BV|Bank|Fuels?|Energy|Systems|Technologies|Foundation|Association|Union|Ministry|Commission|Parliament|Authority|Agency|Partners|Club|University|College|Institute|Museum|Department|Directorate|Regulator|Council|Committee|Court|Office|Press|Times|News|Tours?|Travel|Cruises|Railways?|Logistics|Insurance|Motors|Alliance|Federation|Society|School|Hospital|Clinic|Restaurant|Café|Services?|Research|Solutions|Capital|Media|Industries|Consulting|Express|Software|Pharma|Studios?|Ventures|Trust|Fund|Exchange|Embassy|Rail|Bus|Handling|Catering)\.?$/;
const organizationStart = /^(?:Hotel|Hostel|Restaurant|Café|Banco|Grupo|Ministry|University|Bank|Department)$/;
/** What may be followed by "of": Bank of England, Regulator for Transport. */
const joinsBefore =
  /^(?:Bank|University|Ministry|Department|House|Republic|Kingdom|Isle|Gulf|Bay|City|Regulator|Directorate|Church|Council|Institute|Museum|Court|Port|States|Chamber|Federation|Association|Tower|Palace|Office|Agency|School|College|Society|Board|Law|Temple|Duke|Prince)$/;
const placeEnd =
  /^(?:Street|Avenue|Road|Square|Plaza|Park|Path|Lane|Quarter|District|Palace|Pavilion|Castle|Temple|Shrine|Cathedral|Church|Abbey|Station|Bridge|Tower|Beach|Islands?|Lake|River|Mountains?|Valley|Bay|Coast|Market|Gardens?|Gate|Hills?|Harbour|Harbor|Port|Peninsula|Canyon|Falls|Desert|Forest|Sea|Ocean|County|Village|Old Town|Heathrow|Gatwick)$/;
const placeStart =
  /^(?:Plaça|Plaza|Piazza|Rue|Mount|Lake|Cape|Port|Via|Calle|Place|Praça|Saint|Isle|Fort|Puerto|Playa|Monte)$/;
const placeNoun =
  /^\s(?:district|quarter|river|bridge|market|shrine|temple|beach|island|islands|lake|valley|bay|coast|mountains?|hills?|neighbou?rhood|region|province|peninsula|palace|castle|old town|harbou?r|square|street|area|suburb)\b/;
const placeApposition =
  /^, (?:the|a|an)(?: [\p{L}-]{1,20}){0,2} (?:temple|shrine|town|city|village|capital|island|river|castle|palace|hall|church|district|region|garden|square|bridge|port|resort town|beach)\b/u;
const organizationApposition =
  /^, (?:the|a|an)(?: [\p{L}-]{1,20}){0,2} (?:operator|company|airline|carrier|producer|supplier|manufacturer|agency|union|subsidiary|group|bank|chain|regulator|provider|owner|publisher|start-?up|firm)\b/u;
const personApposition =
  /^(?:,? who\b|, (?:the |its |our |a |an |their )?(?:[\p{L}-]{1,20} ){0,2}(?:chief executive|ceo|cfo|chairman|chairwoman|president|director|manager|spokesman|spokeswoman|spokesperson|head|founder|author|writer|minister|professor|analyst|captain|owner|historian|guide|chef)\b)/iu;
const saidAfter = /^ (?:said|says|told|added|explained|warned|wrote|replied|asked)\b/;

const titles = table(
  "mr mrs ms miss dr prof professor sir dame lord lady captain president chancellor king queen father saint",
);
const shownTitles: ReadonlyMap<string, string> = new Map([
  ["mr", "Mr."],
  ["mrs", "Mrs."],
  ["ms", "Ms."],
  ["dr", "Dr."],
  ["prof", "Prof."],
]);
const roles = table(`
  officer executive director manager spokesman spokeswoman spokesperson chairman chairwoman chair minister writer author
  monk poet painter architect artist waiter waitress guide chef captain pilot analyst economist historian founder head
  mayor journalist photographer receptionist clerk colleague friend wife husband brother sister son daughter mother father
  named called engineer lawyer doctor ceo cfo coo president chancellor king queen emperor composer
`);
const companies = table(`
  company carrier airline producer operator union group bank supplier manufacturer firm agency brand chain merchant
  subsidiary partner provider insurer start-up startup rival competitor consortium organisation organization
  association charity newspaper magazine institute party watchdog regulator broadcaster
`);
const surePrepositions = table("in near around outside behind");
const otherPrepositions = table(
  "to from via through across between of towards and beside past visit reach leave above",
);
const placesOf = table(`
  lane lanes town city village island garden gardens street streets region temple shrine port coast hills suburb suburbs
  district west east north south outskirts centre center beach beaches market markets harbour mayor capital people
`);
const movements = table(`
  train trains fly flies flight flights bus boat ferry travel travels go on walk drive ride route routes service way trip
  journey moved move sail sailed went return returned road excursion tour
`);
const languages = table(
  "english german french spanish italian japanese chinese arabic latin dutch portuguese russian korean",
);
const demonym =
  /^(?:\p{L}+(?:ish|ese|ean|ian|ians|ese|lic|ic)|American|Mexican|German|French|Dutch|Greek|Swiss|Christian|Zen|Buddhist|Shinto|Baroque|Roman)s?$/u;
const calendar = /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?$|^(?:Christmas|Easter|Ramadan|New Year)$/;

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
  if (words.length > 1 && (organizationEnd.test(last) || organizationStart.test(first))) return [["ORGANIZATION", 4]];
  if (words.some((word, index) => index > 0 && joinsBefore.test(words[index - 1] ?? "") && /^(?:of|for)$/.test(word))) {
    return isPlace(text) ? [["LOCATION", 4]] : [["ORGANIZATION", 3]];
  }
  if (isPlace(text)) return [["LOCATION", ambiguousPlaces.has(text) ? 1 : 4]];
  if (words.length > 1 && (placeEnd.test(last) || placeStart.test(first))) return [["LOCATION", 4]];
  if (words.length === 1 && /^\p{L}\p{Ll}{1,10}\p{Lu}\p{Ll}/u.test(text)) return [["ORGANIZATION", 2]];
  if (givenNames.has(first) && words.length > 1 && words.length < 5) return [["PERSON", 3]];
  if (givenNames.has(first) && words.length === 1) return [["PERSON", 1]];
  return words.length > 1 && words.some((word) => isPlace(word) && !ambiguousPlaces.has(word)) ? [["LOCATION", 1]] : [];
};

const isOut = ({ words, text }: NameRun): boolean =>
  words.length === 1 && (languages.has(text.toLowerCase()) || (demonym.test(text) && !givenNames.has(text)));

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

/** Takes a leading title off a run that swallowed it. */
const withoutTitle = (run: NameRun): TitledRun => {
  let { words } = run;
  let title: string | undefined;
  while (words.length > 1 && titles.has((words[0] ?? "").toLowerCase().replace(".", ""))) {
    const taken = (words[0] ?? "").toLowerCase().replace(".", "");
    title = shownTitles.get(taken) ?? title;
    words = words.slice(1);
  }
  const isTitled = words.length < run.words.length;
  return { run: { ...run, words, text: words.join(" ") }, isTitled, title };
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
        return joinsBefore.test(left) && /^(?:of|for)$/.test(small[0] ?? "");
      },
      isOrdinary: (word, opens) =>
        calendar.test(word) || isStopWord(word.toLowerCase(), "en") || (opens && isCommon(word) && !isPlace(word)),
    });
    const votes = createNameVotes();
    const tagger = await createEnglishTagger();
    for (const sentence of sentences) {
      let previous: readonly Vote[] = [];
      for (const found of runsOf(sentence)) {
        const { run, isTitled, title } = withoutTitle(found);
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
