import type { Answer, ToolResult } from "../../fixtures/taxiway.ts";
import { type Node, post } from "./remote-session.ts";

/** Makes a call in a session at a node directly. */
export const callAt = async (node: Node, sessionId: string, tool: string, input: object): Promise<ToolResult> => {
  const { status, body } = await post(
    node,
    { "mcp-session-id": sessionId, "mcp-protocol-version": "2025-11-25" },
    { id: 1, method: "tools/call", params: { name: tool, arguments: input } },
  );
  if (status !== 200) throw new Error(`${tool}: ${status} ${body}`);
  return (JSON.parse(body) as Answer).result as ToolResult;
};

const AT_A_TIME = 24;

/** Works on a few at a time, so that the checks do not overload the server. */
export const inBatches = async <T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += AT_A_TIME) {
    results.push(...(await Promise.all(all.slice(from, from + AT_A_TIME).map(work))));
  }
  return results;
};
