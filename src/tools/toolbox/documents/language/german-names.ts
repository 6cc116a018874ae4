import type { NameGrammar } from "./find-names.ts";
import { givenNames, knownOrganizations } from "./known-names.ts";
import { createRunFinder, type NameRun } from "./name-run.ts";
import { createNameVotes, type NameVotes, type Vote } from "./name-votes.ts";
import { ambiguousPlaces } from "./places.ts";
import { isMeasure, isStopWord } from "./stop-words.ts";

const table = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** German capitalises every noun: a name is known by the noun before it, by its own words, or by standing without an article. */
const titles: ReadonlyMap<string, string | undefined> = new Map([
  ["Herr", "Herr"],
  ["Herrn", "Herr"],
  ["Frau", "Frau"],
  ["Dr", undefined],
  ["Prof", undefined],
  ["Professor", undefined],
  ["Professorin", undefined],
  ["Familie", "Familie"],
]);
const role =
  /(?:vorsitzende[rn]?|vorstand|sprecher(?:in)?|leiter(?:in)?|chef(?:in)?|minister(?:in)?|führer(?:in)?|direktor(?:in)?|präsident(?:in)?|meister(?:in)?|kanzler(?:in)?|manager(?:in)?|autor(?:in)?|schriftsteller(?:in)?|schwester|bruder|kolleg(?:e|in)|freund(?:in)?|wirt(?:in)?|kapitän(?:in)?|dichter(?:in)?|maler(?:in)?|architekt(?:in)?|könig(?:in)?|kaiser(?:in)?|papst|anwalt|anwältin|experte|expertin|gründer(?:in)?|mann|tochter|sohn|mutter|vater|onkel|tante|redakteur(?:in)?|pilot(?:in)?)$/iu;
const company =
  /(?:reederei|gewerkschaft|fluggesellschaft|airline|firma|konzern|unternehmen|hersteller|anbieter|veranstalter|versicherung|partei|verein|verlag|zeitung|magazin|betreiber|lieferant|marke|kette|organisation|verband|behörde|stiftung|gruppe|bäckerei|brauerei|druckerei|metzgerei|spedition|portal|agentur|gesellschaft)$/iu;
/** Nouns that are part of the name: Hotel Adlon, Pension Edelweiß. */
const house =
  /(?:hotel|pension|gasthof|gasthaus|restaurant|café|museum|klinik|klinikum|universität|hochschule|institut|bank|hostel|weingut)$/iu;
const placeNoun =
  /^(?:Nationalpark|Stadt|Hauptstadt|Insel|Halbinsel|Dorf|Ort|Region|Fluss|Provinz|Hafenstadt|Gemeinde|Bundesland|Bezirk|Stadtteil|Viertel|Schloss|Burg|Kloster|Bahnhof|Kanton|Landkreis|Kreis|See|Strand|Berg|Badeort|Ferienort|Kurort|Bergdorf|Raum|Großraum|Standort)$/u;
const legalForm =
  /^(?:AG|GmbH|SE|KG|KGaA|OHG|UG|AS|SA|AB|Oy|BV|NV|Ltd|Inc|LLC|plc|Holding|Group|Airlines|Airways|e\.V)\.?$/u;
const office =
  /^(?:Bundes|Landes|Europa)\p{L}{2,30}(?:amt|amtes|amts|ministerium|ministeriums|agentur|anstalt|behörde|bank|gericht|gerichts|gerichtshof|polizei|verband)$/u;
const placeApposition =
  /^, (?:ein|eine|einem|einer|der|die|das|dem|den)(?: [\p{L}-]{1,24}){0,2} (?:\p{L}{0,20}(?:dorf|stadt|ort|städtchen|insel|hafen|gemeinde|viertel|see|fluss))(?![\p{L}])/iu;

const towards = table("nach in aus bei ab bis via richtung von über");
const movement =
  /(?:fuhr|fahr|fähr|flog|flieg|flug|flüg|reis|führt|ging|gehen|zug|bus|fähre|überfahrt|wohn|leb|strecke|verbindung|weiter|übernacht|sitz|ankunft|lag|liegt|steh|standort|filiale|abend|hört)/iu;
const articles = table(`
  der die das den dem des ein eine einen einem einer eines im am zum zur beim vom ins kein keine unser unsere unserem
  unseren unserer mein meine ihr ihre sein seine dieser diese dieses diesem diesen jeder jede jedes alle viele
`);

const placeEnding =
  /(?:hausen|ingen|heim|burg|berg|dorf|stadt|furt|ried|zell|kirchen|hofen|bach|brunn|tal|au|ow|itz|see|ien|land|stein|münde|brück|weiler|feld|wald|born|haven|büttel)$/u;
/** Starnberger See, Kölner Dom. */
const derivedPlace =
  /^\p{Lu}\p{Ll}{2,20}er (?:See|Straße|Platz|Tor|Dom|Wald|Alpen|Meer|Hafen|Bucht|Altstadt|Schloss|Land|Heide|Hauptbahnhof|Rathaus|Moor|Brücke|Becken|Küste)$/u;
const commonLakes = /^(?:Bade|Stau|Berg|Bagger|Wald|Binnen|Übersee)/u;

/** Nouns that stand after a preposition without an article although they name no place. */
const articleless = table(`
  höhe angaben ordnung kraft betrieb frage gefahr person personen haus hause holz glas stein kunden gästen grund gründen
  ruhe liebe angst wut freude wasser luft natur form richtung zukunft zeit zeiten bezug verbindung zusammenarbeit folge
  ansicht meinung art dauer wunsch bedarf sicht planung aussicht arbeit urlaub ferien reisen kosten wegen teilen
  deutsch englisch französisch italienisch spanisch gold silber weiß schwarz euro dollar prozent mitte ende anfang
  bord land lande see meer stadt dorf süden norden westen osten familie kindern kinder menschen leuten jahren
`);
const abstractEnding =
  /(?:ung|ungen|heit|heiten|keit|keiten|schaft|schaften|tion|tionen|tät|täten|nis|nisse|nissen|ismus|tum|ling|erei|chen|lein|sal|ur|ment|anz|enz)$/u;

const isOrdinaryNoun = (word: string): boolean =>
  articleless.has(word.toLowerCase()) || abstractEnding.test(word) || isMeasure(word.toLowerCase(), "de");

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
    else if (placeNoun.test(word)) votes.push(["LOCATION", 3, "place noun"]);
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

/** The names in a run of nouns, with what the nouns themselves say. */
const partsOf = (words: readonly string[], isPlace: IsPlace): Part[] => {
  const { rest, votes, title } = readLead(words);
  const legal = rest.findIndex((word, index) => index > 0 && legalForm.test(word));
  if (legal > 0) {
    const end = rest.findLastIndex((word) => legalForm.test(word)) + 1;
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
    const name = rest.slice(given, given + 3).filter((word, index) => index < 2 || /^\p{Lu}/u.test(word));
    return [{ words: name, votes: [["PERSON", 3], ...votes], title }];
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
    return commonLakes.test(name) ? [] : [["LOCATION", 2, "lake"]];
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
    const isNoun = nouns.has(words[0] ?? "") && !isSettled;
    const judged = isSettled ? own : [...own, ...(isNoun ? [] : contextVotes(run, words))];
    votes.add({ text: words.join(" "), place: run.place }, run.kind === "heading" && !isSettled ? [] : judged, title);
  }
};

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
    const runs = sentences.flatMap((sentence) => runsOf(sentence));
    const nouns = nounsWithArticle(runs);
    for (const run of runs) addRun(votes, run, nouns, isPlace);
    return votes;
  },
};
