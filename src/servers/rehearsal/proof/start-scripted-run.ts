import type { Dispatcher } from "../../../mcp/protocol/dispatcher.ts";
import { answerInProcess } from "../../../mcp/transports/in-process.ts";
import type { Grant } from "../../../model/grant.ts";
import { isJsonObject } from "../../../model/json.ts";
import type { AgentClient, ToolAnswer } from "../agents/agent.ts";
import type { Runs, StartedRun } from "../runs/runs.ts";
import type { Judgement } from "../verdict/verdict.ts";
import type { ScriptedRun, StartRun } from "./prove-scenario.ts";

interface Parts {
  readonly runs: Runs;
  readonly tenant: string;
  /** Of Taxiway. */
  readonly version: string;
}

/** Starts runs for scripted agents of this process, which speak to them as any client does. */
export const startScriptedRun =
  (parts: Parts): StartRun =>
  async (scenario) => {
    const { runs, tenant } = parts;
    const started = await runs.start(tenant, scenario, { label: "proof" });
    return {
      ...(await openToScript(parts, started)),
      close: async () => (await runs.close(tenant, started.run.id, {})).verdict as Judgement,
    };
  };

/** What a scripted agent needs of a run that has begun. */
export const openToScript = async (
  { runs, version }: Pick<Parts, "runs" | "version">,
  { run, token }: Pick<StartedRun, "run" | "token">,
): Promise<ScriptedRun> => {
  const opened = await runs.opened(token);
  if (opened === undefined) throw new Error(`The run ${run.id} has ended before its first call.`);
  const { dispatcher, grant, given } = opened;
  return { client: clientOf({ dispatcher, grant, version }), world: await runs.solverWorld(run), given };
};

const MOST_BYTES = 1024 * 1024;
const NEVER_ABORTED = new AbortController().signal;

interface Connected {
  readonly dispatcher: Dispatcher;
  readonly grant: Grant;
  readonly version: string;
}

const clientOf = (connected: Connected): AgentClient => {
  let lastId = 0;
  const call: AgentClient["call"] = async (name, args) => {
    const { response } = await answerInProcess({
      ...connected,
      request: { jsonrpc: "2.0", id: ++lastId, method: "tools/call", params: { name, arguments: args } },
      signal: NEVER_ABORTED,
      mostBytes: MOST_BYTES,
    });
    return answerIn(response);
  };
  return {
    call,
    async finish(finish) {
      await call("finishTask", { ...finish });
    },
  };
};

interface Result {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

const answerIn = (response: unknown): ToolAnswer => {
  if (!isJsonObject(response)) throw new Error("No answer came.");
  const { result, error } = response as { readonly result?: Result; readonly error?: { readonly message?: string } };
  // A client connects again, and repeats what failed on the way.
  if (result === undefined)
    return { isError: true, value: { retryable: true }, text: error?.message ?? "The call failed." };
  const { isError = false, content = [], structuredContent, _meta = {} } = result;
  const failure = _meta["taxiway/error"] as { readonly data?: unknown } | undefined;
  const text = content[0]?.text ?? "";
  return { isError, value: isError ? failure?.data : structuredContent, text };
};
