import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { startWalk, type Walk } from "./console-walk.ts";
import { agentCalls, chooseTool, countOf, result, run, runAndSayYes, tab } from "./trip-steps.ts";

const SECRET = "pepper-that-stays-secret-0123456789";

describe("the console walk", () => {
  it("searches and books a trip, shows it in Live and Bookings, and cancels it", async () => {
    const walk = await startWalk({
      ...{ CLOCK: "system", TAXIWAY_CONFIRM_BOOKINGS: "true", TAXIWAY_KEY_PEPPER: SECRET },
    });
    await lookAtHome(walk);
    await searchFlights(walk);
    await lookAtTheWire(walk);
    const pnr = await bookFlight(walk);
    await addHotel(walk, pnr);
    await lookAtCars(walk);
    await watchTheAgent(walk);
    await cancelInBookings(walk, pnr);
    await lookAtSettings(walk);
    expect(walk.problems).toEqual([]);
  });
});

const lookAtHome = async ({ page, taxiway }: Walk): Promise<void> => {
  await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  await page.getByText("healthy", { exact: true }).waitFor();
  const servers = page.getByRole("region", { name: "Servers" });
  for (const name of ["Taxiway GDS", "Taxiway flights", "Taxiway toolbox", "CapCorn hotels"]) {
    await servers.getByRole("link", { name }).waitFor();
  }
  const setUp = page.getByRole("region", { name: "Connect a client" });
  for (const client of ["Claude Code", "Claude Desktop", "VS Code", "Cursor", "Inspector", "curl"]) {
    await tab(page, client);
    expect(await setUp.getByRole("region", { name: `setup for ${client}` }).innerText()).toContain(taxiway.url);
  }
};

const searchFlights = async ({ page }: Walk): Promise<void> => {
  await chooseTool(page, "Search flights (searchFlights)");
  const destination = page.getByLabel(/^destination/);
  await destination.fill("new york");
  await page.getByRole("option", { name: /NYC/ }).click();
  expect(await destination.inputValue()).toBe("NYC");
  const departure = await page.getByLabel(/^departureDate/).inputValue();
  await page.getByLabel("maxResults").fill("12");
  await run(page);
  await countOf(
    result(page)
      .getByRole("list", { name: "Flights" })
      .getByRole("button", { name: /^Book / }),
    12,
  );

  await tab(page, "Map");
  await result(page)
    .getByRole("img", { name: /^Map of .* LHR to (JFK|EWR|LGA)/ })
    .waitFor();
  await tab(page, "Plot");
  await result(page)
    .getByRole("img", { name: /^Duration against price of 12 options/ })
    .waitFor();
  await tab(page, "Calendar");
  await countOf(result(page).getByRole("button", { name: /^\d\d \w{3} \d{4}: \$/ }), 35);
  // A day of the calendar starts a search on that day.
  const cheapest = result(page)
    .getByRole("button", { name: /cheapest$/ })
    .first();
  const [wanted = ""] = ((await cheapest.getAttribute("aria-label")) ?? "").split(":");
  await cheapest.click();
  await result(page).getByText(`, ${wanted}`).first().waitFor();
  expect(await page.getByLabel(/^departureDate/).inputValue()).not.toBe(departure);
};

const lookAtTheWire = async ({ page, context, taxiway }: Walk): Promise<void> => {
  await tab(page, "On the wire");
  await tab(page, "Request");
  expect(await page.getByRole("region", { name: "The request" }).innerText()).toMatch(
    /method: "tools\/call"[\s\S]*NYC/,
  );
  await tab(page, "Response");
  expect(await page.getByRole("region", { name: "The response" }).innerText()).toContain("structuredContent: {");
  await tab(page, "As code");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy the command" }).click();
  const command: string = await page.evaluate("navigator.clipboard.readText()");
  expect(command).toContain(`curl -s ${taxiway.url}`);
  const { stdout } = await promisify(execFile)("sh", ["-c", command]);
  expect(JSON.parse(stdout).result.structuredContent.flights).toHaveLength(12);
  await tab(page, "TypeScript");
  expect(await page.getByRole("region", { name: "the program" }).innerText()).toContain("@modelcontextprotocol/");
  await tab(page, "Result");
};

const bookFlight = async ({ page }: Walk): Promise<string> => {
  await tab(page, "List");
  await result(page).getByRole("button", { name: "Book this trip" }).click();
  await page.getByLabel(/^firstName/).fill("Grace");
  await page.getByLabel(/^lastName/).fill("Hopper");
  const question = await runAndSayYes(page);
  expect(question).toMatch(/Book .* LHR to .* for 1 traveller \(Grace Hopper\): \$/);
  const pnr = await result(page)
    .getByRole("link", { name: /^TEST-/ })
    .innerText();
  await tab(page, "On the wire");
  await page.getByLabel("Round", { exact: true }).selectOption({ label: "1 of 2: the call, and the question" });
  await page.getByRole("region", { name: "The response" }).getByText("inputRequests").waitFor();
  return pnr;
};

