import { describe, expect, it } from "vitest";
import { startHutApi } from "./connectors-api.ts";
import {
  approve,
  chooseStep,
  connect,
  drop,
  keepCredential,
  openTab,
  publish,
  ran,
  readIn,
  runTo,
  SAMPLES,
  saveDraft,
} from "./connectors-steps.ts";
import { startWalk, type Walk } from "./console-walk.ts";

/** What one tool's samples do not contain; the other's is entered by hand. */
const NOTES = `
title: Alpine hotels
description: Rooms of hotels in the Alps.
credentials: [{ name: pin }]
tools:
  create_reservation:
    path: /OTA_HotelResNotifRQ
    description: Books rooms that were found.
    query: { hotelId: "9100" }
    auth: [{ credential: pin, in: query, name: pin }]
`;

describe("the connector pages", () => {
  it("turn XML samples and an OpenAPI document into tools that clients can call", async () => {
    // The APIs are on this machine, which has to be allowed.
    const walk = await startWalk({ TAXIWAY_OUTBOUND_ALLOW: "127.0.0.1" });
    await draftFromSamples(walk);
    await workOnTheCanvas(walk);
    await publishAndBook(walk);
    await draftFromAddress(walk);
    await publishTwiceAndGoBack(walk);
    expect(walk.problems).toEqual([]);
  }, 90_000);
});

/** Candidates with their risk and cost; none is selected. Names and texts are edited in place. */
const draftFromSamples = async (walk: Walk): Promise<void> => {
  const { page, go, origin } = walk;
  await go("connectors");
  await page.getByRole("link", { name: "New connector" }).first().click();
  await drop(walk, [...SAMPLES, { name: "notes.yaml", text: NOTES }]);
  await page.getByText("Samples: Alpine hotels · 2 operations").waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("alpine-hotels");
  await page.getByLabel("Base URL of the API").fill(`${origin}/capcorn`);
  await page.getByRole("button", { name: "Create draft" }).click();

  await page.getByRole("checkbox", { name: "Select availability_search" }).waitFor();
  expect(await readIn(page.locator(".tool-items"))).toMatch(
    /availability_search POST \/availability_search read-only .*\d tok .*create_reservation POST \/OTA_HotelResNotifRQ write .*\d tok/,
  );
  expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(0);

  await page.getByRole("button", { name: "availability_search", exact: true }).click();
  const editor = page.getByRole("group", { name: "availability_search", exact: true });
  await editor.getByRole("textbox", { name: "Description required" }).fill("Free rooms of a hotel for a stay.");
  await page.getByLabel("Description of members").fill("The hotels, by their numbers.");
  await page.getByLabel("Default of members").fill('[{"hotelId":"9100"}]');
  await page.getByRole("checkbox", { name: "Hide language from callers" }).check();
  await page.getByLabel("Value of language").fill("1");
  await editor.getByRole("textbox", { name: "Name" }).fill("find_rooms");
  await saveDraft(walk);
};

