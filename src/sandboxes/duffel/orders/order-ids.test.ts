import { describe, expect, it } from "vitest";
import { idAbout, orderId, pnrIn } from "./order-ids.ts";

describe("ids about a booking", () => {
  it("have Duffel's form, lead back to the booking, and differ by what they are about", () => {
    const ids = [orderId("TEST-ABC234"), idAbout("ore", "TEST-ABC234", 0), idAbout("ore", "TEST-ABC234", 1)];
    for (const id of ids) {
      expect(id).toMatch(/^[a-z]{3}_0000[0-9A-Za-z]{18}$/);
      expect(pnrIn(id.slice(0, 3), id)).toBe("TEST-ABC234");
    }
    expect(new Set(ids).size).toBe(3);
    expect(orderId("TEST-ABC235")).not.toBe(ids[0]);
    expect(orderId("TEST-ABC234")).toBe(ids[0]);
  });

  it.each(["", "ord_", "ord_0000", `ord_0000${"a".repeat(18)}`, `${orderId("TEST-ABC234")}x`, "TEST-ABC234", "off_1"])(
    "are told from what is none: %s",
    (id) => {
      expect(pnrIn("ord", id)).toBeUndefined();
    },
  );

  it("of one kind are not taken for another", () => {
    expect(pnrIn("ore", orderId("TEST-ABC234"))).toBeUndefined();
  });
});