const addHotel = async ({ page }: Walk, pnr: string): Promise<void> => {
  // The stay has to fit the flight, which is on the cheapest day.
  await page.getByRole("link", { name: "Bookings" }).first().click();
  await page.getByRole("grid", { name: "Bookings" }).getByText(pnr).click();
  const arrival = await page
    .getByRole("region", { name: "Trip" })
    .getByRole("heading", { level: 3 })
    .last()
    .innerText();
  await chooseTool(page, "Search hotels (searchHotels)");
  await page.getByLabel(/^checkInDate/).fill(dayAfter(arrival, 0));
  await page.getByLabel(/^checkOutDate/).fill(dayAfter(arrival, 2));
  await run(page);
  await result(page)
    .getByRole("list", { name: "Hotels" })
    .getByRole("button", { name: /^Book / })
    .first()
    .click();
  await page.getByLabel("existingPnr").click();
  await page.getByRole("option", { name: pnr }).click();
  await page.getByLabel(/^firstName/).fill("Grace");
  await page.getByLabel(/^lastName/).fill("Hopper");
  expect(await runAndSayYes(page)).toContain(`to ${pnr} (Grace Hopper)`);
  await result(page).getByRole("link", { name: pnr, exact: true }).waitFor();
};

/** `Mon 21 Dec 2026` and two days later: `2026-12-23`. */
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day} UTC`) + days * 86_400_000).toISOString().slice(0, 10);

const lookAtCars = async ({ page }: Walk): Promise<void> => {
  await chooseTool(page, "Search rental cars (searchCars)");
  await run(page);
  await result(page)
    .getByRole("list", { name: "Cars" })
    .getByRole("button", { name: /^Book / })
    .first()
    .waitFor();
};

const watchTheAgent = async (walk: Walk): Promise<void> => {
  const { page } = walk;
  await page.getByRole("link", { name: "Live", exact: true }).first().click();
  const calls = page.getByRole("grid", { name: "Calls" });
  await calls
    .getByRole("row", { name: /bookHotel/ })
    .first()
    .waitFor();
  await agentCalls(walk, "listBookings", { status: "cancelled" });
  await calls.getByRole("row", { name: /listBookings .* OK / }).click();
  const call = page.getByRole("complementary", { name: "Call details" });
  await call.getByRole("region", { name: "Arguments" }).getByText('"cancelled"').waitFor();
  await call.getByRole("region", { name: "Result" }).getByText("bookings", { exact: true }).waitFor();
  expect(await call.getByRole("list", { name: "Steps" }).innerText()).toMatch(/^run/);
  await call.getByRole("button", { name: "Close" }).click();

  await page.getByLabel("Outcome", { exact: true }).selectOption({ label: "input required" });
  await countOf(calls.getByRole("row", { name: /input required/ }), 2);
  expect(await calls.getByRole("row", { name: / OK / }).count()).toBe(0);
  await page.getByLabel("Outcome", { exact: true }).selectOption({ label: "All" });

  await page.getByRole("button", { name: "Pause" }).click();
  await agentCalls(walk, "retrieveBooking", { pnr: "TEST-AAAAAA" });
  await page.getByRole("button", { name: "Resume · 1 new" }).waitFor();
  expect(await calls.getByRole("row", { name: /retrieveBooking/ }).count()).toBe(0);
  await page.getByRole("button", { name: /^Resume/ }).click();
  await calls.getByRole("row", { name: /retrieveBooking .* refused/ }).waitFor();
};

const cancelInBookings = async ({ page }: Walk, pnr: string): Promise<void> => {
  await page.getByRole("link", { name: "Bookings" }).first().click();
  const row = page.getByRole("grid", { name: "Bookings" }).getByRole("row", { name: new RegExp(pnr) });
  expect(await row.innerText()).toMatch(/confirmed\s+HOPPER\/GRACE/);
  await row.click();
  await page.getByRole("heading", { name: pnr, level: 1 }).waitFor();
  expect(await page.getByRole("region", { name: "Trip" }).innerText()).toMatch(/Departs[\s\S]*LHR[\s\S]*Arrives/);
  expect(await page.getByRole("region", { name: "1 traveller" }).innerText()).toContain("Grace Hopper");
  expect(await page.getByRole("table", { name: /^Price/ }).innerText()).toMatch(/Total\s+\$/);
  await page
    .getByRole("region", { name: "History" })
    .getByText(/^Booked in session/)
    .waitFor();
  const display = page.getByRole("region", { name: "the terminal view" });
  expect(await display.innerText()).toMatch(/NOT VALID FOR TRAVEL[\s\S]*1\.1HOPPER\/GRACE/);

  await page.getByRole("button", { name: "Cancel booking…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The conference is online");
  await dialog.getByRole("button", { name: "Cancel booking", exact: true }).click();
  await page.getByText(`${pnr} cancelled.`).waitFor();
  await page
    .getByRole("region", { name: "History" })
    .getByText(/The conference is online/)
    .waitFor();
  expect(await page.getByRole("button", { name: "Cancel booking…" }).count()).toBe(0);
  await page.getByRole("link", { name: "All bookings" }).click();
  await row.getByText("cancelled", { exact: true }).waitFor();
};

const lookAtSettings = async ({ page }: Walk): Promise<void> => {
  await page.getByRole("link", { name: "Settings" }).first().click();
  const setting = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  const asked = setting("TAXIWAY_CONFIRM_BOOKINGS");
  await asked.getByText("environment", { exact: true }).waitFor();
  expect(await asked.innerText()).toContain("true");
  expect(await setting("TAXIWAY_MAX_BODY_KB").innerText()).toContain("default");
  expect(await setting("TAXIWAY_KEY_PEPPER").innerText()).toContain("environment");
  expect(await page.locator("body").innerText()).not.toContain(SECRET);
};
