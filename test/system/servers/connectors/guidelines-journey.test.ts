import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseXml } from "../../../../src/platform/xml/parse-xml.ts";
import { readReservation, readRoomSearch } from "../../../../src/sandboxes/capcorn/requests.ts";
import { bearer, fetchWith } from "../../../fixtures/access/key-holder.ts";
import { ADMIN_TOKEN, type KeyedTaxiway, launchKeyed } from "../../../fixtures/access/keyed-taxiway.ts";
import { ask } from "../../../fixtures/mcp/transports/http/raw-http.ts";
import { CLIENTS, connectOverHttp } from "../../../fixtures/mcp-clients.ts";

/** Before the dates of the conversation. */
const CLOCK = "2025-11-03T09:00:00Z";
const STAY = { hotelId: "9100", arrivalDate: "2025-12-17", departureDate: "2025-12-20" };
const GUEST = {
  ...{ firstName: "Zoë", lastName: `O'Neil & <Söhne>`, email: "zoe@example.com", phone: "+43 512 000000" },
  address: { street: `Haus "Edelweiß" 1`, city: "Innsbruck", postalCode: "6020", country: "AT" },
};
const OTA = { "": "http://www.opentravel.org/OTA/2003/05" };

interface Sent {
  readonly url: string;
  readonly type: string | undefined;
  readonly body: string;
}

/** A hotel's CapCorn API: requests are recorded and answered by a sandbox. */
const startHotel = async (port: number) => {
  const sent: Sent[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const { url = "", headers } = request;
      sent.push({ url, type: headers["content-type"], body });
      const answer = await ask(port, {
        ...{ method: "POST", path: `/capcorn${url}`, body },
        headers: { "Content-Type": headers["content-type"] ?? "", ...bearer(ADMIN_TOKEN) },
      });
      response.writeHead(answer.status, { "content-type": answer.headers["content-type"] ?? "" }).end(answer.text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { sent, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
};

describe("the CapCorn example conversation over HTTP with a key", () => {
  let taxiway: KeyedTaxiway;
  let hotel: Awaited<ReturnType<typeof startHotel>>;
  let key: string;

  const admin = async (method: string, path: string, body?: object) => {
    const answer = await ask(taxiway.port, {
      ...{ method, path: `/admin${path}` },
      headers: { ...bearer(key), "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.text === "" ? undefined : JSON.parse(answer.text);
  };

  beforeAll(async () => {
    taxiway = await launchKeyed({ CLOCK, TAXIWAY_OUTBOUND_ALLOW: "127.0.0.1" });
    hotel = await startHotel(taxiway.port);
    key = await taxiway.key({ tenant: "alpenhof", admin: true });
  });
  afterAll(async () => {
    hotel.close();
    await taxiway.close();
  });

  const converse = async (flavour: string, reservationId: string) => {
    const options = CLIENTS[flavour];
    if (options === undefined) throw new Error(flavour);
    const url = `http://127.0.0.1:${taxiway.port}/mcp/capcorn`;
    const client = await connectOverHttp(options, url, { fetch: fetchWith(key) });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["availability_search", "create_reservation"]);

    const rooms = [{ adults: 2, children: [{ age: 7 }] }];
    const found = await client.callTool({ name: "availability_search", arguments: { ...STAY, rooms } });
    // biome-ignore lint/suspicious/noExplicitAny: what comes back is the thing under test
    const result = found.structuredContent as any;
    expect(found.content[0]?.text).toBe(`Found ${result.rooms.length} room options for 17–20 Dec 2025.`);
    expect(result).toMatchObject({ sourceRequestId: "capcorn-9100-20251217" });
    expect(result.rooms[0]).toMatchObject({
      ...{ categoryCode: expect.any(String), name: expect.any(String), totalPrice: expect.any(Number) },
      ...{ currency: "EUR", board: expect.any(String), nights: 3 },
    });

    const { categoryCode, board, totalPrice } = result.rooms[0];
    const booked = await client.callTool({
      name: "create_reservation",
      arguments: { ...STAY, rooms: [{ categoryCode, board, totalPrice, ...rooms[0] }], guest: GUEST, reservationId },
    });
    expect(booked.isError, JSON.stringify(booked)).not.toBe(true);
    expect(booked.structuredContent).toMatchObject({ reservationId, status: "booked", totalAmount: totalPrice });
    await client.close();
    return { found: result, booked: booked.structuredContent as { readonly source: string }, categoryCode };
  };

  it("runs against the sandbox without credentials", async () => {
    const { found, booked } = await converse("the v2 client, modern", "R-sandbox");
    expect([found.source, booked.source]).toEqual(["sandbox", "sandbox"]);
    expect(hotel.sent).toEqual([]);
  });

  it("runs against the real API with an address and credentials, in valid XML", async () => {
    const document = await admin("GET", "/connectors/capcorn/export");
    await admin("PUT", "/connectors/capcorn/draft", { document: { ...document, base_url: hotel.url } });
    await admin("POST", "/connectors/capcorn/approve", {});
    await admin("POST", "/connectors/capcorn/publish", {});
    const { credentials } = await admin("GET", "/connectors/capcorn/credentials");
    for (const { name, kind } of credentials) {
      const value = kind === "basic" ? { user: "alpenhof", password: "geheim&co" } : `${name} & co`;
      await admin("PUT", `/connectors/capcorn/credentials/${name}`, { value });
    }

    const { found, booked, categoryCode } = await converse("the v1 SDK client", "R-live");
    expect([found.source, booked.source]).toEqual(["live", "live"]);
    const [search, reservation] = hotel.sent as [Sent, Sent];
    expect(search.type).toMatch(/^application\/xml/);
    expect(readRoomSearch(parseXml(search.body, { namespaces: {} }))).toEqual({
      ...{ hotelIds: ["9100"], arrival: "2025-12-17", departure: "2025-12-20" },
      rooms: [{ adults: 2, childAges: [7] }],
    });
    expect(reservation.body).toContain("O'Neil &amp; &lt;Söhne");
    expect(readReservation(parseXml(reservation.body, { namespaces: OTA }))).toMatchObject({
      ...{ id: "R-live", unread: [], guest: { givenName: "Zoë", surname: `O'Neil & <Söhne>` } },
      stays: [{ units: 1, categoryCode, party: { adults: 2, childAges: [7] } }],
    });
    expect(hotel.sent).toHaveLength(2);
  });

  it("leaves a log that only its tenant can read", async () => {
    const { invocations } = await admin("GET", "/invocations?server=capcorn");
    expect(invocations.map(({ tool, outcome }: { tool: string; outcome: string }) => `${tool} ${outcome}`)).toEqual([
      "create_reservation ok",
      "availability_search ok",
      "create_reservation ok",
      "availability_search ok",
    ]);
    expect(JSON.stringify(invocations)).not.toMatch(/Neil|zoe@|Edelweiß|geheim/);
    const other = await taxiway.key({ tenant: "rival", admin: true });
    const theirs = await ask(taxiway.port, { path: "/admin/invocations", headers: bearer(other) });
    expect(JSON.parse(theirs.text).invocations).toEqual([]);
  });
});
