import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fetch } from "../fixtures/mcp-clients.ts";
import { type Answer, type ToolResult, worked } from "../fixtures/taxiway.ts";
import { ACCEPT_STREAM, initializePost, legacyPost, modernPost, notificationPost } from "../http/mcp-over-http.ts";
import { type Asking, ask as askOnce, openStream, type RawAnswer, type RawStream } from "../http/raw-http.ts";

type Headers = Readonly<Record<string, string>>;

export const bearer = (key: string): Headers => ({ Authorization: `Bearer ${key}` });

const isOverloaded = (status: number, text: string): boolean => status === 503 && text.includes("overloaded");

/** A server that has no time is asked again, as clients do: here it shares its process with the tests. */
export const ask = async (port: number, asking: Asking): Promise<RawAnswer> => {
  for (;;) {
    const answer = await askOnce(port, asking);
    if (!isOverloaded(answer.status, answer.text)) return answer;
    await sleep(100);
  }
};

/** Every face of the product that stands behind the door. */
export const BEHIND_THE_DOOR = [
  ...["/mcp", "/mcp/gds", "/mcp/flights", "/mcp/toolbox", "/mcp/capcorn", "/rpc"],
  ...["/duffel/air/airlines", "/capcorn"],
];

/** One request with a key. */
export const askWith = (port: number, key: string, asking: Asking): Promise<RawAnswer> =>
  ask(port, { ...asking, headers: { ...asking.headers, ...bearer(key) } });

/** The cheapest thing that only those who may come in are told. */
export const knock = (port: number, key: string, path = "/mcp"): Promise<RawAnswer> =>
  askWith(port, key, { ...modernPost("tools/list"), path });

let lastAddress = 0;
/** From an address of its own, where the server believes its proxies: nobody pays for the attempts of another. */
export const fromElsewhere = (asking: Asking): Asking => ({
  ...asking,
  headers: { ...asking.headers, "X-Forwarded-For": `2001:db8:0:${(++lastAddress).toString(16)}::1` },
});

export const statusOf = async (answer: Promise<RawAnswer>): Promise<number> => (await answer).status;

/** For SDK clients: the key, if there is one, goes along with everything they send. */
export const fetchWith =
  (key?: string): Fetch =>
  async (url, init) => {
    const headers = new Headers(init?.headers);
    if (key !== undefined) headers.set("Authorization", `Bearer ${key}`);
    for (;;) {
      const response = await fetch(url, { ...init, headers });
      if (response.status !== 503 || !isOverloaded(503, await response.clone().text())) return response;
      await sleep(100);
    }
  };

/** A session with a key, of the older protocol. */
export interface KeyedSession {
  readonly id: string;
  ask(method: string, params?: object, more?: { readonly id?: string | number }): Promise<RawAnswer>;
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own shape, which tests look into
  call(tool: string, input: object): Promise<any>;
  notify(method: string, params: object): Promise<RawAnswer>;
  /** A response of the client's to a question of the server's. */
  respond(id: unknown, result: object): Promise<RawAnswer>;
  stream(method: string, params: object, more?: { readonly id?: string | number }): Promise<RawStream>;
  listen(lastEventId?: string): Promise<RawStream>;
  end(): Promise<RawAnswer>;
}

export interface OpenOptions {
  readonly path?: string;
  /** Chosen by the client. */
  readonly id?: string;
  readonly capabilities?: object;
  /** `false`: as if another client had opened it. */
  readonly initialize?: boolean;
}

export const openWith = async (port: number, key: string, options: OpenOptions = {}): Promise<KeyedSession> => {
  const { path = "/mcp", id = randomUUID(), capabilities = {}, initialize = true } = options;
  const headers = { ...bearer(key), "Mcp-Session-Id": id, "MCP-Protocol-Version": "2025-11-25" };
  const at = (asking: Asking): Asking => ({ ...asking, path, headers: { ...asking.headers, ...headers } });
  if (initialize) {
    const opened = await ask(port, at(initializePost({}, { capabilities })));
    if (opened.status !== 200) throw new Error(opened.text);
  }
  const post = (method: string, params?: object, more = {}): Asking => at(legacyPost(method, params, more));
  return {
    id,
    ask: (method, params, more) => ask(port, post(method, params, more)),
    async call(tool, input) {
      const { text, message } = await ask(port, post("tools/call", { name: tool, arguments: input }));
      if (message.error) throw new Error(text);
      return worked(message.result as ToolResult);
    },
    notify: (method, params) => ask(port, at(notificationPost(method, params, {}))),
    respond(answered, result) {
      const { headers: type } = notificationPost("", {}, {});
      return ask(port, at({ headers: type ?? {}, body: JSON.stringify({ jsonrpc: "2.0", id: answered, result }) }));
    },
    stream: (method, params, more) => openStream(port, post(method, params, more)),
    listen: (lastEventId) =>
      openStream(
        port,
        at({ headers: { ...ACCEPT_STREAM, ...(lastEventId !== undefined && { "Last-Event-ID": lastEventId }) } }),
      ),
    end: () => ask(port, at({ method: "DELETE" })),
  };
};

/** What somebody is told who was refused, in the body of the answer. */
export const sentenceIn = ({ text }: RawAnswer): string => {
  const { error } = JSON.parse(text) as { error: string | NonNullable<Answer["error"]> };
  return typeof error === "string" ? error : error.message;
};

/** The parameters of WWW-Authenticate. */
export const challengeIn = ({ headers }: RawAnswer): Headers => {
  const [scheme, ...rest] = (headers["www-authenticate"] ?? "").split(" ");
  if (scheme !== "Bearer") throw new Error(`no challenge in ${JSON.stringify(headers)}`);
  return Object.fromEntries([...rest.join(" ").matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
};
