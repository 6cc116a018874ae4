import { describe, expect, it } from "vitest";
import { parseXml } from "../../../../src/platform/xml/parse-xml.ts";
import { createElementReader } from "../../../../src/sandboxes/capcorn/element-reader.ts";
import { readReservation, readRoomSearch } from "../../../../src/sandboxes/capcorn/requests.ts";
import { startApi, startConnectors } from "./connector-world.ts";

const stay = { hotelId: "9100", arrivalDate: "2025-12-17", departureDate: "2025-12-20" };
const family = [{ adults: 2, children: [{ age: 0 }, { age: 7 }] }];
const guest = {
  ...{
    title: "Dr.",
    firstName: "Zoë",
    lastName: `O'Neil & <Söhne>`,
    email: "zoe@example.com",
    phone: "+43 512 000000",
  },
  address: { street: `Haus "Edelweiß" 1`, city: "Innsbruck", postalCode: "6020", country: "AT" },
};

type World = Awaited<ReturnType<typeof startConnectors>>;
const connect = async (world: World, tenant = "acme") => {
  const client = await world.connect("capcorn", tenant);
  if (!client) throw new Error("nothing is served");
  return client;
};

/** The arguments of create_reservation for an option. */
const chosen = ({ categoryCode, board, totalPrice }: Record<string, unknown>, room = family[0]) => ({
  ...{ categoryCode, board, totalPrice, ...room },
});

