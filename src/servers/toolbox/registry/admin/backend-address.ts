import type { RegisteredTool } from "../../../../console/contract.ts";
import type { ToolDescription } from "../tool-description.ts";

/** Where a tool runs. What stands behind a question mark may be a key: not everybody who administers registered it. */
export const addressOf = ({ endpoint, mcp_url }: ToolDescription): RegisteredTool["backend"] => {
  if (endpoint !== undefined) return { kind: "http", url: withoutQuery(endpoint) };
  if (mcp_url !== undefined) return { kind: "mcp", url: withoutQuery(mcp_url) };
  // Registered without saying where it runs.
  return { kind: "http" };
};

const withoutQuery = (address: string): string => {
  const [before = ""] = address.split(/[?#]/, 1);
  return before === address ? address : `${before}?…`;
};
