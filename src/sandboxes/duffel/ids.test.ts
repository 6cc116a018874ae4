import { describe, expect, it } from "vitest";
import { idOf, offerId, offerRequestId, requestKey, requestKeyOfOffer } from "./ids.ts";

describe("ids", () => {
  it("have Duffel's form and follow from their words alone", () => {
    expect(idOf("pas", "request", 0)).toMatch(/^pas_0000[0-9A-Za-z]{18}$/);
    expect(idOf("pas", "request", 0)).toBe(idOf("pas", "request", 0));
    expect(idOf("pas", "request", 0)).not.toBe(idOf("pas", "request", 1));
    expect(idOf("pas", "a", "bc")).not.toBe(idOf("pas", "ab", "c"));
  });

  it("of offers lead back to their request, and tell its flights apart", () => {
    const request = offerRequestId("seed", 1, "LHR-JFK");
    const offers = Array.from({ length: 2_000 }, (_, i) => offerId(request, [`F-${i}`]));
    for (const id of offers) expect(requestKeyOfOffer(id)).toBe(requestKey(request));
    expect(new Set(offers).size).toBe(offers.length);
  });

  it.each([
    "",
    "orq_",
    "orq_0000",
    "off_0000000000000000000000",
    `orq_0000${"a".repeat(19)}`,
    "orq_0000../../../../../../../",
  ])("of others are none of ours: %s", (id) => expect(requestKey(id)).toBeUndefined());
});
