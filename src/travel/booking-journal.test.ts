import { describe, expect, it } from "vitest";
import { keys } from "../model/keys.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import type { Store } from "../platform/stores/store.ts";
import { createBookingJournal } from "./booking-journal.ts";

const open = (change: (store: Store) => Store = (store) => store) => {
  let now = 1_000;
  const store = change(createMemoryStore({ now: () => now }));
  const journal = createBookingJournal(store);
  const all = async (tenant: string, cursor?: string) => {
    const pnrs: string[] = [];
    for await (const lines of journal.read(tenant, cursor)) pnrs.push(...lines.map(({ text }) => text));
    return pnrs;
  };
  const enter = (pnr: string, expiresAt = 10_000, tenant = "default") => journal.enter(tenant, pnr, expiresAt);
  return {
    store,
    journal,
    all,
    enter,
    pass: (ms: number) => {
      now += ms;
    },
  };
};

describe("the booking journal", () => {
  it("returns every PNR, newest first, across pages", async () => {
    const { enter, all, journal } = open();
    const pnrs = Array.from({ length: 450 }, (_, n) => `PNR${n}`);
    for (const pnr of pnrs) await enter(pnr);
    expect(await all("default")).toEqual(pnrs.toReversed());
    expect(await journal.count("default")).toBe(450);
  });

  it("keeps all PNRs that are entered concurrently, and never overfills a page", async () => {
    const { enter, all, store } = open();
    const pnrs = Array.from({ length: 1_000 }, (_, n) => `PNR${n}`);
    await Promise.all(pnrs.map((pnr) => enter(pnr)));
    expect(new Set(await all("default"))).toEqual(new Set(pnrs));
    for (let page = 0; page < 5; page++) {
      expect(await store.items(keys.bookingJournal("default", page))).toHaveLength(200);
    }
  });

  it("is separate for each tenant", async () => {
    const { enter, all, journal } = open();
    await enter("ONE", 10_000, "acme");
    expect([await all("acme"), await all("default"), await journal.count("default")]).toEqual([["ONE"], [], 0]);
  });

  it("deletes a page when the last of its bookings expires", async () => {
    const { enter, all, pass, journal, store } = open();
    for (let n = 0; n < 200; n++) await enter(`EARLY${n}`, 5_000);
    await enter("LATE", 8_000);
    pass(5_000);
    expect(await all("default")).toEqual(["LATE"]);
    expect(await store.items(keys.bookingJournal("default", 0))).toEqual([]);
    await enter("LATER", 9_000);
    pass(2_500);
    expect(await all("default")).toEqual(["LATER", "LATE"]);
    pass(1_000);
    expect([await all("default"), await journal.count("default")]).toEqual([[], 202]);
  });

  it("counts bookings, but not abandoned ones", async () => {
    const { enter, journal } = open();
    await enter("ONE");
    await enter("TWO");
    await journal.giveUp("default");
    expect(await journal.count("default")).toBe(1);
  });

  it("can be read past entries that were reserved but never written, and ends at expired pages", async () => {
    let reads = 0;
    const { enter, all, store } = open((plain) => ({
      ...plain,
      items: (key) => {
        reads++;
        return plain.items(key);
      },
    }));
    await enter("FIRST");
    await store.add(keys.bookingCount("default"), 700);
    await enter("LAST");
    expect(await all("default")).toEqual(["LAST", "FIRST"]);
    await store.add(keys.bookingCount("default"), 1_000_000);
    reads = 0;
    expect(await all("default")).toEqual([]);
    expect(reads).toBeLessThan(20);
  });

  it("rejects a foreign cursor", async () => {
    const { all } = open();
    await expect(all("default", "nonsense")).rejects.toMatchObject({ kind: "invalid", details: { field: "cursor" } });
  });
});
