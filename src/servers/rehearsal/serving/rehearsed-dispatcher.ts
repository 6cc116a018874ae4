import { createConnection } from "../../../mcp/protocol/connection.ts";
import type { Dispatcher, Outcome } from "../../../mcp/protocol/dispatcher.ts";
import { wireErrorOf } from "../../../mcp/protocol/errors.ts";
import type { Request } from "../../../mcp/protocol/json-rpc.ts";
import type { RequestContext } from "../../../mcp/protocol/request-context.ts";
import { joinText } from "../../../mcp/protocol/serialise.ts";
import type { CallRecord } from "../../../mcp/tools/call-record.ts";
import type { Caller } from "../../../model/caller.ts";
import { Failure } from "../../../model/failure.ts";
import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import type { Log } from "../../../model/log.ts";
import type { JsonValue } from "../../../platform/stores/store.ts";
import type { FinishedCall, Happening, ScriptedCall } from "../cues/weather.ts";
import type { NewLine } from "../journal/journal.ts";
import type { Outcome as CallOutcome } from "../journal/journal-line.ts";
import { later, tickOf } from "../runs/run-clock.ts";
import { refusalOf } from "../runs/run-limits.ts";
import type { LinedCall, RunLine } from "../runs/run-line.ts";
import type { RunRecord } from "../runs/run-record.ts";
import type { ComposedRun } from "./compose-run.ts";
import { beginCall, writtenIn } from "./current-call.ts";

interface Parts {
  readonly line: RunLine;
  readonly log: Log;
  realTime(): number;
}

const FINISH = "finishTask";
/** Tools that do not exist share one name in counts and limits. */
const UNKNOWN = "unknown";

/**
 * Answers the clients of a run: one call at a time, in the name of its traveller, with its clock, its weather and a line in
 * its journal around the plain dispatcher.
 */
export const rehearsedDispatcher = (composed: ComposedRun, { line, log, realTime }: Parts): Dispatcher => {
  const { id, scenario, plain, server, caller, current, weather, travel, world } = composed;

  const show = (run: RunRecord): void => {
    beginCall(current, run);
    const changed = weather.overlay(run.weather);
    if (changed?.key === current.overlay) return;
    current.overlay = changed?.key;
    current.supplier = undefined;
    current.supplier = changed?.overlay(world);
  };

  const called = (request: Request, context: RequestContext): LinedCall<Outcome | undefined> => {
    const { name, arguments: raw } = request.params;
    const named = typeof name === "string" ? name.slice(0, 64) : UNKNOWN;
    const tool = server.tools.get(named) === undefined ? UNKNOWN : named;
    const sent = isJsonObject(raw) ? raw : {};

    const scripted = (run: RunRecord): ScriptedCall => ({
      ...{ n: run.calls, tool, arguments: sent, at: run.clock },
      ...{ called: less(run.called, tool), succeeded: run.succeeded },
    });

    return {
      begin(run) {
        const refused = refusalOf(run, scenario, realTime());
        // The last words are heard even when nothing else is.
        if (refused !== undefined && (tool !== FINISH || run.state === "finished")) return refused;
        return {
          ...run,
          calls: run.calls + 1,
          called: more(run.called, tool),
          usedAt: realTime(),
          running: { n: run.calls + 1, tool },
        };
      },

      async refused(run, failure) {
        show(run);
        current.refusal = failure;
        return plain.answer(request, asTraveller(context, caller));
      },

      async carryOut(begun) {
        show(begun);
        const agency = { travel, caller };
        const before = await weather.before(scripted(begun), begun.weather, agency);
        const { fault } = before;
        const ready = happened(begun, before);
        show(ready);
        current.fault = fault;
        const answer = await plain.answer(request, asTraveller(context, caller));
        const { record, asked, finish } = current;
        // A fault that had no occasion leaves the call as it was.
        const met = fault?.applied?.() === false ? undefined : fault;
        current.fault = met;
        const done = met?.outcome ?? outcomeOf(record, context.cancelled);
        const line = lineOf({ named, sent, at: ready.clock, outcome: done, record, composed });
        let run: RunRecord = {
          ...ready,
          ...(done === "ok" && { succeeded: more(ready.succeeded, tool) }),
          ...(asked !== undefined && { traveller: asked.reply.memory }),
          ...(record?.outcome === "defect" && met === undefined && { defect: named }),
          ...(finish !== undefined && { finish, state: "finished" as const }),
        };
        const call: FinishedCall = { ...scripted(begun), outcome: done };
        const after = await weather.after(call, run.weather, agency);
        run = happened(run, after);
        const clock = later(run.clock, tickOf(scenario, tool) + (met?.takes ?? 0));
        run = { ...run, clock, written: writtenIn(current) };
        const lines = [...before.lines, line, ...after.lines];
        const messages = [...(before.messages ?? []), ...(after.messages ?? [])];
        const sentBack = answer && met?.wire ? await met.wire(answer) : answer;
        return { run, lines, answer: sentBack && withMessages(sentBack, messages) };
      },
    };
  };

  const dispatcher: Dispatcher = {
    server,
    connect: (peer) => createConnection({ dispatcher, log }, peer),
    async answer(request, context) {
      if (request.method === "tools/call") {
        return line.call(id, called(request, context)).catch((thrown: unknown) => failed(request, thrown, log));
      }
      const own = asTraveller(context, caller);
      if (request.method !== "resources/read") return plain.answer(request, own);
      const read = async (run: RunRecord) => {
        show(run);
        return plain.answer(request, own);
      };
      return line.between(id, read).catch((thrown: unknown) => failed(request, thrown, log));
    },
  };
  return dispatcher;
};

