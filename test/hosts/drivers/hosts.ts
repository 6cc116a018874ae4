import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { copilotCli } from "./copilot-cli.ts";
import { geminiCli } from "./gemini-cli.ts";
import type { Host } from "./host.ts";

export const HOSTS: readonly Host[] = [claudeCode, codex, geminiCli, copilotCli];
