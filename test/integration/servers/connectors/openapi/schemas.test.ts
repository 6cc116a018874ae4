import { describe, expect, it } from "vitest";
import { EDITOR, regionOf, startIslandGuide } from "./apis/island-guide.ts";
import { ACCOUNT, DESK, startLoungeMembers } from "./apis/lounge-members.ts";
import { startQuotes, TOKEN } from "./apis/quotes.ts";
import { documentNamed, operationsIn, publishDocument } from "./published-document.ts";

describe("recursive schemas in OpenAPI 3.1", () => {
  const start = async () => {
    const api = await startIslandGuide();
    const openapi = documentNamed("island-guide.yaml").replaceAll("guide.example", api.host);
    return { api, ...(await publishDocument({ document: openapi }, { editors: EDITOR })) };
  };

  it("stay recursive, so that deeply nested values pass in both directions", async () => {
    const { candidates, candidate, call, api } = await start();
    expect(operationsIn(candidates)).toEqual([
      "show_region: GET /regions/{code}, read",
      "read_menu: GET /menu, read",
      "add_region: POST /regions, write",
      "plan_walk: POST /walks, write",
      "put_note: PUT /notes, write",
    ]);
    expect(candidate("add_region")?.problems).toEqual([]);
    const sight = { name: "Arco", nearby: [{ name: "Faraglioni", best: { to: "Marina", next: { to: "Arco" } } }] };
    const region = { ...regionOf(14), code: "AMALFI", parent: null, sights: [sight], twins: { ISCHIA: regionOf(2) } };
    expect(await call("add_region", region)).toEqual(region);
    expect(JSON.parse(api.last().body.toString())).toEqual(region);
    const parent = { code: "ITALY", name: "Italy", parent: null, twins: { ISCHIA: { code: "ISCHIA", name: "x" } } };
    expect(await call("show_region", { code: "CAPRI", levels: 20 })).toEqual({ ...regionOf(20), parent });
    const first = { to: "Arco", minutes: 20, next: { to: "Marina", minutes: 15, past: sight, next: { to: "Capri" } } };
    expect(await call("plan_walk", first)).toEqual({ first, minutes: 35 });
    expect(await call("read_menu")).toEqual({ eat: { fish: { raw: {}, fried: {} } }, drink: {} });
  });

  it("are checked at every level, and unresolvable references are left open and reported", async () => {
    const { call, fail, api, candidate, tools } = await start();
    expect(candidate("put_note")?.problems).toEqual([
      "A broken reference was replaced with an open schema: #/components/schemas/Loop",
    ]);
    const on = { within: { within: { spot: "Arco" }, floor: 1 } };
    expect(await call("put_note", { on, text: "Steep.", loop: 7 })).toEqual({ on, at: [40.55, 14.24] });
    expect(tools.get("put_note")?.inputSchema.properties.text).toMatchObject({ maxLength: 200 });
    const asked = api.asked.length;
    expect((await fail("put_note", { on: { within: { within: { floor: 2 } } }, text: "x" })).field).toMatch(/^on/);
    expect(await fail("put_note", { on, text: "x".repeat(201) })).toMatchObject({ field: "text" });
    const nested = { ...regionOf(3), regions: [{ ...regionOf(1), regions: [{ code: "x", name: "y" }] }] };
    expect((await fail("add_region", nested)).field).toBe("regions[0].regions[0].code");
    expect(api.asked).toHaveLength(asked);
    expect(await fail("add_region", regionOf(0))).toMatchObject({
      message: "Island Guide answered with HTTP 409: There is a CAPRI already.",
      http_status: 409,
    });
    expect((await fail("show_region", { code: "ROME", levels: 0 })).message).toContain("There is no region ROME.");
  });
});

