import { describe, expect, it } from "vitest";
import { type Aircraft, aircraftTypes, type CabinLetter } from "./airlines.ts";
import { seatPlan } from "./seat-plans.ts";

const aircraft = (code: string): Aircraft => aircraftTypes().get(code) as Aircraft;

describe("the seat plan", () => {
  it("has the aisles and letters of the aircraft", () => {
    expect(seatPlan(aircraft("32N"), "Y", "Y").sections).toEqual(["ABC", "DEF"]);
    expect(seatPlan(aircraft("77W"), "YWJF", "Y").sections).toEqual(["ABC", "DEFG", "HJK"]);
    expect(seatPlan(aircraft("333"), "YJ", "Y").sections).toEqual(["AC", "DEFG", "HK"]);
    expect(seatPlan(aircraft("77W"), "YWJF", "J").sections).toEqual(["A", "DG", "K"]);
    expect(seatPlan(aircraft("E75"), "YJ", "Y").sections).toEqual(["AC", "DF"]);
    expect(seatPlan(aircraft("ER4"), "Y", "Y").sections).toEqual(["A", "CD"]);
  });

  it("seats about as many travellers as the cabin has, in rows that no other cabin has", () => {
    for (const type of aircraftTypes().values()) {
      for (const cabins of ["Y", "YJ", "YWJ", "YWJF"]) {
        if (cabins !== "Y" && (type.body === "turboprop" || type.body === "small")) continue;
        const rows = new Set<number>();
        for (const letter of cabins) {
          const plan = seatPlan(type, cabins, letter as CabinLetter);
          expect(plan.rows, `${type.name} ${cabins}`).toBeGreaterThan(1);
          for (let row = plan.firstRow; row < plan.firstRow + plan.rows; row++) {
            expect(rows.has(row), `${type.name} ${cabins} row ${row}`).toBe(false);
            rows.add(row);
          }
        }
      }
    }
  });

  it("has exits at the wings of a long economy cabin", () => {
    expect(seatPlan(aircraft("321"), "YJ", "Y").exits).toEqual([12, 13]);
    expect(seatPlan(aircraft("E75"), "YJ", "Y").exits).toEqual([7]);
    expect(seatPlan(aircraft("BEH"), "Y", "Y").exits).toEqual([]);
    expect(seatPlan(aircraft("77W"), "YWJF", "J").exits).toEqual([]);
  });
});
