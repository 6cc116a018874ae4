import { readdirSync, readFileSync } from "node:fs";
import jsonata from "jsonata";
import { describe, expect, it } from "vitest";
import { parseXml } from "../../../../platform/xml/parse-xml.ts";
import { writeXml } from "../../../../platform/xml/write-xml.ts";
import { checkConnector } from "../../check-connector.ts";
import type { ConnectorTool } from "../../connector.ts";
import { draftFromXmlSamples } from "./draft-from-xml-samples.ts";
import { camelCase } from "./sample-shape.ts";
import { valueType } from "./value-schema.ts";

const folder = new URL("../../../../../test/fixtures/capcorn-samples/", import.meta.url);
const fixture = (name: string) => readFileSync(new URL(name, folder), "utf8");
const files = readdirSync(folder).map((name) => ({ name: `samples/${name}`, text: fixture(name) }));

const drafted = async (given: readonly { name: string; text: string }[]) => {
  const draft = await draftFromXmlSamples(given);
  expect(await checkConnector(draft.connector)).toEqual(draft.connector);
  expect(draft.connector.tools.every(({ approved }) => approved === false)).toBe(true);
  return draft;
};
const toolOf = (tools: readonly ConnectorTool[], name: string): ConnectorTool => {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`There is no ${name}.`);
  return tool;
};
const map = (expression: string | undefined, value: unknown) => jsonata(expression ?? "").evaluate(value);
const samples = (request: string, response = "<r/>") => [
  { name: "find.request.xml", text: request },
  { name: "find.response.xml", text: response },
];

