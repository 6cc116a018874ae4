#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { AdminToken } from "./access/admin-token.ts";
import { type Config, type HttpConfig, newStart, readConfig, type Start } from "./cli/config.ts";
import { helpText } from "./cli/help.ts";
import { createLog } from "./cli/log.ts";
import { reachOfConfig } from "./cli/shown-settings.ts";
import { listeningText, startProblem, waitingText } from "./cli/start-text.ts";
import { openStdioTaxiway, stdioCaller } from "./compose/stdio.ts";
import type { Dispatcher } from "./mcp/protocol/dispatcher.ts";
import { guardStdout, type StdioServer, serveStdio } from "./mcp/transports/stdio.ts";
import type { Log } from "./model/log.ts";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

const PROGRAM = fileURLToPath(import.meta.url);

/** Hosts start all their servers at once and wait for every list of tools, so the world is loaded after it. */
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

const serveStdin = (dispatcher: Dispatcher, log: Log): StdioServer =>
  serveStdio({ dispatcher, caller: stdioCaller(), input: process.stdin, output: guardStdout(), log });

const serveOneClient = async (config: Config, log: Log): Promise<void> => {
  if (process.stdin.isTTY) process.stderr.write(waitingText(PROGRAM));
  const taxiway = await openStdioTaxiway(config, { version, log });
  const server = serveStdin(taxiway.dispatcher, log);
  void untilSignalled().then(() => server.close());
  let problem: unknown;
  sleep(HEAD_START_MS)
    .then(() => taxiway.open())
    .catch((error: unknown) => {
      problem = error;
      // Calls in flight fail for the same reason and are answered before the process ends.
      void server.close();
    });
  await server.closed;
  if (problem !== undefined) throw problem;
  await taxiway.close();
};

const announcementOf = (config: Config, admin: AdminToken) => ({
  ...config.http,
  auth: config.auth.kind,
  reach: reachOfConfig(config),
  admin,
  ...(config.store.kind !== "memory" && { program: PROGRAM }),
  ...(config.loginToken !== undefined && { loginToken: config.loginToken }),
});

const openAdminToken = async (config: Config): Promise<AdminToken> =>
  (await import("./compose/access.ts")).openAdminToken(config);

const serveHttp = async (config: Config, log: Log): Promise<void> => {
  // Signals count from the start: a supervisor that reads the start text may stop the process at once.
  const signalled = untilSignalled();
  const [{ serveTaxiway }, admin] = await Promise.all([import("./compose/http.ts"), openAdminToken(config)]);
  const remote = await serveTaxiway(config, { version, log, adminToken: admin.token });
  const both = config.transport === "both";
  (both ? process.stderr : process.stdout).write(listeningText({ ...announcementOf(config, admin), ...remote }));
  const stdio = both ? serveStdin(await remote.server(config.server), log) : undefined;
  await signalled;
  await stdio?.close();
  await remote.close();
};

const serveWithWorkers = async (config: Config, log: Log): Promise<void> => {
  const [{ isWorker, servePrimary, serveWorker }, admin] = await Promise.all([
    import("./compose/cluster.ts"),
    openAdminToken(config),
  ]);
  if (isWorker()) return serveWorker(config, { version, log, adminToken: admin.token });
  await servePrimary(config, {
    version,
    log,
    adminToken: admin.token,
    env: { [START]: JSON.stringify(start) },
    stop: untilSignalled(),
    announce: (listening) => process.stdout.write(listeningText({ ...announcementOf(config, admin), ...listening })),
  });
};

const serve = (config: Config): Promise<void> => {
  const log = logTo(config);
  if (config.transport === "stdio") return serveOneClient(config, log);
  return config.http.workers > 1 ? serveWithWorkers(config, log) : serveHttp(config, log);
};

/** Passes what the primary decided at its start to its workers. */
const START = "TAXIWAY_START";
const received = process.env[START];
const start: Start = received === undefined ? newStart() : (JSON.parse(received) as Start);

let http: HttpConfig | undefined;
try {
  const intent = readConfig(process.env, process.argv.slice(2), start);
  if (intent.to === "help") process.stdout.write(helpText(version));
  else if (intent.to === "version") process.stdout.write(`${version}\n`);
  else if (intent.to === "run") {
    const { runCommand } = await import("./compose/command.ts");
    const text = await runCommand(intent.config, { ...intent, version, log: logTo(intent.config) });
    process.stdout.write(`${text.trimEnd()}\n`);
  } else if (intent.to === "rehearse") {
    const { rehearse } = await import("./compose/rehearse.ts");
    const options = { ...intent, version, log: logTo(intent.config), env: process.env, stop: untilSignalled() };
    process.exit(await rehearse(intent.config, options));
  } else {
    http = intent.config.http;
    await serve(intent.config);
    process.exit(0);
  }
} catch (error) {
  process.stderr.write(`${startProblem(error, http)}\n`);
  process.exit(1);
}
