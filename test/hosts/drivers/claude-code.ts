import { join } from "node:path";
import { type Host, PLATFORM, PROMPT } from "./host.ts";

export const claudeCode: Host = {
  name: "Claude Code",
  folder: "test/hosts",
  shows: ["structured"],
  invoke: ({ installed, home, modelUrl, taxiway }) => ({
    // The command of the package itself only exists after its install script, which does not run.
    command: join(installed, `node_modules/@anthropic-ai/claude-code-${PLATFORM}/claude`),
    args: [
      ...["-p", PROMPT, "--output-format", "json"],
      ...["--mcp-config", join(home, "mcp.json"), "--strict-mcp-config"],
      ...["--allowedTools", "mcp__taxiway"],
    ],
    env: {
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    },
    files: {
      "mcp.json": JSON.stringify({
        mcpServers: { taxiway: "url" in taxiway ? { type: "http", ...taxiway } : { type: "stdio", ...taxiway } },
      }),
    },
  }),
};
