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

describe("a paginated list", () => {
  it("grows until there is no next page", () => {
    expect(canLoadMore(first)).toBe(true);
    const whole = pageLoaded(pageRequested(first), "all", "2", page(["c", "d"]));
    expect(whole).toMatchObject({ rows: ["a", "b", "c", "d"], total: 4, loading: false });
    expect(canLoadMore(whole)).toBe(false);
  });

  it("keeps its rows when a page fails, does not retry by itself, and retries that page on request", () => {
    const stuck = pageFailed(pageRequested(first), "all", "2", LOST);
    expect(stuck).toMatchObject({ rows: ["a", "b"], error: LOST, loading: false });
    expect(canLoadMore(stuck)).toBe(false);
    expect(cursorToRetry(stuck)).toBe("2");
    const whole = pageLoaded(pageRequested(stuck), "all", "2", page(["c", "d"]));
    expect(whole).toMatchObject({ rows: ["a", "b", "c", "d"], error: undefined });
  });

  it("starts over when the server rejects the cursor", () => {
    const stuck = pageFailed(first, "all", "2", { kind: "invalid", message: "No such cursor.", field: "cursor" });
    expect(cursorToRetry(stuck)).toBeUndefined();
    expect(pageLoaded(pageRequested(stuck), "all", undefined, page(["x"])).rows).toEqual(["x"]);
  });

  it("shows the previous list while another loads, but never under the error of the new one", () => {
    expect(pageRequested(first).rows).toEqual(["a", "b"]);
    const stuck = pageFailed(pageRequested(first), "cancelled", undefined, LOST);
    expect(stuck).toMatchObject({ rows: [], cursor: undefined, total: undefined, error: LOST });
    expect(cursorToRetry(stuck)).toBeUndefined();
    expect(pageLoaded(pageRequested(first), "cancelled", undefined, page(["x"])).rows).toEqual(["x"]);
  });

  it("requests the first page again after a failed reload", () => {
    const stuck = pageFailed(pageRequested(first), "all", undefined, LOST);
    expect(stuck.rows).toEqual(["a", "b"]);
    expect(cursorToRetry(stuck)).toBeUndefined();
  });
});