/** The run has ended meanwhile, or its record cannot be read. */
const failed = ({ id }: Request, thrown: unknown, log: Log): Outcome => ({
  json: JSON.stringify({ jsonrpc: "2.0", id, error: wireErrorOf(thrown, log, {}) }),
  status: 200,
});

const happened = (run: RunRecord, { state, jump = 0, consent }: Happening): RunRecord => ({
  ...run,
  weather: state,
  clock: later(run.clock, jump),
  ...(consent !== undefined && { traveller: { ...(run.traveller as object), consent } as JsonValue }),
});

/** What the traveller says unasked comes as a further text of the answer, whatever the tool returned. */
const withMessages = (answer: Outcome, messages: readonly string[]): Outcome => {
  if (messages.length === 0) return answer;
  const message = JSON.parse(joinText(answer.json)) as JsonObject;
  const { result } = message;
  if (!isJsonObject(result) || !Array.isArray(result["content"])) return answer;
  const said = messages.map((text) => ({ type: "text", text: `Message from the traveller: ${text}` }));
  const content = [...result["content"], ...said];
  return { ...answer, json: JSON.stringify({ ...message, result: { ...result, content } }) };
};

const more = (counts: Readonly<Record<string, number>>, tool: string) => ({
  ...counts,
  [tool]: (counts[tool] ?? 0) + 1,
});
const less = (counts: Readonly<Record<string, number>>, tool: string) => ({
  ...counts,
  [tool]: (counts[tool] ?? 1) - 1,
});

export const timeOf = (instant: number): string => new Date(instant).toISOString();

/** The request in the name of the run's traveller, whichever client sent it. */
const asTraveller = (context: RequestContext, caller: Caller): RequestContext => ({
  caller,
  session: context.session,
  get cancelled() {
    return context.cancelled;
  },
  get signal() {
    return context.signal;
  },
  ...(context.requestId !== undefined && { requestId: context.requestId }),
  ...(context.header && { header: (name: string) => context.header?.(name) }),
  notify: (json) => context.notify(json),
  ...(context.ask && { ask: (method, params) => (context.ask as NonNullable<RequestContext["ask"]>)(method, params) }),
  ...(context.disconnect && { disconnect: () => context.disconnect?.() }),
  keepOpen: (finish) => context.keepOpen(finish),
});

/** A call that was carried out after its client had left is lost on the agent. */
const outcomeOf = (record: CallRecord | undefined, left: boolean): CallOutcome => {
  if (record === undefined || record.outcome === "refused") return "refused";
  if (record.outcome !== "ok") return "failed";
  return left ? "lost" : "ok";
};

interface Told {
  readonly named: string;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly at: number;
  readonly outcome: CallOutcome;
  readonly record: CallRecord | undefined;
  readonly composed: ComposedRun;
}

const lineOf = ({ named, sent, at, outcome, record, composed: { current, server } }: Told): NewLine => {
  const { fault, asked } = current;
  const shared = { tool: named, arguments: sent, outcome };
  const time = timeOf(at);
  if (fault !== undefined) {
    return { at: time, kind: "fault", ...shared, summary: fault.summary, fault: fault.kind };
  }
  if (asked !== undefined) {
    const { reply, agreement } = asked.reply;
    return { at: time, kind: "asked", ...shared, summary: reply, ...(agreement && { agreement }) };
  }
  const kind = current.finish === undefined ? "call" : "said";
  return { at: time, kind, ...shared, summary: current.finish?.message ?? summaryOf(named, record, server) };
};

/** The beginning of the answer as the model reads it, or why there was none. */
const summaryOf = (name: string, record: CallRecord | undefined, { tools }: ComposedRun["server"]): string => {
  if (record === undefined) return "The request was not a valid call of a tool.";
  const { answer, thrown } = record;
  if (answer !== undefined) {
    const compact = tools.get(name)?.compact?.(answer.output as never, answer.input as never);
    return compact ?? JSON.stringify(answer.output) ?? "";
  }
  if (thrown instanceof Failure) return [thrown.message, thrown.details.hint].filter(Boolean).join(" ");
  return thrown instanceof Error && record.outcome === "refused" ? thrown.message : "The call failed.";
};
