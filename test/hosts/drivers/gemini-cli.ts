import { join } from "node:path";
import { type Host, PROMPT } from "./host.ts";

export const geminiCli: Host = {
  name: "Gemini CLI",
  folder: "test/hosts",
  shows: ["text"],
  checksArguments: true,
  invoke: ({ installed, modelUrl, taxiway }) => ({
    command: process.execPath,
    args: [
      join(installed, "node_modules/@google/gemini-cli/bundle/gemini.js"),
      ...["-p", PROMPT, "--yolo", "-m", "gemini-2.5-pro"],
    ],
    env: { GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: modelUrl },
    files: {
      ".gemini/settings.json": JSON.stringify({
        mcpServers: { taxiway: { ...("url" in taxiway ? { httpUrl: taxiway.url } : taxiway), trust: true } },
        security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
        telemetry: { enabled: false },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      }),
    },
  }),
};
