import { describe, expect, it } from "vitest";
import { airportDocument, startAirportEquipment, THINGS, TOKEN } from "./apis/airport-equipment.ts";
import { HARBOUR, OFFICER, startFerries } from "./apis/ferries.ts";
import { DESK_KEY, REX, startPetTravel } from "./apis/pet-travel.ts";
import { documentNamed, operationsIn, publishDocument } from "./published-document.ts";

describe("a pet store in OpenAPI 3.0", () => {
  const start = async () => {
    const api = await startPetTravel();
    const openapi = documentNamed("pet-travel.yaml").replaceAll("api.pets.example", api.host);
    return { api, ...(await publishDocument({ document: openapi }, { desk_key: DESK_KEY })) };
  };

  it("has reads, writes and one deletion, writes lists and ranges as documented, and sends its key only where required", async () => {
    const { candidates, draft, tools, call } = await start();
    expect(operationsIn(candidates)).toEqual([
      "find_pets_by_status: GET /pet/findByStatus, read",
      "find_pets_by_tags: GET /pet/findByTags, read",
      "get_pet_by_id: GET /pet/{petId}, read",
      "get_passport: GET /pet/{petId}/passport, read",
      "add_pet: POST /pet, write",
      "update_pet: PUT /pet, write",
      "update_pet_with_form: POST /pet/{petId}, write",
      "delete_pet: DELETE /pet/{petId}, destructive",
      "get_inventory: GET /store/inventory, read",
      "place_order: POST /store/order, write",
      "create_users_with_list: POST /user/createWithList, write",
    ]);
    expect(candidates.flatMap(({ problems }) => problems)).toEqual([]);
    expect(draft.problems).toEqual(["The API is called over plain HTTP, without encryption."]);
    expect(tools.get("delete_pet")).toMatchObject({
      description: expect.stringContaining("Caution: "),
      annotations: { readOnlyHint: false, destructiveHint: true },
    });
    const arrived = { status: ["waiting", "arrived"], travelled_after: "2025-01-31T23:00:00+01:00" };
    expect(await call("find_pets_by_status", arrived)).toEqual({ items: [REX] });
    const calm = { tags: ["calm", "a & b"], size: { min: 2.5, max: 40 }, limit: 50 };
    expect(await call("find_pets_by_tags", calm)).toEqual({ items: [] });
    expect(await call("get_inventory")).toEqual({ small: 3, large: 0 });
    expect(await call("get_passport", { petId: "x" })).toEqual({ text: "Schoßhündchen" });
  });

  it("adds, reads, changes and deletes a pet whose id has every special character of URLs", async () => {
    const { call, fail, api } = await start();
    const rex = { name: 'Rex "II"', photoUrls: [], born: null, weight: 3, microchip: "040098100123456" };
    const keeper = { email: "bo@pets.example", password: "x" };
    const { id } = await call("add_pet", { ...rex, keeper });
    expect(JSON.parse(api.last().body.toString())).toEqual({ ...rex, keeper });
    expect(await call("get_pet_by_id", { petId: id })).toMatchObject({ name: 'Rex "II"', born: null });
    expect(await call("get_pet_by_id", { petId: REX.id })).toEqual(REX);
    expect(api.last().path).toBe("/v2/pet/PET%2F7%20%C3%A4");
    await call("update_pet_with_form", { petId: id, name: "Räx & Co", nicknames: ["a b", "ü=1"] });
    expect(api.last().body.toString()).toBe("name=R%C3%A4x+%26+Co&nicknames=a+b&nicknames=%C3%BC%3D1");
    expect(await call("update_pet", { "If-Match": '"3"', name: "R", photoUrls: [] })).toEqual({
      ...{ id: REX.id, name: "R", photoUrls: [] },
    });
    const stale = await fail("update_pet", { "If-Match": '"2"', name: "R", photoUrls: [] });
    expect(stale).toMatchObject({ code: "revision", http_status: 412, retryable: false });
    await call("delete_pet", { petId: id });
    expect(await fail("get_pet_by_id", { petId: id, "Accept-Language": "de-AT" })).toMatchObject({
      message: "Seaside Pet Travel answered with HTTP 404: Unbekannt.",
      code: "pet_unknown",
    });
    const chipless = await fail("add_pet", { ...rex, microchip: "000000000000000" });
    expect(chipless.message).toBe("Seaside Pet Travel answered with HTTP 422: There is no such chip.");
  });

  it("orders once despite retries, and explains a failure", async () => {
    const { call, fail, api } = await start();
    const order = { petId: REX.id, ship_date: "2026-05-01" };
    expect(await call("place_order", order)).toEqual({ ...order, id: 1, cabins: 1, complete: false });
    const keys = api.asked.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect((await fail("place_order", { ...order, cabins: 4 })).message).toContain("Only 3 cabins are left.");
    expect(await fail("place_order", { ...order, cabins: 9 })).toMatchObject({ field: "cabins" });
    expect(api.asked).toHaveLength(3);
    const keepers = [{ email: "a@pets.example" }, { email: "b@pets.example" }];
    expect(await call("create_users_with_list", { body: keepers })).toEqual({ value: 2 });
    expect(JSON.parse(api.last().body.toString())).toEqual(keepers);
  });
});

