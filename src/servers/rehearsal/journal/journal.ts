import { keys } from "../../../model/keys.ts";
import type { RecordValue, Store } from "../../../platform/stores/store.ts";
import type { JournalLine } from "./journal-line.ts";

/** A line before it has its place. */
export type NewLine = Omit<JournalLine, "n">;

/** The journal of a run: each line is a record, because engines write a list as a whole. */
export interface Journal {
  write(run: string, lines: readonly JournalLine[], expiresAt: number): Promise<void>;
  read(run: string, count: number): Promise<readonly JournalLine[]>;
  delete(run: string, count: number): Promise<void>;
}

/** Lines read at once. */
const BATCH = 200;
const MOST_SUMMARY = 2_000;
const MOST_ARGUMENTS = 8_000;

export const createJournal = (store: Store): Journal => ({
  async write(run, lines, expiresAt) {
    await Promise.all(
      lines.map((line) =>
        store.put(keys.runLine(run, line.n), shortened(line) as unknown as RecordValue, { expiresAt }),
      ),
    );
  },
  async read(run, count) {
    const lines: JournalLine[] = [];
    for (let first = 1; first <= count; first += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, count - first + 1) }, (_, i) => first + i);
      const found = await store.getMany(numbers.map((n) => keys.runLine(run, n)));
      for (const line of found) if (line !== undefined) lines.push(inOrder(line.value as unknown as JournalLine));
    }
    return lines;
  },
  async delete(run, count) {
    await Promise.all(Array.from({ length: count }, (_, i) => store.delete(keys.runLine(run, i + 1))));
  },
});

/** One line of JSON per line of the journal. */
export const journalText = (lines: readonly JournalLine[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");

/** Of one size at most, whatever the agent sends. */
const shortened = (line: JournalLine): JournalLine => {
  const { summary, arguments: sent } = line;
  const bytes = sent === undefined ? 0 : JSON.stringify(sent).length;
  return {
    ...line,
    summary: summary.length > MOST_SUMMARY ? `${summary.slice(0, MOST_SUMMARY)}…` : summary,
    ...(bytes > MOST_ARGUMENTS && { arguments: { omitted: `${bytes} characters of arguments` } }),
  };
};

/** The order of fields does not depend on the store. */
const inOrder = ({
  n,
  at,
  kind,
  tool,
  arguments: sent,
  outcome,
  summary,
  agreement,
  fault,
}: JournalLine): JournalLine => ({
  n,
  at,
  kind,
  ...(tool !== undefined && { tool }),
  ...(sent !== undefined && { arguments: sent }),
  ...(outcome !== undefined && { outcome }),
  summary,
  ...(agreement !== undefined && { agreement }),
  ...(fault !== undefined && { fault }),
});
