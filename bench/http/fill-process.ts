import { openStore } from "../../src/platform/stores/open-store.ts";
import { type FillOrder, fillStore } from "./filled-store.ts";

/** Fills a store in a process of its own, so that two can be filled at the same time. */
process.once("message", async ({ config, template, count }: FillOrder) => {
  const store = await openStore({ ...config, now: Date.now });
  const filled = await fillStore(store, template, count);
  await store.close();
  process.send?.(filled, () => process.exit());
});
