import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DuffelError } from "./duffel-error.ts";
import { pageOf } from "./paging.ts";

const itemsOf = (count: number) => Array.from({ length: count }, (_, i) => `item ${i}`);
const page = (items: readonly string[], query: Record<string, string>) =>
  pageOf(items, new URLSearchParams(query), (item) => item);

describe("paging through a list", () => {
  it("returns every item once, in order, forward and backward, for any page size", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 }), (count, limit) => {
        const items = itemsOf(count);
        const forward: string[] = [];
        let current = page(items, { limit: String(limit) });
        forward.push(...current.items);
        while (current.meta.after !== null) {
          current = page(items, { limit: String(limit), after: current.meta.after });
          forward.push(...current.items);
        }
        expect(forward).toEqual(items);
        const backward = [...current.items];
        while (current.meta.before !== null) {
          current = page(items, { limit: String(limit), before: current.meta.before });
          backward.unshift(...current.items);
        }
        expect(backward).toEqual(items);
      }),
    );
  });

  it("returns 50 items by default", () => {
    expect(page(itemsOf(70), {}).items).toHaveLength(50);
    expect(page(itemsOf(3), {}).meta).toEqual({ limit: 50, before: null, after: null });
  });

  it.each([{ limit: "0" }, { limit: "201" }, { limit: "-1" }, { limit: "two" }, { after: "x" }, { before: "" }])(
    "rejects %o",
    (query) => expect(() => page(itemsOf(3), query)).toThrow(DuffelError),
  );
});
