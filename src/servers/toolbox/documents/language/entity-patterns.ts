import type { EntityType, Language } from "./analyse.ts";
import { isStopWord, readData } from "./language-data.ts";

/** An occurrence of an entity. */
export interface Mention {
  readonly text: string;
  readonly type: EntityType;
  readonly start: number;
  readonly count: number;
}

/** A pattern of one entity type. All quantifiers are bounded, so that no text makes it slow. */
interface MentionPattern {
  readonly type: EntityType;
  readonly pattern: RegExp;
  /** The capture group with the entity; the whole match by default. */
  readonly group?: number;
  /** Checks the match and the text around it. */
  readonly accepts?: (entity: string, before: string, after: string) => boolean;
}

/** Marks a part of the text as an entity; false if it already belongs to another. */
export type Claim = (start: number, end: number) => boolean;

const SURROUNDINGS = 60;

export const findMentions = (text: string, patterns: readonly MentionPattern[], claim: Claim): Mention[] => {
  const mentions: Mention[] = [];
  for (const { type, pattern, group = 0, accepts } of patterns) {
    for (const match of text.matchAll(pattern)) {
      const entity = match[group] ?? "";
      const start = match.index + (group === 0 ? 0 : match[0].indexOf(entity));
      const end = start + entity.length;
      const before = text.slice(Math.max(0, start - SURROUNDINGS), start);
      if (accepts !== undefined && !accepts(entity, before, text.slice(end, end + SURROUNDINGS))) continue;
      if (claim(start, end)) mentions.push({ text: entity.replace(/\s+/g, " "), type, start, count: 1 });
    }
  }
  return mentions;
};

const number = "(?:\\d{1,3}(?:[.,'’\\u00a0\\u202f]\\d{3}){1,5}(?:[.,]\\d{1,2})?|\\d{1,12}(?:[.,]\\d{1,4})?)(?!\\d)";
const notInNumber = "(?<![\\d.,\\p{L}])";
const gap = "[ \\u00a0]?";
const scale =
  "(?:million|billion|trillion|thousand|mn|bn|Millionen|Million|Milliarden|Milliarde|Mio\\.?|Mrd\\.?|Tsd\\.?|[mk](?![\\p{L}]))";
const currencyCode =
  "(?:EUR|USD|GBP|CHF|JPY|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|AED|INR|SGD|HKD|CNY|TRY|ZAR|BRL|MXN|THB)";
const currencyName =
  "(?:[€£¥$]|euros?|dollars?|pounds?(?:\\ssterling)?|yen|francs?|cents?|Euro|Dollar|Pfund|Franken|Cent|Yen|Kronen|Złoty)";

const isPhone = (text: string): boolean => {
  const digits = text.replace(/\D/g, "").length;
  return digits >= 7 && digits <= 15;
};

