import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { approve, connect, drop, keepCredential, openTab, publish, ran, readIn } from "./connectors-steps.ts";
import { startWalk, type Walk } from "./console-walk.ts";

const PAGE = new URL("../../fixtures/documents/pages/capcorn.md", import.meta.url);
const NAME = "capcorn-page";
const STAY = { arrival: "2027-01-16", departure: "2027-01-20" };

describe("a page of documentation in the console", () => {
  it("becomes approved tools that a client calls and the log shows", async () => {
    // The API is the sandbox of the same process, which has to be allowed.
    const walk = await startWalk({ TAXIWAY_OUTBOUND_ALLOW: "127.0.0.1" });
    await draftFromPage(walk);
    await readEvidence(walk);
    await readWarning(walk);
    await storeCredentials(walk);
    await runOnTheCanvas(walk);
    await walk.page.getByRole("link", { name: "CapCorn Hotel" }).click();
    await approve(walk, ["availability_search", "create_reservation"], "2 of 2");
    expect(await publish(walk, 1)).toBe("added availability_search added create_reservation");
    await searchRooms(walk);
    await readLog(walk);
    expect(walk.problems).toEqual([]);
  }, 90_000);
});

const draftFromPage = async (walk: Walk): Promise<void> => {
  const { page, go, origin } = walk;
  await go("connectors?new=1");
  await drop(walk, [{ name: "capcorn.md", text: readFileSync(PAGE, "utf8") }]);
  await page.getByText("Documentation page: CapCorn Hotel · 2 operations").waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill(NAME);
  await page.getByLabel("Base URL of the API").fill(`${origin}/capcorn`);
  await page.getByRole("button", { name: "Create draft" }).click();
  await page.getByRole("checkbox", { name: "Select create_reservation" }).waitFor();
  expect(await readIn(page.locator(".tool-items"))).toMatch(
    /availability_search POST \/RoomAvailability read-only .*create_reservation POST \/OTA_HotelResNotifRQ write/,
  );
  expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(0);
};

/** The line of the page stands beside the argument that was read from it. */
const readEvidence = async (walk: Walk): Promise<void> => {
  const { page } = walk;
  await page.getByRole("button", { name: "availability_search", exact: true }).click();
  const editor = page.getByRole("group", { name: "availability_search", exact: true });
  await editor.getByText("3 fields inside").click();
  await editor.getByText("Number of adults in the room, 1-15.").first().waitFor();
};

/** Publishing would serve tools that fail, which the page says beforehand. */
const readWarning = async (walk: Walk): Promise<void> => {
  const { page } = walk;
  await approve(walk, ["availability_search"], "1 of 2");
  await openTab(walk, "Publish");
  await page.getByText("3 credentials are not set: user, password, system").waitFor();
  await page.getByRole("link", { name: "Set credentials" }).click();
};

const storeCredentials = async (walk: Walk): Promise<void> => {
  await openTab(walk, "Credentials");
  for (const name of ["user", "password", "system", "pin"]) await keepCredential(walk, name, { Value: `the-${name}` });
  await openTab(walk, "Tools");
};

const runOnTheCanvas = async (walk: Walk): Promise<void> => {
  const { page } = walk;
  await page.getByRole("link", { name: "Canvas of availability_search" }).click();
  await page.getByLabel("arrival").fill(STAY.arrival);
  await page.getByLabel("departure").fill(STAY.departure);
  await page.getByRole("button", { name: "Add to members" }).click();
  await page.getByLabel("hotelId").fill("9100");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  expect(await ran(walk, "Output")).toMatch(/out .*members/);
};

const searchRooms = async (walk: Walk): Promise<void> => {
  const client = await connect(walk, NAME);
  const { structuredContent, isError } = await client.callTool({
    name: "availability_search",
    arguments: { language: 1, members: [{ hotelId: "9100" }], ...STAY, rooms: [{ adults: 2 }] },
  });
  expect(isError).toBeUndefined();
  expect(structuredContent.members[0].rooms[0]).toMatchObject({ ...STAY, adults: 2 });
};

const readLog = async (walk: Walk): Promise<void> => {
  const { page } = walk;
  await openTab(walk, "Use");
  const calls = page.getByRole("grid", { name: "Last calls" });
  await calls.getByText("availability_search").waitFor();
  expect(await readIn(calls)).toMatch(/availability_search OK .* API 1 /);
  await calls.getByText("availability_search").click();
  const call = page.getByRole("dialog", { name: "availability_search" });
  await call.getByText(STAY.arrival).first().waitFor();
  expect(await call.innerText()).not.toContain("the-password");
};
