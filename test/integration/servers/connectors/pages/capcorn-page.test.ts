import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseXml } from "../../../../../src/platform/xml/parse-xml.ts";
import { startConnectors } from "../connector-world.ts";

const page = (name: string) =>
  readFileSync(new URL(`../../../../fixtures/documents/pages/${name}`, import.meta.url), "utf8");

type World = Awaited<ReturnType<typeof startConnectors>>;

/** The sandbox behind an HTTP address, as CapCorn's API. */
const startHotel = async ({ capcorn }: World) => {
  const sent: { readonly url: string; readonly body: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    const { url = "", method = "", headers } = request;
    sent.push({ url, body });
    const answer = await capcorn.handle({
      ...{ method, url, body, tenant: "acme", requestId: "r-1" },
      headers: { "content-type": headers["content-type"] },
    });
    response.writeHead(answer.status, { ...answer.headers }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { sent, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

/** Drafts, approves and publishes; returns a client of the server. */
const published = async (world: World, document: string) => {
  const hotel = await startHotel(world);
  const drafted = await world.ask("POST", "/drafts", { document, name: "hotels", base_url: hotel.url });
  expect(drafted.status, JSON.stringify(drafted.body)).toBe(201);
  for (const { name } of drafted.body.connector.credentials) {
    await world.ask("PUT", `/connectors/hotels/credentials/${name}`, { value: `the-${name}` });
  }
  await world.ask("POST", "/connectors/hotels/approve", {});
  expect((await world.ask("POST", "/connectors/hotels/publish", {})).status).toBeLessThan(300);
  const client = await world.connect("hotels");
  if (client === undefined) throw new Error("nothing is served");
  return { hotel, drafted: drafted.body, client };
};

const stay = { arrival: "2025-12-17", departure: "2025-12-20" };

describe("the documentation of CapCorn", () => {
  it.each(["capcorn.md"])("becomes tools that search rooms and reserve one: %s", async (name) => {
    const world = await startConnectors();
    const { hotel, drafted, client } = await published(world, page(name));
    const { tools } = (await client.request("tools/list")).result;
    expect(tools.map((tool: { name: string }) => tool.name)).toEqual(["availability_search", "create_reservation"]);
    expect(tools[0].annotations.readOnlyHint).toBe(true);
    expect(tools[1].annotations.readOnlyHint).toBe(false);
    expect(drafted.connector).toMatchObject({ title: "CapCorn Hotel", credentials: expect.any(Array) });

    const asked = {
      language: 1,
      members: [{ hotelId: "9100" }],
      ...stay,
      rooms: [{ adults: 2, children: [{ age: 7 }] }],
    };
    const found = await client.call("availability_search", asked);
    expect(found.isError, JSON.stringify(found.content)).toBeUndefined();
    const [room] = found.structuredContent.members[0].rooms;
    expect(room).toMatchObject({ ...stay, adults: 2, children: [{ age: 7 }] });
    const [option] = room.options;
    expect(option).toMatchObject({ catc: expect.any(String), price: expect.any(Number), board: expect.any(Number) });
    expect(hotel.sent[0]?.url).toBe("/RoomAvailability?user=the-user&password=the-password&system=the-system");

    const reserved = await client.call("create_reservation", {
      ...{ hotelId: "9100", agentDutyCode: "ABC123" },
      hotelReservations: [
        {
          createDateTime: "2025-11-03T09:00:00Z",
          roomStays: [
            {
              roomTypes: [{ numberOfUnits: 1, roomTypeCode: option.catc }],
              ratePlans: [{ mealPlanCodes: option.board }],
              guestCounts: {
                guestCounts: [
                  { ageQualifyingCode: 10, count: 2 },
                  { ageQualifyingCode: 8, count: 1, age: 7 },
                ],
              },
              timeSpan: { start: stay.arrival, end: stay.departure },
              total: { amountAfterTax: option.price },
              hotelCode: "9100",
            },
          ],
          resGuests: [{ customer: { personName: { givenName: "Zoë", surname: "O'Neil & <Söhne>" } } }],
          hotelReservationIds: [{ resIdValue: "R-1", resIdSource: "Example" }],
        },
      ],
    });
    expect(reserved.isError, JSON.stringify(reserved.content)).toBeUndefined();
    expect(reserved.structuredContent).toMatchObject({ success: true });
    expect(hotel.sent[1]?.url).toBe("/OTA_HotelResNotifRQ?hotelId=9100&pin=the-pin");
    const request = parseXml(hotel.sent[1]?.body ?? "")["OTA_HotelResNotifRQ"];
    expect(request).toMatchObject({ "@Version": "1", "@xmlns": "http://www.opentravel.org/OTA/2003/05" });
  });

  it("shows beside each field what the document says", async () => {
    const world = await startConnectors();
    const { body } = await world.ask("POST", "/drafts", { document: page("capcorn.md") });
    const [search, reserve] = body.tools;
    const quoteOf = (tool: typeof search, field: string) =>
      tool.evidence.find((each: { field: string }) => each.field === field)?.quote;
    expect(quoteOf(search, "path")).toContain("POST {base}/RoomAvailability");
    expect(quoteOf(search, "base_url")).toContain("https://mainframe.capcorn.net/RestService");
    expect(quoteOf(search, "input.rooms.adults")).toContain("Number of adults in the room, 1-15.");
    expect(quoteOf(search, "input.members")).toBe('<member hotel_id="9100"/>');
    expect(quoteOf(reserve, "input.hotelReservations.resGuests.customer.address.countryNameCode")).toContain(
      "such as AT",
    );
    expect((await world.ask("GET", "/connectors/cap-corn-hotel/draft")).body.tools[0].evidence).toEqual(
      search.evidence,
    );
  });
});
