import cluster from "node:cluster";
import type { Config } from "../cli/config.ts";
import { startProblem } from "../cli/start-text.ts";
import type { Log } from "../model/log.ts";
import { type Listening, runWorkers, tellPrimary, untilPrimaryEnds } from "../platform/cluster/primary.ts";
import { createWorkers } from "../platform/cluster/workers.ts";
import { workerChannel } from "../platform/stores/worker-bus.ts";

export interface ClusterOptions {
  readonly version: string;
  readonly log: Log;
  readonly adminToken: string;
  /** Environment of the workers. */
  readonly env: Readonly<Record<string, string>>;
  readonly stop: Promise<void>;
  announce(listening: Listening): void;
}

export const isWorker = (): boolean => cluster.isWorker;

/** Runs the workers until `stop`, and replaces those that die. */
export const servePrimary = (config: Config, { log, env, stop, announce }: ClusterOptions): Promise<void> =>
  runWorkers({ count: config.http.workers, env, stop, log, announce });

/** Serves as one of the workers until the primary ends it. */
export const serveWorker = async (
  config: Config,
  { version, log, adminToken }: Pick<ClusterOptions, "version" | "log" | "adminToken">,
): Promise<void> => {
  const ended = untilPrimaryEnds();
  const { serveTaxiway } = await import("./http.ts");
  const workers = createWorkers(workerChannel(process));
  const remote = await serveTaxiway(config, { version, log, workers, adminToken }).catch(async (error: unknown) => {
    // The primary prints the problem once, whichever worker has it first.
    await tellPrimary({ problem: startProblem(error, config.http) });
    process.exit(1);
  });
  await tellPrimary({ listening: { port: remote.port, paths: remote.paths } });
  await ended;
  await remote.close();
};
