import { describe, expect, it } from "vitest";
import { answered, asking, goesOn, NOTHING, type Paged, refused, retried } from "./paged.ts";

const LOST = { kind: "network", message: "The server cannot be reached." };
const page = (rows: readonly string[], next_cursor?: string) => ({ rows, next_cursor, total: 4 });
const first: Paged<string> = answered(asking<string>(NOTHING), "all", undefined, page(["a", "b"], "2"));

describe("a list in pages", () => {
  it("grows until there is no further page", () => {
    expect(goesOn(first)).toBe(true);
    const whole = answered(asking(first), "all", "2", page(["c", "d"]));
    expect(whole).toMatchObject({ rows: ["a", "b", "c", "d"], total: 4, loading: false });
    expect(goesOn(whole)).toBe(false);
  });

  it("keeps its rows when a page cannot be had, asks for none by itself, and tries that page again", () => {
    const stuck = refused(asking(first), "all", "2", LOST);
    expect(stuck).toMatchObject({ rows: ["a", "b"], error: LOST, loading: false });
    expect(goesOn(stuck)).toBe(false);
    expect(retried(stuck)).toBe("2");
    const whole = answered(asking(stuck), "all", "2", page(["c", "d"]));
    expect(whole).toMatchObject({ rows: ["a", "b", "c", "d"], error: undefined });
  });

  it("begins anew where the server does not know the cursor any more", () => {
    const stuck = refused(first, "all", "2", { kind: "invalid", message: "No such cursor.", field: "cursor" });
    expect(retried(stuck)).toBeUndefined();
    expect(answered(asking(stuck), "all", undefined, page(["x"])).rows).toEqual(["x"]);
  });

  it("shows the rows of the list before while another one is asked for, and never under its error", () => {
    expect(asking(first).rows).toEqual(["a", "b"]);
    const stuck = refused(asking(first), "cancelled", undefined, LOST);
    expect(stuck).toMatchObject({ rows: [], cursor: undefined, total: undefined, error: LOST });
    expect(retried(stuck)).toBeUndefined();
    expect(answered(asking(first), "cancelled", undefined, page(["x"])).rows).toEqual(["x"]);
  });

  it("has the first page again after a reload that failed", () => {
    const stuck = refused(asking(first), "all", undefined, LOST);
    expect(stuck.rows).toEqual(["a", "b"]);
    expect(retried(stuck)).toBeUndefined();
  });
});
