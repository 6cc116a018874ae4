import { describe, expect, it } from "vitest";
import { bookingId, idOf, offerId, offerRequestId, orderId, pnrIn, requestKey, requestKeyOfOffer } from "./ids.ts";

describe("sandbox IDs", () => {
  it("have Duffel's format and depend only on their words", () => {
    expect(idOf("pas", "request", 0)).toMatch(/^pas_0000[0-9A-Za-z]{18}$/);
    expect(idOf("pas", "request", 0)).toBe(idOf("pas", "request", 0));
    expect(idOf("pas", "request", 0)).not.toBe(idOf("pas", "request", 1));
    expect(idOf("pas", "a", "bc")).not.toBe(idOf("pas", "ab", "c"));
  });

  it("of offers contain their offer request and differ by flights", () => {
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
  ])("reject a malformed offer request ID: %s", (id) => expect(requestKey(id)).toBeUndefined());
});

describe("IDs of orders and their parts", () => {
  it("have Duffel's format, contain the PNR, and differ by content", () => {
    const ids = [orderId("TEST-ABC234"), bookingId("ore", "TEST-ABC234", 0), bookingId("ore", "TEST-ABC234", 1)];
    for (const id of ids) {
      expect(id).toMatch(/^[a-z]{3}_0000[0-9A-Za-z]{18}$/);
      expect(pnrIn(id.slice(0, 3), id)).toBe("TEST-ABC234");
    }
    expect(new Set(ids).size).toBe(3);
    expect(orderId("TEST-ABC235")).not.toBe(ids[0]);
    expect(orderId("TEST-ABC234")).toBe(ids[0]);
  });

  it.each(["", "ord_", "ord_0000", `ord_0000${"a".repeat(18)}`, `${orderId("TEST-ABC234")}x`, "TEST-ABC234", "off_1"])(
    "contain no PNR if malformed: %s",
    (id) => {
      expect(pnrIn("ord", id)).toBeUndefined();
    },
  );

  it("are rejected where an ID with another prefix is expected", () => {
    expect(pnrIn("ore", orderId("TEST-ABC234"))).toBeUndefined();
  });
});
