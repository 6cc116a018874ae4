import { open } from "node:fs/promises";
import { invalid } from "../../../model/failure.ts";
import { isJsonObject } from "../../../model/json.ts";
import type { JournalLine } from "../journal/journal-line.ts";
import { storyOf } from "../journal/story.ts";

const MOST_BYTES = 64 * 1024 * 1024;

/** The story of a run, from the file of its journal. */
export const showCommand = async (path: string): Promise<string> => storyOf(await journalIn(path)).join("\n");

/** Where two runs part: the line before, and how each goes on. */
export const diffCommand = async (one: string, other: string): Promise<string> => {
  const [left, right] = await Promise.all([journalIn(one), journalIn(other)]);
  const longest = Math.max(left.length, right.length);
  const differs = (i: number): boolean => JSON.stringify(left[i]) !== JSON.stringify(right[i]);
  const first = Array.from({ length: longest }, (_, i) => i).find(differs);
  if (first === undefined) return `The runs are equal: ${left.length} lines.`;
  const rest = (journal: readonly JournalLine[]): readonly string[] =>
    journal.length > first ? storyOf(journal.slice(first, first + SHOWN), [first + 1]) : ["  nothing more"];
  return [
    first === 0
      ? "The runs differ from their first line."
      : `The first ${first} ${first === 1 ? "line is" : "lines are"} equal.`,
    `${one}:`,
    ...rest(left).filter((line) => line !== "  …"),
    `${other}:`,
    ...rest(right).filter((line) => line !== "  …"),
  ].join("\n");
};

/** Lines of each run from where they part. */
const SHOWN = 5;

const journalIn = async (path: string): Promise<readonly JournalLine[]> => {
  const lines = (await textIn(path)).split("\n").filter((line) => line.trim() !== "");
  return lines.map((text, i) => {
    const line = parsed(text);
    if (isLine(line)) return line;
    throw invalid(`${path}:${i + 1} is not a line of a journal.`, {
      hint: "--report journal=<folder> writes journals, as GET /admin/runs/:id/journal returns them.",
    });
  });
};

const textIn = async (path: string): Promise<string> => {
  const file = await open(path).catch((error: Error) => {
    throw invalid(`${path} cannot be read: ${error.message}`);
  });
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > MOST_BYTES) throw invalid(`${path} is not the file of a journal.`);
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isLine = (value: unknown): value is JournalLine =>
  isJsonObject(value) &&
  typeof value["n"] === "number" &&
  typeof value["at"] === "string" &&
  typeof value["kind"] === "string" &&
  typeof value["summary"] === "string";
