import { describe, expect, it } from "vitest";
import { createTime, recordingLog, watchedStore } from "../../test/fixtures/access/access-fixture.ts";
import type { Grant } from "../model/grant.ts";
import { createLocalBus } from "../platform/stores/local-bus.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import type { NewKey } from "./key-request.ts";
import { openKeyring } from "./keyring.ts";
import { createQuotas } from "./quotas.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

const start = async () => {
  const { clock, elapsed, pass } = createTime();
  const { store, state } = watchedStore(createMemoryStore({ now: clock.now }));
  const { log } = recordingLog();
  const pepper = Buffer.alloc(32, 1);
  const keyring = await openKeyring({ store, bus: createLocalBus(), clock, elapsed, pepper, log });
  const node = () => createQuotas({ store, clock, log, now: clock.now });
  const make = async (quota: NewKey["quota"], name = "bot") => keyring.create({ name, ...(quota && { quota }) });
  /** Finds and counts the key as authentication does, then closes the node so that it returns its permits. */
  const call = async (key: string, times: number, quotas = node()) => {
    for (let i = 0; i < times; i++) await quotas.take((await keyring.find(key)) as Grant);
    await quotas.close();
  };
  const use = async () => keyring.quotaUse(await keyring.list());
  return { call, use, make, keyring, state, pass, node };
};

describe("the use of a quota", () => {
  it("is reported only for limits that the key has", async () => {
    const { make, use } = await start();
    await make({ perMinute: 60, perDay: 100 });
    await make({ perDay: 100 });
    await make(undefined);
    expect(await use()).toEqual([{ thisMinute: 0, today: 0 }, { today: 0 }, {}]);
  });

  it("is counted per key across all nodes", async () => {
    const { make, call, use } = await start();
    const [one, other] = [await make({ perMinute: 60, perDay: 100 }), await make({ perMinute: 60 })];
    await call(one.key, 4);
    await call(one.key, 3);
    await call(other.key, 1);
    expect(await use()).toEqual([{ thisMinute: 7, today: 7 }, { thisMinute: 1 }]);
  });

  it("slides with the minute and is reset with the day", async () => {
    const { make, call, use, pass } = await start();
    await call((await make({ perMinute: 60, perDay: 100 })).key, 10);
    pass(1.5 * MINUTE);
    expect(await use()).toEqual([{ thisMinute: 5, today: 10 }]);
    pass(MINUTE);
    expect(await use()).toEqual([{ thisMinute: 0, today: 10 }]);
    pass(DAY);
    expect(await use()).toEqual([{ thisMinute: 0, today: 0 }]);
  });

  it("never exceeds the quota, however many calls were refused", async () => {
    const { make, call, use } = await start();
    await call((await make({ perMinute: 5, perDay: 3 })).key, 20);
    expect(await use()).toEqual([{ thisMinute: 5, today: 3 }]);
  });

  it("is read from the store only for keys that were used today", async () => {
    const { make, call, use, state, pass } = await start();
    for (let i = 0; i < 300; i++) await make({ perMinute: 60, perDay: 100 }, `idle ${i}`);
    await call((await make({ perMinute: 60, perDay: 100 })).key, 2);
    state.calls.length = 0;
    expect((await use()).filter(({ today }) => today === 2)).toHaveLength(1);
    expect(state.calls.filter((each) => each.startsWith("count"))).toHaveLength(3);
    pass(2 * DAY);
    state.calls.length = 0;
    await use();
    expect(state.calls.filter((each) => each.startsWith("count"))).toEqual([]);
  });
});

describe("the last use of a key", () => {
  it("is reported at once by the node that noticed it, before it is stored", async () => {
    const { make, keyring, call, pass } = await start();
    const { key } = await make(undefined);
    expect((await keyring.list())[0]?.lastUsedAt).toBeUndefined();
    pass(MINUTE);
    await call(key, 1);
    expect((await keyring.list())[0]?.lastUsedAt).toBe(Date.UTC(2026, 10, 2, 9, 1));
  });
});
