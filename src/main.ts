#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { compose, stdioCaller } from "./compose.ts";
import { type Config, ConfigProblems, readConfig } from "./config.ts";
import { helpText } from "./help.ts";
import { createLog } from "./log.ts";
import { Failure } from "./model/failure.ts";
import { guardStdout } from "./transports/guard-stdout.ts";
import { serveStdio } from "./transports/stdio.ts";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** Hosts start all their servers at once and wait for every list of tools: that comes first, the world after it. */
const HEAD_START_MS = 50;

const serve = async (config: Config): Promise<void> => {
  const output = guardStdout();
  const log = createLog({
    level: config.logLevel,
    pretty: config.logPretty,
    write: (line) => process.stderr.write(line),
  });
  process.on("unhandledRejection", (error) => {
    log.error("unhandled rejection", {
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  });

  const taxiway = compose(config, version, log);
  if (process.stdin.isTTY) process.stderr.write(waitingText(fileURLToPath(import.meta.url)));
  const server = serveStdio({
    dispatcher: taxiway.dispatcher,
    caller: stdioCaller(),
    input: process.stdin,
    output,
    log,
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close());
  const opened = sleep(HEAD_START_MS).then(() => taxiway.open());
  await Promise.race([server.closed, opened.then(() => server.closed)]);
  await taxiway.close();
};

const startProblem = (error: unknown): string => {
  if (error instanceof Failure) return [error.message, error.details.hint].filter(Boolean).join(" ");
  return error instanceof ConfigProblems ? error.message : String((error as Error).stack);
};

const waitingText = (program: string): string => {
  const command = `node ${JSON.stringify(program)}`;
  const servers = JSON.stringify({ mcpServers: { taxiway: { command: "node", args: [program] } } });
  return (
    `Taxiway is waiting for an MCP client on stdin. Connect one with: claude mcp add taxiway -- ${command}, or in a host's settings: ${servers}\n` +
    "stdio serves one client per process; HTTP mode (TRANSPORT_MODE=http), for many at once, is not part of this version. Ctrl-C ends it.\n"
  );
};

try {
  const intent = readConfig(process.env, process.argv.slice(2));
  if (intent.to === "help") process.stdout.write(helpText(version));
  else if (intent.to === "version") process.stdout.write(`${version}\n`);
  else {
    await serve(intent.config);
    process.exit(0);
  }
} catch (error) {
  process.stderr.write(`${startProblem(error)}\n`);
  process.exit(1);
}
