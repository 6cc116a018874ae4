import { createMemoryStore } from "../../src/stores/memory.ts";
import { describeStore } from "./store.ts";

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
