import { describeFault, describeOperation, type History, type Operation } from "./history.ts";
import { INVARIANTS, type Invariant, isUndisturbedRepeat, type Violation } from "./invariants.ts";

const EXAMPLES = 3;
const MOST_EVENTS = 40;

const longest = (operations: readonly Operation[]): number =>
  Math.round(operations.reduce((most, { start, end }) => Math.max(most, end - start), 0));

/** A readable summary of a run. */
export const numbersOf = ({ operations, faults }: History): string => {
  const count = (kind: Operation["outcome"]["kind"]): number =>
    operations.filter(({ outcome }) => outcome.kind === kind).length;
  const booked = operations.filter(
    ({ request, outcome }) => request.tool === "bookFlight" && outcome.kind === "ok",
  ).length;
  const repeats = operations.filter((operation) => isUndisturbedRepeat(operation, faults));
  const answered = repeats.filter(({ outcome }) => outcome.kind !== "none");
  const defects = operations.filter(({ outcome }) => outcome.kind === "failed" && outcome.defect);
  const lost = operations.filter(({ outcome }) => outcome.kind === "failed" && outcome.message.startsWith("HTTP 404"));
  return [
    `  ${operations.length} calls: ${count("ok")} ok (${booked} flights booked), ${count("refused")} refused, ` +
      `${count("failed")} failed, ${count("none")} without an answer; longest ${longest(operations)} ms`,
    `  repeats with a key in a healthy system: ${repeats.length}, slowest answer after ${longest(answered)} ms`,
    `  defects: ${defects.length}, sessions lost: ${lost.length}`,
    ...defects.slice(0, EXAMPLES).map((operation) => `  ${describeOperation(operation)}`),
    ...faults.map((fault) => `  ${describeFault(fault)}`),
  ].join("\n");
};

const proofOf = ({ message, operations }: Violation, { faults }: History): string => {
  const shown = operations.slice(0, MOST_EVENTS);
  const from = Math.min(...shown.map(({ start }) => start));
  const to = Math.max(...shown.map(({ end }) => end));
  const lines = [
    ...shown.map((operation) => ({ start: operation.start, text: describeOperation(operation) })),
    ...faults
      .filter(({ start, end }) => start < to && from < end)
      .map((fault) => ({ start: fault.start, text: describeFault(fault) })),
  ].sort((a, b) => a.start - b.start);
  return [`  ${message}`, ...lines.map(({ text }) => `    ${text}`)].join("\n");
};

/** Each broken invariant with the events that prove it. */
export const reportOf = (history: History, violations: readonly Violation[]): string => {
  const firstFault = Math.min(...history.faults.map(({ start }) => start));
  return (Object.keys(INVARIANTS) as Invariant[])
    .map((invariant) => ({ invariant, found: violations.filter((violation) => violation.invariant === invariant) }))
    .filter(({ found }) => found.length > 0)
    .map(({ invariant, found }) => {
      const early = found.filter(({ at = firstFault }) => at < firstFault).length;
      const title = `${invariant}, ${INVARIANTS[invariant]}: broken ${found.length} times, ${early} before the first fault`;
      return [title, ...found.slice(0, EXAMPLES).map((violation) => proofOf(violation, history))].join("\n");
    })
    .join("\n\n");
};
