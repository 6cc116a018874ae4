import { opening, toolCall, USUAL_SEARCH, withId } from "../requests.ts";
import type { ToolResult } from "./answer-check.ts";
import { headersOf } from "./http-request.ts";

/** Posts a message that prepares a load and is not measured. */
const post = async (port: number, body: string, sessionId?: string, path = "/mcp"): Promise<Response> => {
  const headers = { ...headersOf("legacy"), ...(sessionId !== undefined && { "Mcp-Session-Id": sessionId }) };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body });
  if (response.ok) return response;
  throw new Error(`Status ${response.status}: ${await response.text()}`);
};

/** Opens a legacy session and returns its ID; undefined if the server has no sessions. */
export const openSession = async (port: number, path?: string): Promise<string | undefined> => {
  const [initialize = "", initialized = ""] = opening.legacy.lines;
  const response = await post(port, initialize, undefined, path);
  await response.arrayBuffer();
  const sessionId = response.headers.get("mcp-session-id") ?? undefined;
  await (await post(port, initialized, sessionId, path)).arrayBuffer();
  return sessionId;
};

export const openSessions = async (port: number, count: number): Promise<readonly string[]> => {
  const opened: string[] = [];
  const keepOpening = async () => {
    while (opened.length < count) opened.push((await openSession(port)) as string);
  };
  await Promise.all(Array.from({ length: Math.min(count, 32) }, keepOpening));
  return opened.slice(0, count);
};

export const callTool = async (port: number, sessionId: string, tool: string, input: object): Promise<ToolResult> => {
  const response = await post(port, withId(toolCall(tool, input, "legacy"), 1).trim(), sessionId);
  const { result } = (await response.json()) as { readonly result?: ToolResult };
  if (result === undefined || result.isError) throw new Error(`${tool} failed: ${JSON.stringify(result)}`);
  return result;
};
/** Returns the input of bookFlight for the first flight of the usual search. */
export const flightToBook = async (port: number): Promise<object> => {
  const sessionId = (await openSession(port)) as string;
  const { structuredContent } = await callTool(port, sessionId, "searchFlights", {
    ...USUAL_SEARCH,
    maxConnections: 0,
  });
  const { flights } = structuredContent as { readonly flights: readonly { readonly flightIds: readonly string[] }[] };
  return {
    flightIds: flights[0]?.flightIds,
    passengers: [{ type: "adult", firstName: "Ada", lastName: "Lovelace", dateOfBirth: "1985-12-10" }],
    contactEmail: "ada@example.com",
  };
};
