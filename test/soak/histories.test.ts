import { it } from "vitest";
import { startLmdbSystem } from "../system/histories/lmdb-system.ts";
import { runHistory, seedFor } from "../system/histories/run-history.ts";
import { startValkeySystem } from "../system/histories/valkey-system.ts";

/** `npm run test:soak`: several seeds per store. HISTORY_SEED names the first one, HISTORY_SECONDS the length of each. */
const SECONDS = Number(process.env["HISTORY_SECONDS"] ?? 90);
const ROUNDS = Number(process.env["HISTORY_ROUNDS"] ?? 3);

const SYSTEMS = {
  Valkey: startValkeySystem,
  LMDB: () => startLmdbSystem({ onSmallDisk: false }),
  "LMDB on a small disk": () => startLmdbSystem({ onSmallDisk: true }),
};

const first = seedFor();
const rounds = Array.from({ length: ROUNDS }, (_, round) => (round === 0 ? first : `${first}-${round}`));

for (const [name, start] of Object.entries(SYSTEMS)) {
  it.each(rounds)(
    `Taxiway keeps every guarantee on ${name} under faults, seed %s`,
    { timeout: (SECONDS + 180) * 1000 },
    async (seed) => {
      await runHistory(await start(), { seed, seconds: SECONDS });
    },
  );
}
