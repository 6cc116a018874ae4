import { expect, it, onTestFinished } from "vitest";
import type { Outbound } from "../../../../src/platform/outbound/outbound.ts";
import { startOrders } from "./order-fixture.ts";
import { type CallOptions, NOW, refused } from "./sandbox-fixture.ts";

const DAY_MS = 86_400_000;

/** A receiver that accepts everything. */
const RECEIVER: Outbound = {
  request: async () => ({ status: 200, headers: {}, body: Buffer.from("thanks"), url: "https://example.com/hooks" }),
  fetch: () => Promise.reject(new Error("no network in this test")),
  problemOf: async () => undefined,
  close: async () => undefined,
};

const start = () => {
  let now = NOW;
  const sandbox = startOrders({ outbound: RECEIVER, clock: { now: () => now, configured: true } });
  onTestFinished(() => sandbox.close());
  const as = (account: string, address?: string): CallOptions => ({
    headers: { authorization: `Bearer ${account}` },
    ...(address !== undefined && { address }),
  });
  const data = { url: "https://example.com/hooks", events: ["order.created"] };
  return {
    ...sandbox,
    as,
    wait: (days: number) => {
      now += days * DAY_MS;
    },
    subscribe: (options: CallOptions) => sandbox.post("/air/webhooks", data, options),
    idsOf: async (options: CallOptions) =>
      (await sandbox.get("/air/webhooks", options)).body.data.map(({ id }: { id: string }) => id),
  };
};

it("a webhook is deleted 30 days after its last change or delivery", async () => {
  const { as, call, patch, wait, subscribe, idsOf } = start();
  const [idle, changed, used] = ["idle", "changed", "used"].map((account) => as(account)) as [
    CallOptions,
    CallOptions,
    CallOptions,
  ];
  const ids: string[] = [];
  for (const account of [idle, changed, used]) ids.push((await subscribe(account)).body.data.id);
  wait(20);
  await patch(`/air/webhooks/${ids[1]}`, { active: false }, changed);
  expect((await call("POST", `/air/webhooks/${ids[2]}/actions/ping`, used)).status).toBe(204);
  expect(await idsOf(idle)).toEqual([ids[0]]);
  wait(20);
  expect([await idsOf(idle), await idsOf(changed), await idsOf(used)]).toEqual([[], [ids[1]], [ids[2]]]);
  wait(20);
  expect([await idsOf(changed), await idsOf(used)]).toEqual([[], []]);
  expect((await subscribe(idle)).status).toBe(201);
});

it("an address has at most 50 webhooks, whatever tokens it sends", async () => {
  const { as, call, wait, subscribe } = start();
  const ids: string[] = [];
  for (let n = 0; n < 50; n++) ids.push((await subscribe(as(`token-${n}`, "192.0.2.1"))).body.data.id);
  const oneMore = as("one-more", "192.0.2.1");
  expect(refused(await subscribe(oneMore))).toEqual([422, "validation_error", "too_many_webhooks"]);
  expect((await subscribe(as("elsewhere", "192.0.2.2"))).status).toBe(201);
  expect((await subscribe(as("not-limited"))).status).toBe(201);

  expect((await call("DELETE", `/air/webhooks/${ids[0]}`, as("token-0", "192.0.2.1"))).status).toBe(204);
  expect((await subscribe(oneMore)).status).toBe(201);
  expect((await subscribe(as("token-0", "192.0.2.1"))).status).toBe(422);
  wait(31);
  expect((await subscribe(as("token-0", "192.0.2.1"))).status).toBe(201);
});
