import { describe, expect, it } from "vitest";
import {
  canLoadMore,
  cursorToRetry,
  EMPTY_LIST,
  type ListState,
  pageFailed,
  pageLoaded,
  pageRequested,
} from "./use-pages.ts";

const LOST = { kind: "network", message: "The server cannot be reached." };
const page = (rows: readonly string[], next_cursor?: string) => ({ rows, next_cursor, total: 4 });
const first: ListState<string> = pageLoaded(pageRequested<string>(EMPTY_LIST), "all", undefined, page(["a", "b"], "2"));

describe("a list in pages", () => {
  it("grows until there is no further page", () => {
    expect(canLoadMore(first)).toBe(true);
    const whole = pageLoaded(pageRequested(first), "all", "2", page(["c", "d"]));
    expect(whole).toMatchObject({ rows: ["a", "b", "c", "d"], total: 4, loading: false });
    expect(canLoadMore(whole)).toBe(false);
  });

  it("keeps its rows when a page cannot be had, asks for none by itself, and tries that page again", () => {
    const stuck = pageFailed(pageRequested(first), "all", "2", LOST);
    expect(stuck).toMatchObject({ rows: ["a", "b"], error: LOST, loading: false });
    expect(canLoadMore(stuck)).toBe(false);
    expect(cursorToRetry(stuck)).toBe("2");
    const whole = pageLoaded(pageRequested(stuck), "all", "2", page(["c", "d"]));
    expect(whole).toMatchObject({ rows: ["a", "b", "c", "d"], error: undefined });
  });

  it("begins anew where the server does not know the cursor any more", () => {
    const stuck = pageFailed(first, "all", "2", { kind: "invalid", message: "No such cursor.", field: "cursor" });
    expect(cursorToRetry(stuck)).toBeUndefined();
    expect(pageLoaded(pageRequested(stuck), "all", undefined, page(["x"])).rows).toEqual(["x"]);
  });

  it("shows the rows of the list before while another one is asked for, and never under its error", () => {
    expect(pageRequested(first).rows).toEqual(["a", "b"]);
    const stuck = pageFailed(pageRequested(first), "cancelled", undefined, LOST);
    expect(stuck).toMatchObject({ rows: [], cursor: undefined, total: undefined, error: LOST });
    expect(cursorToRetry(stuck)).toBeUndefined();
    expect(pageLoaded(pageRequested(first), "cancelled", undefined, page(["x"])).rows).toEqual(["x"]);
  });

  it("has the first page again after a reload that failed", () => {
    const stuck = pageFailed(pageRequested(first), "all", undefined, LOST);
    expect(stuck.rows).toEqual(["a", "b"]);
    expect(cursorToRetry(stuck)).toBeUndefined();
  });
});
