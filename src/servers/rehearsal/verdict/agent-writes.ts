import type { JournalLine } from "../journal/journal-line.ts";
import { WRITES } from "../scenario/schema-fields.ts";

/** Calls and faults: every request of the agent. */
export const isRequest = ({ kind, tool }: JournalLine): boolean =>
  kind === "call" || (kind === "fault" && tool !== undefined);

export const isWrite = ({ tool }: JournalLine): boolean => tool !== undefined && WRITES.has(tool);

/** Whether the call had its effect, also if the agent did not hear of it. */
export const hadEffect = ({ outcome }: JournalLine): boolean => outcome === "ok" || outcome === "lost";

/** The calls that changed this booking: they name its PNR, or a quote for it. */
export const writesTo = (journal: readonly JournalLine[], pnr: string): readonly JournalLine[] => {
  const quote = `Q-${pnr.replace(/^TEST-/, "")}-`;
  return journal.filter((line) => {
    if (!isRequest(line) || !isWrite(line) || !hadEffect(line)) return false;
    const text = JSON.stringify(line.arguments ?? {});
    return text.includes(pnr) || text.includes(quote);
  });
};
