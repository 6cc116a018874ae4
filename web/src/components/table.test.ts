import { describe, expect, it } from "vitest";
import { rowAfterKey, rowShift, rowWindow, scrollTopFor } from "./table.tsx";

describe("a table of 100,000 rows", () => {
  it("renders the visible rows and a few around them", () => {
    const { first, end } = rowWindow(36 * 50_000, 360, 36, 100_000);
    expect(first).toBe(49_992);
    expect(end).toBe(50_018);
  });

  it("stays within the rows", () => {
    expect(rowWindow(0, 360, 36, 3)).toEqual({ first: 0, end: 3 });
    expect(rowWindow(0, 360, 36, 0)).toEqual({ first: 0, end: 0 });
    expect(rowWindow(99_999, 360, 36, 20)).toMatchObject({ end: 20 });
  });

  it("moves with the keys and stays within the rows", () => {
    expect(rowAfterKey("ArrowDown", 3, 10, 5)).toBe(4);
    expect(rowAfterKey("ArrowUp", 0, 10, 5)).toBe(0);
    expect(rowAfterKey("PageDown", 7, 10, 5)).toBe(9);
    expect(rowAfterKey("End", 0, 10, 5)).toBe(9);
    expect(rowAfterKey("a", 3, 10, 5)).toBeUndefined();
    expect(rowAfterKey("ArrowDown", 0, 0, 5)).toBeUndefined();
  });

  it("scrolls no further than necessary", () => {
    expect(scrollTopFor(2, 0, 360, 36)).toBe(0);
    expect(scrollTopFor(10, 0, 360, 36)).toBe(36);
    expect(scrollTopFor(1, 360, 360, 36)).toBe(36);
  });

  it("knows how far a row moved when rows were inserted before it", () => {
    const key = (row: string) => row;
    expect(rowShift(["b", "c", "d"], ["a", "b", "c", "d"], 1, key)).toBe(1);
    expect(rowShift(["b", "c"], ["b", "c", "d"], 1, key)).toBe(0);
    expect(rowShift(["b", "c"], ["x", "y"], 1, key)).toBe(0);
    expect(rowShift([], ["x"], 0, key)).toBe(0);
  });
});
