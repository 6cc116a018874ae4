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
    ...{ store, journal, all, enter },
    pass: (ms: number) => {
      now += ms;
    },
  };
};

describe("the journal of bookings", () => {
  it("has every PNR, the newest first, over as many pages as it takes", async () => {
    const { enter, all, journal } = open();
    const pnrs = Array.from({ length: 450 }, (_, n) => `PNR${n}`);
    for (const pnr of pnrs) await enter(pnr);
    expect(await all("default")).toEqual(pnrs.toReversed());
    expect(await journal.count("default")).toBe(450);
  });

  it("loses none of those that are entered at the same moment, and puts no more on a page than fits", async () => {
    const { enter, all, store } = open();
    const pnrs = Array.from({ length: 1_000 }, (_, n) => `PNR${n}`);
    await Promise.all(pnrs.map((pnr) => enter(pnr)));
    expect(new Set(await all("default"))).toEqual(new Set(pnrs));
    for (let page = 0; page < 5; page++) {
      expect(await store.items(keys.bookingJournal("default", page))).toHaveLength(200);
    }
  });

  it("is each tenant's own", async () => {
    const { enter, all, journal } = open();
    await enter("ONE", 10_000, "acme");
    expect([await all("acme"), await all("default"), await journal.count("default")]).toEqual([["ONE"], [], 0]);
  });

  it("lets a page go when the last of its bookings goes, and not before", async () => {
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

  it("counts what was made, and not what was given up", async () => {
    const { enter, journal } = open();
    await enter("ONE");
    await enter("TWO");
    await journal.giveUp("default");
    expect(await journal.count("default")).toBe(1);
  });

  it("is read to its end although whoever had room on a page never wrote, and stops where all is gone", async () => {
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

  it("refuses a cursor that is none of its own", async () => {
    const { all } = open();
    await expect(all("default", "nonsense")).rejects.toMatchObject({ kind: "invalid", details: { field: "cursor" } });
  });
});
