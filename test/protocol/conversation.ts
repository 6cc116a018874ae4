import { createDispatcher, type DispatcherOptions } from "../../src/mcp/protocol/dispatcher.ts";
import type { ServerDefinition } from "../../src/mcp/tools/server-definition.ts";
import type { LogFacts } from "../../src/model/log.ts";

export interface Wire {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, never>;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into whatever came over the wire
  readonly result?: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly error?: any;
}

export const envelope = (more: object = {}) => ({
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
  ...more,
});

/** A client that writes its own JSON, straight at the dispatcher. */
export const converse = (server: ServerDefinition, options: Partial<DispatcherOptions> = {}, sessionId = "s1") => {
  const heard: Wire[] = [];
  const defects: LogFacts[] = [];
  const quiet = () => {};
  const log = {
    debug: quiet,
    info: quiet,
    warn: quiet,
    error: (_event: string, facts: LogFacts = {}) => defects.push(facts),
  };
  const hear = (json: string) => heard.push(JSON.parse(json));
  const dispatcher = createDispatcher(server, { log, checkOutput: true, ...options });
  const connection = dispatcher.connect({ caller: { tenant: "t", sessionId, transport: "stdio" }, send: hear });
  const reply = { notify: hear, answer: hear };
  let lastId = 0;

  const say = (message: object) => connection.receive(JSON.stringify({ jsonrpc: "2.0", ...message }), reply);
  const ask = async (method: string, params?: object): Promise<Wire> => {
    const id = ++lastId;
    await say({ id, method, ...(params && { params }) });
    const answers = heard.filter((message) => message.id === id);
    if (answers.length !== 1) throw new Error(`${answers.length} answers to ${method}`);
    return answers[0] as Wire;
  };
  return {
    heard,
    defects,
    connection,
    say,
    ask,
    askModern: (method: string, params: object = {}, meta: object = {}) =>
      ask(method, { ...params, _meta: envelope(meta) }),
    call: (name: string, args: object = {}) => ask("tools/call", { name, arguments: args }),
    notify: (method: string, params?: object) => say({ method, ...(params && { params }) }),
    initialize: async (protocolVersion = "2025-11-25") => {
      const clientInfo = { name: "test", version: "1" };
      const answer = await ask("initialize", { protocolVersion, capabilities: {}, clientInfo });
      await say({ method: "notifications/initialized" });
      return answer;
    },
  };
};
