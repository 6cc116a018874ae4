import { describe, expect, it } from "vitest";
import { designatorIn, extraId, parseExtraId, seatId } from "./extra-ids.ts";

const FLIGHT = "F-AA104-20270310-JFKLHR-YST-1OF2-K7QP";

describe("the id of an extra", () => {
  it("says what it is, for whom, and on which flight", () => {
    expect(parseExtraId(`X-SEAT-24A-P1-${FLIGHT}`)).toEqual({
      ...{ code: "SEAT", designator: "24A", traveller: "P1", flightId: FLIGHT },
    });
    expect(parseExtraId(` x-bag2-p12-${FLIGHT.toLowerCase()} `)).toEqual({
      ...{ code: "BAG2", traveller: "P12", flightId: FLIGHT },
    });
  });

  it("is written as it is read", () => {
    for (const id of [`X-SEAT-3K-P1-${FLIGHT}`, `X-BAG-P1-${FLIGHT}`, `X-VGML-P9-${FLIGHT}`]) {
      expect(extraId(parseExtraId(id) ?? { code: "", traveller: "", flightId: "" })).toBe(id);
    }
    expect(seatId("24A", "P1", FLIGHT)).toBe(`X-SEAT-24A-P1-${FLIGHT}`);
    expect(designatorIn(`X-BAG-P1-${FLIGHT}`)).toBeUndefined();
  });

  it.each(["", "X-", "X-SEAT-P1", "X-SEAT-0A-P1-F-A", "X-BAG-P0-F-A", "X-BAG-P1-H-A", `X-BAG-P1-F-${"A".repeat(61)}`])(
    "is not %s",
    (text) => {
      expect(parseExtraId(text)).toBeUndefined();
    },
  );
});
