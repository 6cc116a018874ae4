import { describe, expect, it } from "vitest";
import { HOUSE, startRoomBookings, WHOLE_BOOKING } from "./apis/room-bookings.ts";
import { PARTNER, startTourCatalogue, TOURS } from "./apis/tour-catalogue.ts";
import { CLERK, digest, startVisaDesk } from "./apis/visa-desk.ts";
import { documentNamed, operationsIn, publishDocument } from "./published-document.ts";

describe("file uploads of an OpenAPI connector", () => {
  const start = async () => {
    const api = await startVisaDesk();
    return { api, ...(await publishDocument({ url: `${api.url}/openapi.yaml` }, { clerk: CLERK })) };
  };
  const PNG = Buffer.from("89504e470d0a1a0a2d2d0d0a00ff", "hex");
  const base64 = PNG.toString("base64");

  it("arrive unchanged with the other fields of the form, with the documented types", async () => {
    const { call, candidates, candidate, tools } = await start();
    expect(operationsIn(candidates)).toEqual([
      "get_scan: GET /applications/{number}/scan, read",
      "apply: POST /applications, write",
      "pay_fee: POST /applications/{number}/fee, write",
      "sign: PUT /applications/{number}/signature, write",
      "put_scan: PUT /applications/{number}/scan, write",
    ]);
    expect(candidate("get_scan")?.problems).toEqual([]);
    expect(tools.get("apply")?.inputSchema.properties.passport.description).toMatch(/data:image\/png;base64,/);
    const received = await call("apply", {
      ...{ passport: `data:image/png;base64,${base64}`, photo: base64, scans: [base64, "AA=="], letter: base64 },
      ...{ surname: "Müller\r\n--x", nights: 3, places: ["Graz", "Linz"], stay: { from: "2026-05-01" } },
    });
    const file = (name: string, type: string, bytes = PNG) => ({
      ...{ name, type, bytes: bytes.length, sha256: digest(bytes) },
    });
    const field = (name: string, value: string, type: string | null = null) => ({
      ...{ name, type, bytes: Buffer.byteLength(value) },
    });
    expect(received).toEqual({
      number: "A-1",
      parts: [
        file("passport", "image/png"),
        file("photo", "image/jpeg"),
        file("scans", "application/octet-stream"),
        file("scans", "application/octet-stream", Buffer.of(0)),
        file("letter", "application/pdf"),
        field("surname", "Müller\r\n--x"),
        field("nights", "3"),
        field("places", "Graz"),
        field("places", "Linz"),
        field("stay", '{"from":"2026-05-01"}', "application/json"),
      ],
    });
    expect(await call("apply", { passport: `data:image/png;base64,${base64}`, surname: "A", letter: null })).toEqual({
      ...{ number: "A-1", parts: [file("passport", "image/png"), field("surname", "A")] },
    });
  });

  it("are rejected if invalid, too large or of the wrong type", async () => {
    const { fail, call, api } = await start();
    expect(await fail("apply", { passport: "not base64!", surname: "A" })).toMatchObject({ field: "passport" });
    expect(api.asked.filter(({ path }) => path !== "/openapi.yaml")).toEqual([]);
    expect(await fail("apply", { passport: base64, surname: "A" })).toMatchObject({ http_status: 415 });
    const large = `data:image/png;base64,${Buffer.alloc(1_001).toString("base64")}`;
    expect(await fail("apply", { passport: large, surname: "A" })).toMatchObject({
      message: "Visa Desk answered with HTTP 413: passport: More than 1000 bytes.",
      hint: "Send less data.",
    });
    await call("sign", { number: "A-1", image: "iVBORw0KGgo=", thumb: "AAEC" });
    await call("put_scan", { number: "A-1", body: "iVBORw0KGgo=" });
    expect(await call("get_scan", { number: "A-1" })).toMatchObject({ mediaType: "image/png", bytes: 8 });
  });

  it("are optional in a form, whose lists and objects follow its encoding", async () => {
    const { call } = await start();
    const payer = { name: "Ada & Co", city: "Graz" };
    const fee = { number: "A/1", amount: 80.5, vouchers: ["a", "b"], codes: ["c", "d"], payer };
    expect(await call("pay_fee", fee)).toEqual({
      receipt: "A/1 amount=80.5 vouchers=a vouchers=b codes=c,d payer[name]=Ada & Co payer[city]=Graz",
    });
  });
});

