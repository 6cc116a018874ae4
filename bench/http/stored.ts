import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DEFAULT_TENANT, keys } from "../../src/model/keys.ts";
import { openStore } from "../../src/platform/stores/open-store.ts";
import type { RecordValue } from "../../src/platform/stores/store.ts";
import { parseValkeyUrl } from "../../src/platform/stores/valkey-url.ts";
import { startValkey, type ValkeyServer } from "../../test/fixtures/valkey.ts";
import { toolCall } from "../requests.ts";
import { table } from "../table.ts";
import { taxiwayHttp } from "../taxiway.ts";
import { ANY_RESULT, type Candidate, candidateOn, costTable, inSequence, measure } from "./candidate.ts";
import type { FilledStore, FillRequest } from "./filled-store.ts";
import { httpRequest } from "./http-request.ts";
import { startHttpServer } from "./http-server.ts";
import { callTool, flightToBook, openSession } from "./session.ts";

const SIZES = [1_000, 100_000, 1_000_000] as const;
const ROUNDS = 3;
const SECONDS = 1;

/** Books a flight with Taxiway and returns the stored record. */
const bookOne = async (folder: string): Promise<RecordValue> => {
  const server = await startHttpServer(taxiwayHttp({ folder }));
  const sessionId = (await openSession(server.port)) as string;
  const { structuredContent } = await callTool(server.port, sessionId, "bookFlight", await flightToBook(server.port));
  await server.end();
  const { pnr } = structuredContent as { readonly pnr: string };
  const store = await openStore({ kind: "lmdb", path: folder, now: Date.now });
  const found = await store.get(keys.booking(DEFAULT_TENANT, pnr));
  await store.close();
  if (found === undefined) throw new Error(`The booking ${pnr} is not in the store.`);
  return found.value;
};

interface Filled extends FilledStore {
  readonly size: number;
  readonly engine: string;
  readonly seconds: number;
  readonly valkeyUrl?: string;
  readonly folder: string;
}

const fill = async (request: FillRequest): Promise<FilledStore & { readonly seconds: number }> => {
  const startedAt = performance.now();
  const child = fork(join(import.meta.dirname, "fill-process.ts"));
  child.send(request);
  const [filled] = (await once(child, "message")) as [FilledStore];
  const seconds = (performance.now() - startedAt) / 1000;
  console.error(`Wrote ${request.count} bookings to ${request.config.kind} in ${seconds.toFixed(0)} s`);
  return { ...filled, seconds };
};

const fillLmdb = (template: RecordValue, folder: string): Promise<readonly Filled[]> =>
  inSequence(SIZES, async (size) => {
    const path = join(folder, String(size));
    const filled = await fill({ config: { kind: "lmdb", path }, template, count: size });
    return { ...filled, size, engine: "LMDB", folder: path };
  });

const fillValkey = (template: RecordValue, folder: string, servers: readonly ValkeyServer[]) =>
  inSequence(servers, async ({ url: valkeyUrl }, index): Promise<Filled> => {
    const size = SIZES[index] as number;
    const config = { kind: "valkey", address: parseValkeyUrl(valkeyUrl) } as const;
    return { ...(await fill({ config, template, count: size })), size, engine: "Valkey", folder, valkeyUrl };
  });

const contestantsOn = async ({ pnrs, sessionIds, ...filled }: Filled): Promise<readonly Candidate[]> => {
  const server = await startHttpServer(taxiwayHttp(filled));
  const { port } = server;
  const own = await openSession(port);
  const workload = (tool: string, inputs: readonly object[]) => ({
    name: `${tool}, ${filled.engine}, ${filled.size} bookings`,
    requests: inputs.map((input) =>
      httpRequest({ port, era: "legacy", tool, call: toolCall(tool, input, "legacy"), sessionId: own }),
    ),
    expected: ANY_RESULT,
  });
  return [
    workload(
      "retrieveBooking",
      pnrs.map((pnr) => ({ pnr })),
    ),
    workload(
      "listBookings",
      sessionIds.map((sessionId) => ({ sessionId })),
    ),
  ].map((each) => candidateOn(server, each, SECONDS));
};

/** Measures whether reading bookings slows down as their number grows. */
export const stored = async (folder: string): Promise<string> => {
  const template = await bookOne(join(folder, "one"));
  const servers = await Promise.all(SIZES.map(() => startValkey({ appendonly: "no" })));
  try {
    const filled = (await Promise.all([fillLmdb(template, folder), fillValkey(template, folder, servers)])).flat();
    const candidates = (await inSequence(filled, contestantsOn)).flat();
    const measured = await measure(candidates, ROUNDS);

    const first = (index: number) => candidates.findIndex(({ name }) => name.startsWith(kind(candidates[index])));
    const order = [...candidates.keys()].sort((a, b) => first(a) - first(b) || a - b);
    const names = order.map((index) => candidates[index]?.name ?? "");
    const rows = order.map((index) => measured[index] ?? []);
    return [
      "Bookings in the store, ten to a session:",
      costTable(names, rows, { name: "the fewest", row: (index) => index - (index % SIZES.length) }),
      "Filling the store:",
      table(
        ["store", "bookings", "seconds", "bookings/s"],
        filled.map(({ engine, size, seconds }) => [
          engine,
          String(size),
          seconds.toFixed(1),
          Math.round(size / seconds).toString(),
        ]),
      ),
    ].join("\n\n");
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
};

/** Returns tool and store, without the number of bookings. */
const kind = (candidate: Candidate | undefined): string => candidate?.name.replace(/\d+ bookings$/, "") ?? "";
