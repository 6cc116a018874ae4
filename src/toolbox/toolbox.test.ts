import { expect, it } from "vitest";
import { systemClock } from "../model/clock.ts";
import { createOutbound } from "../outbound/guarded-outbound.ts";
import { createLocalBus } from "../stores/local-bus.ts";
import { createMemoryStore } from "../stores/memory.ts";
import { createHealthMonitor } from "./health-monitor.ts";
import { openCatalogue } from "./store-catalogue.ts";
import { createToolbox } from "./toolbox.ts";

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

it("the list is a new one only when a check found something that can be seen in it", async () => {
  const [store, bus, clock] = [createMemoryStore(systemClock), createLocalBus(), systemClock];
  const tenant = "default";
  const catalogue = await openCatalogue({ tenant, store, bus, clock, log });
  const timers = { now: () => 0, after: () => () => undefined };
  const monitor = createHealthMonitor({ tenant, store, bus, clock, log, timers });
  const outbound = createOutbound({ allow: [] });
  const secret = Buffer.alloc(32);
  const toolbox = createToolbox({
    tenant,
    builtIns: [],
    catalogue,
    monitor,
    outbound,
    secret,
    version: "1.0.0",
    clock,
    log,
  });
  // Without an endpoint, so that every check fails.
  await catalogue.register({
    name: "parrot",
    description: "Repeats what it hears.",
    category: "OTHER",
    functions: [{ name: "echo", description: "Says it again.", parameters: { type: "object" } }],
    health_check_interval: 60,
    lease_seconds: 600,
  });
  const entry = await toolbox.find("parrot");
  const lists = [toolbox.list()];
  for (let turn = 0; turn < 4; turn++) {
    await toolbox.check(entry);
    lists.push(toolbox.list());
  }
  expect(lists.map(([listed]) => listed?.health.status)).toEqual([
    ...["unknown", "degraded", "degraded", "unavailable", "unavailable"],
  ]);
  expect(lists.map((list, turn) => list === lists[turn - 1])).toEqual([false, false, true, false, true]);
  await toolbox.close();
  await outbound.close();
});