describe("the CapCorn connector", () => {
  it("supports the vendor's example conversation, from the list of tools to the reservation", async () => {
    const world = await startConnectors();
    const client = await connect(world);
    expect(client.initialized.result).toMatchObject({
      serverInfo: { name: "taxiway-capcorn-mcp", title: "CapCorn hotels", version: "1.0.0" },
      capabilities: { tools: {}, resources: {}, logging: {} },
      instructions: expect.stringContaining("availability_search"),
    });
    expect(client.initialized.result.serverInfo.description).toMatch(/Availability and reservations/);

    const { tools } = (await client.request("tools/list")).result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(["availability_search", "create_reservation"]);
    const [search, reserve] = tools;
    expect(search.inputSchema.required).toEqual(["arrivalDate", "departureDate", "hotelId", "rooms"]);
    expect(search.inputSchema.properties.rooms).toMatchObject({ maxItems: 10, items: { required: ["adults"] } });
    expect(search.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: true });
    expect(reserve.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false, idempotentHint: false });
    expect(reserve._meta["taxiway/connector"]).toMatchObject({
      name: "capcorn",
      version: 1,
      owner: "Taxiway",
      category: "hotels",
      risk: "write",
    });

    const found = await client.call("availability_search", { ...stay, rooms: [{ adults: 2 }] }, { progressToken: 1 });
    const { rooms } = found.structuredContent;
    expect(found.isError).toBeUndefined();
    expect(found.content[0]).toEqual({ type: "text", text: `Found ${rooms.length} room options for 17–20 Dec 2025.` });
    expect(found.structuredContent).toMatchObject({
      sourceRequestId: "capcorn-9100-20251217",
      nights: 3,
      source: "sandbox",
    });
    expect(rooms.length).toBeGreaterThan(1);
    for (const room of rooms) {
      expect(room).toMatchObject({
        ...{ room: 1, currency: "EUR", nights: 3, name: expect.any(String), description: expect.any(String) },
        ...{ board: expect.stringMatching(/^(breakfast|half_board|full_board|no_meals|all_inclusive)$/) },
        ...{ roomType: expect.stringMatching(/^(hotel_room|apartment)$/), sizeM2: expect.any(Number) },
      });
      expect(room.pricePerNight * 3).toBeCloseTo(room.totalPrice, 0);
      expect(room.pricePerPerson * 2).toBeCloseTo(room.totalPrice, 0);
      expect(room.optionKey).toBe(`${room.categoryCode}:${room.board}:${room.totalPrice}`);
    }
    expect(new Set(rooms.map(({ optionKey }: { optionKey: string }) => optionKey)).size).toBe(rooms.length);
    const steps = client.heard.filter(({ method }) => method === "notifications/progress").map(({ params }) => params);
    expect(steps.map(({ progress, total }) => [progress, total])).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((done) => [done, 7]),
    );

    const booking = { ...stay, rooms: [chosen(rooms[0], { adults: 2 } as never)], guest, reservationId: "R-1" };
    const booked = await client.call("create_reservation", booking);
    expect(booked.structuredContent).toMatchObject({
      ...{
        reservationId: "R-1",
        status: "booked",
        totalAmount: rooms[0].totalPrice,
        currency: "EUR",
        source: "sandbox",
      },
    });
    expect(booked.content[0].text).toMatch(/^Booked for Zoë O'Neil .*: reservation R-1 at hotel 9100/);
    const again = await client.call("create_reservation", booking);
    expect(again.isError).toBe(true);
    expect(again.content[0].text).toMatch(/^CapCorn hotels .*R-1/);
  });

  it("sends valid XML: escaped, with every child, board and price", async () => {
    const world = await startConnectors();
    const client = await connect(world);
    const found = await client.call("availability_search", { ...stay, rooms: family });
    expect(found.structuredContent.notes).toEqual([expect.stringMatching(/under one year/)]);
    const search = world.sent[0];
    expect(search?.url).toBe("/RoomAvailability?user=sandbox&password=sandbox&system=sandbox");
    expect(readRoomSearch(parseXml(search?.body ?? "", { namespaces: {} }))).toEqual({
      ...{ hotelIds: ["9100"], arrival: "2025-12-17", departure: "2025-12-20" },
      rooms: [{ adults: 2, childAges: [1, 7] }],
    });

    const [option] = found.structuredContent.rooms;
    const comment = `Late "arrival" <23:00> & a cot\u2026 ${"x".repeat(160)}`;
    const booked = await client.call("create_reservation", { ...stay, rooms: [chosen(option)], guest, comment });
    expect(booked.isError).toBeUndefined();
    expect(booked.structuredContent.rooms[0].childAges).toEqual([0, 7]);
    const { url, body } = world.sent[1] as (typeof world.sent)[number];
    expect(url).toBe("/OTA_HotelResNotifRQ?hotelId=9100&pin=sandbox");
    expect(body).toContain("O'Neil &amp; &lt;Söhne");
    const document = parseXml(body, { namespaces: { "": "http://www.opentravel.org/OTA/2003/05" } });
    expect(readReservation(document)).toMatchObject({
      ...{ id: booked.structuredContent.reservationId, unread: [], comments: [comment] },
      guest: { givenName: "Zoë", surname: `O'Neil & <Söhne>` },
      stays: [{ units: 1, categoryCode: option.categoryCode, party: { adults: 2, childAges: [1, 7] } }],
    });
    const reader = createElementReader(document, "").requiredChild("OTA_HotelResNotifRQ");
    const reservation = reader.requiredChild("HotelReservations").requiredChild("HotelReservation");
    expect(reservation.requiredAttribute("CreateDateTime")).toMatch(/^2025-11-03T09:/);
  });

  it.each([
    ["eleven rooms", { ...stay, rooms: Array(11).fill({ adults: 1 }) }, /rooms must have .*10/],
    ["a room without adults", { ...stay, rooms: [{ adults: 0 }] }, /rooms\[0\]\.adults/],
    ["sixteen persons", { ...stay, rooms: [{ adults: 15, children: [{ age: 3 }] }] }, /more than 15 persons/],
    ["a child of eighteen", { ...stay, rooms: [{ adults: 1, children: [{ age: 18 }] }] }, /age must be 0 to 17/],
    [
      "a stay that ends first",
      { ...stay, departureDate: "2025-12-16", rooms: [{ adults: 1 }] },
      /must be after arrivalDate/,
    ],
    ["an unknown field", { ...stay, rooms: [{ adults: 1, kids: [{ age: 3 }] }] }, /no field "rooms\[0\]\.kids"/],
    ["a hotel that is no number", { ...stay, hotelId: "9100&x=1", rooms: [{ adults: 1 }] }, /hotelId must be/],
  ])("sends nothing for %s", async (_what, input, message) => {
    const world = await startConnectors();
    const client = await connect(world);
    const result = await client.call("availability_search", input);
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toMatch(message);
    expect(world.sent).toEqual([]);
  });

  it.each([
    ["9901", /credentials/i],
    ["9907", /HTTP 500/],
    ["9912", /no list of rooms/],
    ["9913", /no list of rooms/],
  ])("explains the error of a search in hotel %s", async (hotelId, message) => {
    const client = await connect(await startConnectors());
    const result = await client.call("availability_search", { ...stay, hotelId, rooms: [{ adults: 2 }] });
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toMatch(message);
  });

  it.each(["9909", "9910", "9911"])("reads the unusual answers of hotel %s", async (hotelId) => {
    const client = await connect(await startConnectors());
    const { structuredContent: plain } = await client.call("availability_search", { ...stay, rooms: [{ adults: 2 }] });
    const { structuredContent: odd } = await client.call("availability_search", {
      ...stay,
      hotelId,
      rooms: [{ adults: 2 }],
    });
    expect(odd.rooms).toEqual(plain.rooms);
  });

  it.each(["9912", "9913"])("reads the answer of hotel %s as a confirmation", async (hotelId) => {
    const client = await connect(await startConnectors());
    const { structuredContent: found } = await client.call("availability_search", { ...stay, rooms: [{ adults: 2 }] });
    const rooms = [chosen(found.rooms[0], { adults: 2 } as never)];
    const booked = await client.call("create_reservation", { ...stay, hotelId, rooms, guest });
    expect(booked.structuredContent).toMatchObject({ status: "booked", hotelMessages: [] });
  });

  it.each([
    ["9904", /duplicate|known|taken|already/i],
    ["9905", /price|amount/i],
    ["9906", /free|sold|left/i],
    ["9907", /HTTP 500/],
  ])("reports that hotel %s booked nothing, without a retry", async (hotelId, message) => {
    const world = await startConnectors();
    const client = await connect(world);
    const { structuredContent: found } = await client.call("availability_search", { ...stay, rooms: [{ adults: 2 }] });
    const rooms = [chosen(found.rooms[0], { adults: 2 } as never)];
    const refused = await client.call("create_reservation", { ...stay, hotelId, rooms, guest });
    expect(refused.isError).toBe(true);
    expect(refused.content[0].text).toMatch(message);
    const { data } = refused._meta["taxiway/error"];
    expect(data.arguments_made.reservationId).toMatch(/^[0-9a-f-]{36}$/);
    expect(world.sent.filter(({ url }) => url.includes("HotelRes"))).toHaveLength(1);
  });

  it("returns the raw answer only on request", async () => {
    const client = await connect(await startConnectors());
    const input = { ...stay, rooms: [{ adults: 2 }] };
    const plain = await client.call("availability_search", input);
    expect(JSON.stringify(plain.content)).not.toContain("room_availability_result");
    const { content } = await client.call("availability_search", { ...input, include_raw: true });
    expect(content.at(-1)).toMatchObject({ annotations: { audience: ["assistant"] } });
    expect(content.at(-1).text).toMatch(/^<\?xml .*<room_availability_result/);
    expect(content[1].annotations).toEqual({ audience: ["assistant"] });
    expect(JSON.parse(content[1].text)).toEqual(plain.structuredContent);
  });

  it("logs calls without guests, as a resource of its tenant only", async () => {
    const world = await startConnectors();
    const client = await connect(world);
    const { structuredContent: found } = await client.call("availability_search", { ...stay, rooms: family });
    await client.call("create_reservation", { ...stay, rooms: [chosen(found.rooms[0])], guest });
    await client.call("availability_search", { ...stay, hotelId: "9907", rooms: family });
    const read = async (of: typeof client) =>
      JSON.parse(
        (await of.request("resources/read", { uri: "connector://capcorn/invocations" })).result.contents[0].text,
      );
    const { invocations } = await read(client);
    expect(invocations.map(({ tool, outcome }: Record<string, string>) => [tool, outcome])).toEqual([
      ["availability_search", "error"],
      ["create_reservation", "ok"],
      ["availability_search", "ok"],
    ]);
    expect(invocations[1]).toMatchObject({
      server: "capcorn",
      version: 1,
      source: "sandbox",
      steps: { http: expect.any(Number) },
    });
    expect(JSON.stringify(invocations)).not.toMatch(/Zoë|Neil|zoe@example|Edelweiß/);
    expect((await read(await connect(world, "rival"))).invocations).toEqual([]);
    expect(
      (await world.ask("GET", "/invocations", undefined, "acme", { query: { outcome: "error" } })).body.invocations,
    ).toHaveLength(1);

    const { resources } = (await client.request("resources/list")).result;
    expect(resources.map(({ uri }: { uri: string }) => uri)).toEqual([
      "connector://capcorn/docs/room-availability",
      "connector://capcorn/docs/codes",
      "connector://capcorn/docs/reservation",
      "connector://capcorn/invocations",
    ]);
    const { contents } = (await client.request("resources/read", { uri: resources[1].uri })).result;
    expect(contents[0]).toMatchObject({ mimeType: "text/markdown", text: expect.stringContaining("half_board") });
  });

  it("calls the real API once it has credentials, with each secret only in its place", async () => {
    const world = await startConnectors();
    const api = await startApi(() => ({
      headers: { "content-type": "application/xml" },
      body: `<room_availability_result xmlns="http://capcorn.at/"><members/><echo>hunter-geheim-1</echo></room_availability_result>`,
    }));
    const { body: exported } = await world.ask("GET", "/connectors/capcorn/export");
    await world.ask("POST", "/import", { document: { ...exported, base_url: `${api.url}/RestService` } });
    await world.ask("POST", "/connectors/capcorn/approve");
    await world.ask("POST", "/connectors/capcorn/publish");
    for (const name of ["user", "password", "system", "pin"]) {
      await world.ask("PUT", `/connectors/capcorn/credentials/${name}`, {
        value: `hunter-geheim-${name === "password" ? 1 : 2}`,
      });
    }
    const client = await connect(world);
    const result = await client.call("availability_search", { ...stay, rooms: [{ adults: 2 }], include_raw: true });
    expect(result.structuredContent).toMatchObject({ source: "live", rooms: [] });
    expect(api.asked[0]?.url).toBe(
      "/RestService/RoomAvailability?user=hunter-geheim-2&password=hunter-geheim-1&system=hunter-geheim-2",
    );
    await world.invocations.flush();
    expect(JSON.stringify([result, client.heard, world.lines])).not.toContain("hunter");
    expect(world.sent).toEqual([]);
    expect((await connect(world, "rival")).server.version).toBe("1.0.0");
  });
});
