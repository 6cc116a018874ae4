import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Store } from "../../src/platform/stores/store.ts";
import type { OpenedRun } from "../../src/servers/rehearsal/runs/runs.ts";
import { startValkey } from "../../test/fixtures/valkey.ts";
import { callTool, playEpisode, SCENARIO, search, TENANT } from "../rehearsal/episode.ts";
import { openInProcess } from "../rehearsal/open-in-process.ts";

export const KINDS = ["start", "search", "list", "book", "finish", "close"] as const;
export type Kind = (typeof KINDS)[number];

/** What a request of a kind takes. */
export interface Cost {
  /** CPU seconds of the node, without HTTP, and of Valkey. */
  readonly node: number;
  readonly store: number;
  readonly operations: number;
  /** Round trips that wait for each other. */
  readonly trips: number;
}

export interface Constants {
  readonly lmdb: Readonly<Record<Kind, Cost>>;
  readonly valkey: Readonly<Record<Kind, Cost>>;
  /** Further CPU seconds of the node for a call of a run that it has not composed. */
  readonly composing: number;
  /** Bytes in Valkey: of an open run with a booking, and of a closed one. */
  readonly openBytes: number;
  readonly closedBytes: number;
  /** Bytes of the node's heap for a run that is composed. */
  readonly composedBytes: number;
}

/** As many as stay composed at a node, and more. */
const RUNS = 200;
const TOO_MANY = 400;
const AT_ONCE = 8;
const WARM_UP = 300;

const counting = () => {
  let [operations, trips, inFlight] = [0, 0, 0];
  const around = (store: Store): Store =>
    new Proxy(store, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...args: readonly unknown[]) => {
          operations += 1;
          if (inFlight++ === 0) trips += 1;
          const result = Reflect.apply(value, target, args);
          if (result instanceof Promise) return result.finally(() => inFlight--);
          inFlight--;
          return result;
        };
      },
    });
  return { around, counts: () => ({ operations, trips }) };
};

const inParallel = async <T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<unknown>): Promise<void> => {
  const left = all.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const one of left) await work(one);
    }),
  );
};

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const heap = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

/** What each kind of request costs over a store; `figures` reads the store's CPU seconds and bytes. */
const measure = async (
  env: Readonly<Record<string, string>>,
  figures: () => Promise<{ cpu: number; bytes: number }>,
) => {
  const { around, counts } = counting();
  const { runs, library, end } = await openInProcess(env, around);
  const scenario = await library.keep(TENANT, SCENARIO);
  for (let i = 0; i < WARM_UP; i++) await playEpisode(runs, scenario);

  const costOf = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<Cost> => {
    // Trips can only be told apart one request at a time.
    const [alone, ...rest] = all;
    const before = counts();
    await work(alone as T);
    const after = counts();
    const store = await figures();
    const cpu = process.cpuUsage();
    await inParallel(rest, AT_ONCE, work);
    const { user, system } = process.cpuUsage(cpu);
    const stored = (await figures()).cpu - store.cpu;
    return {
      node: (user + system) / 1e6 / rest.length,
      store: stored / rest.length,
      operations: after.operations - before.operations,
      trips: after.trips - before.trips,
    };
  };

  const empty = heap();
  const { bytes: none } = await figures();
  const started: { readonly id: string; readonly token: string; flightIds?: readonly string[]; pnr?: string }[] = [];
  const numbers = Array.from({ length: RUNS }, (_, i) => i);
  const start = await costOf(numbers, async () => {
    const { run, token } = await runs.start(TENANT, scenario, {});
    started.push({ id: run.id, token });
  });
  const opened = async ({ token }: { readonly token: string }) => (await runs.opened(token)) as OpenedRun;
  const searched = async (run: (typeof started)[number]) => {
    const { flights } = await callTool(await opened(run), "searchFlights", search("2027-03-10"));
    run.flightIds = flights.find(({ status }) => status === "available")?.flightIds ?? [];
  };
  await inParallel(started, AT_ONCE, searched);
  const searching = await costOf(started, searched);
  const composedBytes = (heap() - empty) / RUNS;
  const passengers = [{ type: "adult", firstName: "Ada", lastName: "Lovelace" }];
  const book = await costOf(started, async (run) => {
    const booking = { flightIds: run.flightIds, passengers, contactEmail: "ada@example.com" };
    run.pnr = (await callTool(await opened(run), "bookFlight", booking)).pnr;
  });
  const list = await costOf(started, async (run) => callTool(await opened(run), "listBookings", {}));
  const finish = await costOf(started, async (run) => {
    const words = { outcome: "done", message: `Booked ${run.pnr}.`, pnrs: [run.pnr] };
    return callTool(await opened(run), "finishTask", words);
  });
  const openBytes = ((await figures()).bytes - none) / RUNS;
  const close = await costOf(started, ({ id }) => runs.close(TENANT, id, {}));
  const closedBytes = ((await figures()).bytes - none) / RUNS;

  const many: (typeof started)[number][] = [];
  for (let i = 0; i < TOO_MANY; i++) {
    const { run, token } = await runs.start(TENANT, scenario, {});
    many.push({ id: run.id, token });
  }
  await inParallel(many, AT_ONCE, searched);
  const again = await costOf(many, searched);
  await end();
  return {
    costs: { start, search: searching, list, book, finish, close },
    ...{ openBytes, closedBytes, composedBytes, composing: Math.max(0, again.node - searching.node) },
  };
};

export const measureConstants = async (folder: string): Promise<Constants> => {
  const nothing = async () => ({ cpu: 0, bytes: 0 });
  const lmdb = await measure({ TAXIWAY_STORE: "lmdb", TAXIWAY_DATA_DIR: folder }, nothing);
  const valkey = await startValkey({ appendfsync: "everysec" });
  const info = async (section: string, name: string): Promise<number> =>
    Number(new RegExp(`^${name}:([\\d.]+)`, "m").exec(await valkey.cli("info", section))?.[1]);
  const figures = async () => ({
    cpu: (await info("cpu", "used_cpu_user")) + (await info("cpu", "used_cpu_sys")),
    bytes: await info("memory", "used_memory_dataset"),
  });
  const { costs, ...others } = await measure({ TAXIWAY_STORE: "valkey", VALKEY_URL: valkey.url }, figures);
  await valkey.stop();
  return { lmdb: lmdb.costs, valkey: costs, ...others };
};
