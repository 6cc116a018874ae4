import { describe, expect, it } from "vitest";
import { frozenClock } from "../../../../src/model/clock.ts";
import { parseXml } from "../../../../src/platform/xml/parse-xml.ts";
import { type Option, searchXml, startSandbox } from "./sandbox-fixture.ts";

const FIELDS = [
  "catc",
  "type",
  "description",
  "size",
  "price",
  "price_per_person",
  "price_per_adult",
  "price_per_night",
  "board",
  "room_type",
];
const AMOUNT = /^(0|[1-9]\d*)(\.\d?[1-9])?$/;

/** Days of one winter, three nights each. */
const WINTER = Array.from({ length: 60 }, (_, day) => {
  const date = (offset: number) => new Date(Date.UTC(2025, 11, 1 + day + offset)).toISOString().slice(0, 10);
  return { arrival: date(0), departure: date(3) };
});

describe("a CapCorn room search", () => {
  it("answers the vendor's example in the vendor's format", async () => {
    const { send } = startSandbox();
    const example = `<room_availability>
      <language>0</language>
      <members><member hotel_id="9100"/></members>
      <arrival>2025-12-17</arrival><departure>2025-12-20</departure>
      <rooms><room adults="2"><child age="3"/></room><room adults="2" /></rooms>
    </room_availability>`;
    const { status, headers, body, xml } = await send("/RoomAvailability?user=u&password=p&system=s", example);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/xml; charset=utf-8");
    expect(body).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?><room_availability_result xmlns="http:\/\/capcorn.at\/" xmlns:xsi="http:\/\/www.w3.org\/2001\/XMLSchema-instance" xmlns:xsd="http:\/\/www.w3.org\/2001\/XMLSchema">/,
    );
    const [member] = xml.room_availability_result.members.member;
    expect(member["@hotel_id"]).toBe("9100");
    const [first, second] = member.rooms.room;
    expect(member.rooms.room).toHaveLength(2);
    expect(Object.keys(first)).toEqual(["arrival", "departure", "adults", "children", "options"]);
    expect(Object.keys(second)).toEqual(["arrival", "departure", "adults", "options"]);
    expect(first).toMatchObject({
      arrival: "2025-12-17",
      departure: "2025-12-20",
      adults: "2",
      children: { child: [{ "@age": "3" }] },
    });
    const double = first.options.option.find((option: Option) => option.catc === "DZ");
    expect(double).toMatchObject({ type: "Doppelzimmer mit 1 Zustellbett", room_type: "1" });
    expect(second.options.option.find((option: Option) => option.catc === "DZ").type).toBe("Doppelzimmer");
    for (const option of [...first.options.option, ...second.options.option])
      expect(Object.keys(option)).toEqual(FIELDS);
  });

  it("has consistent prices in the vendor's number format", async () => {
    const { optionsAt } = startSandbox();
    const party = { adults: 2, ages: [3] };
    const nights = 3;
    const written = new Set<string>();
    for (const dates of WINTER.slice(0, 10)) {
      for (const option of (await optionsAt({ ...dates, rooms: [party] }))?.[0] ?? []) {
        const price = Number(option.price);
        const rounded = (amount: number) => Math.round(amount * 100) / 100;
        expect(Number(option.price_per_person)).toBeCloseTo(rounded(price / 3), 2);
        expect(Number(option.price_per_adult)).toBeCloseTo(rounded(price / 2), 2);
        expect(Number(option.price_per_night)).toBeCloseTo(rounded(price / nights), 2);
        expect((price * 2) % 1).toBe(0);
        for (const name of ["price", "price_per_person", "price_per_adult", "price_per_night"] as const) {
          expect(option[name]).toMatch(AMOUNT);
          written.add(option[name].split(".")[1] ?? "");
        }
      }
    }
    expect([...written].some((decimals) => decimals.length === 2)).toBe(true);
    expect(written).toContain("");
    expect(written).toContain("5");
  });

  it("offers each category with several boards, seven euros apart per person and night", async () => {
    const { optionsAt } = startSandbox();
    const [options = []] = (await optionsAt({})) ?? [];
    const prices = new Map(options.map(({ catc, board, price }) => [`${catc} ${board}`, Number(price)]));
    expect([...prices.keys()]).toEqual(expect.arrayContaining(["DZ 2", "DZ 1"]));
    expect((prices.get("DZ 2") as number) - (prices.get("DZ 1") as number)).toBe(7 * 2 * 3);
  });

  it("describes rooms in German, with umlauts and quotes, whatever the language requested", async () => {
    const { send, search } = startSandbox();
    const { body } = await search({
      arrival: "2026-02-10",
      departure: "2026-02-11",
      rooms: [{ adults: 2, ages: [4] }],
    });
    expect(body).toMatch(/[äöüß]/);
    expect(body).toContain('"Murmeltier"');
    expect(body).toContain("m²");
    const german = (await search()).body;
    const inEnglish = searchXml({}).replace("<language>0<", "<language>1<");
    expect(inEnglish).toContain("<language>1</language>");
    expect((await send("/RoomAvailability?user=u&password=p&system=s", inEnglish)).body).toBe(german);
  });

  it("charges children by age, and each room for its standard occupancy", async () => {
    const { optionsAt } = startSandbox();
    const price = async (adults: number, ages: readonly number[], code = "DZ"): Promise<number> => {
      const [options = []] = (await optionsAt({ rooms: [{ adults, ages }] })) ?? [];
      return Number(options.find(({ catc, board }) => catc === code && board === "1")?.price);
    };
    const ladder = [await price(2, [])];
    for (const age of [1, 3, 6, 12, 15]) ladder.push(await price(2, [age]));
    ladder.push(await price(3, []));
    expect(ladder).toEqual([...ladder].sort((a, b) => a - b));
    expect(new Set(ladder).size).toBe(ladder.length);
    expect(await price(1, [])).toBeLessThan(await price(2, []));
    expect(await price(1, [])).toBeGreaterThan((await price(2, [])) / 2);
    expect(await price(4, [])).toBeNaN();
  });

  it("finds rooms for fifteen people, and lists extra beds", async () => {
    const { optionsAt } = startSandbox();
    let most: readonly Option[] | undefined;
    for (const dates of WINTER)
      most ??= (await optionsAt({ ...dates, rooms: [{ adults: 7, ages: [1, 2, 3, 4, 5, 6, 7, 17] }] }))?.[0];
    expect(most?.map(({ catc, room_type }) => [catc, room_type])).toContainEqual(["CHALET", "2"]);
    expect(most?.[0]?.type).toBe("Chalet mit 7 Zustellbetten");
  });

  it("omits hotels that are unknown, full or too small for one of the rooms", async () => {
    const { optionsAt, search } = startSandbox();
    const some = await search({ hotels: ["9999", "9100", "123456789", "9201"] });
    const found = some.xml.room_availability_result.members.member.map(
      (member: Record<string, string>) => member["@hotel_id"],
    );
    expect(found).toEqual(["9100", "9201"]);
    expect((await search({ hotels: ["9999"] })).body).toContain("<members/>");
    let none = 0;
    for (const dates of WINTER) if ((await optionsAt(dates)) === undefined) none++;
    expect(none).toBeGreaterThan(0);
    expect(none).toBeLessThan(WINTER.length / 3);
    expect(await optionsAt({ hotels: ["9301"], rooms: [{ adults: 2 }, { adults: 15 }] })).toBeUndefined();
  });

  it("keeps the order of rooms and of children", async () => {
    const { search } = startSandbox();
    const rooms = [{ adults: 1 }, { adults: 2, ages: [9, 2] }, { adults: 2 }];
    const { xml } = await search({ rooms });
    const [member] = xml.room_availability_result.members.member;
    expect(
      member.rooms.room.map((room: { adults: string; children?: { child: readonly Record<string, string>[] } }) => [
        room.adults,
        room.children?.child.map((child) => child["@age"]),
      ]),
    ).toEqual([
      ["1", undefined],
      ["2", ["9", "2"]],
      ["2", undefined],
    ]);
  });

  it("has different hotels in other towns", async () => {
    const { optionsAt } = startSandbox();
    const prices = new Set<string | undefined>();
    for (const hotel of ["9100", "9101", "9200", "9300", "9400", "9500", "9600", "9700", "9800"]) {
      const dates = { arrival: "2026-02-10", departure: "2026-02-12" };
      const [options] = (await optionsAt({ hotels: [hotel], ...dates })) ?? [];
      if (options !== undefined) prices.add(options.find(({ catc }) => catc === "DZ")?.price);
    }
    expect(prices.size).toBeGreaterThan(5);
  });

  it("depends only on its seed", async () => {
    const seeded = async (seed: string) => (await startSandbox({ seed }).search()).body;
    expect(await seeded("fixed")).toBe(await seeded("fixed"));
    expect(await seeded("other")).not.toBe(await seeded("fixed"));
  });

  it("is rejected for nights that are not on sale", async () => {
    const { search } = startSandbox();
    const late = startSandbox({ clock: frozenClock(Date.parse("2026-06-01T00:00:00Z")) });
    const refusals = [
      await search({ arrival: "2025-11-02" }),
      await search({ departure: "2026-12-20" }),
      await late.search(),
    ];
    for (const { status, xml } of refusals) {
      expect(status).toBe(400);
      expect(xml.error.code).toBe("dates");
    }
    expect(refusals[0]?.xml.error.message).toContain("in the past");
    expect(parseXml(refusals[0]?.body ?? "", { namespaces: { "": "http://capcorn.at/" } })).toHaveProperty("error");
  });
});