describe("a oneOf with a discriminator", () => {
  const start = async () => {
    const api = await startQuotes();
    const openapi = documentNamed("quotes.json");
    return { api, ...(await publishDocument({ document: openapi, base_url: api.url }, { token: TOKEN })) };
  };

  it("is sent with the properties of its type, and returned with it", async () => {
    const { call, api, candidates, candidate, tools } = await start();
    expect(operationsIn(candidates)).toEqual([
      "get_quote: GET /quotes/{id}, read",
      "create_quote: POST /quotes, write",
      "create_trip: POST /trips, write",
    ]);
    expect(candidate("create_quote")?.problems).toEqual([
      "Its body has 3 variants: the tool takes the properties of all of them.",
    ]);
    expect(tools.get("create_quote")?.inputSchema.properties.kind).toMatchObject({
      enum: ["flight", "room", "car"],
      description: expect.stringContaining("car needs place, days"),
    });
    const flight = { kind: "flight", from: "VIE", to: "ATH", date: "2026-05-01", travellers: 2 };
    expect(await call("create_quote", flight)).toEqual({ id: "q-1", amount: 99.5, currency: "EUR", part: flight });
    const car = { kind: "car", place: { depot: "ATH", desk: 2 }, days: 3, driver: null, travellers: 1 };
    expect((await call("create_quote", car)).part).toEqual(car);
    expect(await call("get_quote", { id: "room" })).toEqual({
      ...{ kind: "RoomPart", place: "Graz", date: "2026-05-01", nights: 2 },
    });
    expect((await call("get_quote", { id: "car" })).place).toEqual({ depot: "GRZ", desk: 3 });

    const room = { kind: "room", place: "Athens", date: "2026-05-01", nights: 4 };
    const trip = {
      parts: [flight, room, { ...car, driver: { type: "Person", surname: "Ada", born: null } }],
      payer: { type: "Company", vat: "ATU1" },
      extras: [
        { extra: "meal", diet: "vegan" },
        { extra: "Luggage", pieces: 2, note: "skis" },
      ],
      budget: "any",
    };
    const { quotes, ...rest } = await call("create_trip", trip);
    expect(JSON.parse(api.last().body.toString())).toEqual(trip);
    expect(quotes.map(({ part }: { part: object }) => part)).toEqual(trip.parts);
    expect(rest).toEqual({ payer: trip.payer, extras: trip.extras, total: 298.5 });
  });

  it("is rejected if it mixes types, by its schema or by the API, whose message is returned", async () => {
    const { fail, api } = await start();
    const payer = { type: "Person", surname: "Ada" };
    const boat = { parts: [{ kind: "boat" }], payer };
    expect((await fail("create_trip", boat)).field).toMatch(/^parts/);
    expect((await fail("create_trip", { parts: [{ kind: "car", place: "x", days: 1 }], payer })).field).toMatch(
      /^parts/,
    );
    expect((await fail("create_trip", { parts: [], payer: { type: "Company", surname: "x" } })).field).toBeDefined();
    expect(api.asked).toHaveLength(0);
    expect(await fail("create_quote", { kind: "room", place: "Graz", from: "VIE" })).toMatchObject({
      message: "Trip Quotes answered with HTTP 422: from is not of a room; date is missing.",
      code: "unknown",
      http_status: 422,
    });
  });
});

describe("a name used in path, query, header, cookie and body", () => {
  const start = async () => {
    const api = await startLoungeMembers();
    const openapi = documentNamed("lounge-members.json");
    const source = { document: openapi, base_url: `${api.url}/m;v=1`, name: "members" };
    return { api, ...(await publishDocument(source, { account: ACCOUNT, desk: DESK })) };
  };
  const body = {
    ...{ id: { kind: "gold", id: "9" }, name: "Ada", body: "b", source: "s", "path/to~it": "p", "/lead": "l" },
    ...{ "": "nameless", constructor: "c", toString: "t", größe: 3, id__path: "ip", id__body: "ib" },
  };
  const given = {
    ...{ id__path: "m/1", id__query: 7, id__header: "clerk 3", id__cookie: "visit=4", id__body: body.id },
    ...{ account: "acc", filter_id__query: ["a", "b"], "filter.id": "c", filter_id__query_2: "d" },
    ...{ filter_id__query_3: "e", body__query: true, ID: "f", name: "Ada", body__body: "b", source: "s" },
    ...{ path_to_it: "p", lead: "l", value: "nameless", constructor_value: "c", toString_value: "t", grosse: 3 },
    ...{ id__path_2: "ip", id__body_2: "ib" },
  };

  it("has its own argument for each place, and credentials are not arguments", async () => {
    const { callWhole, fail, api, candidates, tools } = await start();
    expect(operationsIn(candidates)).toEqual([
      "update_member: GET /members/{id}, read",
      "put_members_by_id: PUT /members/{id}, write",
      "post_members_visits: POST /members/{id}/visits/{visit}.{format}, write",
    ]);
    const names = Object.keys(tools.get("put_members_by_id")?.inputSchema.properties);
    expect(names.sort()).toEqual(Object.keys(given).sort());
    const { structuredContent } = await callWhole("put_members_by_id", given);
    expect(JSON.parse(api.last().body.toString())).toEqual(body);
    // The API's own properties are kept, even if they have the names of Taxiway's.
    expect(structuredContent).toEqual({ id: "m/1", name: "Ada", source: { id: 1 }, next: 0, truncated: true });
    expect(await fail("put_members_by_id", { ...given, constructor_value: "taken" })).toMatchObject({
      message: "Lounge Members answered with HTTP 409: The member was changed meanwhile.",
      code: "conflict",
    });
  });

  it("has distinct arguments for two places and for a body that is a list", async () => {
    const { call, callWhole, fail, world, name } = await start();
    const asked = { id__path: "m 2", id__query: [1, 2], fields: { id: true, name: false } };
    expect((await callWhole("update_member", asked)).structuredContent).toEqual({
      ...{ id: "m 2", source: { id: 5 }, next: 2, truncated: false, result: "ok", isError: false },
    });
    const visits = {
      ...{ id: ["a/b", "c"], visit: "..x;", format: "json", body__query: "in the query", body__body: [{ id: "v1" }] },
    };
    expect(await call("post_members_visits", visits)).toEqual({ items: [{ id: "v1" }] });
    await world.ask("PUT", `/connectors/${name}/credentials/account`, { value: "not the right key" });
    const refused = await fail("post_members_visits", visits);
    expect(refused).toMatchObject({ code: "invalid_key", http_status: 401 });
    expect(JSON.stringify(refused)).not.toContain("not the right key");
  });
});
