#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { compose, stdioCaller, type Taxiway } from "./compose.ts";
import { type Config, ConfigProblems, readConfig } from "./config.ts";
import { helpText } from "./help.ts";
import { createLog } from "./log.ts";
import { Failure } from "./model/failure.ts";
import type { Log } from "./model/log.ts";
import { listeningText, waitingText } from "./start-text.ts";
import { guardStdout } from "./transports/guard-stdout.ts";
import { type StdioServer, serveStdio } from "./transports/stdio.ts";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** Hosts start all their servers at once and wait for every list of tools: that comes first, the world after it. */
const HEAD_START_MS = 50;

const logTo = (config: Config): Log => {
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
  return log;
};

const untilSignalled = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });

const onStdin = (taxiway: Taxiway, log: Log): StdioServer =>
  serveStdio({
    dispatcher: taxiway.dispatcher,
    caller: stdioCaller(),
    input: process.stdin,
    output: guardStdout(),
    log,
  });

const serveOneClient = async (config: Config, log: Log): Promise<void> => {
  if (process.stdin.isTTY) process.stderr.write(waitingText(fileURLToPath(import.meta.url)));
  const taxiway = await compose(config, { version, log });
  const server = onStdin(taxiway, log);
  void untilSignalled().then(() => server.close());
  const opened = sleep(HEAD_START_MS).then(() => taxiway.open());
  await Promise.race([server.closed, opened.then(() => server.closed)]);
  await taxiway.close();
};

const serveMany = async (config: Config, log: Log): Promise<void> => {
  const { composeHttp } = await import("./compose-http.ts");
  const remote = await composeHttp(config, { version, log });
  const both = config.transport === "both";
  const text = listeningText(config.http.host, remote.port, remote.paths);
  (both ? process.stderr : process.stdout).write(text);
  const stdio = both ? onStdin(remote.taxiway, log) : undefined;
  await untilSignalled();
  await stdio?.close();
  await remote.close();
};

const serve = (config: Config): Promise<void> => {
  const log = logTo(config);
  return config.transport === "stdio" ? serveOneClient(config, log) : serveMany(config, log);
};

const startProblem = (error: unknown): string => {
  if (error instanceof Failure) return [error.message, error.details.hint].filter(Boolean).join(" ");
  if (error instanceof ConfigProblems) return error.message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return `${message}. Another process uses that port; choose one with HTTP_PORT.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EACCES")
    return `${message}. See HTTP_HOST and HTTP_PORT.`;
  return String(stack);
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
