import { it } from "vitest";
import { createMemoryStore } from "../../../../src/platform/stores/memory.ts";
import { describeStore, expectRealExpiry } from "../../../fixtures/contracts/store.ts";

describeStore("memory", async () => {
  let instant = Date.now();
  return {
    store: createMemoryStore({ now: () => instant }),
    now: () => instant,
    async pass(milliseconds) {
      instant += milliseconds;
    },
  };
});

it("the memory store lets entries expire in real time while the configured clock is frozen", async () => {
  const now = () => 1_000_000;
  let real = Date.now();
  const store = createMemoryStore({ now, realTime: () => real });
  await expectRealExpiry(store, now, (milliseconds) => {
    real += milliseconds;
  });
  await store.close();
});
