import type { Page } from "../../fixtures/browser.ts";
import type { McpClient } from "../../fixtures/mcp-clients.ts";
import type { Answer } from "../../fixtures/taxiway.ts";

export interface PageAnswer {
  readonly status: number;
  /** The headers that the page can read. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends a request from within the page with the browser's own `fetch`. */
export const fetchInPage = (
  page: Page,
  url: string,
  init: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string },
): Promise<PageAnswer> =>
  page.evaluate(
    async ({ url, init }) => {
      const response = await fetch(url, init);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers.entries()),
        body: await response.text(),
      };
    },
    { url, init },
  );

/** A client written in a page by hand. */
export interface FetchClient extends McpClient {
  /** The headers it sends with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly answers: readonly PageAnswer[];
}

type Params = Record<string, unknown>;

/** How each era makes a request. */
interface Manner {
  readonly opening: string;
  readonly openingParams: Params;
  params(params: Params): Params;
  headers(method: string, params: Params): Record<string, string>;
}

const IDENTITY = { name: "page", version: "1.0.0" };
const NAMES: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

const MANNERS: Readonly<Record<"2025-11-25" | "2026-07-28", Manner>> = {
  "2025-11-25": {
    opening: "initialize",
    openingParams: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: IDENTITY },
    params: (params) => params,
    headers: () => ({}),
  },
  "2026-07-28": {
    opening: "server/discover",
    openingParams: {},
    params: (params) => ({
      ...params,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": IDENTITY,
      },
    }),
    headers: (method, params) => {
      const name = NAMES[method];
      return { "Mcp-Method": method, ...(name !== undefined && { "Mcp-Name": String(params[name]) }) };
    },
  },
};

export const connectByFetch = async (
  page: Page,
  url: string,
  version: keyof typeof MANNERS,
  own: Record<string, string> = {},
): Promise<FetchClient> => {
  const manner = MANNERS[version];
  const headers: Record<string, string> = { ...own };
  const answers: PageAnswer[] = [];
  let lastId = 0;

  const post = async (method: string, params: Params, message: object): Promise<string> => {
    const answer = await fetchInPage(page, url, {
      method: "POST",
      headers: { ...ACCEPTING, ...headers, ...manner.headers(method, params) },
      body: JSON.stringify({ jsonrpc: "2.0", ...message, method, params: manner.params(params) }),
    });
    answers.push(answer);
    return answer.body;
  };
  const ask = async (method: string, params: Params = {}) => {
    const { result, error } = JSON.parse(await post(method, params, { id: ++lastId })) as Answer;
    if (error) throw new Error(`${error.code} ${error.message}`);
    return result;
  };

  if (manner.opening === "server/discover") headers["MCP-Protocol-Version"] = version;
  const opened = await ask(manner.opening, manner.openingParams);
  if (manner.opening === "initialize") {
    headers["MCP-Protocol-Version"] = opened.protocolVersion;
    headers["Mcp-Session-Id"] = answers[0]?.headers["mcp-session-id"] ?? "";
    await post("notifications/initialized", {}, {});
  }
  return {
    headers,
    answers,
    listTools: () => ask("tools/list"),
    callTool: (request) => ask("tools/call", { ...request }),
    listResources: () => ask("resources/list"),
    listResourceTemplates: () => ask("resources/templates/list"),
    readResource: (request) => ask("resources/read", { ...request }),
    complete: (request) => ask("completion/complete", { ...request }),
    listPrompts: () => ask("prompts/list"),
    getPrompt: (request) => ask("prompts/get", { ...request }),
    getServerVersion: () => opened.serverInfo ?? opened._meta["io.modelcontextprotocol/serverInfo"],
    getInstructions: () => opened.instructions,
    close: async () => undefined,
  };
};

const ACCEPTING = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
