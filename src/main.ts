#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { AdminToken } from "./access/admin-token.ts";
import { type Command, type Config, type HttpConfig, newStart, readConfig, type Start } from "./cli/config.ts";
import { helpText } from "./cli/help.ts";
import { createLog } from "./cli/log.ts";
import { reachOfConfig } from "./cli/reach-of-config.ts";
import { listeningText, startProblem, waitingText } from "./cli/start-text.ts";
import { type Core, compose, stdioCaller, type Taxiway } from "./compose/house.ts";
import type { Dispatcher } from "./mcp/protocol/dispatcher.ts";
import { guardStdout, type StdioServer, serveStdio } from "./mcp/transports/stdio.ts";
import { Failure } from "./model/failure.ts";
import type { Log } from "./model/log.ts";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

const PROGRAM = fileURLToPath(import.meta.url);

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

const onStdin = (dispatcher: Dispatcher, log: Log): StdioServer =>
  serveStdio({
    dispatcher,
    caller: stdioCaller(),
    input: process.stdin,
    output: guardStdout(),
    log,
  });

const serveOneClient = async (config: Config, log: Log): Promise<void> => {
  if (process.stdin.isTTY) process.stderr.write(waitingText(PROGRAM));
  const taxiway = await compose(config, { version, log });
  if (config.server !== "gds") return serveOther(config, log, taxiway, config.server);
  const server = onStdin(taxiway.dispatcher, log);
  void untilSignalled().then(() => server.close());
  let problem: unknown;
  sleep(HEAD_START_MS)
    .then(() => taxiway.open())
    .catch((error: unknown) => {
      problem = error;
      // Calls in flight fail for the same reason: they get their answers before the process ends.
      void server.close();
    });
  await server.closed;
  if (problem !== undefined) throw problem;
  await taxiway.close();
};

interface OtherServer {
  readonly dispatcher: Dispatcher;
  close(): Promise<void>;
}
type ComposeOther = (
  config: Config,
  parts: { readonly version: string; readonly log: Log; readonly core: Core; readonly name: string },
) => OtherServer | Promise<OtherServer>;

/** Servers that cannot say what they have before the store is open: the client waits for that. */
const OTHERS: ReadonlyMap<string, () => Promise<ComposeOther>> = new Map([
  ["flights", async (): Promise<ComposeOther> => (await import("./compose/flights.ts")).composeFlights],
  ["toolbox", async (): Promise<ComposeOther> => (await import("./compose/toolbox.ts")).composeToolbox],
]);
const connectorNamed = async (): Promise<ComposeOther> => (await import("./compose/connectors.ts")).composeConnector;

const serveOther = async (config: Config, log: Log, taxiway: Taxiway, name: string): Promise<void> => {
  const [compose, core] = await Promise.all([(OTHERS.get(name) ?? connectorNamed)(), taxiway.open()]);
  const other = await compose(config, { version, log, core, name });
  const server = onStdin(other.dispatcher, log);
  void untilSignalled().then(() => server.close());
  await server.closed;
  await other.close();
  await taxiway.close();
};

/** Made by the first process that starts; whoever starts beside it finds it. */
const adminTokenOf = async ({ adminToken, store, dataFolder }: Config): Promise<AdminToken> => {
  const { keptAdminToken, passingAdminToken } = await import("./access/admin-token.ts");
  if (adminToken !== undefined) return { token: adminToken, made: false };
  if (store.kind === "memory") return passingAdminToken();
  // A node with all its data elsewhere may have no folder to write to.
  return keptAdminToken(dataFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    return passingAdminToken();
  });
};

/** What a person who starts it has to know beside where it listens. */
const announced = (config: Config) => ({
  auth: config.auth.kind,
  reach: reachOfConfig(config),
  ...(config.store.kind !== "memory" && { program: PROGRAM }),
  ...(config.loginToken !== undefined && { loginToken: config.loginToken }),
});

