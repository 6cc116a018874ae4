import { describe, expect, it } from "vitest";
import { readMetadata } from "./order-input.ts";

describe("metadata", () => {
  it("is kept as it comes, and is empty when left out", () => {
    expect(readMetadata({ payment_intent_id: "pit_1", "a-b": "" })).toEqual({ payment_intent_id: "pit_1", "a-b": "" });
    expect([readMetadata(undefined), readMetadata(null)]).toEqual([{}, {}]);
  });

  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, "v"]));

  it("has its limits: fifty keys of forty characters, values of five hundred", () => {
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
