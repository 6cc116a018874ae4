import { foreignText } from "../../mcp/tools/clean-text.ts";
import type { IsoDate } from "../../model/calendar.ts";
import { plainLetters } from "../../model/fold.ts";

/** As wide as a terminal. */
export const COLUMNS = 80;

const MOST_TEXT = 400;

/** What a terminal can show of any text: capitals, digits and signs of ASCII, on one line. */
export const terminalText = (text: string): string =>
  plainLetters(foreignText(text, MOST_TEXT))
    .toUpperCase()
    .replaceAll("…", "...")
    .replace(/[^\x20-\x7e]/gu, "?");

/** Of a name: letters, with what joins them. A slash would begin another part of it. */
export const terminalName = (name: string): string => terminalText(name).replace(/[^A-Z?\- ]/g, "");

export const cut = (text: string, columns = COLUMNS): string => text.slice(0, Math.max(0, columns)).trimEnd();

/** After a tag such as `RM`; what does not fit goes on below, under where it began. */
export const tagged = (tag: string, text: string): readonly string[] => {
  const head = `${tag} `;
  const width = COLUMNS - head.length;
  const lines: string[] = [];
  let rest = terminalText(text);
  while (rest !== "") {
    const broken = rest.length > width ? rest.lastIndexOf(" ", width) : rest.length;
    const end = broken > 0 ? broken : width;
    lines.push(`${lines.length === 0 ? head : " ".repeat(head.length)}${rest.slice(0, end)}`);
    rest = rest.slice(end).trimStart();
  }
  return lines;
};

const MONTHS = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC";

/** `12DEC` */
export const dayAndMonth = (date: IsoDate): string =>
  `${date.slice(8, 10)}${MONTHS.slice((Number(date.slice(5, 7)) - 1) * 3, Number(date.slice(5, 7)) * 3)}`;

/** `12DEC26/0905Z` */
export const zulu = (instant: number): string => {
  const text = new Date(instant).toISOString();
  return `${dayAndMonth(text)}${text.slice(2, 4)}/${text.slice(11, 13)}${text.slice(14, 16)}Z`;
};

/** `1835`, of a local time. */
export const hourAndMinute = (local: string): string => `${local.slice(11, 13)}${local.slice(14, 16)}`;

/** 1 for Monday to 7 for Sunday. */
export const weekday = (date: IsoDate): number => new Date(`${date.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7;
