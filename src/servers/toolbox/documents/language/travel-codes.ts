import { type Claim, findMentions, type Mention, type MentionPattern } from "./entity-patterns.ts";
import { readData } from "./language-data.ts";

const codes = readData<Record<"airports" | "airlines" | "ambiguousAirlines", readonly string[]>>("travel-codes");
/** Codes of the busiest airports; others count only where the words around them say so. */
const airportCodes = new Set(codes.airports);
const airlineCodes = new Set(codes.airlines);
/** Airline codes that are words, currencies or abbreviations, too. */
const ambiguousAirlineCodes = new Set(codes.ambiguousAirlines);

const flyingBefore =
  /(?:flights?|flug|flüge|flügen|flugnummer|erstflug|rückflug|hinflug|flight number|such as|wie)\b[^.!?]{0,50}$/iu;
const flyingAround = /flight|flug|flüge|depart|arriv|land(?:s|ed|et|ing)\b|abflug|ankunft|gate\b|boarding/iu;
const aircraft = /^(?:A[23]\d{2}|B7\d7|E1[79]\d)$/;

/** A carrier and a number are a flight if the carrier is a known one and no common word, or if the sentence is about flying. */
const isFlight = (code: string, before: string, after: string): boolean => {
  const [, carrier = "", digits = ""] = /^([A-Z\d]{2})\s?(\d{1,4})$/.exec(code) ?? [];
  if (aircraft.test(code.replace(" ", "")) || /^\d\d$/.test(carrier)) return false;
  if (
    /\b(?:No|Nr|Regulation|Verordnung|Article|Artikel|Terminal|Gate|Boeing|Airbus|Room|Zimmer)\.?\s?\(?$/i.test(before)
  )
    return false;
  if (flyingBefore.test(before) && !/\d/.test(carrier)) return true;
  if (!airlineCodes.has(carrier)) return false;
  if (!ambiguousAirlineCodes.has(carrier) && digits.length >= 3) return true;
  return flyingAround.test(before) || flyingAround.test(after);
};

const bookingWord =
  "(?:booking|reservation|confirmation|locator|PNR|reference|Buchung(?:scode|snummer)?|Reservierungs(?:nummer|code)|Vorgangsnummer|Bestätigungscode)";

export const flightPatterns: readonly MentionPattern[] = [
  { type: "BOOKING", pattern: /(?<![\p{L}\d-])TEST-[A-Z\d]{6}(?![\p{L}\d])/gu },
  {
    type: "BOOKING",
    pattern: new RegExp(
      `${bookingWord}(?:[ \\u00a0](?:reference|code|number|no\\.|locator|is|ist|lautet)){0,3}[:#]?[ \\u00a0]{1,2}["“„]?([A-Z\\d]{6})(?![\\p{L}\\d])`,
      "giu",
    ),
    group: 1,
    accepts: (code) =>
      /^[A-Z\d]{6}$/.test(code) && !/^\d{6}$/.test(code) && !/^(?:NUMBER|SYSTEM|POLICY|WITHIN)$/.test(code),
  },
  {
    type: "FLIGHT",
    pattern: /(?<![\p{L}\d-])(?:[A-Z]{2}|[A-Z]\d|\d[A-Z])[ \u00a0]?\d{1,4}(?![\p{L}\d]|[.,/]\d)/gu,
    accepts: isFlight,
  },
];

const notAirports = new Set(
  "EUR USD GBP CHF CEO CFO COO CTO USA UAE VAT MwSt PDF FAQ DIY AGB GPS IBM BMW UHD LED USB".split(" "),
);
const airportWord = /airport|flughafen|flughäfen|aeropuerto|terminal|fly|flight|flug|land|depart|via\b/iu;
const particles = /^(?:de|da|do|dos|del|di|am|an|der|im|la|le|el|und|and|of|the)$/;
const routeWord =
  /(?:\b(?:from|to|via|at|into|between|ab|nach|von|über|zwischen|and|und|airport|airport code|flughafen)\s|[–—→-]\s?|\/)$/iu;
const routeAfter = /^(?:\s?[–—→/-]\s?[A-Z]{3}(?![\p{L}])|\s(?:to|nach|via)\s[A-Z]{3}(?![\p{L}]))/u;

/** The capitalised words right before a bracket, with the small words between them. */
const nameBefore = (before: string): string => {
  const words = before.trimEnd().split(/\s/);
  const kept: string[] = [];
  while (words.length > 0 && kept.length < 6) {
    const word = words.pop() ?? "";
    if (/[,;:.!?)("“”]$/.test(word) || !(/^\p{Lu}/u.test(word) || particles.test(word))) break;
    kept.unshift(word);
  }
  while (particles.test(kept[0] ?? "")) kept.shift();
  return kept.join(" ");
};

/** "Frankfurt (FRA)" is an airport under its longest name; the city stays free to be found as one, unless the name says airport. */
const findBracketedAirports = (text: string, claim: Claim): Mention[] => {
  const mentions: Mention[] = [];
  for (const match of text.matchAll(/ \(([A-Z]{3})\)/gu)) {
    const [bracket, code = ""] = match;
    const before = text.slice(Math.max(0, match.index - 80), match.index);
    const name = nameBefore(/[^\n]*$/.exec(before)?.[0] ?? "");
    const isKnown = airportCodes.has(code) || airportWord.test(before);
    if (name === "" || notAirports.has(code) || !isKnown) continue;
    const end = match.index + bracket.length;
    const start = match.index - name.length;
    const covers = /airport|flughafen/iu.test(name) ? start : match.index;
    if (claim(covers, end)) mentions.push({ text: `${name} (${code})`, type: "AIRPORT", start, count: 1 });
  }
  return mentions;
};

const airportPatterns = (known: ReadonlySet<string>): readonly MentionPattern[] => [
  {
    type: "AIRPORT",
    pattern: /(?<![\p{L}\d-])[A-Z]{3}(?![\p{L}\d])/gu,
    accepts: (code, before, after) =>
      known.has(code) || (airportCodes.has(code) && (routeWord.test(before) || routeAfter.test(after))),
  },
  {
    type: "AIRPORT",
    pattern: /(?<![\p{L}])(?!The\b)(?:\p{Lu}[\p{L}'’.-]{1,30}[ \u00a0]){1,4}(?:Airport|Aéroport)(?![\p{L}])/gu,
  },
  { type: "AIRPORT", pattern: /(?<![\p{L}])Flughafen(?:[ \u00a0]\p{Lu}[\p{L}/-]{2,30}){1,2}(?![\p{L}])/gu },
];

export const findAirports = (text: string, claim: Claim): Mention[] => {
  const bracketed = findBracketedAirports(text, claim);
  const known = new Set(bracketed.map((mention) => mention.text.slice(-4, -1)));
  return [...bracketed, ...findMentions(text, airportPatterns(known), claim)];
};