const serveMany = async (config: Config, log: Log): Promise<void> => {
  // From the start: whoever reads that we listen may stop us at once.
  const signalled = untilSignalled();
  const [{ composeHttp }, admin] = await Promise.all([import("./compose/http.ts"), adminTokenOf(config)]);
  const remote = await composeHttp(config, { version, log, adminToken: admin.token });
  const both = config.transport === "both";
  (both ? process.stderr : process.stdout).write(
    listeningText({ ...config.http, ...remote, ...announced(config), admin }),
  );
  const stdio = both ? onStdin(await remote.server(config.server), log) : undefined;
  await signalled;
  await stdio?.close();
  await remote.close();
};

const serveWithWorkers = async (config: Config, log: Log): Promise<void> => {
  const [{ default: cluster }, primary] = await Promise.all([
    import("node:cluster"),
    import("./platform/cluster/primary.ts"),
  ]);
  if (cluster.isWorker) return serveAsWorker(config, log, primary);
  const admin = await adminTokenOf(config);
  await primary.runWorkers({
    count: config.http.workers,
    env: { [START]: JSON.stringify(start) },
    stop: untilSignalled(),
    log,
    announce: (listening) =>
      process.stdout.write(listeningText({ ...config.http, ...listening, ...announced(config), admin })),
  });
};

const serveAsWorker = async (
  config: Config,
  log: Log,
  primary: typeof import("./platform/cluster/primary.ts"),
): Promise<void> => {
  const ended = primary.untilPrimaryEnds();
  const [{ composeHttp }, { createWorkers }, { workerChannel }] = await Promise.all([
    import("./compose/http.ts"),
    import("./platform/cluster/workers.ts"),
    import("./platform/stores/worker-bus.ts"),
  ]);
  const workers = createWorkers(workerChannel(process));
  const { token: adminToken } = await adminTokenOf(config);
  const remote = await composeHttp(config, { version, log, workers, adminToken }).catch(async (error: unknown) => {
    // For the primary to print: once, not by every worker.
    await primary.tellPrimary({ problem: startProblem(error, config.http) });
    process.exit(1);
  });
  await primary.tellPrimary({ listening: { port: remote.port, paths: remote.paths } });
  await ended;
  await remote.close();
};

const serve = (config: Config): Promise<void> => {
  const log = logTo(config);
  if (config.transport === "stdio") return serveOneClient(config, log);
  return config.http.workers > 1 ? serveWithWorkers(config, log) : serveMany(config, log);
};

/** One command over the same store as the servers use, and over at once. */
const manage = async ({ to, config, args }: Command): Promise<string> => {
  if (to === "store") return (await import("./platform/stores/store-command.ts")).storeCommand(args, config.store);
  if (config.store.kind === "memory") {
    throw new Failure("rule", "What is kept in the memory store would be gone with this command.", {
      hint: "Use the lmdb or valkey store, the one that taxiway serve uses.",
    });
  }
  const log = logTo(config);
  const { runCommand } = await import("./cli/run-command.ts");
  const taxiway = await compose(config, { version, log });
  try {
    return await runCommand(to, args, { config, log, core: await taxiway.open() });
  } finally {
    await taxiway.close();
  }
};

/** How a primary tells its workers what it decided at its start. */
const START = "TAXIWAY_START";
const told = process.env[START];
const start: Start = told === undefined ? newStart() : (JSON.parse(told) as Start);

let http: HttpConfig | undefined;
try {
  const intent = readConfig(process.env, process.argv.slice(2), start);
  if (intent.to === "help") process.stdout.write(helpText(version));
  else if (intent.to === "version") process.stdout.write(`${version}\n`);
  else if (intent.to !== "serve") process.stdout.write(`${(await manage(intent)).trimEnd()}\n`);
  else {
    http = intent.config.http;
    await serve(intent.config);
    process.exit(0);
  }
} catch (error) {
  process.stderr.write(`${startProblem(error, http)}\n`);
  process.exit(1);
}
