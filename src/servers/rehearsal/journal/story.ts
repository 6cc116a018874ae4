import type { JournalLine } from "./journal-line.ts";

const WIDEST = 160;
/** A journal of so many lines is told as a whole. */
const SHORT = 12;
/** Lines told before and after each one that decided. */
const AROUND = 2;

/** The journal in lines for people; those around the lines that decided, if it is long. Undefined: all of it. */
export const storyOf = (journal: readonly JournalLine[], decisive?: readonly number[]): readonly string[] => {
  const marked = new Set(decisive);
  const told =
    decisive === undefined || journal.length <= SHORT
      ? journal
      : journal.filter(({ n }) => near(n, decisive.length > 0 ? decisive : [journal.length]));
  const width = String(journal.at(-1)?.n ?? 1).length;
  return told.flatMap((line, i) => {
    const isGap = line.n !== (told[i - 1]?.n ?? 0) + 1;
    return [...(isGap ? ["  …"] : []), `${marked.has(line.n) ? ">" : " "} ${storyLine(line, width)}`];
  });
};

const near = (n: number, decisive: readonly number[]): boolean => decisive.some((one) => Math.abs(one - n) <= AROUND);

const storyLine = (line: JournalLine, width: number): string => {
  const { n, at, kind, tool, arguments: sent, outcome, summary, fault } = line;
  const what = [
    kind === "call" ? tool : [kind, fault, tool].filter(Boolean).join(" "),
    kind === "call" || kind === "fault" ? sentText(sent) : kind === "asked" ? spoken(sent) : undefined,
  ].filter(Boolean);
  const outcomeText = outcome === undefined || outcome === "ok" ? "" : `${outcome}: `;
  const time = at.slice(0, 19).replace("T", " ");
  return shortened(`${String(n).padStart(width)}  ${time}  ${what.join(" ")} → ${outcomeText}${oneLine(summary)}`);
};

const sentText = (sent: JournalLine["arguments"]): string | undefined => {
  const text = sent && JSON.stringify(sent);
  return text === undefined || text === "{}" ? undefined : text.length > 70 ? `${text.slice(0, 69)}…` : text;
};

const spoken = (sent: JournalLine["arguments"]): string | undefined => {
  const message = sent?.["message"];
  return typeof message === "string" ? `"${shortened(oneLine(message), 60)}"` : undefined;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals obey them
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]+/g;

/** What an agent wrote, in one line and without what a terminal would obey. */
export const oneLine = (text: string): string => text.replace(CONTROLS, " ").trim();

const shortened = (text: string, widest = WIDEST): string =>
  text.length > widest ? `${text.slice(0, widest - 1)}…` : text;
