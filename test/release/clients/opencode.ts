import { join } from "node:path";
import { type Host, PLATFORM, PROMPT } from "../../hosts/drivers/host.ts";

export const opencode: Host = {
  name: "opencode",
  folder: "test/release/clients",
  shows: ["text"],
  invoke: ({ installed, modelUrl, taxiway }) => ({
    command: join(installed, `node_modules/opencode-${PLATFORM}/bin/opencode`),
    args: ["run", PROMPT],
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: "true",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "true",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "true",
      OPENCODE_DISABLE_MODELS_FETCH: "true",
      // It installs a package of its own in the background, which it does not need here.
      npm_config_registry: modelUrl,
    },
    files: {
      "opencode.json": JSON.stringify({
        model: "stand-in/model",
        provider: {
          "stand-in": {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${modelUrl}/v1`, apiKey: "none" },
            models: { model: { name: "model", tool_call: true } },
          },
        },
        mcp: {
          taxiway:
            "url" in taxiway
              ? { type: "remote", ...taxiway }
              : { type: "local", command: [taxiway.command, ...taxiway.args], environment: taxiway.env },
        },
        autoupdate: false,
        share: "disabled",
      }),
    },
  }),
};
