import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { openStore } from "../../../src/platform/stores/open-store.ts";
import { TODAY } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { createAttacker } from "./attacker.ts";
import { createGuest, createRounds, findOffers, listedTools } from "./honest.ts";
import { AT_REST, complaintsIn, startHttpTaxiway } from "./http-taxiway.ts";
import { inspectBookings } from "./kept-bookings.ts";
import { ADMIN_TOKEN } from "./other-faces.ts";

/** TAXIWAY_HOSTILE_SEED repeats a run that failed, or tries something new. */
const SEED = Number(process.env["TAXIWAY_HOSTILE_SEED"] ?? 20_261_201);
const REQUESTS = Number(process.env["TAXIWAY_HOSTILE_REQUESTS"] ?? 100_000);
const ATTACKERS = 24;
const WARM_UP = 0.3;
/** Guests look in all the time, and leave most of the machine to the attackers. */
const GUEST_PAUSE_MS = 20;
/** Caches and streams that wait for their client may still grow by a few megabytes; 300 bytes kept per request are more. */
const GROWTH_BYTES = 20 * 2 ** 20;

it("survives a hundred thousand hostile requests, and nobody else notices", { timeout: 900_000 }, async () => {
  const folder = temporaryFolder();
  const server = await startHttpTaxiway({
    TAXIWAY_STORE: "lmdb",
    TAXIWAY_DATA_DIR: folder,
    TAXIWAY_CONFORMANCE_FIXTURES: "true",
    TAXIWAY_MAX_REQUESTS_PER_CLIENT: "1000",
    TAXIWAY_ADMIN_TOKEN: ADMIN_TOKEN,
    LOG_LEVEL: "warn",
  });
  const secret = new Set<string>();
  const guests = await Promise.all(
    (["legacy", "modern", "legacy", "modern"] as const).map((era) => createGuest(server.port, era)),
  );
  const [first] = guests;
  if (first === undefined) throw new Error("nobody came");
  const siege = {
    port: server.port,
    seed: SEED,
    tools: await listedTools(first),
    offers: await findOffers(first),
    secret,
  };
  expect(siege.tools).toHaveLength(9);

  let under = true;
  const rounds = Promise.all(
    guests.map(async (guest) => {
      const round = createRounds(guest, siege.offers, secret);
      let count = 0;
      while (under) {
        await round(count++);
        await sleep(GUEST_PAUSE_MS);
      }
      return count;
    }),
  );
  // Whoever fails first is reported; the others then find the server gone.
  rounds.catch(() => undefined);
  const attackers = await Promise.all(Array.from({ length: ATTACKERS }, (_, number) => createAttacker(siege, number)));
  const attack = async (share: number): Promise<number> => {
    const each = Math.ceil((REQUESTS * share) / ATTACKERS);
    const sent = await Promise.all(attackers.map((attacker) => attacker.attack(each)));
    return sent.reduce((sum, count) => sum + count, 0);
  };

  let sent = await attack(WARM_UP);
  const warm = await server.heapUsed();
  sent += await attack(1 - WARM_UP);
  under = false;
  const counts = await rounds;
  expect(sent).toBeGreaterThanOrEqual(REQUESTS);
  for (const count of counts) expect(count).toBeGreaterThan(0);

  for (const attacker of attackers) attacker.leave();
  for (const guest of guests) guest.leave();
  await vi.waitFor(async () => expect(await server.load()).toEqual(AT_REST), { timeout: 20_000, interval: 100 });
  expect((await server.heapUsed()) - warm).toBeLessThan(GROWTH_BYTES);
  expect(complaintsIn(server.log)).toEqual([]);

  const late = await createGuest(server.port, "modern");
  expect(await late.call("listBookings", {})).toMatchObject({ bookings: [] });
  expect(await server.stop()).toEqual({ code: 0, signal: null });

  const store = await openStore({ kind: "lmdb", path: folder, now: () => Date.parse(`${TODAY}T09:00:00Z`) });
  const { bookings, problems } = await inspectBookings(store);
  await store.close();
  expect(problems).toEqual([]);
  expect(bookings.map(({ pnr }) => pnr)).toEqual(expect.arrayContaining([...secret]));
});
