import { join } from "node:path";
import { type Host, PROMPT } from "./host.ts";

const table = (name: string, values: object): string =>
  [`[${name}]`, ...Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}`), ""].join("\n");

export const codex: Host = {
  name: "Codex",
  folder: "test/hosts",
  shows: ["structured"],
  invoke: ({ installed, modelUrl, taxiway }) => ({
    command: process.execPath,
    args: [join(installed, "node_modules/@openai/codex/bin/codex.js"), "exec", "--skip-git-repo-check", PROMPT],
    env: { OPENAI_API_KEY: "none" },
    files: {
      ".codex/config.toml": [
        'model = "gpt-5.1"',
        'model_provider = "stand-in"',
        'approval_policy = "never"',
        'sandbox_mode = "danger-full-access"',
        "check_for_update_on_startup = false",
        table("analytics", { enabled: false }),
        // Both request their catalogues from the internet at the start.
        table("features", { apps: false, plugins: false }),
        table("model_providers.stand-in", {
          name: "stand-in",
          base_url: `${modelUrl}/v1`,
          wire_api: "responses",
          env_key: "OPENAI_API_KEY",
        }),
        "url" in taxiway
          ? table("mcp_servers.taxiway", taxiway)
          : table("mcp_servers.taxiway", { command: taxiway.command, args: taxiway.args }) +
            table("mcp_servers.taxiway.env", taxiway.env),
      ].join("\n"),
    },
  }),
};