describe("XML samples of a hotel API", () => {
  it("become tools with readable names, types shared by all samples, and lists", async () => {
    const { connector, candidates } = await drafted(files);
    expect(candidates.map(({ tool, operation, risk }) => [tool, operation, risk])).toEqual([
      ["availability_search", "POST /RoomAvailability", "read"],
      ["create_reservation", "POST /OTA_HotelResNotifRQ", "write"],
    ]);
    expect(toolOf(connector.tools, "availability_search").input).toEqual({
      type: "object",
      properties: {
        language: { type: "integer", examples: [1] },
        members: {
          type: "array",
          items: {
            type: "object",
            properties: { hotelId: { type: "string", examples: ["0091"] } },
            required: ["hotelId"],
          },
        },
        arrival: { type: "string", format: "date", examples: ["2025-11-21"], description: "The first night." },
        departure: { type: "string", format: "date", examples: ["2025-11-23"] },
        rooms: {
          type: "array",
          description: "At most ten.",
          items: {
            type: "object",
            properties: {
              adults: { type: "integer", examples: [2] },
              children: {
                type: "array",
                items: { type: "object", properties: { age: { type: "integer", examples: [7] } }, required: ["age"] },
              },
            },
            required: ["adults"],
          },
        },
      },
      required: ["language", "members", "arrival", "departure", "rooms"],
    });
  });

  it("give a request mapping that reproduces the sample", async () => {
    const { tools } = (await drafted(files)).connector;
    const search = toolOf(tools, "availability_search").request;
    const content = await map(search.mapping, {
      language: 1,
      members: [{ hotelId: "0091" }, { hotelId: "9101" }],
      arrival: "2025-11-21",
      departure: "2025-11-23",
      rooms: [{ adults: 2 }, { adults: 1, children: [{ age: 7 }, { age: 12 }] }],
    });
    expect(search.body).toEqual({ format: "xml", root: "room_availability" });
    expect(parseXml(writeXml({ room_availability: content }))).toEqual(
      parseXml(fixture("availability_search.2.request.xml")),
    );

    const reservation = toolOf(tools, "create_reservation").request;
    const namespaces = { "": "http://www.opentravel.org/OTA/2003/05" };
    expect(reservation.body).toEqual({ format: "xml", root: "OTA_HotelResNotifRQ", xml: { namespaces } });
    expect(reservation.bindings).toEqual([{ argument: "hotelId", in: "query" }]);
    const customer = {
      language: "de",
      personName: { namePrefix: "Frau", givenName: "Ada", surname: "Lovelace" },
      phoneNumber: "+43 1 234",
      email: "ada@example.com",
      address: { addressLine: "Gasse 1", cityName: "Wien", postalCode: "01010", countryNameCode: "AT" },
    };
    const stay = {
      roomTypes: [{ numberOfUnits: 1, roomTypeCode: "DZ" }],
      ratePlans: [{ mealPlanCodes: "1" }],
      guestCounts: {
        isPerRoom: true,
        guestCounts: [
          { ageQualifyingCode: "10", count: 2 },
          { ageQualifyingCode: "8", count: 1, age: 5 },
        ],
      },
      timeSpan: { start: "2025-12-17", end: "2025-12-20" },
      total: { amountAfterTax: 675, currencyCode: "EUR" },
      hotelCode: "9100",
    };
    const booked = await map(reservation.mapping, {
      version: "1",
      agentDutyCode: "ABC123",
      hotelReservations: [
        {
          createDateTime: "2025-10-01T09:30:00+02:00",
          resStatus: "Book",
          roomStays: [stay],
          resGuests: [{ customer, comments: [{ listItem: "Späte Anreise" }] }],
          hotelReservationIds: [{ resIdValue: "R-1", resIdSource: "Example" }],
        },
      ],
    });
    const options = { namespaces: "ignore", trim: true } as const;
    expect(parseXml(writeXml({ OTA_HotelResNotifRQ: booked }, { namespaces }), options)).toEqual(
      parseXml(fixture("create_reservation.request.xml"), options),
    );
  });

  it("give a response mapping that keeps lists, numbers and leading zeros", async () => {
    const { parse, response, output } = toolOf((await drafted(files)).connector.tools, "availability_search");
    expect(parse.xml?.arrays).toEqual([
      "members.member",
      "members.member.rooms.room",
      "members.member.rooms.room.children.child",
      "members.member.rooms.room.options.option",
    ]);
    const read = (xml: string) => ({ body: Object.values(parseXml(xml, { namespaces: "ignore" }))[0] });
    const option = {
      categoryCode: "DZ",
      name: "Doppelzimmer mit 1 Zustellbett",
      description: 'Gemütlich & ruhig, "Südseite"',
      ...{ size: 28, price: 675, pricePerPerson: 225, pricePerAdult: 337.5, pricePerNight: 225 },
      ...{ board: 1, roomType: 1 },
    };
    const stay = { arrival: "2025-12-17", departure: "2025-12-20" };
    expect(await map(response?.mapping, read(fixture("availability_search.response.xml")))).toEqual({
      members: [
        {
          hotelId: "9100",
          rooms: [
            { ...stay, adults: 2, children: [{ age: 5 }], options: [option] },
            { ...stay, adults: 1, children: [], options: [] },
          ],
        },
      ],
    });
    expect(await map(response?.mapping, read("<room_availability_result/>"))).toEqual({ members: [] });
    expect(output?.["required"]).toEqual(["members"]);
  });

  it("distinguish an error element from a result", async () => {
    const { parse, response, output } = toolOf((await drafted(files)).connector.tools, "create_reservation");
    const read = (name: string) => ({ body: parseXml(fixture(name), { namespaces: "ignore" })["OTA_HotelResNotifRS"] });
    expect(await map(parse.error, read("create_reservation.error.xml"))).toBe(
      "3; 450; The room has been sold meanwhile",
    );
    expect(await map(parse.error, read("create_reservation.response.xml"))).toBeUndefined();
    expect(await map(response?.mapping, read("create_reservation.response.xml"))).toEqual({
      version: "1",
      success: true,
    });
    expect(output?.["properties"]).toEqual({ version: { type: "string" }, success: { type: "boolean" } });
  });

  it("take address, credentials, names and descriptions from the notes file", async () => {
    const { connector, problems } = await drafted(files);
    expect(connector).toMatchObject({
      name: "capcorn",
      title: "CapCorn hotels",
      base_url: "https://mainframe.capcorn.net/RestService",
      credentials: [{ name: "login", kind: "basic" }, { name: "system" }],
    });
    expect(toolOf(connector.tools, "availability_search").auth).toHaveLength(3);
    expect(problems).toEqual([]);
  });
});

