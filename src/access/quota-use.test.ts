import { describe, expect, it } from "vitest";
import { createTime, recordingLog, watchedStore } from "../../test/fixtures/access/access-fixture.ts";
import type { Grant } from "../model/grant.ts";
import { createLocalBus } from "../platform/stores/local-bus.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import { openKeyring } from "./keyring.ts";
import type { NewKey } from "./new-key.ts";
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
  /** As the door does: the key is found, then counted. Closed, no permits are held any more. */
  const call = async (key: string, times: number, quotas = node()) => {
    for (let i = 0; i < times; i++) await quotas.take((await keyring.find(key)) as Grant);
    await quotas.close();
  };
  const use = async () => keyring.quotaUse(await keyring.list());
  return { call, use, make, keyring, state, pass, node };
};

describe("how much of a quota is used up", () => {
  it("is told of what has a limit, and of nothing else", async () => {
    const { make, use } = await start();
    await make({ perMinute: 60, perDay: 100 });
    await make({ perDay: 100 });
    await make(undefined);
    expect(await use()).toEqual([{ thisMinute: 0, today: 0 }, { today: 0 }, {}]);
  });

  it("is what all nodes counted together, each key by itself", async () => {
    const { make, call, use } = await start();
    const [one, other] = [await make({ perMinute: 60, perDay: 100 }), await make({ perMinute: 60 })];
    await call(one.key, 4);
    await call(one.key, 3);
    await call(other.key, 1);
    expect(await use()).toEqual([{ thisMinute: 7, today: 7 }, { thisMinute: 1 }]);
  });

  it("fades with the minute and ends with the day", async () => {
    const { make, call, use, pass } = await start();
    await call((await make({ perMinute: 60, perDay: 100 })).key, 10);
    pass(1.5 * MINUTE);
    expect(await use()).toEqual([{ thisMinute: 5, today: 10 }]);
    pass(MINUTE);
    expect(await use()).toEqual([{ thisMinute: 0, today: 10 }]);
    pass(DAY);
    expect(await use()).toEqual([{ thisMinute: 0, today: 0 }]);
  });

  it("is never more than there is, however many were refused", async () => {
    const { make, call, use } = await start();
    await call((await make({ perMinute: 5, perDay: 3 })).key, 20);
    expect(await use()).toEqual([{ thisMinute: 5, today: 3 }]);
  });

  it("is asked of the store for keys only that were used today", async () => {
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

describe("when a key was last used", () => {
  it("is told at once where it was used, before it is written down", async () => {
    const { make, keyring, call, pass } = await start();
    const { key } = await make(undefined);
    expect((await keyring.list())[0]?.lastUsedAt).toBeUndefined();
    pass(MINUTE);
    await call(key, 1);
    expect((await keyring.list())[0]?.lastUsedAt).toBe(Date.UTC(2026, 10, 2, 9, 1));
  });
});
