import { describe, expect, it } from "vitest";
import { readAmount, readDate, readHotelId, readInteger, writtenAmount } from "./values.ts";

describe("values of the CapCorn API", () => {
  it("are amounts to the cent, without floating-point errors", () => {
    expect(["0", "675", "337.5", "227.00", "0.07", "1.1", "161.33"].map((text) => readAmount(text, "x"))).toEqual([
      0, 67_500, 33_750, 22_700, 7, 110, 16_133,
    ]);
    for (const text of ["", "-1", "1,5", "1.234", "1e3", " 1", ".5", "5.", "٣"]) {
      expect(() => readAmount(text, "Total")).toThrow("must be an amount");
    }
  });

  it("are formatted as the vendor formats them", () => {
    expect([67_500, 33_750, 64_250 / 3, 48_400 / 3, 7, 0].map(writtenAmount)).toEqual([
      "675",
      "337.5",
      "214.17",
      "161.33",
      "0.07",
      "0",
    ]);
  });

  it("are real dates", () => {
    expect(readDate("2028-02-29", "arrival")).toBe("2028-02-29");
    for (const text of ["2027-02-29", "2027-2-1", "2027-01-01T00:00:00Z", "", "0000-00-00", "2027-13-01"]) {
      expect(() => readDate(text, "arrival")).toThrow("YYYY-MM-DD");
    }
  });

  it("are whole numbers within bounds", () => {
    expect(readInteger("017", "age", 1, 17)).toBe(17);
    for (const text of ["0", "18", "-1", "1.0", "+1", "", "1 ", "９", "9".repeat(30)]) {
      expect(() => readInteger(text, "age", 1, 17)).toThrow("from 1 to 17");
    }
  });

  it("are hotel numbers", () => {
    expect(readHotelId("9100", "hotel_id")).toBe("9100");
    for (const text of ["09100", "0", "9100a", "1234567890"]) {
      expect(() => readHotelId(text, "hotel_id")).toThrow("a hotel's number");
    }
  });
});