/** Bindings of path, query, body and secrets; run step by step until rooms are returned. */
const workOnTheCanvas = async (walk: Walk): Promise<void> => {
  const { page } = walk;
  await openTab(walk, "About");
  await page.getByRole("button", { name: "Add credential" }).click();
  const slot = page.getByRole("group", { name: "Credential api_key" });
  await slot.getByLabel("Kind").selectOption({ label: "user and password" });
  await slot.getByRole("textbox", { name: "Name" }).fill("login");
  await saveDraft(walk);
  await openTab(walk, "Credentials");
  await keepCredential(walk, "login", { User: "ada", Password: "lovelace" });
  await keepCredential(walk, "pin", { Value: "1234" });

  await openTab(walk, "Tools");
  await page.getByRole("link", { name: "Canvas of find_rooms" }).click();
  await page.getByLabel("Hidden arguments").fill('{ "language": 1, "system": "walk" }');
  await page.getByLabel("arrival").fill("2027-01-16");
  await page.getByLabel("departure").fill("2027-01-20");
  await chooseStep(walk, "Request");
  await page.getByLabel("Path").fill("/RoomAvailability");
  await page.getByRole("button", { name: "Add binding" }).click();
  await page.getByLabel("Argument of binding 1").selectOption("system");
  const mapping = page.getByLabel("Body mapping");
  const twoAdults = '[($count(rooms) > 0 ? rooms : [{ "adults": 2 }]).{';
  await mapping.fill((await mapping.inputValue()).replace("[rooms.{", twoAdults));
  await chooseStep(walk, "Auth");
  for (const [index, part] of ["user", "password"].entries()) {
    const secret = `secret ${index + 1}`;
    await page.getByRole("button", { name: "Add secret" }).click();
    await page.getByLabel(`Credential of ${secret}`).selectOption("login");
    await page.getByLabel(`Location of ${secret}`).selectOption("query");
    await page.getByLabel(`Target name of ${secret}`).fill(part);
    await page.getByLabel(`Part of ${secret}`).selectOption(part);
  }

  expect(await runTo(walk, "Request")).toMatch(/in .*language: 1.* out method: POST, url: \/RoomAvailability\?system=/);
  const outcome = page.getByRole("status", { name: "Last run" });
  await outcome.getByText("not sent").waitFor();
  expect(await runTo(walk, "Auth")).not.toMatch(/ada|lovelace/);
  expect(await runTo(walk, "Parse")).toMatch(/out .*members/);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  expect(await ran(walk, "Output")).toMatch(/out .*hotelId: 9100/);
  await outcome.getByText("OK", { exact: true }).waitFor();
};

const publishAndBook = async (walk: Walk): Promise<void> => {
  const { page, origin } = walk;
  await page.getByRole("link", { name: "Alpine hotels" }).click();
  await approve(walk, ["find_rooms", "create_reservation"], "2 of 2");
  expect(await publish(walk, 1)).toBe("added find_rooms added create_reservation");
  await page.getByText(`${origin}/mcp/alpine-hotels`).first().waitFor();

  const client = await connect(walk, "alpine-hotels");
  const [find, reserve] = (await client.listTools()).tools;
  expect(find).toMatchObject({ name: "find_rooms", description: "Free rooms of a hotel for a stay." });
  expect(Object.keys(find?.inputSchema["properties"] ?? {})).toEqual(["members", "arrival", "departure", "rooms"]);
  expect(reserve).toMatchObject({ name: "create_reservation", annotations: { readOnlyHint: false } });
  const stay = { arrival: "2027-01-16", departure: "2027-01-20" };
  const rooms = { members: [{ hotelId: "9100" }], ...stay, rooms: [{ adults: 2 }] };
  const { structuredContent } = await client.callTool({ name: "find_rooms", arguments: rooms });
  const [option] = structuredContent.members[0].rooms[0].options;
  const booked = await client.callTool({ name: "create_reservation", arguments: reservationOf(option, stay) });
  expect([booked.isError, booked.structuredContent]).toEqual([
    undefined,
    { success: true, source: "live", version: "1" },
  ]);
};

const draftFromAddress = async (walk: Walk): Promise<void> => {
  const { page, go } = walk;
  const api = await startHutApi();
  await go("connectors?new=1");
  await page.getByRole("tab", { name: "URL" }).click();
  await page.getByLabel("URL of the documentation").fill(`${api.origin}/openapi.json`);
  await page.getByRole("button", { name: "Read URL" }).click();
  await page.getByText("OpenAPI: Mountain huts · 3 operations").waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("huts");
  await page.getByRole("button", { name: "Create draft" }).click();
  await page.getByRole("checkbox", { name: "Select delete_hut" }).waitFor();
  expect(await readIn(page.locator(".tool-items"))).toMatch(
    /list_huts GET \/huts read-only .*get_hut GET \S+ read-only .*delete_hut DELETE \S+ destructive/,
  );
  expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(0);
  await page.getByRole("button", { name: "list_huts", exact: true }).click();
  await page.getByLabel("Default of limit").fill("2");
  await page.getByRole("checkbox", { name: "Hide format from callers" }).check();
  await page.getByLabel("Value of format").fill("json");

  // The saved version is run: switching to the canvas loses nothing, and running saves.
  await page.getByRole("link", { name: "Canvas of list_huts" }).click();
  await page.getByRole("combobox", { name: "region" }).selectOption({ label: "tyrol" });
  expect(await runTo(walk, "HTTP")).toMatch(/out .*status: 200/);
  expect(api.asked.at(-1)).toBe("GET /v1/huts?region=tyrol&limit=2&format=json");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  expect(await ran(walk, "Output")).toContain("Edelweißhütte");
};

