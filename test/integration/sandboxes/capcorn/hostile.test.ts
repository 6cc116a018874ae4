import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseXml } from "../../../../src/platform/xml/parse-xml.ts";
import { SCENARIOS } from "../../../../src/sandboxes/capcorn/scenarios.ts";
import { cases } from "../../../fixtures/cases.ts";
import { reservationXml, searchXml, startSandbox } from "./sandbox-fixture.ts";

const SEARCH = "/RoomAvailability?user=u&password=p&system=s";
const RESERVE = "/OTA_HotelResNotifRQ?hotelId=9100&pin=1234";
const GOOD: Readonly<Record<string, string>> = {
  [SEARCH]: searchXml({}),
  [RESERVE]: reservationXml({ hotel: "9100", id: "1", stays: [{ code: "DZ", board: 1, amount: 1 }] }),
};

describe.each([SEARCH, RESERVE])("%s", (url) => {
  it.each([
    ["nothing", "", 400],
    ["JSON", '{"room_availability":{}}', 400],
    [
      "an external entity",
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><room_availability>&x;</room_availability>',
      400,
    ],
    ["half of a document", "<room_availability><language>0", 400],
    ["a hundred elements in each other", `${"<a>".repeat(100)}${"</a>".repeat(100)}`, 413],
    ["ten thousand elements beside each other", `<a>${"<b/>".repeat(10_000)}</a>`, 413],
    ["ten megabytes", `<a>${"x".repeat(10 * 1024 * 1024)}</a>`, 413],
    ["a control character", "<a>\x01</a>", 400],
  ])("rejects %s", async (_what, body, status) => {
    const { send, defects } = startSandbox();
    const reply = await send(url, body);
    expect(reply.status).toBe(status);
    expect(reply.body).not.toContain("root:");
    expect(defects).toEqual([]);
  });

  it("reads other encodings, and rejects invalid ones", async () => {
    const { send } = startSandbox();
    const good = GOOD[url] as string;
    const latin1 = Buffer.from(good.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"'), "latin1");
    const utf16 = Buffer.from(`\ufeff${good}`, "utf16le");
    const plain = await send(url, good);
    expect((await send(url, latin1)).body).toBe(plain.body);
    expect((await send(url, utf16)).body).toBe(plain.body);
    expect((await send(url, Buffer.from([...Buffer.from("<a>"), 0xc3, 0x28]))).status).toBe(400);
    expect((await send(url, good, { "content-type": "application/xml; charset=x-none" })).status).toBe(200);
    expect((await send(url, Buffer.from(good), { "content-type": "application/xml; charset=x-none" })).status).toBe(
      400,
    );
  });

  it("answers any mutated request without an internal error", async () => {
    const { send, defects } = startSandbox();
    const pieces = (GOOD[url] as string).split(/(?<=[">])|(?=[<"])/);
    const junk = fc.oneof(
      fc.constantFrom("", "<a/>", "-1", "9".repeat(30), "__proto__", "2025-12-18", '"', "&amp;", "é"),
      fc.string(),
    );
    const change = fc.tuple(fc.nat(pieces.length - 1), junk);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const parts = [...pieces];
        for (const [at, text] of changes) parts[at] = text;
        const { status } = await send(url, parts.join(""));
        expect([200, 400, 413]).toContain(status);
      }),
      { numRuns: cases(100) },
    );
    expect(defects).toEqual([]);
  });

  it("answers any path and header", async () => {
    const { send, defects } = startSandbox();
    for (const address of ["", "/", "//evil/x", "/..%2f", "http://[", "/%", "/__proto__", `${url}&user=x`]) {
      expect((await send(address, GOOD[url] as string)).status).toBeLessThan(500);
    }
    for (const type of [undefined, "", "text/html", "application/xml-dtd", "application/xml; charset=\0"]) {
      expect((await send(url, GOOD[url] as string, { "content-type": type })).status).toBeLessThan(500);
    }
    expect(defects).toEqual([]);
  });
});

describe("input from CapCorn clients", () => {
  it("is escaped in answers, or left out", async () => {
    const { reserve } = startSandbox();
    const nasty = `"><Success/>&'`;
    const stays = [{ code: "DZ", board: 1, amount: nasty }];
    const { body, xml } = await reserve({ hotel: "9100", id: "1", stays });
    expect(xml.OTA_HotelResNotifRS.Success).toBeUndefined();
    expect(xml.OTA_HotelResNotifRS.Errors.Error["@ShortText"]).toContain(nasty);
    expect(() => parseXml(body)).not.toThrow();
  });

  it("causes no logged error, and its credentials are not logged", async () => {
    const { sandbox, defects } = startSandbox({
      supplier: {
        searchHotels: () => {
          throw new Error("a defect");
        },
      },
    });
    const reply = await sandbox.handle({
      method: "POST",
      url: "/RoomAvailability?user=anna&password=geheim&system=s",
      headers: { "content-type": "application/xml" },
      body: searchXml({}),
      requestId: "request-1",
    });
    expect(reply.status).toBe(500);
    expect(reply.body).not.toContain("a defect");
    expect(defects).toHaveLength(1);
    expect(JSON.stringify(defects)).not.toMatch(/anna|geheim/);
  });

  it("can select each scenario by its own magic hotel", () => {
    expect(new Set(Object.values(SCENARIOS)).size).toBe(Object.keys(SCENARIOS).length);
  });
});
