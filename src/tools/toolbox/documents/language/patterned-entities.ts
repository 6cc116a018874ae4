import type { Language } from "./analysis.ts";
import { datePatterns, timePatterns } from "./date-patterns.ts";
import { type Claims, findMentions, type Mention, type MentionPattern } from "./mention.ts";
import { findTravelCodes } from "./travel-codes.ts";

const number = "(?:\\d{1,3}(?:[.,'’\\u00a0\\u202f]\\d{3}){1,5}(?:[.,]\\d{1,2})?|\\d{1,12}(?:[.,]\\d{1,4})?)(?!\\d)";
const notInNumber = "(?<![\\d.,\\p{L}])";
const scale =
  "(?:million|billion|trillion|thousand|mn|bn|Millionen|Million|Milliarden|Milliarde|Mio\\.?|Mrd\\.?|Tsd\\.?|[mk](?![\\p{L}]))";
const currencyCode =
  "(?:EUR|USD|GBP|CHF|JPY|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|AED|INR|SGD|HKD|CNY|TRY|ZAR|BRL|MXN|THB)";
const currencyName =
  "(?:[€£¥$]|euros?|dollars?|pounds?(?:\\ssterling)?|yen|francs?|cents?|Euro|Dollar|Pfund|Franken|Cent|Yen|Kronen|Złoty)";

const digitsIn = (text: string): number => text.replace(/\D/g, "").length;

const isPhone = (text: string): boolean => digitsIn(text) >= 7 && digitsIn(text) <= 15;

const addresses: readonly MentionPattern[] = [
  { type: "URL", pattern: /(?<![\p{L}\d@.])(?:https?:\/\/|www\.)[^\s<>"'“”„‘’«»()[\]{}]{2,500}(?<![.,;:!?…])/giu },
  { type: "EMAIL", pattern: /(?<![\w.+%-])[\w.+%-]{1,64}@(?:[\p{L}\d-]{1,63}\.){1,5}\p{L}{2,24}(?![\p{L}\d-])/giu },
];

const amounts: readonly MentionPattern[] = [
  {
    type: "MONEY",
    pattern: new RegExp(
      `(?<![\\p{L}\\d])(?:US\\$|[€£¥$]|${currencyCode})[ \\u00a0]?${number}(?:[ \\u00a0-]?${scale})?(?![\\p{L}])`,
      "gu",
    ),
  },
  {
    type: "MONEY",
    pattern: new RegExp(
      `${notInNumber}${number}[ \\u00a0]?(?:${scale}[ \\u00a0])?(?:${currencyName}|${currencyCode})(?![\\p{L}])`,
      "gu",
    ),
  },
  {
    type: "PERCENT",
    pattern: new RegExp(
      `${notInNumber}(?:${number}[ \\u00a0]?(?:to|bis|-|–)[ \\u00a0]?)?${number}[ \\u00a0]?(?:%|(?:percent|per cent|Prozent)(?![\\p{L}]))`,
      "gu",
    ),
  },
];

const phones: readonly MentionPattern[] = [
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

/** What has a fixed form, in any language. Earlier kinds keep what later ones might mistake. */
export const findPatternedEntities = (text: string, language: Language, claims: Claims): Mention[] => [
  ...findMentions(text, addresses, claims),
  ...findMentions(text, phones, claims),
  ...findTravelCodes(text, claims),
  ...findMentions(text, amounts, claims),
  ...findMentions(text, timePatterns, claims),
  ...findMentions(text, datePatterns(language), claims),
];