/** A connected client sees the first version, the second, and the first again. */
const publishTwiceAndGoBack = async (walk: Walk): Promise<void> => {
  const { page } = walk;
  await page.getByRole("link", { name: "Mountain huts" }).click();
  await approve(walk, ["list_huts", "get_hut"], "2 of 3");
  expect(await publish(walk, 1)).toBe("added list_huts added get_hut");
  const client = await connect(walk, "huts");
  const described = async () => (await client.listTools()).tools.map(({ name, description }) => [name, description]);
  const first = await described();
  expect(first.map(([name]) => name)).toEqual(["list_huts", "get_hut"]);
  const found = await client.callTool({ name: "list_huts", arguments: { region: "carinthia" } });
  expect(found.structuredContent).toMatchObject({ huts: [{ name: "Seehaus" }] });

  await openTab(walk, "Tools");
  await page.getByRole("button", { name: "list_huts", exact: true }).click();
  await page.getByRole("textbox", { name: "Description required" }).fill("Huts to sleep in.");
  await saveDraft(walk);
  await approve(walk, ["list_huts"], "2 of 3");
  expect(await publish(walk, 2)).toMatch(/^changed list_huts .*description/i);
  expect((await described())[0]).toEqual(["list_huts", "Huts to sleep in."]);

  await openTab(walk, "Versions");
  await page.getByRole("button", { name: "Serve (version 1)" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Serve" }).click();
  await page.getByText("Version 1 is now served.").waitFor();
  expect(await described()).toEqual(first);

  await openTab(walk, "Use");
  const calls = page.getByRole("grid", { name: "Last calls" });
  expect(await readIn(calls)).toMatch(/list_huts OK .* API 1 /);
  await calls.getByText("list_huts").click();
  await page.getByRole("dialog", { name: "list_huts" }).getByText("carinthia").waitFor();
};

interface Option {
  readonly catc: string;
  readonly price: number;
  readonly board: number;
}

const GUEST = {
  language: "de",
  personName: { namePrefix: "Frau", givenName: "Ada", surname: "Lovelace" },
  phoneNumber: "+43 1 234",
  email: "ada@example.com",
  address: { addressLine: "Gasse 1", cityName: "Wien", postalCode: "01010", countryNameCode: "AT" },
};

const reservationOf = (
  { catc, price, board }: Option,
  stay: { readonly arrival: string; readonly departure: string },
) => ({
  ...{ hotelId: "9100", version: "1", agentDutyCode: "WALK" },
  hotelReservations: [
    {
      ...{ createDateTime: "2026-12-01T09:00:00+01:00", resStatus: "Book" },
      roomStays: [
        {
          roomTypes: [{ numberOfUnits: 1, roomTypeCode: catc }],
          ratePlans: [{ mealPlanCodes: String(board) }],
          guestCounts: { isPerRoom: true, guestCounts: [{ ageQualifyingCode: "10", count: 2 }] },
          timeSpan: { start: stay.arrival, end: stay.departure },
          total: { amountAfterTax: price, currencyCode: "EUR" },
          hotelCode: "9100",
        },
      ],
      resGuests: [{ customer: GUEST, comments: [{ listItem: "Späte Anreise" }] }],
      hotelReservationIds: [{ resIdValue: "WALK-1", resIdSource: "Walk" }],
    },
  ],
});
