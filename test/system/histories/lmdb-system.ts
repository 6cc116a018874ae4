import { onTestFinished } from "vitest";
import { openStore } from "../../../src/platform/stores/open-store.ts";
import { type HttpTaxiway, launchHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { startTaxiway, type TaxiwayProcess } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { mountSmallDisk } from "../nodes/small-disk.ts";
import { childrenOf, kill } from "../platform/cluster/cluster.ts";
import { httpEndpoint, stdioEndpoint } from "./endpoints.ts";
import type { Random } from "./random.ts";
import { untilStarted } from "./restart.ts";
import { stutter } from "./stutter.ts";
import { type FaultKind, type System, settings, worldTime } from "./system.ts";

const STDIO = [0, 1] as const;
/** Paused for moments, so that others write between its reads and its writes. */
const HESITANT = 1;

/** Where the file is, and what can happen to its disk. */
interface Disk {
  readonly folder: string;
  readonly faults: readonly FaultKind[];
}

const SMALL_DISK_MB = 128;

/** In memory, so that it can be full. Commits take no time there, so few calls overlap with one. */
const smallDisk = async (): Promise<Disk> => {
  const disk = await mountSmallDisk(SMALL_DISK_MB);
  const full: FaultKind = {
    name: "full",
    lasts: [1_000, 4_000],
    async begin() {
      disk.fill();
      return { target: "disk", heal: () => disk.free() };
    },
  };
  return { folder: disk.folder, faults: [full] };
};

/** A server with two workers and two stdio processes, all on one folder. */
export const startLmdbSystem = async ({ onSmallDisk }: { readonly onSmallDisk: boolean }): Promise<System> => {
  const disk = onSmallDisk ? await smallDisk() : { folder: temporaryFolder(), faults: [] };
  const env = { TAXIWAY_DATA_DIR: disk.folder };
  const launchServer = (port: number): Promise<HttpTaxiway> =>
    launchHttpTaxiway({ ...settings(), ...env, HTTP_PORT: String(port), TAXIWAY_WORKERS: "2" });
  const launchStdio = (): TaxiwayProcess => startTaxiway({ ...settings(), ...env });

  let server = await launchServer(0);
  const workers = (): readonly number[] => childrenOf(server.child.pid as number);
  const killServer = async (): Promise<void> => {
    const pids = workers();
    await server.stop("SIGKILL");
    for (const pid of pids) kill(pid, "SIGKILL");
  };
  onTestFinished(killServer);
  const processes = STDIO.map(launchStdio);
  const ended: { readonly stderr: () => string }[] = [];

  const processAt = (index: number): TaxiwayProcess => processes[index] as TaxiwayProcess;

  const paused = (pid: number, target: string) => {
    kill(pid, "SIGSTOP");
    return { target, heal: () => kill(pid, "SIGCONT") };
  };
  const killAllWorkers: FaultKind = {
    name: "kill -9",
    lasts: [0, 1_000],
    async begin() {
      const { port } = server;
      ended.push(server);
      await killServer();
      return {
        target: "the server with its workers",
        async heal() {
          server = await untilStarted(() => launchServer(port));
        },
      };
    },
  };
  const stutterOfWorker = stutter((random) => ({ pid: random.pick(workers()), target: "a worker" }));
  const ofWorkers: FaultKind[] = [
    {
      name: "kill -9",
      lasts: [0, 100],
      async begin(random) {
        kill(random.pick(workers()), "SIGKILL");
        return { target: "a worker", heal: () => undefined };
      },
    },
    {
      name: "SIGSTOP",
      lasts: [1_000, 8_000],
      begin: async (random) => paused(random.pick(workers()), "a worker"),
    },
    stutterOfWorker,
    stutterOfWorker,
    killAllWorkers,
  ];
  const pickProcess = (random: Random): number => random.pick(STDIO);
  const stutterOfProcess = stutter((random) => {
    const index = pickProcess(random);
    return { pid: processAt(index).child.pid as number, target: `stdio ${index + 1}` };
  });
  const ofProcessesAndDisk: FaultKind[] = [
    {
      name: "kill -9",
      lasts: [0, 1_000],
      async begin(random) {
        const index = pickProcess(random);
        const old = processAt(index);
        old.child.kill("SIGKILL");
        await old.exited;
        ended.push(old);
        return {
          target: `stdio ${index + 1}`,
          heal() {
            processes[index] = launchStdio();
          },
        };
      },
    },
    {
      name: "SIGSTOP",
      lasts: [1_000, 8_000],
      async begin(random) {
        const index = pickProcess(random);
        return paused(processAt(index).child.pid as number, `stdio ${index + 1}`);
      },
    },
    stutterOfProcess,
    stutterOfProcess,
    ...disk.faults,
  ];

  return {
    store: "LMDB",
    endpoints: [
      // Twice as many calls as for one process, because it has two workers.
      httpEndpoint("workers", () => server.port),
      httpEndpoint("workers", () => server.port),
      ...STDIO.map((index) => stdioEndpoint(`stdio ${index + 1}`, () => processAt(index), index === HESITANT)),
    ],
    faults: [ofWorkers, ofProcessesAndDisk],
    lastFault: killAllWorkers,
    pause() {
      const { heal } = paused(processAt(HESITANT).child.pid as number, "");
      return { end: heal };
    },
    ask: (tool, input) => processAt(0).call(tool, input),
    openStore: () => openStore({ kind: "lmdb", path: disk.folder, now: worldTime }),
    logs: () =>
      [...ended, server, ...processes].map((taxiway, n) => `--- process ${n + 1}\n${taxiway.stderr()}`).join("\n"),
  };
};
