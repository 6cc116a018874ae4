import type { JournalLine } from "../journal/journal-line.ts";
import type { MannerCheck } from "../scenario/check-schema.ts";
import { OFF_SCRIPT } from "../traveller/scripted-traveller.ts";
import { hadEffect, isRequest, isWrite } from "./agent-writes.ts";
import type { MatchingTools } from "./match-bookings.ts";
import type { CheckResult, Evidence } from "./verdict.ts";

interface Finding {
  readonly expected: string;
  readonly found: string;
  readonly ok: boolean;
  readonly line?: number | undefined;
}

type Kind = Exclude<keyof MannerCheck, "level" | "name" | "repeatedWithSameKey" | "or">;
type Judge<K extends Kind> = (value: NonNullable<MannerCheck[K]>, requests: Requests, whole: MannerCheck) => Finding;

interface Requests {
  readonly journal: readonly JournalLine[];
  /** Calls of tools, also those that were answered with a fault. */
  readonly calls: readonly JournalLine[];
  readonly tools: MatchingTools;
}

const READS_OF_BOOKINGS = ["listBookings", "retrieveBooking"];

const JUDGES: { readonly [K in Kind]: Judge<K> } = {
  calls: ({ atMost }, { calls }) => ({
    expected: `at most ${atMost} calls`,
    found: `${calls.length} calls`,
    ok: calls.length <= atMost,
  }),
  called: ({ tool, atLeast = 1, with: pattern }, { calls, tools }) => {
    const found = calls.filter(
      (line) =>
        line.tool === tool &&
        line.outcome === "ok" &&
        (pattern === undefined || tools.pattern(pattern).test(JSON.stringify(line.arguments ?? {}))),
    );
    const what = `${tool}${pattern === undefined ? "" : ` with ${pattern}`}`;
    return { expected: `${atLeast} or more calls of ${what}`, found: `${found.length}`, ok: found.length >= atLeast };
  },
  readBeforeWriting: (tool, { calls }) => {
    const write = calls.findIndex((line) => isWrite(line) && hadEffect(line));
    const read = calls.findIndex((line) => line.tool === tool && line.outcome === "ok");
    const ok = read >= 0 && (write < 0 || read < write);
    const found = read < 0 ? "never called" : ok ? "called first" : "called after a write";
    return { expected: `${tool} before the first write`, found, ok, line: calls[write]?.n };
  },
  quotedBeforeConfirmed: (_, { calls }) => {
    const unquoted = calls.find((line, i) => {
      if (line.tool !== "cancelBooking" || !hadEffect(line)) return false;
      return !calls
        .slice(0, i)
        .some(({ tool, arguments: { pnr } = {} }) => tool === "quoteChange" && pnr === line.arguments?.["pnr"]);
    });
    const found = unquoted === undefined ? "quoted" : "cancelled without a quote";
    return {
      expected: "a quote before every change that costs money",
      found,
      ok: unquoted === undefined,
      line: unquoted?.n,
    };
  },
  askedBeforeWriting: (_, { journal }) => {
    const write = journal.findIndex((line) => isRequest(line) && isWrite(line) && hadEffect(line));
    const asked = journal.findIndex(({ agreement }) => agreement?.agreed === true);
    const ok = write < 0 || (asked >= 0 && asked < write);
    return {
      expected: "a yes before the first write",
      found: ok ? "a yes" : "no yes before it",
      ok,
      line: journal[write]?.n,
    };
  },
  asked: (pattern, { journal, tools }) => {
    const line = journal.find(
      ({ kind, arguments: { message } = {} }) => kind === "asked" && tools.pattern(pattern).test(String(message ?? "")),
    );
    return {
      expected: `a question that matches ${pattern}`,
      found: line?.summary ?? "none",
      ok: line !== undefined,
      line: line?.n,
    };
  },
  asksOnce: (_, { journal }) => {
    const asked = journal.filter(({ kind }) => kind === "asked");
    const messageOf = ({ arguments: { message } = {} }: JournalLine): string =>
      String(message ?? "")
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
        .trim();
    const twice = asked.find((line, i) => asked.slice(0, i).some((other) => messageOf(other) === messageOf(line)));
    return { expected: "no question twice", found: twice?.summary ?? "none", ok: twice === undefined, line: twice?.n };
  },
  after: (fault, { calls }, { repeatedWithSameKey = false, or }) => {
    const wrong = calls.find((line, i) => {
      if (line.fault !== fault) return false;
      const later = calls.slice(i + 1);
      const repeat = later.findIndex(({ tool }) => tool === line.tool);
      if (repeat < 0) return false;
      const looked = later.slice(0, repeat).some(({ tool = "" }) => READS_OF_BOOKINGS.includes(tool));
      if (or === "listedBeforeRepeating" && looked) return false;
      return repeatedWithSameKey && !hasSameKey(line, later[repeat]);
    });
    const expected = `after ${fault}, a repeat with the same idempotency key${or === undefined ? "" : " or a look at the bookings"}`;
    return {
      expected,
      found: wrong === undefined ? "so" : "repeated otherwise",
      ok: wrong === undefined,
      line: wrong?.n,
    };
  },
};

/** Their second call has no second effect, whatever it says. */
const REPEATABLE: ReadonlySet<string> = new Set(["cancelBooking", "payBooking", "updateBooking"]);

/** A change is confirmed by the id of its quote, which is a key by itself. */
const hasSameKey = ({ tool = "", arguments: before = {} }: JournalLine, repeat: JournalLine | undefined): boolean => {
  if (REPEATABLE.has(tool)) return true;
  const keyOf = (args: Readonly<Record<string, unknown>>) => args["idempotencyKey"] ?? args["quoteId"];
  return keyOf(before) !== undefined && keyOf(before) === keyOf(repeat?.arguments ?? {});
};

/** Many questions that the script does not answer say more about the scenario than about the agent. */
const patienceChecks = ({ scenario: { traveller }, journal }: Evidence): readonly CheckResult[] => {
  if (traveller?.patience === undefined) return [];
  const { patience, off_script: offScript = OFF_SCRIPT } = traveller;
  const asked = journal.filter(({ kind, summary }) => kind === "asked" && summary === offScript);
  const line = asked[patience];
  return [
    {
      ...{ group: "manner", level: "should", name: "traveller.patience", ok: line === undefined },
      expected: `at most ${patience} questions that the traveller's facts do not answer`,
      found: `${asked.length}`,
      ...(line !== undefined && { line: line.n }),
    },
  ];
};

export const mannerChecks = (evidence: Evidence, tools: MatchingTools): readonly CheckResult[] => {
  const { scenario, journal } = evidence;
  const requests: Requests = { journal, calls: journal.filter(isRequest), tools };
  const checks = (scenario.manner ?? []).map((one, i): CheckResult => {
    const { level = "must", name = `manner[${i}]`, repeatedWithSameKey: _key, or: _or, ...rest } = one;
    const [kind, value] = Object.entries(rest)[0] as [Kind, never];
    const { expected, found, ok, line } = JUDGES[kind](value, requests, one);
    return {
      ...{ group: "manner", level, name: `${name} ${kind}`, ok, expected, found },
      ...(line !== undefined && { line }),
    };
  });
  return [...checks, ...patienceChecks(evidence)];
};
