import type { ServerDefinition } from "../../mcp/tools/server-definition.ts";
import type { ToolSet } from "../../mcp/tools/tool-set.ts";
import type { RegistryMethods } from "./registry-methods.ts";

const INSTRUCTIONS = `The toolbox is what a travel agent needs beside bookings: search, calculations and unit or currency conversion, time anywhere, documents, pictures, and whatever other services have registered here.

Tools are named <tool>__<function>. New ones may appear at any time: toolbox__search_tools finds them, toolbox__call_tool calls them. Each result says where it came from; offline and generated ones say so. A tool that is unavailable fails at once and names others that could serve instead.`;

interface ToolboxServerOptions {
  readonly tenant: string;
  readonly tools: ToolSet;
  readonly methods: RegistryMethods;
  readonly version: string;
}

/** The MCP server `toolbox`: built-in and registered tools. */
export const toolboxServer = ({ tenant, tools, methods, version }: ToolboxServerOptions): ServerDefinition => ({
  name: "taxiway-toolbox",
  tenant,
  scope: "toolbox",
  title: "Taxiway toolbox",
  version,
  instructions: INSTRUCTIONS,
  tools,
  toolsTtlMs: 5_000,
  methods: methods.overMcp,
  errors: "registry",
});
