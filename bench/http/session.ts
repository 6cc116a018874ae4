import { opening, toolCall, withId } from "../requests.ts";
import type { ToolResult } from "./answer-check.ts";
import { headersOf } from "./http-request.ts";

/** What has to be said once before a load can start; here nothing is measured. */
const post = async (port: number, body: string, sessionId?: string, path = "/mcp"): Promise<Response> => {
  const headers = { ...headersOf("legacy"), ...(sessionId !== undefined && { "Mcp-Session-Id": sessionId }) };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body });
  if (response.ok) return response;
  throw new Error(`Status ${response.status}: ${await response.text()}`);
};

/** A legacy session, ready for calls. A server without sessions has no id for it. */
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
  const openSome = async () => {
    while (opened.length < count) opened.push((await openSession(port)) as string);
  };
  await Promise.all(Array.from({ length: Math.min(count, 32) }, openSome));
  return opened.slice(0, count);
};

export const callTool = async (port: number, sessionId: string, tool: string, input: object): Promise<ToolResult> => {
  const response = await post(port, withId(toolCall(tool, input, "legacy"), 1).trim(), sessionId);
  const { result } = (await response.json()) as { readonly result?: ToolResult };
  if (result === undefined || result.isError) throw new Error(`${tool} failed: ${JSON.stringify(result)}`);
  return result;
};
