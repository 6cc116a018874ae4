import { type ListedTool, type Provider, refusedByProviders } from "../../../src/mcp/tools/provider-rules.ts";
import type { OfferedTool } from "./model-api.ts";

/** Returns why a provider would answer 400 to a request with these tools, if it would. */
export const refusal = (provider: Provider, tools: readonly OfferedTool[]): string | undefined => {
  for (const { name, description, schema } of tools) {
    const tool: ListedTool = { name, ...(description && { description }), inputSchema: schema };
    const found = refusedByProviders(tool, "").find(({ providers }) => providers.includes(provider));
    if (found) return `Invalid tools: ${[name, ...found.path].join(".")} ${found.problem}.`;
  }
  return undefined;
};
