import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { openStore } from "../../../src/platform/stores/open-store.ts";
import { CONFORMANCE } from "../../fixtures/conformance.ts";
import { GDS_TOOLS } from "../../fixtures/gds-tools.ts";
import { TODAY } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { createAttacker } from "./attacker.ts";
import { connectHonestClient, createRounds, findOffers, listedTools } from "./honest-client.ts";
import { AT_REST, complaintsIn, startHttpTaxiway } from "./measured-taxiway.ts";
import { ADMIN_TOKEN } from "./other-endpoints.ts";
import { inspectBookings } from "./stored-bookings.ts";

/** TAXIWAY_HOSTILE_SEED repeats a run that failed, or tries something new. */
const SEED = Number(process.env["TAXIWAY_HOSTILE_SEED"] ?? 20_261_201);
const ATTACKERS = 24;
const WARM_UP = 0.3;
/** Honest clients send requests all the time, and leave most of the machine to the attackers. */
const PAUSE_MS = 20;
/** Caches and streams that wait for their client may still grow by a few megabytes. */
const GROWTH_BYTES = 20 * 2 ** 20;

/** Attacks a server with this many requests, and checks that it serves honest clients, leaks no memory and stays consistent. */
export const expectToSurvive = async (requests: number): Promise<void> => {
  const folder = temporaryFolder();
  const server = await startHttpTaxiway({
    TAXIWAY_STORE: "lmdb",
    TAXIWAY_DATA_DIR: folder,
    ...CONFORMANCE,
    TAXIWAY_MAX_REQUESTS_PER_CLIENT: "1000",
    TAXIWAY_ADMIN_TOKEN: ADMIN_TOKEN,
    LOG_LEVEL: "warn",
  });
  const secret = new Set<string>();
  const honestClients = await Promise.all(
    (["legacy", "modern", "legacy", "modern"] as const).map((era) => connectHonestClient(server.port, era)),
  );
  const [first] = honestClients;
  if (first === undefined) throw new Error("no client connected");
  const target = {
    port: server.port,
    seed: SEED,
    tools: await listedTools(first),
    offers: await findOffers(first),
    secret,
  };
  expect(target.tools).toHaveLength(GDS_TOOLS);

  let attacked = true;
  const rounds = Promise.all(
    honestClients.map(async (client) => {
      const round = createRounds(client, target.offers, secret);
      let count = 0;
      while (attacked) {
        await round(count++);
        await sleep(PAUSE_MS);
      }
      return count;
    }),
  );
  // The first failure is reported; the other clients then find the server gone.
  rounds.catch(() => undefined);
  const attackers = await Promise.all(Array.from({ length: ATTACKERS }, (_, number) => createAttacker(target, number)));
  const attack = async (share: number): Promise<number> => {
    const each = Math.ceil((requests * share) / ATTACKERS);
    const sent = await Promise.all(attackers.map((attacker) => attacker.attack(each)));
    return sent.reduce((sum, count) => sum + count, 0);
  };

  let sent = await attack(WARM_UP);
  const warm = await server.heapUsed();
  sent += await attack(1 - WARM_UP);
  attacked = false;
  const counts = await rounds;
  expect(sent).toBeGreaterThanOrEqual(requests);
  for (const count of counts) expect(count).toBeGreaterThan(0);

  for (const attacker of attackers) attacker.leave();
  for (const client of honestClients) client.leave();
  await vi.waitFor(async () => expect(await server.load()).toEqual(AT_REST), { timeout: 20_000, interval: 100 });
  expect((await server.heapUsed()) - warm).toBeLessThan(GROWTH_BYTES);
  expect(complaintsIn(server.log)).toEqual([]);

  const late = await connectHonestClient(server.port, "modern");
  expect(await late.call("listBookings", {})).toMatchObject({ bookings: [] });
  expect(await server.stop()).toEqual({ code: 0, signal: null });

  const store = await openStore({ kind: "lmdb", path: folder, now: () => Date.parse(`${TODAY}T09:00:00Z`) });
  const { bookings, problems } = await inspectBookings(store);
  await store.close();
  expect(problems).toEqual([]);
  expect(bookings.map(({ pnr }) => pnr)).toEqual(expect.arrayContaining([...secret]));
};