const contacts: readonly MentionPattern[] = [
  { type: "URL", pattern: /(?<![\p{L}\d@.])(?:https?:\/\/|www\.)[^\s<>"'“”„‘’«»()[\]{}]{2,500}(?<![.,;:!?…])/giu },
  { type: "EMAIL", pattern: /(?<![\w.+%-])[\w.+%-]{1,64}@(?:[\p{L}\d-]{1,63}\.){1,5}\p{L}{2,24}(?![\p{L}\d-])/giu },
  {
    type: "PHONE",
    pattern: /(?<![\w+])(?:\+|00)[1-9]\d{0,2}(?:[ \u00a0()/.-]{0,2}\d{1,6}){2,7}(?!\d)/gu,
    accepts: isPhone,
  },
  { type: "PHONE", pattern: /(?<![\w(])\(\d{3}\) ?\d{3}[-. ]\d{4}(?!\d)/gu },
  {
    type: "PHONE",
    pattern:
      /(?:tel|telefon|telephone|phone|fon|fax|call|hotline|mobile|mobil)[.:]{0,2}[ \u00a0]{0,3}(\(?0\d{1,5}\)?(?:[ \u00a0/-]{0,2}\d{2,6}){1,5})(?!\d)/giu,
    group: 1,
    accepts: isPhone,
  },
];

const halfOfDay = "(?:(?:a|p)\\.m\\.|(?:am|pm|AM|PM)(?![\\p{L}])|Uhr(?![\\p{L}]))";
const hour = "(?<![\\d.,:/+€$£¥-])(?:[01]?\\d|2[0-4])";

const amountsAndTimes: readonly (readonly [MentionPattern["type"], string])[] = [
  ["MONEY", `(?<![\\p{L}\\d])(?:US\\$|[€£¥$]|${currencyCode})${gap}${number}(?:[ \\u00a0-]?${scale})?(?![\\p{L}])`],
  ["MONEY", `${notInNumber}${number}${gap}(?:${scale}[ \\u00a0])?(?:${currencyName}|${currencyCode})(?![\\p{L}])`],
  [
    "PERCENT",
    `${notInNumber}(?:${number}${gap}(?:to|bis|-|–)${gap})?${number}${gap}(?:%|(?:percent|per cent|Prozent)(?![\\p{L}]))`,
  ],
  ["TIME", `${hour}[:.][0-5]\\d(?::[0-5]\\d)?\\s?${halfOfDay}`],
  ["TIME", `${hour}:[0-5]\\d(?::[0-5]\\d)?(?![\\d:])`],
  ["TIME", `${hour}\\s?${halfOfDay}`],
];

const months =
  "January|February|March|April|May|June|July|August|September|October|November|December|" +
  "Januar|Jänner|Februar|März|Mai|Juni|Juli|Oktober|Dezember";
const month = `(?:${months}|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Okt|Nov|Dec|Dez)\\.?)(?![\\p{L}])`;
const year = "(?:1\\d|20)\\d{2}(?!\\d)";
const weekday =
  "(?:(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Mittwoch|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag)(?:,| the|, den|, dem)?\\s)?";
const season = "(?:[Ss]pring|[Ss]ummer|[Aa]utumn|[Ff]all|[Ww]inter|Frühjahr|Frühling|Sommer|Herbst)";

const dates: readonly string[] = [
  "(?<![\\d-])\\d{4}-(?:0\\d|1[0-2])-[0-3]\\d(?!\\d)",
  `${weekday}(?<![\\d.,])[0-3]?\\d(?:st|nd|rd|th|\\.)?\\s(?:of\\s)?${month}(?:,?\\s${year})?`,
  `${weekday}(?<![\\p{L}])${month}\\s[0-3]?\\d(?:st|nd|rd|th)?(?![\\d:.,]\\d|\\d|\\s?%)(?:,?\\s${year})?`,
  `(?<![\\p{L}])${month},?\\s${year}`,
  "(?<![\\d./])(?:[0-3]?\\d)[./](?:[0-3]?\\d)[./](?:(?:19|20)\\d{2}|\\d{2})(?![\\d./]\\d|\\d)",
  "(?<![\\p{L}\\d])Q[1-4][\\s/](?:19|20)\\d{2}(?!\\d)",
  `(?<![\\p{L}])${season}\\s(?:of\\s)?20\\d{2}(?!\\d)`,
];

const beforeYear =
  /(?:^|[\s(])(?:in|since|by|until|till|before|after|from|to|of|for|during|against|year|season|late|early|around|founded|established|(?:geschäfts)?jahr(?:e|es|en)?|seit|bis|ab|von|vor|nach|als|für|gegenüber|sommer|winter|herbst|frühjahr|ende|anfang|mitte|um|gegründet)\s$/i;
const notBeforeYear =
  /(?:^|\s)\p{Lu}{1,3}[\s-]$|[€$£¥#]\s?$|(?:[Rr]oom|Zimmer|[Gg]ate|[Tt]erminal|[Ff]light|Flug|[Nn]umber|Nummer|No\.|Nr\.|[Bb]us|[Ll]ine|Linie|[Mm]odell?|[Vv]ersion)\s$/u;
const notAfterYear = /^[\s-]?(?:%|€|EUR|Euro|USD|kg|km|m\b|Meter|Prozent|percent)/;

const isYear = (year: string, before: string, after: string, language: Language): boolean => {
  if (notBeforeYear.test(before) || notAfterYear.test(after)) return false;
  if (beforeYear.test(before)) return true;
  const next = /^\s([\p{L}]{1,40})/u.exec(after)?.[1];
  // "2000 Gäste" counts something; a lower-case word after the number shows that it is a year.
  if (next !== undefined && language === "de" && /^\p{Ll}/u.test(next)) return true;
  return /^(?:19|20)/.test(year) && (next === undefined || isStopWord(next.toLowerCase(), language));
};

/** Months that are also verbs or given names. */
const ambiguousMonth = /^(?:May|March|August)$/;
const beforeMonth =
  /(?:^|[\s(])(?:in|by|since|until|till|from|to|and|or|of|early|mid|late|end|next|last|during|before|after|im|seit|bis|ab|ende|anfang|mitte|und|oder)\s$/i;
const afterMonth = /^\s(?:and|to|or|bis|und|oder)\s\p{Lu}/u;

/** The language-independent patterns. */
export const patternsOf = (language: Language) => ({
  contacts,
  figures: [
    ...amountsAndTimes.map(([type, pattern]) => ({ type, pattern: new RegExp(pattern, "gu") })),
    ...dates.map((pattern) => ({ type: "DATE" as const, pattern: new RegExp(pattern, "gu") })),
    {
      type: "DATE",
      pattern: /(?<![\d.,:/+-])(?:1[5-9]|20)\d{2}(?:\/\d{2})?(?![\d:/]|[.,-]\d)/gu,
      accepts: (found, before, after) => isYear(found, before, after, language),
    },
    {
      type: "DATE",
      pattern: new RegExp(`(?<![\\p{L}\\d-])(?:${months})(?![\\p{L}\\d-])`, "gu"),
      accepts: (found, before, after) =>
        !ambiguousMonth.test(found) || beforeMonth.test(before) || afterMonth.test(after),
    },
  ] satisfies readonly MentionPattern[] as readonly MentionPattern[],
});

const codes = readData<Record<"airports" | "airlines" | "ambiguousAirlines", readonly string[]>>("travel-codes");
/** Codes of the busiest airports; other codes need context. */
const airportCodes = new Set(codes.airports);
const airlineCodes = new Set(codes.airlines);
/** Airline codes that are also words, currencies or abbreviations. */
const ambiguousAirlineCodes = new Set(codes.ambiguousAirlines);

const flyingBefore =
  /(?:flights?|flug|flüge|flügen|flugnummer|erstflug|rückflug|hinflug|flight number|such as|wie)\b[^.!?]{0,50}$/iu;
const flyingAround = /flight|flug|flüge|depart|arriv|land(?:s|ed|et|ing)\b|abflug|ankunft|gate\b|boarding/iu;
const aircraft = /^(?:A[23]\d{2}|B7\d7|E1[79]\d)$/;

/** Accepts an unambiguous airline code with a number, or an ambiguous one in a sentence about flying. */
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

/** Returns the capitalised words before a bracket, with the small words between them. */
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

/** Finds "Frankfurt (FRA)" as an airport. The city can also be found as a place, unless the name contains "airport". */
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
