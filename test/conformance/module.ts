import { createChanges, createToolSet, type ServerModule } from "taxiway/module";
import { askingTools } from "./fixtures/asking-tools.ts";
import { changingTools } from "./fixtures/changing-tools.ts";
import { contentTools } from "./fixtures/content-tools.ts";
import { inputRequiredTools } from "./fixtures/input-required-tools.ts";
import { fixturePrompts } from "./fixtures/prompts.ts";
import { fixtureResources, fixtureTemplates } from "./fixtures/resources.ts";
import { tellingTools } from "./fixtures/telling-tools.ts";

/** The server that the official conformance suite tests, at `/mcp/conformance`. Names and texts are the suite's. */
const conformanceModule: ServerModule = {
  name: "conformance",
  open({ version }) {
    const changes = createChanges();
    const tools = createToolSet([...contentTools, ...tellingTools, ...askingTools, ...inputRequiredTools]);
    for (const tool of changingTools(tools, changes)) tools.add(tool);
    const server = {
      name: "taxiway-conformance",
      title: "Conformance",
      version,
      instructions: "Fixtures of the official conformance suite.",
      scope: "conformance",
      tools,
      changes,
      resources: fixtureResources,
      templates: fixtureTemplates,
      prompts: fixturePrompts,
    };
    return { servers: [{ name: "conformance", source: "sandbox", forTenant: () => server }] };
  },
};

export default conformanceModule;
