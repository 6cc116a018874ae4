import { describe, expect, it } from "vitest";
import { movedRow, rowWindow, scrolledTo, shiftOf } from "./table.tsx";

describe("a table of a hundred thousand rows", () => {
  it("makes those in sight, and a few around them", () => {
    const { first, end } = rowWindow(36 * 50_000, 360, 36, 100_000);
    expect(first).toBe(49_992);
    expect(end).toBe(50_018);
  });

  it("begins and ends where the rows do", () => {
    expect(rowWindow(0, 360, 36, 3)).toEqual({ first: 0, end: 3 });
    expect(rowWindow(0, 360, 36, 0)).toEqual({ first: 0, end: 0 });
    expect(rowWindow(99_999, 360, 36, 20)).toMatchObject({ end: 20 });
  });

  it("is walked with the keys, and never left by them", () => {
    expect(movedRow("ArrowDown", 3, 10, 5)).toBe(4);
    expect(movedRow("ArrowUp", 0, 10, 5)).toBe(0);
    expect(movedRow("PageDown", 7, 10, 5)).toBe(9);
    expect(movedRow("End", 0, 10, 5)).toBe(9);
    expect(movedRow("a", 3, 10, 5)).toBeUndefined();
    expect(movedRow("ArrowDown", 0, 0, 5)).toBeUndefined();
  });

  it("scrolls no further than it has to", () => {
    expect(scrolledTo(2, 0, 360, 36)).toBe(0);
    expect(scrolledTo(10, 0, 360, 36)).toBe(36);
    expect(scrolledTo(1, 360, 360, 36)).toBe(36);
  });

  it("knows how far a row has moved that others came before", () => {
    const key = (row: string) => row;
    expect(shiftOf(["b", "c", "d"], ["a", "b", "c", "d"], 1, key)).toBe(1);
    expect(shiftOf(["b", "c"], ["b", "c", "d"], 1, key)).toBe(0);
    expect(shiftOf(["b", "c"], ["x", "y"], 1, key)).toBe(0);
    expect(shiftOf([], ["x"], 0, key)).toBe(0);
  });
});
