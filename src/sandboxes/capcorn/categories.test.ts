import { describe, expect, it } from "vitest";
import { BOARDS, CATEGORIES, type Category, categoriesOf, childShare, priceOf, roomName } from "./categories.ts";

const category = (code: string): Category => CATEGORIES.find((known) => known.code === code) as Category;
const double = { worldRate: 20_000, stars: 4, category: category("DZ"), board: 1, nights: 3 } as const;
const price = (adults: number, childAges: readonly number[] = [], change = {}): number =>
  priceOf({ ...double, party: { adults, childAges }, ...change });

describe("a CapCorn price", () => {
  it("is the world's rate in euros for two in a double room with breakfast", () => {
    expect(price(2)).toBe(3 * 200 * 92);
  });

  it("is a multiple of 50 cents", () => {
    for (let worldRate = 5_000; worldRate < 6_000; worldRate += 7) {
      expect(price(2, [3, 12], { worldRate }) % 50).toBe(0);
    }
  });

  it("grows with the age of a child, up to the adult price", () => {
    const shares = Array.from({ length: 18 }, (_, i) => childShare(i + 1));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    expect(shares[0]).toBeGreaterThan(0);
  });

  it("includes a supplement for each person and night, lower for children and higher in better hotels", () => {
    const halfBoard = (change: object, ages: readonly number[] = []) =>
      price(2, ages, { ...change, board: 2 }) - price(2, ages, change);
    expect(halfBoard({})).toBe(7 * 2 * 3 * 100);
    expect(halfBoard({}, [10])).toBe(7 * 2.5 * 3 * 100);
    expect(halfBoard({ stars: 5 })).toBeGreaterThan(halfBoard({}));
    const dearest = BOARDS.map((board) => price(2, [], { board }));
    expect(dearest.indexOf(Math.min(...dearest))).toBe(3);
    expect(dearest.indexOf(Math.max(...dearest))).toBe(4);
  });

  it("covers the room: a single guest pays for more than one bed", () => {
    expect(Math.abs(price(1) - price(2) * 0.8)).toBeLessThanOrEqual(25);
    expect(price(1, [], { category: category("EZ") })).toBeLessThan(price(1));
  });
});

describe("room categories", () => {
  it("have unique codes of at most eight characters", () => {
    expect(new Set(CATEGORIES.map(({ code }) => code)).size).toBe(CATEGORIES.length);
    for (const { code, minPersons, maxPersons, rooms, description } of CATEGORIES) {
      expect(code).toMatch(/^[A-Z-]{2,8}$/);
      expect(minPersons).toBeLessThanOrEqual(maxPersons);
      expect(rooms).toBeGreaterThan(0);
      expect(description.split("#")).toHaveLength(2);
    }
  });

  it("are sold by every hotel, always including a double room", () => {
    for (const stars of [1, 2, 3, 4, 5]) expect(categoriesOf(stars)).toContain(category("DZ"));
  });

  it("are named after the number of guests", () => {
    const names = (code: string, ...persons: readonly number[]) =>
      persons.map((count) => roomName(category(code), count));
    expect(names("DZ", 1, 2, 3)).toEqual(["Doppelzimmer", "Doppelzimmer", "Doppelzimmer mit 1 Zustellbett"]);
    expect(names("FAMZ", 3, 4, 6)).toEqual([
      "Familienzimmer mit 4 Betten für 3 Personen",
      "Familienzimmer",
      "Familienzimmer mit 2 Zustellbetten",
    ]);
  });
});
