import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { anthropicMessages } from "./model-apis/anthropic-messages.ts";
import { geminiGenerateContent } from "./model-apis/gemini-generate-content.ts";
import type { ModelApi, ModelEvent, ModelRequest, Move, OfferedTool } from "./model-apis/model-api.ts";
import { openaiChatCompletions } from "./model-apis/openai-chat-completions.ts";
import { openaiResponses } from "./model-apis/openai-responses.ts";
import { refusal } from "./model-apis/refusal.ts";

const APIS = [anthropicMessages, openaiResponses, openaiChatCompletions, geminiGenerateContent];

/** A tool call of a script; its arguments may depend on what the model has read so far. */
export interface Step {
  readonly tool: string;
  readonly input: (results: readonly string[]) => object;
}

export interface StandInModel {
  /** http://127.0.0.1:port */
  readonly url: string;
  /** The tools of the server in the request that offered most of them, under the host's names. */
  offered(): readonly OfferedTool[];
  /** The results that the host passed on, by step of the script. */
  results(): readonly string[];
  /** Why requests were answered with 400. */
  refusals(): readonly string[];
  /** Addresses that a host tried to reach with this server as its proxy. */
  strayed(): readonly string[];
}

/** Hosts add a prefix to the server's tool names. */
const isNamed = ({ name }: OfferedTool, tool: string): boolean => new RegExp(`(^|[^a-zA-Z])${tool}$`).test(name);

/**
 * A model that follows a script, behind the providers' APIs on loopback. Stopped when the test ends. It is strict about
 * the tools of MCP servers: the hosts' own tools break rules and are accepted. `server` is its name in the host.
 */
export const startStandInModel = async (
  script: readonly Step[],
  served: readonly string[],
  server = "taxiway",
): Promise<StandInModel> => {
  const requests: ModelRequest[] = [];
  const refusals: string[] = [];
  const strayed: string[] = [];

  const servedIn = ({ tools }: ModelRequest): OfferedTool[] =>
    tools.filter((offered) => served.some((name) => isNamed(offered, name)));
  const resultsIn = ({ results }: ModelRequest): string[] =>
    results.filter(({ callId }) => callId.startsWith("call_step")).map((result) => result.text);

  const nextMove = (request: ModelRequest): Move => {
    const results = resultsIn(request);
    const step = script[results.length];
    if (step === undefined || request.tools.length === 0) return { text: "Done." };
    const find = (name: string) => request.tools.find((offered) => isNamed(offered, name));
    const tool = find(step.tool);
    if (tool) return { call: { id: `call_step_${results.length + 1}`, tool, input: step.input(results) } };
    // Claude Code offers tools of servers only after the model has asked for them.
    const toolSearch = find("ToolSearch");
    const isSearched = request.results.some(({ callId }) => callId.startsWith("call_search"));
    if (!toolSearch || isSearched) return { text: `There is no tool ${step.tool}.` };
    return { call: { id: "call_search_1", tool: toolSearch, input: { query: `+${server}`, max_results: 20 } } };
  };

  const answer = async (api: ModelApi, path: string, incoming: IncomingMessage, response: ServerResponse) => {
    const request = api.read(JSON.parse(await text(incoming)), path);
    requests.push(request);
    const refused = refusal(api.provider, servedIn(request));
    if (refused !== undefined) {
      refusals.push(refused);
      return sendJson(response, 400, api.refuse(refused));
    }
    const move = nextMove(request);
    if (!request.stream) return sendJson(response, 200, api.answer(request, move));
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(api.events(request, move).map(lineOf).join(""));
  };

  const listener = createServer((incoming, response) => {
    const { pathname, host } = new URL(incoming.url ?? "/", `http://${incoming.headers.host}`);
    if (!host.startsWith("127.0.0.1:")) strayed.push(host);
    const api = APIS.find(({ path }) => path.test(pathname));
    if (api && incoming.method === "POST") void answer(api, pathname, incoming, response);
    else sendJson(response, 404, { error: { message: `Unknown request URL: ${incoming.method} ${pathname}` } });
  });
  listener.on("connect", (incoming, socket) => {
    strayed.push(incoming.url ?? "");
    socket.on("error", () => undefined);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  onTestFinished(() => {
    listener.closeAllConnections();
    listener.close();
  });

  const most = <Item>(lists: readonly (readonly Item[])[]): readonly Item[] =>
    lists.reduce((longest, list) => (list.length > longest.length ? list : longest), []);
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    offered: () => most(requests.map(servedIn)),
    results: () => most(requests.map(resultsIn)),
    refusals: () => refusals,
    strayed: () => strayed,
  };
};

const sendJson = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
};

const lineOf = ({ name, data }: ModelEvent): string =>
  `${name ? `event: ${name}\n` : ""}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