describe("a Swagger 2.0 document from its own server", () => {
  const start = async () => {
    const api = await startFerries();
    const credentials = { harbour: HARBOUR, officer: OFFICER };
    return { api, ...(await publishDocument({ url: `${api.url}/ferries/swagger.json` }, credentials)) };
  };

  it("joins lists in every collection format in query, path and header, with its own token", async () => {
    const { call, fail, api, draft, candidates } = await start();
    expect(draft.connector).toMatchObject({
      base_url: `${api.url}/ferries/v2`,
      credentials: [
        { name: "harbour", kind: "oauth2_client", token_url: `${api.url}/oauth/token` },
        { name: "officer", kind: "basic", description: "Of the officer on duty." },
      ],
    });
    expect(operationsIn(candidates)).toEqual([
      "sailings_list: GET /ports/{port}/sailings, read",
      "sailings_compare: GET /sailings/{numbers}, read",
      "buy_ticket: POST /tickets, write",
      "add_cars: POST /tickets/{id}/cars, write",
      "put_photo: PUT /tickets/{id}/photo, write",
    ]);
    const lists = { to: ["NAX", "PAR"], class: ["deck", "cabin"], deck: [1, 2], car: ["a", "b&c"], ship: "X\tY" };
    const asked = { port: "ATH", date: "2026-05-01", "X-Languages": ["el", "en"], ...lists };
    const { sailings } = await call("sailings_list", asked);
    expect(sailings.map(({ ship }: { ship: string | null }) => ship)).toEqual(["Calypso", null]);
    expect(await call("sailings_compare", { numbers: ["F 1", "F/2"] })).toEqual({ sailings });
    expect(await fail("sailings_list", { ...asked, port: "XXX" })).toMatchObject({
      message: "Ferry Tickets answered with HTTP 404: There is no port XXX.",
      code: "PORT_UNKNOWN",
    });
    expect(api.oauth.given()).toBe(1);
  });

  it("sends bodies, forms and files in the documented media types", async () => {
    const { call, fail, api } = await start();
    const ticket = { kind: "CarTicket", sailing: "F 1", note: null, plate: "W 1" };
    expect(await call("buy_ticket", ticket)).toEqual({ id: 4_711, ...ticket });
    expect((await fail("buy_ticket", { kind: "CarTicket", sailing: "F 1" })).message).toContain("A car has a plate.");
    const cars = { plates: ["W 1", "G&2"], lengths: "4.2|3.9", drivers: ["Ada", "Bo"], note: "a=b" };
    expect(await call("add_cars", { id: 4_711, ...cars })).toEqual({
      text: "plates: W 1,G&2\nlengths: 4.2|3.9\ndrivers: Ada\ndrivers: Bo\nnote: a=b",
    });
    const photo = Buffer.from([0xff, 0xd8, 13, 10, 45, 45, 0]).toString("base64");
    expect(await call("put_photo", { id: 4_711, photo, sides: ["left", "right"] })).toEqual({ bytes: 7 });
    expect(api.last().headers.authorization).toMatch(/^Basic /);
  });
});

describe("a connector with three hundred operations", () => {
  it("approves them at once, lists them in pages, and each calls its own operation", {
    timeout: 120_000,
  }, async () => {
    const api = await startAirportEquipment();
    const source = { document: airportDocument(), base_url: `${api.url}/api` };
    const { candidates, tools, call, fail } = await publishDocument(source, { bearer: TOKEN });
    expect(tools.size).toBe(300);
    const risks = candidates.map(({ risk }) => risk);
    expect(["read", "write", "destructive"].map((risk) => risks.filter((each) => each === risk).length)).toEqual([
      ...[100, 150, 50],
    ]);
    expect(candidates.every(({ problems, token_cost }) => problems.length === 0 && token_cost < 150)).toBe(true);
    for (const { terminal, kind } of THINGS.filter((_, index) => index % 7 === 0)) {
      const tool = (verb: string) => `${terminal}_${kind}_${verb}`;
      const thing = { code: `${kind} 1/2`, state: "free", since: null };
      expect(await call(tool("create"), thing)).toEqual(thing);
      expect(await call(tool("change"), { code__path: thing.code, state: "used" })).toEqual({
        ...thing,
        state: "used",
      });
      expect(await call(tool("list"))).toEqual({ items: [{ ...thing, state: "used" }] });
      await call(tool("delete"), { code: thing.code });
      expect(await fail(tool("read"), { code: thing.code })).toMatchObject({ code: "not_found", http_status: 404 });
      expect(api.last().path).toBe(`/api/${terminal}/${kind}/${kind}%201%2F2`);
    }
  });
});
