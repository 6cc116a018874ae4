import { describe, expect, it } from "vitest";
import { frozenClock } from "../../../../src/model/clock.ts";
import { DEFAULT_TENANT, keys } from "../../../../src/model/keys.ts";
import { writeXml } from "../../../../src/platform/xml/write-xml.ts";
import type { XmlInputElement } from "../../../../src/platform/xml/xml-element.ts";
import {
  NOW,
  type Option,
  OTA,
  type RoomWish,
  reservationRequest,
  reservationXml,
  roomStay,
  type StartedSandbox,
  startSandbox,
} from "./sandbox-fixture.ts";

const URL = "/OTA_HotelResNotifRQ?hotelId=9100&pin=1234";

/** An available option of hotel 9100, to be booked. */
const offered = async (
  { optionsAt }: StartedSandbox,
  party: RoomWish = { adults: 2 },
  code = "DZ",
): Promise<Option> => {
  const [options = []] = (await optionsAt({ rooms: [party] })) ?? [];
  const option = options.find(({ catc }) => catc === code);
  if (option === undefined) throw new Error(`no ${code}`);
  return option;
};

describe("a CapCorn reservation", () => {
  it("books an offer of a search, with every field of the vendor's example", async () => {
    const started = startSandbox();
    const party = { adults: 2, ages: [6] };
    const { catc: code, board, price } = await offered(started, party);
    const { status, body, xml } = await started.reserve({
      hotel: "9100",
      id: "659",
      stays: [{ code, board, party, amount: Number(price).toFixed(2) }],
      more: {
        Services: {
          Service: [
            {
              "@Quantity": 2,
              ServiceDetails: { ServiceDescription: { "@Name": "Massage 30 min" } },
              Price: { Base: { "@AmountAfterTax": "50.00" } },
            },
          ],
        },
      },
    });
    expect(status).toBe(200);
    expect(body).toContain(`<OTA_HotelResNotifRS xmlns="${OTA}" Version="1"><Success/><Warnings>`);
    expect(xml.OTA_HotelResNotifRS.Errors).toBeUndefined();
    expect(xml.OTA_HotelResNotifRS.Warnings.Warning).toEqual([
      { "@Type": "11", "@ShortText": expect.stringMatching(/TEST-CAP-[2-9A-Z]{8}\.$/) },
    ]);
    const kept = await started.store.get(keys.capcornReservation(DEFAULT_TENANT, "Rehearsal", "659"));
    expect(kept?.value).toMatchObject({
      status: "confirmed",
      reference: expect.stringMatching(/^TEST-CAP-/),
      hotelId: "9100",
      stays: [{ categoryCode: "DZ", units: 1, party: { adults: 2, childAges: [6] }, cents: Number(price) * 100 }],
      services: [{ name: "Massage 30 min", quantity: 2, cents: 5_000 }],
      guest: { givenName: "Zoë & Ida", surname: "Müßig-O'Hara" },
    });
  });

  it("uses one room of its category for its nights only", async () => {
    const started = startSandbox();
    const { optionsAt, reserve } = started;
    const book = async (arrival: string, departure: string, i: number) => {
      const [options = []] = (await optionsAt({ arrival, departure })) ?? [];
      const found = options.find(({ catc }) => catc === "DZ");
      if (found === undefined) return undefined;
      const stay = { code: "DZ", board: found.board, arrival, departure, amount: found.price };
      return (await reserve({ hotel: "9100", id: `${arrival} ${i}`, stays: [stay] })).xml.OTA_HotelResNotifRS;
    };
    let sold = 0;
    while ((await book("2025-12-18", "2025-12-19", sold))?.Success !== undefined) sold++;
    expect(sold).toBeGreaterThan(0);
    expect(sold).toBeLessThanOrEqual(12);
    const [across = []] = (await optionsAt({})) ?? [];
    expect(across.some(({ catc }) => catc === "DZ")).toBe(false);
    expect(across.some(({ catc }) => catc === "DZK")).toBe(true);
    expect((await book("2025-12-17", "2025-12-18", 0))?.Success).toBeDefined();
    expect((await book("2025-12-19", "2025-12-20", 0))?.Success).toBeDefined();
  });

  it("frees its rooms when it expires", async () => {
    let now = NOW;
    const clock = { now: () => now, configured: false };
    const started = startSandbox({ clock, reservationTtlMs: 3_600_000 });
    const { catc: code, board, price } = await offered(started);
    const stays = [{ code, board, amount: price }];
    const book = async (id: string) =>
      (await started.reserve({ hotel: "9100", id, stays })).xml.OTA_HotelResNotifRS.Success === "";
    for (let i = 0; await book(String(i)); i++);
    await expect(offered(started)).rejects.toThrow("no DZ");
    now += 3_600_001;
    expect((await offered(started)).price).toBe(price);
  });

  it("of several rooms books all or none", async () => {
    const started = startSandbox();
    const double = await offered(started);
    const small = await offered(started, { adults: 2 }, "DZK");
    const stay = ({ catc: code, board, price }: Option, units: number) => ({
      ...{ code, board, units, amount: units * Number(price) },
    });
    const tooMany = await started.reserve({ hotel: "9100", id: "1", stays: [stay(small, 1), stay(double, 9)] });
    const refused = tooMany.xml.OTA_HotelResNotifRS;
    if (refused.Success === "") throw new Error("choose dates with fewer rooms");
    expect(refused.Errors.Error).toMatchObject({ "@Code": "322", "@ShortText": expect.stringContaining("Of DZ, ") });
    expect(await started.store.get(keys.capcornRooms(DEFAULT_TENANT, "INNXX07"))).toBeUndefined();
    expect(await started.store.get(keys.capcornReservation(DEFAULT_TENANT, "Rehearsal", "1"))).toBeUndefined();
    const fits = await started.reserve({ hotel: "9100", id: "1", stays: [stay(small, 1), stay(double, 1)] });
    expect(fits.xml.OTA_HotelResNotifRS.Success).toBe("");
  });

  it("counts all its rooms against availability", async () => {
    const started = startSandbox();
    const { catc: code, board, price } = await offered(started);
    const stays = Array.from({ length: 10 }, () => ({ code, board, amount: price }));
    const all = (await started.reserve({ hotel: "9100", id: "1", stays })).xml.OTA_HotelResNotifRS;
    expect(all.Errors?.Error["@Code"]).toBe("322");
  });

  it("is made once per id and source", async () => {
    const started = startSandbox();
    const { catc: code, board, price } = await offered(started);
    const stays = [{ code, board, amount: price }];
    const book = async (id: string, source: string) =>
      (await started.reserve({ hotel: "9100", id, source, stays })).xml.OTA_HotelResNotifRS;
    expect((await book("1", "a")).Success).toBe("");
    const again = await book("1", "a");
    expect(again.Success).toBeUndefined();
    expect(again.Errors.Error).toMatchObject({ "@Code": "127", "@ShortText": expect.stringContaining("'1' of 'a'") });
    expect((await book("1", "b")).Success).toBe("");
    expect((await book("2", "a")).Success).toBe("");
  });

  it("belongs to its tenant, and so do its rooms", async () => {
    const started = startSandbox();
    const { catc: code, board, price } = await offered(started);
    const body = reservationXml({ hotel: "9100", id: "1", stays: [{ code, board, amount: price }] });
    const book = async (tenant: string) => {
      const headers = { "content-type": "application/xml" };
      return (await started.sandbox.handle({ method: "POST", url: URL, headers, body, requestId: "1", tenant })).body;
    };
    expect(await book("a")).toContain("<Success/>");
    expect(await book("b")).toContain("<Success/>");
    expect(await book("a")).toContain("<Errors>");
    expect(await started.store.get(keys.capcornRooms(DEFAULT_TENANT, "INNXX07"))).toBeUndefined();
  });

  it("can be sent again after a process died before completing it, and only then", async () => {
    let now = 1_000_000;
    const started = startSandbox({ realTime: () => now });
    const { catc: code, board, price } = await offered(started);
    const key = keys.capcornReservation(DEFAULT_TENANT, "Rehearsal", "1");
    await started.store.put(key, { status: "pending", reference: "x", hotelId: "9100", startedAt: now });
    await started.store.put(keys.capcornRooms(DEFAULT_TENANT, "INNXX07"), {
      [key]: { rooms: [["DZ", "2025-12-17", "2025-12-20", 12]], expiresAt: NOW + 1_000_000 },
    });
    const book = async (id: string) =>
      (await started.reserve({ hotel: "9100", id, stays: [{ code, board, amount: price }] })).xml.OTA_HotelResNotifRS;
    expect((await book("1")).Errors.Error["@Code"]).toBe("127");
    expect((await book("2")).Errors.Error["@Code"]).toBe("322");
    now += 60_000;
    expect((await book("2")).Success).toBe("");
    expect((await book("1")).Success).toBe("");
    const rooms = (await started.store.get(keys.capcornRooms(DEFAULT_TENANT, "INNXX07")))?.value ?? {};
    expect(Object.values(rooms)).toHaveLength(2);
  });

  it("lists the elements that were ignored", async () => {
    const started = startSandbox();
    const { catc: code, board, price } = await offered(started);
    const stays = [{ code, board, amount: price }];
    const more = { "@RoomStayReservation": true, Deposit: { "@Amount": 1 } };
    const { xml } = await started.reserve({ hotel: "9100", id: "1", stays, more });
    expect(xml.OTA_HotelResNotifRS.Success).toBe("");
    expect(
      xml.OTA_HotelResNotifRS.Warnings.Warning.slice(1).map((warning: Record<string, string>) => warning["@ShortText"]),
    ).toEqual([
      "OTA_HotelResNotifRQ/HotelReservations/HotelReservation/@RoomStayReservation was ignored.",
      "OTA_HotelResNotifRQ/HotelReservations/HotelReservation/Deposit was ignored.",
    ]);
  });

  it("has the price at the time of booking", async () => {
    const early = startSandbox();
    const { catc: code, board, price } = await offered(early);
    const late = startSandbox({ clock: frozenClock(Date.parse("2025-12-16T12:00:00Z")) });
    const { xml } = await late.reserve({ hotel: "9100", id: "1", stays: [{ code, board, amount: price }] });
    expect(xml.OTA_HotelResNotifRS.Errors.Error["@ShortText"]).toContain(`AmountAfterTax ${price} is not the price`);
  });
});

