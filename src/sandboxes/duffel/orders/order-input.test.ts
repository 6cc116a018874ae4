import { describe, expect, it } from "vitest";
import { readMetadata } from "./order-input.ts";

describe("order metadata", () => {
  it("is stored unchanged, and defaults to an empty object", () => {
    expect(readMetadata({ payment_intent_id: "pit_1", "a-b": "" })).toEqual({ payment_intent_id: "pit_1", "a-b": "" });
    expect([readMetadata(undefined), readMetadata(null)]).toEqual([{}, {}]);
  });

  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, "v"]));

  it("is limited to 50 keys of 40 characters and values of 500", () => {
    expect(Object.keys(readMetadata({ ...many(49), ["k".repeat(40)]: "v".repeat(500) }))).toHaveLength(50);
    for (const wrong of [
      many(51),
      { ["k".repeat(41)]: "v" },
      { k: "v".repeat(501) },
      { "a b": "v" },
      { k: {} },
      [],
      "k",
    ]) {
      expect(() => readMetadata(wrong)).toThrow(expect.objectContaining({ status: 422, code: "validation_format" }));
    }
  });
});
