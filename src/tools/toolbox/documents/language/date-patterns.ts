import type { Language } from "./analysis.ts";
import type { MentionPattern } from "./mention.ts";
import { isStopWord } from "./stop-words.ts";
import { anyOf } from "./word-table.ts";

const months =
  "January|February|March|April|May|June|July|August|September|October|November|December|" +
  "Januar|Jänner|Februar|März|Mai|Juni|Juli|Oktober|Dezember";
const shortMonths = "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Okt|Nov|Dec|Dez";
const anyMonth = `(?:${months}|(?:${shortMonths})\\.?)(?![\\p{L}])`;
const weekday =
  "(?:(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|" +
  "Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag)(?:,| the|, den|, dem)?\\s)?";
const seasons = "(?:spring|summer|autumn|fall|winter|Frühjahr|Frühling|Sommer|Herbst|Winter)";

/** Months that are verbs or given names, too. */
const ambiguousMonth = /^(?:May|March|August)$/;
const beforeMonth = new RegExp(
  `(?:^|[\\s(])${anyOf(`
    in by since until till from to and or of early mid late end next last during before after im seit bis ab ende anfang
    mitte und oder
  `)}\\s$`,
  "i",
);
const afterMonth = /^\s(?:and|to|or|bis|und|oder)\s\p{Lu}/u;

const beforeYear = new RegExp(
  `(?:^|[\\s(])${anyOf(`
    in since by until till before after from to of for during against year season late early around founded established
    jahr jahre jahres jahren geschäftsjahr seit bis ab von vor nach als für gegenüber sommer winter herbst frühjahr ende
    anfang mitte um gegründet
  `)}\\s$`,
  "i",
);
const numbered = new RegExp(
  `${anyOf("room zimmer gate terminal flight flug number nummer no\\. nr\\. bus line linie model modell version")}\\s$`,
  "i",
);

const isYear = (year: string, before: string, after: string, language: Language): boolean => {
  if (/(?:^|\s)\p{Lu}{1,3}[\s-]$/u.test(before) || /[€$£¥#]\s?$/.test(before) || numbered.test(before)) return false;
  if (/^[\s-]?(?:%|€|EUR|Euro|USD|kg|km|m\b|Meter|Prozent|percent)/.test(after)) return false;
  if (beforeYear.test(before)) return true;
  const next = /^\s([\p{L}]{1,40})/u.exec(after)?.[1];
  // "2000 guests" and "2000 Gäste" count something; a German verb after the number tells that it is a year.
  if (next !== undefined && language === "de" && /^\p{Ll}/u.test(next)) return true;
  return /^(?:19|20)/.test(year) && (next === undefined || isStopWord(next.toLowerCase(), language));
};

export const datePatterns = (language: Language): readonly MentionPattern[] => [
  { type: "DATE", pattern: /(?<![\d-])\d{4}-(?:0\d|1[0-2])-[0-3]\d(?!\d)/gu },
  {
    type: "DATE",
    pattern: new RegExp(
      `${weekday}(?<![\\d.,])[0-3]?\\d(?:st|nd|rd|th|\\.)?\\s(?:of\\s)?${anyMonth}(?:,?\\s(?:1\\d|20)\\d{2}(?!\\d))?`,
      "gu",
    ),
  },
  {
    type: "DATE",
    pattern: new RegExp(
      `${weekday}(?<![\\p{L}])${anyMonth}\\s[0-3]?\\d(?:st|nd|rd|th)?(?![\\d:.,]\\d|\\d|\\s?%)(?:,?\\s(?:1\\d|20)\\d{2}(?!\\d))?`,
      "gu",
    ),
  },
  { type: "DATE", pattern: new RegExp(`(?<![\\p{L}])${anyMonth},?\\s(?:1\\d|20)\\d{2}(?!\\d)`, "gu") },
  { type: "DATE", pattern: /(?<![\d./])(?:[0-3]?\d)[./](?:[0-3]?\d)[./](?:(?:19|20)\d{2}|\d{2})(?![\d./]\d|\d)/gu },
  { type: "DATE", pattern: /(?<![\p{L}\d])Q[1-4][\s/](?:19|20)\d{2}(?!\d)/gu },
  { type: "DATE", pattern: new RegExp(`(?<![\\p{L}])${seasons}\\s(?:of\\s)?20\\d{2}(?!\\d)`, "giu") },
  {
    type: "DATE",
    pattern: /(?<![\d.,:/+-])(?:1[5-9]|20)\d{2}(?:\/\d{2})?(?![\d:/]|[.,-]\d)/gu,
    accepts: (year, before, after) => isYear(year, before, after, language),
  },
  {
    type: "DATE",
    pattern: new RegExp(`(?<![\\p{L}\\d-])(?:${months})(?![\\p{L}\\d-])`, "gu"),
    accepts: (month, before, after) =>
      !ambiguousMonth.test(month) || beforeMonth.test(before) || afterMonth.test(after),
  },
];

const halves = "(?:a\\.m\\.|p\\.m\\.|am(?![\\p{L}])|pm(?![\\p{L}])|AM(?![\\p{L}])|PM(?![\\p{L}]))";
const hour = "(?<![\\d.,:/+€$£¥-])(?:[01]?\\d|2[0-4])";

export const timePatterns: readonly MentionPattern[] = [
  { type: "TIME", pattern: new RegExp(`${hour}[:.][0-5]\\d(?::[0-5]\\d)?\\s?(?:${halves}|Uhr(?![\\p{L}]))`, "gu") },
  { type: "TIME", pattern: new RegExp(`${hour}:[0-5]\\d(?::[0-5]\\d)?(?![\\d:])`, "gu") },
  { type: "TIME", pattern: new RegExp(`${hour}\\s?(?:${halves}|Uhr(?![\\p{L}]))`, "gu") },
];
