import { randomBytes } from "node:crypto";
import type { CallRecord } from "../../mcp/tools/call-record.ts";
import { CONTENT, isContent } from "../../mcp/tools/content.ts";
import type { CallDetail, LiveCall } from "../contract.ts";
import { chooseCalls } from "./choose-calls.ts";
import { outputSize } from "./json-size.ts";
import type { LogLines } from "./log-lines.ts";
import { isFailed, liveCall, NotedCall, type Redact, rounded } from "./noted-call.ts";
import { type CallRates, createCallRates } from "./rates.ts";

/** Whose calls somebody sees: of one tenant, or of all. */
export type Scope = string | undefined;

/** The last calls of this process. To note one costs next to nothing: it is made readable when somebody looks. */
export interface LiveCalls {
  /** Of this process, in the ids of its calls. */
  readonly node: string;
  readonly rates: CallRates;
  note(record: CallRecord): void;
  /** Newest first. */
  recent(scope: Scope, limit: number): readonly LiveCall[];
  /** Undefined when it is too long ago, or nobody's of these. */
  detail(id: string, scope: Scope): CallDetail | undefined;
  /** Those since the last time, at most `most` of them and of every tenant some, and how many more of each there were. */
  sample(isWanted: (tenant: string) => boolean, most: number): Sample;
  show(call: NotedCall): LiveCall;
}

export interface Sample {
  readonly calls: readonly NotedCall[];
  readonly missed: Readonly<Record<string, number>>;
}

export interface LiveCallsOptions {
  /** Somebody looks. */
  isWatched(): boolean;
  redact: Redact;
  readonly lines: Pick<LogLines, "about">;
  /** Of the products' own servers. */
  readonly version: string;
  readonly now?: () => number;
}

const REMEMBERED = 1_000;
/** While nobody looks: enough for whoever comes, and so few that a busy server does not notice. */
const QUIET_PER_SECOND = 100;
/** While somebody looks, from one sample to the next: more than are told of, and few enough to be soon forgotten again. */
const MOST_CANDIDATES = 250;
/** Of every tenant, however much the others call. */
const ALWAYS_NOTED = 10;
const MOST_ANSWERS = 200;
const MOST_ANSWER = 64_000;

export const createLiveCalls = (options: LiveCallsOptions): LiveCalls => {
  const { isWatched, redact, lines, version, now = Date.now } = options;
  const node = randomBytes(5).toString("hex");
  const rates = createCallRates();
  const ring: NotedCall[] = [];
  /** With their answers, oldest first. */
  const answered: NotedCall[] = [];
  /** How many there were since the last sample, by tenant: more than are remembered, if it took its time. */
  const since = new Map<string, number>();
  let last = 0;
  let sampled = 0;
  let second = 0;
  let inSecond = 0;
  /** Since the last sample; and of how many that went well one is noted, judged by the sample before. */
  let counted = 0;
  let stride = 1;

  const isEnough = (at: number): boolean => {
    const current = Math.floor(at / 1_000);
    if (current !== second) {
      second = current;
      inSecond = 0;
    }
    return ++inSecond > QUIET_PER_SECOND;
  };

  const numbered = (number: number): NotedCall | undefined => {
    const call = ring[number % REMEMBERED];
    return call?.number === number ? call : undefined;
  };

  const show = (call: NotedCall): LiveCall => liveCall(node, call, redact);

  /** Answers of calls that nobody is told of are let go again. */
  const keepAnswer = (call: NotedCall): void => {
    if (call.answer === undefined) return;
    if (outputSize(call.answer.output, MOST_ANSWER) > MOST_ANSWER) {
      call.answer = undefined;
      call.cut = true;
      return;
    }
    answered.push(call);
    const oldest = answered.length > MOST_ANSWERS ? answered.shift() : undefined;
    if (oldest) oldest.answer = undefined;
  };

  return {
    node,
    rates,
    show,

    note(record) {
      const at = now();
      const { caller, milliseconds, outcome } = record;
      const { tenant } = caller;
      const failed = isFailed(outcome);
      rates.note(tenant, at, milliseconds, failed);
      const watched = isWatched();
      if (watched) {
        const own = (since.get(tenant) ?? 0) + 1;
        since.set(tenant, own);
        // What is held until the next sample outlives what it was made for, which costs more than to make it.
        if (++counted % stride !== 0 && own > ALWAYS_NOTED && !failed) return;
      } else if (isEnough(at)) return;
      last += 1;
      const call = new NotedCall(last, at, record);
      if (watched) call.answer = record.answer;
      ring[last % REMEMBERED] = call;
    },

    recent(scope, limit) {
      const found: LiveCall[] = [];
      for (let number = last; number > last - REMEMBERED && found.length < limit; number--) {
        const call = numbered(number);
        if (call === undefined) break;
        if (scope === undefined || call.tenant === scope) found.push(show(call));
      }
      return found;
    },

    detail(id, scope) {
      const [, from, number] = /^([0-9a-f]{10})-(\d{1,15})$/.exec(id) ?? [];
      const call = from === node ? numbered(Number(number)) : undefined;
      if (call === undefined || (scope !== undefined && call.tenant !== scope)) return undefined;
      const { tool, answer, cut, notes } = call;
      const shown = show(call);
      return {
        ...shown,
        version: notes?.version ?? version,
        arguments: redact(call.arguments, tool.input),
        ...(answer !== undefined && { result: redact(resultOf(answer.output), tool.output) }),
        ...(cut && { cut }),
        steps: stepsOf(call, shown.message),
        // Requests may bear the ids that their senders gave them: what the log says of one may be of somebody else's.
        log: scope === undefined ? lines.about(call.requestId) : [],
      };
    },

    sample(isWanted, most) {
      const fresh: NotedCall[] = [];
      for (let number = last; number > Math.max(sampled, last - REMEMBERED); number--) {
        const call = numbered(number);
        if (call !== undefined && isWanted(call.tenant)) fresh.push(call);
      }
      sampled = last;
      stride = Math.max(1, Math.floor(counted / MOST_CANDIDATES));
      counted = 0;
      const calls = chooseCalls(fresh, most);
      const told = new Set(calls);
      for (const call of fresh) {
        if (told.has(call)) keepAnswer(call);
        else call.answer = undefined;
      }
      for (const { tenant } of calls) since.set(tenant, (since.get(tenant) ?? 0) - 1);
      const missed = Object.fromEntries([...since].filter(([tenant, count]) => count > 0 && isWanted(tenant)));
      since.clear();
      return { calls, missed };
    },
  };
};

const resultOf = (output: unknown): unknown =>
  isContent(output) ? (output.structured ?? { content: output[CONTENT] }) : output;

/** One after another; whatever is left of the time belongs to the step that failed, or to the only one there is. */
const stepsOf = ({ notes, milliseconds }: NotedCall, error: string | undefined): CallDetail["steps"] => {
  let passed = 0;
  const steps: CallDetail["steps"][number][] = Object.entries(notes?.steps ?? {}).map(([step, took]) => {
    const started_ms = rounded(passed);
    passed += took;
    return { step, started_ms, milliseconds: rounded(took) };
  });
  if (steps.length > 0 && error === undefined) return steps;
  const rest = { started_ms: rounded(passed), milliseconds: rounded(Math.max(0, milliseconds - passed)) };
  return [...steps, { step: notes?.failedStep ?? "run", ...rest, ...(error !== undefined && { error }) }];
};
