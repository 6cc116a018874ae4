import { randomUUID } from "node:crypto";
import { readConfig } from "../../src/cli/config.ts";
import { compose } from "../../src/compose/house.ts";
import { composeToolbox, type OpenToolbox } from "../../src/compose/toolbox.ts";
import { Cancellation } from "../../src/mcp/protocol/cancellation.ts";
import type { Params } from "../../src/mcp/protocol/json-rpc.ts";
import { newSession, type RequestContext } from "../../src/mcp/protocol/request-context.ts";
import { joined } from "../../src/mcp/protocol/text.ts";
import type { Caller } from "../../src/model/caller.ts";
import type { Log } from "../../src/model/log.ts";
import type { Store } from "../../src/platform/stores/store.ts";
import type { Answer, Environment, ToolResult } from "../fixtures/taxiway.ts";
import { envelope } from "../protocol/conversation.ts";

/** The toolbox of one node, without a process and a transport around it. */
export interface TenantNode {
  readonly store: Store;
  readonly toolbox: OpenToolbox;
  /** Every name that went into a metric. */
  readonly counted: ReadonlySet<string>;
  /** Somebody of a tenant, with a key that may administer. */
  member(tenant: string, tools?: readonly string[]): Promise<Member>;
  close(): Promise<void>;
}

export interface Member {
  /** As a client of the older protocol, and as one of the newer. */
  ask(method: string, params?: object): Promise<Answer>;
  askModern(method: string, params?: object): Promise<Answer>;
  /** At /rpc. */
  rpc(method: string, params?: object): Promise<Answer>;
  call(name: string, input?: object): Promise<ToolResult>;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into whatever came back
  register(tool: object): Promise<any>;
  /** Names that MCP clients see, without those that come with Taxiway. */
  listed(): Promise<readonly string[]>;
  /** What it heard without having asked. */
  readonly heard: readonly Answer[];
}

const quiet = () => undefined;
/** A defect is never expected, and its answer shows nothing but an id. */
const DEFECTS: Log = { debug: quiet, info: quiet, warn: quiet, error: (event, facts) => console.error(event, facts) };

export const startTenantNode = async (env: Environment = {}): Promise<TenantNode> => {
  const intent = readConfig({ TAXIWAY_STORE: "memory", TAXIWAY_OUTBOUND_ALLOW: "127.0.0.1", ...env }, []);
  if (intent.to !== "serve") throw new Error(`readConfig wants to show its ${intent.to}`);
  const { config } = intent;
  const parts = { version: "0.0.0-test", log: DEFECTS };
  const taxiway = await compose(config, parts);
  const core = await taxiway.open();
  const counted = new Set<string>();
  const toolbox = await composeToolbox(config, {
    ...{ ...parts, core },
    observe: (_, name) => void counted.add(name),
    observeCall: (_, name) => void counted.add(name),
    onMismatch: (name) => void counted.add(name),
  });
  return {
    ...{ store: core.store, toolbox, counted },
    member: (tenant, tools) => join(toolbox, tenant, tools),
    async close() {
      await toolbox.close();
      await taxiway.close();
    },
  };
};

class RpcVisit extends Cancellation implements RequestContext {
  readonly session = newSession();
  readonly caller: Caller;
  constructor(caller: Caller) {
    super();
    this.caller = caller;
  }
  notify(): void {}
  stand(): void {}
}

const join = async (toolbox: OpenToolbox, tenant: string, tools?: readonly string[]): Promise<Member> => {
  const grant = { tenant, keyId: `${tenant}-key`, admin: true, ...(tools && { tools }) };
  const caller: Caller = { tenant, sessionId: randomUUID(), transport: "http", grant };
  const { dispatcher } = await toolbox.of(tenant);
  const heard: Answer[] = [];
  const connection = dispatcher.connect({ caller, send: (json) => void heard.push(JSON.parse(json)) });
  let lastId = 0;

  const ask = async (method: string, params: object = {}): Promise<Answer> => {
    let answer: Answer | undefined;
    await connection.receive(JSON.stringify({ jsonrpc: "2.0", id: ++lastId, method, params }), {
      notify: quiet,
      answer(json) {
        answer = JSON.parse(json);
      },
    });
    if (!answer) throw new Error(`no answer to ${method}`);
    return answer;
  };
  const rpc = async (method: string, params: object = {}): Promise<Answer> => {
    const { rpc: own } = await toolbox.of(tenant);
    const request = { kind: "request", id: ++lastId, method, params: params as Params } as const;
    const outcome = await own.answer(request, new RpcVisit(caller));
    if (!outcome) throw new Error(`no answer to ${method}`);
    return JSON.parse(joined(outcome.json));
  };

  await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } });
  await connection.receive(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }), {
    notify: quiet,
    answer: quiet,
  });
  return {
    ...{ ask, rpc, heard },
    askModern: (method, params = {}) => ask(method, { ...params, _meta: envelope() }),
    call: async (name, input = {}) => (await ask("tools/call", { name, arguments: input })).result,
    async register(tool) {
      const { result, error } = await rpc("tools/register", { tool });
      if (error) throw new Error(JSON.stringify(error));
      return result;
    },
    async listed() {
      const { result } = await ask("tools/list");
      const tools = result.tools as readonly { readonly name: string }[];
      return tools.map(({ name }) => name).filter((name) => !BUILT_IN.test(name));
    },
  };
};

const BUILT_IN = /^(?:toolbox|search_tool|calculator|image_generator|document_analyzer|time_tool)__/;
