import { join } from "node:path";
import { opening, searchCall, USUAL_SEARCH, withId } from "./requests.ts";
import { type ServerCommand, startServer } from "./server-process.ts";

const PROGRAM = join(import.meta.dirname, "../dist/main.js");

export const ADMIN_TOKEN = "admin-token-of-the-benchmark";

export const taxiwayStdio = (folder: string, store: "memory" | "lmdb" = "memory"): ServerCommand => ({
  args: [PROGRAM],
  env: { TAXIWAY_STORE: store, TAXIWAY_DATA_DIR: folder },
});

export interface TaxiwayOptions {
  /** The data folder of LMDB. */
  readonly folder: string;
  readonly valkeyUrl?: string;
  readonly workers?: number;
  /** `dist/main.js` of another build, to compare with. */
  readonly program?: string;
  /** Further settings. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Sessions and rate limiting are on, with a limit that is never reached. The log is as quiet as those of the peers. */
export const taxiwayHttp = (options: TaxiwayOptions): ServerCommand => {
  const { folder, valkeyUrl, workers = 1, program = PROGRAM, env } = options;
  return {
    args: [program, "serve"],
    env: {
      TRANSPORT_MODE: "http",
      HTTP_PORT: "0",
      LOG_LEVEL: "error",
      RATE_LIMIT_PER_MINUTE: "1000000",
      TAXIWAY_WORKERS: String(workers),
      TAXIWAY_DATA_DIR: folder,
      ...(valkeyUrl === undefined ? { TAXIWAY_STORE: "lmdb" } : { TAXIWAY_STORE: "valkey", VALKEY_URL: valkeyUrl }),
      ...env,
    },
  };
};

/** Returns what Taxiway answers to the usual search. The peers return this answer as a constant. */
export const recordAnswer = async (taxiway: ServerCommand): Promise<object> => {
  const server = startServer(taxiway);
  await server.ask(opening.legacy.lines, opening.legacy.answers);
  const [answer] = await server.ask([withId(searchCall(USUAL_SEARCH, "legacy"), 3).trim()], 1);
  await server.end();
  if (answer?.result === undefined || answer.result.isError) {
    throw new Error(`Taxiway did not answer the search: ${JSON.stringify(answer)}`);
  }
  return answer.result;
};

interface Listening {
  readonly port: number;
}

/** Reads a metric of the main process; its workers are not included. */
const readMetric = async ({ port }: Listening, name: string): Promise<number> => {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(metrics)?.[1]);
};

export const mainProcessCpuSeconds = (server: Listening): Promise<number> =>
  readMetric(server, "process_cpu_seconds_total");

/** In megabytes. */
export const mainProcessMemory = async (server: Listening): Promise<number> =>
  (await readMetric(server, "process_resident_memory_bytes")) / 1_048_576;
