import { openStore } from "../../src/platform/stores/open-store.ts";
import { type FillRequest, fillStore } from "./filled-store.ts";

/** Fills a store in a separate process, so that two can be filled at the same time. */
process.once("message", async ({ config, template, count }: FillRequest) => {
  const store = await openStore({ ...config, now: Date.now });
  const filled = await fillStore(store, template, count);
  await store.close();
  process.send?.(filled, () => process.exit());
});