describe("the rules of a CapCorn room search", () => {
  const request = (fields: string): string => `<room_availability>${fields}</room_availability>`;
  const good = {
    language: "<language>0</language>",
    members: '<members><member hotel_id="9100"/></members>',
    arrival: "<arrival>2025-12-17</arrival>",
    departure: "<departure>2025-12-20</departure>",
    rooms: '<rooms><room adults="2"/></rooms>',
  };
  const ages = (count: number) => '<child age="5"/>'.repeat(count);

  it.each([
    ["language", "", "must have the element 'language'"],
    ["language", "<language>2</language>", "0 or 1"],
    ["members", "", "must have the element 'members'"],
    ["members", "<members/>", "at least one element 'member'"],
    ["members", "<members><member/></members>", "the attribute 'hotel_id'"],
    ["members", '<members><member hotel_id="abc"/></members>', "a hotel's number"],
    ["members", '<members><member hotel_id="-1"/></members>', "a hotel's number"],
    ["arrival", "<arrival>17.12.2025</arrival>", "YYYY-MM-DD"],
    ["arrival", "<arrival>2025-02-30</arrival>", "YYYY-MM-DD"],
    ["arrival", "<arrival>2025-12-20</arrival>", "must be after arrival"],
    ["arrival", "<arrival>2025-12-01</arrival><arrival>2025-12-17</arrival>", "only once"],
    ["departure", "<departure/>", "YYYY-MM-DD"],
    ["rooms", "<rooms/>", "at least one element 'room'"],
    ["rooms", `<rooms>${'<room adults="1"/>'.repeat(11)}</rooms>`, "11 rooms"],
    ["rooms", "<rooms><room/></rooms>", "the attribute 'adults'"],
    ["rooms", '<rooms><room adults="0"/></rooms>', "from 1 to 15"],
    ["rooms", '<rooms><room adults="2.5"/></rooms>', "from 1 to 15"],
    ["rooms", '<rooms><room adults="16"/></rooms>', "from 1 to 15"],
    ["rooms", `<rooms><room adults="8">${ages(8)}</room></rooms>`, "16 persons"],
    ["rooms", `<rooms><room adults="2">${ages(9)}</room></rooms>`, "9 children"],
    ["rooms", '<rooms><room adults="2"><child age="0"/></room></rooms>', "from 1 to 17"],
    ["rooms", '<rooms><room adults="2"><child age="18"/></room></rooms>', "from 1 to 17"],
    ["rooms", '<rooms><room adults="2"><child/></room></rooms>', "the attribute 'age'"],
    [
      "rooms",
      '<rooms><room adults="2" children="1"/></rooms>',
      "'room_availability/rooms/room/@children' is not allowed",
    ],
    ["rooms", '<rooms><room adults="2"><children><child age="3"/></children></room></rooms>', "is not allowed"],
    ["rooms", '<rooms><room adults="2"/>x</rooms>', "is not allowed"],
  ])("include a check: %s: %s", async (field, written, problem) => {
    const { send } = startSandbox();
    const fields = Object.entries({ ...good, [field]: written }).map(([, xml]) => xml);
    const { status, xml } = await send("/RoomAvailability?user=u&password=p&system=s", request(fields.join("")));
    expect(status).toBe(400);
    expect(xml.error.message).toContain(problem);
  });

  it("allow values at their limits", async () => {
    const { send, search } = startSandbox();
    expect((await search({ rooms: Array.from({ length: 10 }, () => ({ adults: 2 })) })).status).toBe(200);
    const fields = { ...good, rooms: `<rooms><room adults="7">${ages(8)}</room></rooms>` };
    const xml = request(Object.values(fields).join(""));
    expect((await send("/RoomAvailability?user=u&password=p&system=s", xml)).status).toBe(200);
  });

  it("require the root element without a namespace", async () => {
    const { send } = startSandbox();
    const url = "/RoomAvailability?user=u&password=p&system=s";
    const strange = `<room_availability xmlns="urn:x">${Object.values(good).join("")}</room_availability>`;
    expect((await send(url, strange)).xml.error.message).toContain("'room_availability', in no namespace");
    expect((await send(url, "<availability/>")).xml.error.message).toContain("'room_availability'");
  });

  it("require credentials, POST, XML and the documented path", async () => {
    const { search, send } = startSandbox();
    expect((await search({}, {}, "/RoomAvailability?user=u&password=p")).status).toBe(401);
    expect((await search({}, {}, "/RoomAvailability?user=u&password=&system=s")).status).toBe(401);
    expect((await search({}, {}, "/RoomAvailability")).xml.error.message).toContain("user=…&password=…&system=…");
    expect((await search({}, {}, "/roomavailability?user=u&password=p&system=s")).status).toBe(404);
    expect((await send("/RoomAvailability?user=u&password=p&system=s", "", {}, "GET")).status).toBe(405);
    expect((await search({}, { "content-type": "application/json" })).status).toBe(415);
    expect((await search({}, { "content-type": "text/xml; charset=utf-8" })).status).toBe(200);
  });

  it("require the configured credentials, if there are any", async () => {
    const credentials = { user: "anna", password: "geheim", system: "haus", pin: "4711" };
    const { search, send } = startSandbox({ credentials });
    expect((await search({}, {}, "/RoomAvailability?user=anna&password=geheim&system=haus")).status).toBe(200);
    for (const query of ["user=anna&password=falsch&system=haus", "user=otto&password=geheim&system=haus"]) {
      const { status, body } = await search({}, {}, `/RoomAvailability?${query}`);
      expect(status).toBe(401);
      expect(body).not.toMatch(/anna|geheim|falsch|otto/);
    }
    const { status, body } = await send("/OTA_HotelResNotifRQ?hotelId=9100&pin=0000", "<x/>");
    expect(status).toBe(401);
    expect(body).not.toMatch(/4711|0000/);
    expect((await send("/OTA_HotelResNotifRQ?hotelId=9100&pin=4711", "<x/>")).status).toBe(200);
  });
});
