import { it } from "vitest";
import { startLmdbSystem } from "./lmdb-system.ts";
import { runHistory, SECONDS, seedFor } from "./run-history.ts";

it("Taxiway keeps every guarantee on LMDB while workers, processes and the disk fail", {
  timeout: (SECONDS + 150) * 1000,
}, async () => {
  await runHistory(await startLmdbSystem({ onSmallDisk: process.env["HISTORY_DISK"] === "small" }), {
    seed: seedFor(),
    seconds: SECONDS,
  });
});
