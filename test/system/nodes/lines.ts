import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { onTestFinished } from "vitest";
import { CLIENTS, connectOverHttp, type Fetch, type Flavour } from "../../fixtures/mcp-clients.ts";
import type { Nginx } from "../../fixtures/nginx.ts";
import type { Answer, ToolResult } from "../../fixtures/taxiway.ts";
import { connectHttp2 } from "../deploy/http2-client.ts";
import { connectHttp2Fetch } from "../journeys/http2-fetch.ts";
import { type FailureJournal, type HttpAnswer, Lost } from "./failure-journal.ts";

/** A client with its session, over any transport. A call without an answer throws `Lost`. */
export interface Line {
  call(tool: string, input: object): Promise<ToolResult>;
  readonly sessionId: string;
}

export type ConnectLine = (nginx: Nginx, journal: FailureJournal) => Promise<Line>;

export type Post = (headers: Readonly<Record<string, string>>, body: string) => Promise<HttpAnswer>;

/** A client that writes its own JSON to any transport. */
export const openLine = async (post: Post, journal: FailureJournal): Promise<Line> => {
  let lastId = 0;
  const ask = async (session: object, method: string, params: object): Promise<HttpAnswer> => {
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
      ...session,
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: ++lastId, method, params });
    const answer = await post(headers, body).catch((error: unknown) => {
      throw journal.broke(error);
    });
    if (answer.status !== 200) throw journal.refused(answer);
    return answer;
  };
  const clientInfo = { name: "traveller", version: "1" };
  const opening = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const sessionId = (await ask({}, "initialize", opening)).header("mcp-session-id") as string;
  return {
    sessionId,
    async call(tool, input) {
      const { body } = await ask({ "mcp-session-id": sessionId }, "tools/call", { name: tool, arguments: input });
      const { result, error } = JSON.parse(body) as Answer;
      if (error === undefined) return result as ToolResult;
      journal.blame(body);
      throw new Lost(body);
    },
  };
};

/** A persistent HTTP/1.1 connection. */
const overHttp1: ConnectLine = (nginx, journal) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: readFileSync(nginx.ca) });
  onTestFinished(() => agent.destroy());
  const post: Post = (headers, body) =>
    new Promise((resolve, reject) => {
      const asking = request(`${nginx.url}/mcp`, { agent, method: "POST", headers }, async (response) => {
        try {
          let text = "";
          for await (const piece of response.setEncoding("utf8")) text += piece;
          const header = (name: string) => response.headers[name]?.toString();
          resolve({ status: response.statusCode ?? 0, header, body: text });
        } catch (error) {
          reject(error);
        }
      });
      asking.on("error", reject).end(body);
    });
  return openLine(post, journal);
};

const overHttp2: ConnectLine = async (nginx, journal) => {
  const client = await connectHttp2(nginx);
  const post: Post = async (headers, body) => {
    const answer = await client.ask({ ":path": "/mcp", ...headers }, body);
    return { ...answer, header: (name) => answer.headers[name]?.toString() };
  };
  return openLine(post, journal);
};

const withSdk =
  (flavour: Flavour): ConnectLine =>
  async (nginx, journal) => {
    const http2 = await connectHttp2Fetch(nginx);
    onTestFinished(http2.close);
    let sessionId = randomUUID();
    const fetch: Fetch = async (url, init) => {
      const response = await http2.fetch(url, init).catch((error: unknown) => {
        throw init?.signal?.aborted ? error : journal.broke(error);
      });
      sessionId = (response.headers.get("mcp-session-id") ?? sessionId) as typeof sessionId;
      if (response.status < 400 || response.status === 405) return response;
      const body = await response.clone().text();
      journal.refused({ status: response.status, header: (name) => response.headers.get(name) ?? undefined, body });
      return response;
    };
    const client = await connectOverHttp(flavour, `${nginx.url}/mcp`, { fetch });
    return {
      get sessionId() {
        return sessionId;
      },
      call: (name, input) =>
        client.callTool({ name, arguments: input }).catch((error: unknown) => {
          throw new Lost(String(error));
        }),
    };
  };

export const LINES: Readonly<Record<"http1" | "http2" | "v1" | "v2", ConnectLine>> = {
  http1: overHttp1,
  http2: overHttp2,
  v1: withSdk(CLIENTS["the v1 SDK client"] as Flavour),
  v2: withSdk(CLIENTS["the v2 client, legacy"] as Flavour),
};
