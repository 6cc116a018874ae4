import type { IncomingMessage } from "node:http";
import { createInterface } from "node:readline";
import { expect } from "vitest";
import { type Answer, type ToolResult, worked } from "../../../fixtures/taxiway.ts";
import type { Heard, Line } from "./cluster.ts";

/** A session that can use a new connection for every request. */
export interface LegacySession {
  request(line: Line, method: string, params?: object): Promise<Heard>;
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own shape, which tests look into
  call(line: Line, tool: string, input: object): Promise<any>;
  /** Messages of the server in order. */
  listen(line: Line): Promise<AsyncGenerator<Answer>>;
}

const JSON_TYPES = { "content-type": "application/json", accept: "application/json, text/event-stream" };

export const openSession = async (line: Line): Promise<LegacySession> => {
  let lastId = 0;
  const post = (on: Line, method: string, params: object, session: Record<string, string>): Promise<Heard> =>
    on.ask(
      "POST",
      "/mcp",
      { ...JSON_TYPES, ...session },
      JSON.stringify({ jsonrpc: "2.0", id: ++lastId, method, params }),
    );
  const clientInfo = { name: "workers test", version: "1" };
  const opened = await post(line, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo }, {});
  expect(opened.status, opened.body).toBe(200);
  const session = {
    "mcp-session-id": String(opened.headers["mcp-session-id"]),
    "mcp-protocol-version": "2025-11-25",
  };

  return {
    request: (on, method, params = {}) => post(on, method, params, session),
    async call(on, tool, input) {
      const { status, body } = await post(on, "tools/call", { name: tool, arguments: input }, session);
      expect(status, body).toBe(200);
      return worked((JSON.parse(body) as Answer).result as ToolResult);
    },
    async listen(on) {
      const response = await on.open("GET", "/mcp", { accept: "text/event-stream", ...session });
      expect(response.statusCode).toBe(200);
      return messagesOf(response);
    },
  };
};

const messagesOf = async function* (response: IncomingMessage): AsyncGenerator<Answer> {
  for await (const line of createInterface({ input: response })) {
    if (line.startsWith("data: {")) yield JSON.parse(line.slice("data: ".length));
  }
};
