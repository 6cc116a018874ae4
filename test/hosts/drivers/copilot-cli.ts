import { join } from "node:path";
import { type Host, PLATFORM, PROMPT } from "./host.ts";

export const copilotCli: Host = {
  name: "Copilot CLI",
  folder: "test/hosts",
  shows: ["structured", "text"],
  invoke: ({ installed, modelUrl, taxiway }) => ({
    command: join(installed, `node_modules/@github/copilot-${PLATFORM}/copilot`),
    args: ["-p", PROMPT, "--allow-all-tools", "--disable-builtin-mcps", "--no-auto-update"],
    env: {
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
      COPILOT_PROVIDER_API_KEY: "none",
      COPILOT_MODEL: "gpt-4.1",
    },
    files: {
      ".copilot/mcp-config.json": JSON.stringify({
        mcpServers: {
          taxiway: { type: "url" in taxiway ? "http" : "local", ...taxiway, tools: ["*"] },
        },
      }),
    },
  }),
};
