import { createChanges } from "../../mcp/tools/changes.ts";
import type { ServerDefinition } from "../../mcp/tools/server-definition.ts";
import { createToolSet } from "../../mcp/tools/tool-set.ts";
import { askingTools } from "./asking-tools.ts";
import { changingTools } from "./changing-tools.ts";
import { contentTools } from "./content-tools.ts";
import { inputRequiredTools } from "./input-required-tools.ts";
import { fixturePrompts } from "./prompts.ts";
import { fixtureResources, fixtureTemplates } from "./resources.ts";
import { tellingTools } from "./telling-tools.ts";

/**
 * A server with everything added that the official conformance suite wants to find on the server under test. Names and
 * texts are the suite's.
 */
export const withConformanceFixtures = (server: ServerDefinition) => {
  const changes = server.changes ?? createChanges();
  const tools = createToolSet([
    ...server.tools.list(),
    ...contentTools,
    ...tellingTools,
    ...askingTools,
    ...inputRequiredTools,
  ]);
  for (const tool of changingTools(tools, changes)) tools.add(tool);
  return {
    ...server,
    changes,
    tools,
    resources: [...(server.resources ?? []), ...fixtureResources],
    templates: [...(server.templates ?? []), ...fixtureTemplates],
    prompts: [...(server.prompts ?? []), ...fixturePrompts],
  };
};