describe("other samples", () => {
  it("keep prefixes and encodings in requests and ignore them in responses", async () => {
    const request =
      '<?xml version="1.0" encoding="ISO-8859-1"?><s:q xmlns:s="urn:s" xmlns:t="urn:t"><t:name lang="de">x</t:name></s:q>';
    const { connector } = await drafted(samples(request, '<s:a xmlns:s="urn:s"><s:n>7</s:n></s:a>'));
    const [tool] = connector.tools;
    expect(tool?.request).toMatchObject({
      path: "/find",
      mapping: '{\n  "t:name": name.{\n    "@lang": lang,\n    "#text": value\n  }\n}',
      body: { format: "xml", root: "s:q", xml: { namespaces: { s: "urn:s", t: "urn:t" }, encoding: "iso-8859-1" } },
    });
    expect(await map(tool?.response?.mapping, { body: { n: "7" } })).toEqual({ n: 7 });
    expect(connector.base_url).toBe("https://api.example.invalid");
  });

  it("may be JSON", async () => {
    const { connector } = await drafted([
      { name: "add_note.request.json", text: '{"text":"a","due":"2026-01-01","tags":["x"],"prio":1}' },
      { name: "add_note.2.request.json", text: '{"text":"b","due":"2026-01-02","prio":1.5,"by":null}' },
      { name: "add_note.response.json", text: '[{"id":"1"}]' },
    ]);
    expect(connector.tools[0]).toMatchObject({
      input: {
        properties: {
          text: { type: "string" },
          due: { type: "string", format: "date" },
          tags: { type: "array", items: { type: "string" } },
          prio: { type: "number" },
        },
        required: ["text", "due", "prio"],
      },
      request: { body: { format: "json" } },
      response: { mapping: '{ "items": body }' },
      output: { properties: { items: { type: "array", items: { properties: { id: { type: "string" } } } } } },
    });
  });

  it("may be a response alone, which becomes a GET", async () => {
    const { connector } = await drafted([
      { name: "get_weather.response.xml", text: "<w><temp>-3.5</temp></w>" },
      {
        name: "notes.yaml",
        text: "base_url: https://w.example\ntools: { get_weather: { path: '/{city}', query: { days: 3 } } }",
      },
    ]);
    expect(connector.tools[0]).toMatchObject({
      risk: "read",
      input: { properties: { city: { type: "string" }, days: { type: "integer" } }, required: ["city", "days"] },
      request: {
        method: "GET",
        path: "/{city}",
        bindings: [
          { argument: "city", in: "path" },
          { argument: "days", in: "query" },
        ],
      },
    });
  });
});

describe("invalid samples", () => {
  it.each<[what: string, given: { name: string; text: string }[], message: RegExp]>([
    ["are none", [], /No sample can become a tool/],
    ["have other names", [{ name: "a.xml", text: "<a/>" }], /No sample can become a tool/],
    ["have a DOCTYPE", samples('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'), /DOCTYPE/],
    ["are not XML", samples("<a><b></a>"), /XML/],
    ["are huge", samples(`<a>${"x".repeat(1_000_001)}</a>`), /at most 1000000 characters/],
    [
      "have notes with unknown fields",
      [...samples("<a/>"), { name: "notes.yaml", text: "tools: [1]" }],
      /tools must be an object/,
    ],
    [
      "have notes with a password",
      [...samples("<a/>"), { name: "notes.yaml", text: "base_url: https://a:b@c.example" }],
      /No sample can/,
    ],
  ])("are rejected if they %s", async (_what, given, message) => {
    await expect(draftFromXmlSamples(given)).rejects.toThrow(message);
  });
});

describe("a sample value", () => {
  it.each<[type: string, name: string, texts: string[]]>([
    ["integer", "adults", ["2", "10", "0", "-1"]],
    ["string", "adults", ["2", "007"]],
    ["string", "hotel_id", ["9100"]],
    ["string", "PostalCode", ["1010"]],
    ["number", "price", ["675"]],
    ["number", "size", ["28", "28.5"]],
    ["string", "size", ["28", "large"]],
    ["boolean", "paid", ["true", "false"]],
    ["date", "arrival", ["2025-12-17"]],
    ["string", "arrival", ["2025-12-17", "soon"]],
    ["date-time", "created", ["2025-10-01T09:30:00+02:00", "2025-10-01T09:30:00Z"]],
    ["integer", "stars", ["", "4"]],
    ["string", "note", [""]],
  ])("has the type %s if named %s with the values %j", (type, name, texts) => {
    expect(valueType(name, texts)).toBe(type);
  });

  it("gets an idiomatic name", () => {
    expect(
      ["price_per_person", "AmountAfterTax", "ResID_Value", "ns:hotelCode", "HotelReservationIDs", "3d", "Größe"].map(
        camelCase,
      ),
    ).toEqual([
      "pricePerPerson",
      "amountAfterTax",
      "resIdValue",
      "hotelCode",
      "hotelReservationIds",
      "field3d",
      "grosse",
    ]);
  });
});

describe("API details given with the samples", () => {
  it("set the API's name and address without a remark", async () => {
    const said = { name: "alpine", base_url: "https://api.alpine.example" };
    const { connector, problems } = await draftFromXmlSamples(samples("<find><city>Innsbruck</city></find>"), said);
    expect(connector).toMatchObject({ ...said, title: "alpine" });
    expect(problems).toEqual([]);
    const silent = await draftFromXmlSamples(samples("<find><city>Innsbruck</city></find>"));
    expect(silent.problems).toEqual([expect.stringContaining("API's address is missing")]);
  });
});
