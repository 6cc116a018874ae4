import { randomBytes } from "node:crypto";
import type { CallRecord } from "../../mcp/tools/call-record.ts";
import { CONTENT, isContent } from "../../mcp/tools/content.ts";
import type { Grant } from "../../model/grant.ts";
import type { CallDetail, LiveCall } from "../contract.ts";
import { outputSize } from "./json-size.ts";
import { isFailed, liveCall, NotedCall, type Redact, rounded } from "./noted-call.ts";
import { type CallRates, createCallRates } from "./rates.ts";

/** The tenant whose calls a console shows; undefined for all tenants. */
export type Scope = string | undefined;
export const scopeOf = ({ operator, tenant }: Grant): Scope => (operator ? undefined : tenant);

/** The recent calls of this process. Noting a call is cheap: it is formatted only when it is shown. */
export interface LiveCalls {
  /** The ID of this process, which begins the IDs of its calls. */
  readonly node: string;
  readonly rates: CallRates;
  note(record: CallRecord): void;
  /** Newest first. */
  recent(scope: Scope, limit: number): readonly LiveCall[];
  /** Returns undefined if the call is no longer in memory, or not in the scope. */
  detail(id: string, scope: Scope): CallDetail | undefined;
  /** Returns at most `most` calls since the last sample, some of every tenant, and how many it left out. */
  sample(isWanted: (tenant: string) => boolean, most: number): Sample;
  show(call: NotedCall): LiveCall;
}

interface Sample {
  readonly calls: readonly NotedCall[];
  readonly missed: Readonly<Record<string, number>>;
}

export interface LiveCallsOptions {
  /** Whether a console is open. */
  isWatched(): boolean;
  redact: Redact;
  /** Returns the log lines of a request. */
  linesAbout(requestId: string): CallDetail["log"];
  /** The version of calls whose record has none. */
  readonly version: string;
  readonly now?: () => number;
}

const MAX_CALLS = 1_000;
/** Limits the work while no console is open. */
const MAX_UNWATCHED_PER_SECOND = 100;
/** Calls noted between two samples: more than are shown, and few enough not to burden the garbage collector. */
const MAX_CANDIDATES = 250;
/** Noted of every tenant between two samples, however many calls the others make. */
const ALWAYS_NOTED = 10;
const MAX_ANSWERS = 200;
const MAX_ANSWER_SIZE = 64_000;

export const createLiveCalls = (options: LiveCallsOptions): LiveCalls => {
  const { isWatched, redact, linesAbout, version, now = Date.now } = options;
  const node = randomBytes(5).toString("hex");
  const rates = createCallRates();
  const ring: NotedCall[] = [];
  /** The calls whose answers are kept, oldest first. */
  const answered: NotedCall[] = [];
  /** Calls since the last sample by tenant, including those that are no longer in memory. */
  const since = new Map<string, number>();
  let last = 0;
  let sampled = 0;
  let second = 0;
  let inSecond = 0;
  /** Calls since the last sample. Of successful ones, every `stride`-th is noted. */
  let counted = 0;
  let stride = 1;

  const exceedsUnwatchedLimit = (at: number): boolean => {
    const current = Math.floor(at / 1_000);
    if (current !== second) {
      second = current;
      inSecond = 0;
    }
    return ++inSecond > MAX_UNWATCHED_PER_SECOND;
  };

  const numbered = (number: number): NotedCall | undefined => {
    const call = ring[number % MAX_CALLS];
    return call?.number === number ? call : undefined;
  };

  const show = (call: NotedCall): LiveCall => liveCall(node, call, redact);

  /** Keeps the answer of a call that was shown, unless it is too large. */
  const keepAnswer = (call: NotedCall): void => {
    if (call.answer === undefined) return;
    if (outputSize(call.answer.output, MAX_ANSWER_SIZE) > MAX_ANSWER_SIZE) {
      call.answer = undefined;
      call.cut = true;
      return;
    }
    answered.push(call);
    const oldest = answered.length > MAX_ANSWERS ? answered.shift() : undefined;
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
        // Objects that live until the next sample cost more in garbage collection than to create.
        if (++counted % stride !== 0 && own > ALWAYS_NOTED && !failed) return;
      } else if (exceedsUnwatchedLimit(at)) return;
      last += 1;
      const call = new NotedCall(last, at, record);
      if (watched) call.answer = record.answer;
      ring[last % MAX_CALLS] = call;
    },

    recent(scope, limit) {
      const found: LiveCall[] = [];
      for (let number = last; number > last - MAX_CALLS && found.length < limit; number--) {
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
        arguments: redact(call.arguments, tool.input, tool.secretArguments),
        ...(answer !== undefined && { result: redact(resultOf(answer.output), tool.output) }),
        ...(cut && { cut }),
        steps: stepsOf(call, shown.message),
        // Clients may choose request IDs, so the lines may be about a request of another tenant.
        log: scope === undefined ? linesAbout(call.requestId) : [],
      };
    },

    sample(isWanted, most) {
      const fresh: NotedCall[] = [];
      for (let number = last; number > Math.max(sampled, last - MAX_CALLS); number--) {
        const call = numbered(number);
        if (call !== undefined && isWanted(call.tenant)) fresh.push(call);
      }
      sampled = last;
      stride = Math.max(1, Math.floor(counted / MAX_CANDIDATES));
      counted = 0;
      const calls = chooseCalls(fresh, most);
      const shown = new Set(calls);
      for (const call of fresh) {
        if (shown.has(call)) keepAnswer(call);
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

/** The steps in order. The remaining time belongs to the failed step, or to the only step of a tool without any. */
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

/**
 * Chooses calls to show: equally many of every tenant, failed calls before others but not only those, both spread over time.
 * Takes the newest call first, returns the newest last.
 */
const chooseCalls = (calls: readonly NotedCall[], most: number): readonly NotedCall[] => {
  if (calls.length <= most) return [...calls].reverse();
  // Tenants with few calls first: the others share what these leave.
  const tenants = byTenant(calls).sort((a, b) => a.length - b.length);
  const taken: NotedCall[] = [];
  for (const [index, own] of tenants.entries()) {
    const share = Math.floor((most - taken.length) / (tenants.length - index));
    taken.push(...chooseOwn(own, share));
  }
  return taken.sort((a, b) => a.number - b.number);
};

const byTenant = (calls: readonly NotedCall[]): NotedCall[][] => {
  const all = new Map<string, NotedCall[]>();
  for (const call of calls) {
    const own = all.get(call.tenant);
    if (own === undefined) all.set(call.tenant, [call]);
    else own.push(call);
  }
  return [...all.values()];
};

const chooseOwn = (calls: readonly NotedCall[], most: number): readonly NotedCall[] => {
  if (calls.length <= most) return calls;
  const successful = calls.filter(isSuccessful);
  const failed = calls.filter((call) => !isSuccessful(call));
  // Only failures would look as if no call had succeeded.
  const failures = Math.min(failed.length, Math.max(Math.ceil(most / 2), most - successful.length));
  return [...spread(failed, failures), ...spread(successful, most - failures)];
};

const isSuccessful = ({ outcome }: NotedCall): boolean => outcome === "ok";

/** Returns the newest call and others at even distances. */
const spread = (calls: readonly NotedCall[], count: number): readonly NotedCall[] =>
  Array.from({ length: count }, (_, index) => calls[Math.floor((index * calls.length) / count)] as NotedCall);