describe("the rules of a CapCorn reservation", () => {
  const stays = [{ code: "DZ", board: 1, amount: "1.00" }];
  const good = { hotel: "9100", id: "1", stays };
  type Edit = (request: XmlInputElement) => XmlInputElement;
  const inReservation =
    (more: XmlInputElement): Edit =>
    () =>
      reservationRequest({ ...good, more });
  const inStay = (change: XmlInputElement): Edit =>
    inReservation({ RoomStays: { RoomStay: { ...roomStay("9100", stays[0] as (typeof stays)[0]), ...change } } });
  const guests = (...counts: readonly XmlInputElement[]): Edit =>
    inStay({ GuestCounts: { "@IsPerRoom": true, GuestCount: counts } });
  const adults = { "@AgeQualifyingCode": 10, "@Count": 2 };
  const guest = (customer: XmlInputElement, more: XmlInputElement = {}): Edit =>
    inReservation({
      ResGuests: { ResGuest: { Profiles: { ProfileInfo: { Profile: { Customer: customer } } }, ...more } },
    });
  const named = { PersonName: { GivenName: "A", Surname: "B" } };
  const service = (change: XmlInputElement): Edit =>
    inReservation({
      Services: {
        Service: {
          "@Quantity": 1,
          ServiceDetails: { ServiceDescription: { "@Name": "x" } },
          Price: { Base: { "@AmountAfterTax": "1" } },
          ...change,
        },
      },
    });
  const ids = (entry: XmlInputElement): Edit =>
    inReservation({ ResGlobalInfo: { HotelReservationIDs: { HotelReservationID: entry } } });

  const cases: readonly (readonly [what: string, edit: Edit, code: string, problem: string])[] = [
    ["the version", (request) => ({ ...request, "@Version": "2" }), "320", "Version '2' must be 1"],
    ["some version", (request) => ({ ...request, "@Version": null }), "321", "the attribute 'Version'"],
    ["who sends it", (request) => ({ ...request, POS: { Source: {} } }), "321", "the attribute 'AgentDutyCode'"],
    ["a reservation", (request) => ({ ...request, HotelReservations: "" }), "321", "the element 'HotelReservation'"],
    ["the status Book", inReservation({ "@ResStatus": "Cancel" }), "320", "ResStatus 'Cancel' must be Book"],
    ["the time it was made", inReservation({ "@CreateDateTime": "today" }), "320", "CreateDateTime 'today'"],
    ["a time that is one", inReservation({ "@CreateDateTime": "2025-13-45T09:43:08" }), "320", "CreateDateTime"],
    ["a stay", inReservation({ RoomStays: "" }), "321", "at least one element 'RoomStay'"],
    ["a category", inStay({ RoomTypes: { RoomType: { "@NumberOfUnits": 1 } } }), "321", "'RoomTypeCode'"],
    [
      "a category of the hotel",
      inStay({ RoomTypes: { RoomType: { "@NumberOfUnits": 1, "@RoomTypeCode": "XYZ" } } }),
      "402",
      "no rooms of the category 'XYZ'; it has EZ, DZK",
    ],
    [
      "a short code",
      inStay({ RoomTypes: { RoomType: { "@NumberOfUnits": 1, "@RoomTypeCode": "ABCDEFGHI" } } }),
      "320",
      "9 characters",
    ],
    [
      "a room at least",
      inStay({ RoomTypes: { RoomType: { "@NumberOfUnits": 0, "@RoomTypeCode": "DZ" } } }),
      "320",
      "from 1 to 10",
    ],
    [
      "a board",
      inStay({ RatePlans: { RatePlan: { MealsIncluded: { "@MealPlanCodes": 6 } } } }),
      "320",
      "'6' must be 1 or 2 or 3",
    ],
    [
      "a board of the hotel",
      inStay({ RatePlans: { RatePlan: { MealsIncluded: { "@MealPlanCodes": 5 } } } }),
      "402",
      "not sold with the board 5, but with 2 or 1",
    ],
    [
      "guests per room",
      inStay({ GuestCounts: { "@IsPerRoom": false, GuestCount: adults } }),
      "320",
      "'false' must be true",
    ],
    ["guests", inStay({ GuestCounts: { "@IsPerRoom": true } }), "321", "'GuestCount'"],
    ["an adult", guests({ "@AgeQualifyingCode": 8, "@Age": 5, "@Count": 1 }), "320", "at least one adult"],
    ["known kinds of guests", guests({ "@AgeQualifyingCode": 7, "@Count": 1 }), "320", "'7' must be 10 or 8"],
    ["ages of children", guests(adults, { "@AgeQualifyingCode": 8, "@Count": 1 }), "321", "the attribute 'Age'"],
    ["ages from one", guests(adults, { "@AgeQualifyingCode": 8, "@Age": 0, "@Count": 1 }), "320", "from 1 to 17"],
    ["ages to seventeen", guests(adults, { "@AgeQualifyingCode": 8, "@Age": 18, "@Count": 1 }), "320", "from 1 to 17"],
    [
      "eight children at most",
      guests(adults, { "@AgeQualifyingCode": 8, "@Age": 5, "@Count": 9 }),
      "320",
      "9 children",
    ],
    [
      "fifteen persons at most",
      guests({ ...adults, "@Count": 8 }, { "@AgeQualifyingCode": 8, "@Age": 5, "@Count": 8 }),
      "320",
      "16 persons",
    ],
    ["who fits into the room", guests({ ...adults, "@Count": 4 }), "320", "DZ is for 1 to 3 persons"],
    ["dates", inStay({ TimeSpan: { "@Start": "17.12.2025", "@End": "2025-12-20" } }), "320", "YYYY-MM-DD"],
    [
      "dates in order",
      inStay({ TimeSpan: { "@Start": "2025-12-20", "@End": "2025-12-20" } }),
      "404",
      "must be after Start",
    ],
    ["dates to come", inStay({ TimeSpan: { "@Start": "2025-10-01", "@End": "2025-10-03" } }), "404", "in the past"],
    ["an amount", inStay({ Total: { "@CurrencyCode": "EUR" } }), "321", "'AmountAfterTax'"],
    [
      "an amount with a point",
      inStay({ Total: { "@AmountAfterTax": "1,00", "@CurrencyCode": "EUR" } }),
      "320",
      "'1,00' must be an amount",
    ],
    ["the right amount", inStay({}), "320", "is not the price"],
    ["euros", inStay({ Total: { "@AmountAfterTax": "1", "@CurrencyCode": "USD" } }), "320", "'USD' must be EUR"],
    [
      "the hotel of the address",
      inStay({ BasicPropertyInfo: { "@HotelCode": "9101" } }),
      "361",
      "9101 is not the hotelId of the URL",
    ],
    ["a hotel's number", inStay({ BasicPropertyInfo: { "@HotelCode": "AT1" } }), "320", "a hotel's number"],
    [
      "ten rooms at most",
      inReservation({
        RoomStays: { RoomStay: Array.from({ length: 11 }, () => roomStay("9100", stays[0] as (typeof stays)[0])) },
      }),
      "320",
      "11 rooms",
    ],
    ["a guest", inReservation({ ResGuests: "" }), "321", "'ResGuest'"],
    ["one guest", inReservation({ ResGuests: { ResGuest: ["", ""] } }), "320", "'ResGuest' may occur only once"],
    ["a name", guest({}), "321", "'PersonName'"],
    ["a surname", guest({ PersonName: { GivenName: "A" } }), "321", "'Surname'"],
    [
      "a name that says something",
      guest({ PersonName: { GivenName: " ", Surname: "B" } }),
      "321",
      "GivenName must not be empty",
    ],
    ["a valid e-mail address", guest({ ...named, Email: "invalid" }), "320", "Email 'invalid'"],
    ["a country", guest({ ...named, Address: { CountryName: { "@Code": "Austria" } } }), "320", "two capital letters"],
    [
      "short comments",
      guest(named, { Comments: { Comment: { ListItem: "x".repeat(201) } } }),
      "320",
      "201 characters; at most 200",
    ],
    ["services with a number", service({ "@Quantity": 0 }), "320", "from 1 to 999"],
    ["services with a name", service({ ServiceDetails: { ServiceDescription: "" } }), "321", "'Name'"],
    ["services with a price", service({ Price: { Base: { "@AmountAfterTax": "-1" } } }), "320", "must be an amount"],
    ["an id", ids({ "@ResID_Value": "", "@ResID_Source": "x" }), "321", "'ResID_Value'"],
    ["a source", ids({ "@ResID_Value": "1" }), "321", "'ResID_Source'"],
    ["a short id", ids({ "@ResID_Value": "x".repeat(65), "@ResID_Source": "x" }), "320", "65 characters"],
  ];
  it.each(cases)("include a check: %s", async (_what, edit, code, problem) => {
    const { send, store } = startSandbox();
    const document = { OTA_HotelResNotifRQ: edit(reservationRequest(good)) };
    const { status, xml } = await send(URL, writeXml(document, { namespaces: { "": OTA } }));
    expect(status).toBe(200);
    expect(xml.OTA_HotelResNotifRS.Success).toBeUndefined();
    expect(xml.OTA_HotelResNotifRS.Errors.Error["@ShortText"]).toContain(problem);
    expect(xml.OTA_HotelResNotifRS.Errors.Error["@Code"]).toBe(code);
    expect(await store.get(keys.capcornReservation(DEFAULT_TENANT, "Rehearsal", "1"))).toBeUndefined();
  });

  it("require OpenTravel's namespace, with any prefix", async () => {
    const { send } = startSandbox();
    const xml = reservationXml(good);
    const shortText = async (body: string) =>
      (await send(URL, body)).xml.OTA_HotelResNotifRS.Errors.Error["@ShortText"];
    expect(await shortText(xml.replace(` xmlns="${OTA}"`, ""))).toContain(`in the namespace ${OTA}`);
    expect(await shortText(xml.replace(OTA, "urn:other"))).toContain(`in the namespace ${OTA}`);
    const prefixed = xml.replace(/<(\/?)(?=[A-Z])/g, "<$1ota:").replace("xmlns=", "xmlns:ota=");
    expect(await shortText(prefixed)).toContain("is not the price");
  });

  it("require a PIN and a known hotel", async () => {
    const { send, reserve } = startSandbox();
    expect((await send("/OTA_HotelResNotifRQ?hotelId=9100", reservationXml(good))).status).toBe(401);
    const unknown = await reserve({ ...good, hotel: "9999" });
    expect(unknown.xml.OTA_HotelResNotifRS.Errors.Error).toMatchObject({ "@Type": "3", "@Code": "361" });
    const unnamed = await send("/OTA_HotelResNotifRQ?pin=1", reservationXml(good));
    expect(unnamed.xml.OTA_HotelResNotifRS.Errors.Error["@ShortText"]).toContain("a hotel's number");
  });
});
