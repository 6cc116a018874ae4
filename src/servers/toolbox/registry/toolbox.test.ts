import { createHmac } from "node:crypto";
import { expect, it, onTestFinished, vi } from "vitest";
import { systemClock } from "../../../model/clock.ts";
import type { Schema } from "../../../model/schema.ts";
import { createOutbound } from "../../../platform/outbound/guarded-outbound.ts";
import { createLocalBus } from "../../../platform/stores/local-bus.ts";
import { createMemoryStore } from "../../../platform/stores/memory.ts";
import { builtIn, builtInFunction } from "./built-in.ts";
import { createHealthMonitor } from "./health-monitor.ts";
import { startBuiltIns } from "./start-built-ins.ts";
import { openCatalogue } from "./store-catalogue.ts";
import { createToolbox, type ToolboxOptions } from "./toolbox.ts";

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const secret = Buffer.alloc(32, 7);
const timers = { now: () => 0, after: () => () => undefined };

const openToolbox = async (tenant = "default", builtIns: ToolboxOptions["builtIns"] = []) => {
  const [store, bus, clock] = [createMemoryStore(systemClock), createLocalBus(), systemClock];
  const shared = { tenant, store, bus, clock, log };
  const [catalogue, monitor] = [await openCatalogue(shared), createHealthMonitor({ ...shared, timers })];
  const outbound = createOutbound({ allow: [] });
  onTestFinished(() => outbound.close());
  const toolbox = createToolbox({ ...shared, builtIns, catalogue, monitor, outbound, secret, version: "1.0.0" });
  onTestFinished(() => toolbox.close());
  return { toolbox, catalogue };
};

it("returns a new list only after a visible change of health", async () => {
  const { toolbox, catalogue } = await openToolbox();
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
});

it("derives a different tool secret for each tenant and a stable one for the default tenant", async () => {
  const secretFor = async (tenant: string) => (await openToolbox(tenant)).toolbox.secretOf("weather");
  expect(await secretFor("default")).toBe(createHmac("sha256", secret).update("toolbox:weather").digest("base64url"));
  const secrets = await Promise.all(["default", "acme", "other", "acme"].map(secretFor));
  expect(new Set(secrets).size).toBe(3);
  expect(secrets[1]).toBe(secrets[3]);
});

it("shares built-in tools between tenants and keeps them open when a toolbox closes", async () => {
  const close = vi.fn(async () => undefined);
  const empty: Schema = { type: "object" };
  const texts = { name: "count", title: "Count", description: "Counts." };
  const count = builtInFunction({ ...texts, parameters: empty, returns: empty, annotations: {}, run: () => ({}) });
  const abacus = {
    name: "abacus",
    description: "Counts.",
    category: "CALCULATION",
    version: "1.0.0",
    functions: [count],
  };
  const builtIns = startBuiltIns([builtIn({ ...abacus, close })], { clock: systemClock, log });
  const [acme, other] = [await openToolbox("acme", builtIns.entries), await openToolbox("other", builtIns.entries)];
  expect(await acme.toolbox.find("abacus")).toBe(await other.toolbox.find("Abacus"));
  await acme.toolbox.close();
  expect(close).not.toHaveBeenCalled();
  expect(await other.toolbox.check(await other.toolbox.find("abacus"))).toMatchObject({ status: "healthy" });
  await builtIns.close();
  expect(close).toHaveBeenCalledTimes(1);
});
