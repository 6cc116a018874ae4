import { describe, expect, it } from "vitest";
import { createRouter, type Route } from "./router.ts";

const route = (method: Route["method"], path: string): Route => ({ method, path, run: () => ({}) });
const list = route("GET", "/air/offers");
const one = route("GET", "/air/offers/:id");
const change = route("PATCH", "/air/offers/:id/passengers/:passenger_id");
const find = createRouter([list, one, change]);

describe("the router", () => {
  it("finds a route by method and path, with or without a trailing slash", () => {
    expect(find("GET", "/air/offers")?.route).toBe(list);
    expect(find("GET", "/air/offers/")?.route).toBe(list);
    expect(find("GET", "/air/offers/off_1")).toEqual({ route: one, params: { id: "off_1" } });
    expect(find("PATCH", "/air/offers/off_1/passengers/pas_2")?.params).toEqual({ id: "off_1", passenger_id: "pas_2" });
  });

  it.each([
    ["POST", "/air/offers"],
    ["GET", "/air"],
    ["GET", "/air/offers//"],
    ["GET", "/air/offers/off_1/passengers"],
    ["GET", "/air/offers/off_1/passengers/pas_2"],
  ])("finds no route for %s %s", (method, path) => expect(find(method, path)).toBeUndefined());
});
