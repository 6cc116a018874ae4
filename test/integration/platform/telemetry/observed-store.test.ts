import { createMemoryStore } from "../../../../src/platform/stores/memory.ts";
import { observeStore } from "../../../../src/platform/telemetry/observed-store.ts";
import { createTracing } from "../../../../src/platform/telemetry/request-id.ts";
import { describeStore } from "../../../fixtures/contracts/store.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

describeStore("memory, observed", async () => {
  let instant = Date.now();
  const store = createMemoryStore({ now: () => instant });
  const metrics = { storeOperation: () => undefined };
  return {
    store: observeStore(store, { metrics, log: quiet, tracing: createTracing(true) }),
    now: () => instant,
    async pass(milliseconds) {
      instant += milliseconds;
    },
  };
});
