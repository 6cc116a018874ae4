import { describe, expect, it } from "vitest";
import { hrefTo, loginTokenIn, routeOf } from "./router.ts";

describe("routes", () => {
  it.each([
    ["", { page: "home", parts: [], query: {} }],
    ["#", { page: "home", parts: [], query: {} }],
    ["#/", { page: "home", parts: [], query: {} }],
    ["#/explore/gds/searchFlights", { page: "explore", parts: ["gds", "searchFlights"], query: {} }],
    [
      "#/bookings?status=confirmed&text=a%20b",
      { page: "bookings", parts: [], query: { status: "confirmed", text: "a b" } },
    ],
    ["#/connectors/a%2Fb", { page: "connectors", parts: ["a/b"], query: {} }],
    ["#/connectors/%E0%A4%A", { page: "connectors", parts: ["%E0%A4%A"], query: {} }],
  ])("parse %j as %j", (hash, route) => {
    expect(routeOf(hash)).toEqual(route);
  });

  it("round-trip through hrefTo", () => {
    const parts = ["a/b", "ü?#%", "searchFlights"];
    expect(routeOf(hrefTo("explore", parts, { text: "x&y=z?", none: undefined, empty: "" }))).toEqual({
      page: "explore",
      parts,
      query: { text: "x&y=z?" },
    });
    expect(hrefTo("home")).toBe("#/");
  });

  it("accept the token of the printed link only", () => {
    const token = "Zm9y_dGhl-cHJpbnRlZCBsaW5rIGFsb2";
    expect(loginTokenIn(`#login=${token}`)).toBe(token);
    expect(loginTokenIn(`#/login=${token}`)).toBeUndefined();
    expect(loginTokenIn("#login=twk_l8yHw2cx_U3mgpgDnfxuw4jgovafeD0kvnSYGEn3mkj")).toBeUndefined();
    expect(loginTokenIn("")).toBeUndefined();
  });
});
