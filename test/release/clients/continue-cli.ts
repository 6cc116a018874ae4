import { join } from "node:path";
import { type Host, PROMPT } from "../../hosts/drivers/host.ts";
import { NODE } from "./node.ts";

export const continueCli: Host = {
  name: "Continue CLI",
  folder: "test/release/clients",
  shows: ["text"],
  invoke: ({ installed, home, modelUrl, taxiway }) => ({
    command: join(installed, NODE),
    args: [
      join(installed, "node_modules/@continuedev/cli/dist/cn.js"),
      ...["-p", PROMPT, "--auto", "--config", join(home, "config.yaml")],
    ],
    env: { CONTINUE_TELEMETRY_ENABLED: "0", CONTINUE_ALLOW_ANONYMOUS_TELEMETRY: "0" },
    files: {
      // JSON is YAML.
      "config.yaml": JSON.stringify({
        name: "agent",
        version: "1.0.0",
        schema: "v1",
        models: [
          {
            name: "stand-in",
            provider: "openai",
            model: "gpt-4.1",
            apiBase: `${modelUrl}/v1`,
            apiKey: "none",
            roles: ["chat"],
            capabilities: ["tool_use"],
          },
        ],
        mcpServers: [{ name: "taxiway", ...("url" in taxiway ? { type: "streamable-http" } : {}), ...taxiway }],
      }),
    },
  }),
};
