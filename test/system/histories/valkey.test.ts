import { it } from "vitest";
import { runHistory, SECONDS, seedFor } from "./run-history.ts";
import { startValkeySystem } from "./valkey-system.ts";

it("Taxiway keeps every guarantee on Valkey while nodes, Valkey and the network fail", {
  timeout: (SECONDS + 150) * 1000,
}, async () => {
  await runHistory(await startValkeySystem(), { seed: seedFor(), seconds: SECONDS });
});