describe("pages of an OpenAPI connector", () => {
  const start = async () => {
    const api = await startTourCatalogue();
    return { api, ...(await publishDocument({ url: `${api.url}/docs/openapi.yaml` }, { partner: PARTNER })) };
  };

  /** Reads all pages as a model does, with the next page of each result. */
  const allPages = async (
    call: (tool: string, args: object) => Promise<Record<string, unknown>>,
    tool: string,
    args: object,
  ) => {
    const pages: Record<string, unknown>[] = [];
    let more: object = {};
    for (;;) {
      const page = await call(tool, { ...args, ...more });
      pages.push(page);
      const next = page["next"] as { readonly argument: string; readonly value: unknown } | undefined;
      if (next === undefined || pages.length > 20) return pages;
      more = { [next.argument]: next.value };
    }
  };

  it("are read to the last by the next page of each result", async () => {
    const { call, callWhole, fail, candidate, draft } = await start();
    expect(
      draft.connector.tools.map((tool: { name: string; response?: object }) => [tool.name, tool.response]),
    ).toEqual([
      ["list_tours", { paging: { next: "next_page_token", argument: "page_token" } }],
      ["search_tours", { paging: { next: "meta.cursors.after", argument: "cursor" } }],
      ["list_guides", { paging: { next: "paging.next_id", argument: "after" } }],
      ["list_stops", { mapping: '{ "items": body }' }],
    ]);
    const pages = await allPages(call, "list_tours", { town: "Graz", page_size: 6 });
    expect(pages.map(({ tours }) => (tours as object[]).length)).toEqual([6, 6, 6, 2]);
    expect(pages.flatMap(({ tours }) => tours)).toEqual(TOURS.filter(({ town }) => town === "Graz"));
    expect(pages.at(-1)).toMatchObject({ next_page_token: "", total: 20 });
    const found = await allPages(call, "search_tours", { filter: { minutes: 80 } });
    expect(found.flatMap(({ data }) => data)).toEqual(TOURS.filter(({ minutes }) => minutes >= 80));
    const guides = await allPages(call, "list_guides", {});
    expect(guides.flatMap(({ guides: some }) => some)).toEqual([1, 2, 3, 4, 5, 6].map((number) => ({ number })));
    const { content } = await callWhole("list_tours", {});
    expect(content.at(-1).text).toBe('Note: There is more: call again with page_token = "p+25/&= é".');
    expect(candidate("list_stops")?.problems).toEqual(["Results are paged by the argument offset."]);
    expect(await call("list_stops", { offset: 2 })).toEqual({ items: ["c"] });
    expect(await fail("list_tours", { page_token: "p+25" })).toMatchObject({
      message: "Tour Catalogue answered with HTTP 400: page_token is not one of ours.",
      http_status: 400,
    });
  });

  it("are fetched with one token, and with a new one after it is revoked", async () => {
    const { call, fail, api, world, name } = await start();
    await Promise.all([call("list_tours"), call("list_guides"), call("list_stops")]);
    expect(api.oauth.given()).toBe(1);
    api.oauth.revoke();
    expect(await call("list_stops")).toEqual({ items: ["a", "b"] });
    expect(api.oauth.given()).toBe(2);
    await world.ask("PUT", `/connectors/${name}/credentials/partner`, { value: { ...PARTNER, password: "wrong-one" } });
    const refused = await fail("list_stops");
    expect(refused).toMatchObject({ error_type: "token_refused", retryable: false });
    expect(JSON.stringify([refused, world.lines])).not.toMatch(/wrong-one|partner-secret|token-number/);
  });
});

describe("XML of an OpenAPI connector", () => {
  const start = async () => {
    const api = await startRoomBookings();
    const openapi = documentNamed("room-bookings.yaml").replaceAll("http://rooms.example/xml", `${api.url}/xml`);
    return { api, ...(await publishDocument({ document: openapi }, { house: HOUSE })) };
  };

  it("is written with the documented attributes, names, wrappers and namespaces", async () => {
    const { call, fail, api, candidates } = await start();
    expect(operationsIn(candidates)).toEqual([
      "read_booking: GET /bookings/{number}, read",
      "list_rates: GET /rates, read",
      "create_booking: POST /bookings, write",
      "change_guests: PATCH /bookings/{number}, write",
    ]);
    const booking = {
      ...{ channel: 'web & "app"', arrival: "2026-05-01", nights: 2, paid: false, deposit: 12.5 },
      rooms: [
        {
          ...{ category: "DZ", adults: 2, ages: [5, 7] },
          guests: [{ title: "Dr", name: "Müller <&> Söhne", vip: true }, { name: "B" }],
        },
        { category: "EZ" },
      ],
      ...{ remarks: ["late", "]]>"], payer: { id: "9", surname: "Ünal" } },
    };
    expect(await call("create_booking", booking)).toEqual({
      ...{ number: "00042", total: 161, currency: "EUR", confirmed: true, rooms: [{ door: "007", price: 80.5 }] },
    });
    expect(api.last().body.toString()).toBe(WHOLE_BOOKING);
    const guests = [{ title: "Mrs", name: "A" }];
    expect(await call("change_guests", { number: "1", body: guests })).toEqual({ items: guests });
    expect(await fail("create_booking", { ...booking, nights: 30 })).toMatchObject({
      message: "Room Bookings answered with HTTP 409: Nothing is free for 30 nights.",
      code: "NO_ROOM",
    });
    const asked = api.asked.length;
    expect((await fail("create_booking", { ...booking, channel: "a\u0001b" })).message).toContain("channel");
    expect(api.asked).toHaveLength(asked);
  });

  it("is read into the types and lists of its schema, in any encoding", async () => {
    const { call } = await start();
    expect(await call("read_booking", { number: "00 42" })).toEqual({
      ...{ number: "00 42", channel: "web", arrival: "2026-05-01", nights: 2, paid: false, remarks: ["<late>"] },
      rooms: [{ category: "DZ", adults: 2, ages: [5], guests: [{ title: "Dr", name: "Söhne & Co", vip: false }] }],
      payer: { id: "9", surname: "Ünal" },
    });
    expect(await call("list_rates", { room: ["DZ", "E/Z"] })).toEqual({
      as_of: "2026-01-01T00:00:00Z",
      rate: [
        { room: "DZ", amount: 80, days: ["Mo", "Di"] },
        { room: "EZ", days: [] },
      ],
    });
  });
});
