import { describe, expect, it } from "vitest";
import { CLIENTS, connectOverHttp, type Flavour } from "../../fixtures/mcp-clients.ts";
import { startWalk, type Walk } from "./console-walk.ts";
import type { Locator, Page } from "./playwright.ts";

const ADA = { type: "adult", firstName: "Ada", lastName: "Lovelace", dateOfBirth: "1985-12-10" } as const;
const TIM = { type: "child", firstName: "Tim", lastName: "Lovelace", dateOfBirth: "2019-04-01" } as const;

describe("the console, for a booking after it was made", () => {
  it("pays a hold, changes it at a quoted price, disrupts it, rebooks and cancels it with a refund", async () => {
    const walk = await startWalk({ CLOCK: "frozen:2027-01-04T09:00:00Z" });
    const pnr = await holdFlight(walk);
    await findInList(walk, pnr);
    await payHold(walk);
    await buySeat(walk);
    await changeFlight(walk);
    await disrupt(walk);
    await rebook(walk);
    await cancel(walk, pnr);
    expect(walk.problems).toEqual([]);
  });

  it("shows new quotes instead of changing at another price, on a phone, with the keyboard", async () => {
    const walk = await startWalk({ CLOCK: "frozen:2027-01-04T09:00:00Z" }, { width: 390, height: 844, theme: "dark" });
    const pnr = await holdFlight(walk);
    const { page, go } = walk;
    await go(`bookings/${pnr}`);
    await page.getByRole("button", { name: "Pay…" }).press("Enter");
    await dialog(page).getByLabel("Pay with").selectOption({ label: "Test card (declined)" });
    await dialog(page)
      .getByRole("button", { name: /^Pay \$/ })
      .press("Enter");
    await dialog(page).getByText("The card was declined.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Cancel booking…" }).press("Enter");
    await dialog(page)
      .getByText(/^\$[\d,.]+ less to pay$/)
      .waitFor();
    await buyBag(walk, pnr);
    await dialog(page).getByRole("button", { name: "Cancel booking", exact: true }).press("Enter");
    await dialog(page).getByText("The earlier quote no longer holds.").waitFor();
    const overflow = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    expect(overflow).toBe(0);
    await dialog(page).getByRole("button", { name: "Cancel booking", exact: true }).press("Enter");
    await page.getByText(new RegExp(`${pnr} cancelled. .* less to pay.`)).waitFor();
    expect(walk.problems).toEqual([]);
  });
});

const dialog = (page: Page): Locator => page.getByRole("dialog");
const card = (page: Page, name: string | RegExp): Locator => page.getByRole("region", { name });

// biome-ignore lint/suspicious/noExplicitAny: what comes back is the thing under test
const asAgent = async ({ taxiway }: Walk, name: string, input: object): Promise<any> => {
  const client = await connectOverHttp(CLIENTS["the v2 client, modern"] as Flavour, taxiway.url);
  try {
    return await client.callTool({ name, arguments: input });
  } finally {
    await client.close();
  }
};

/** An agent buys a bag, so that another total would be right. */
const buyBag = async (walk: Walk, pnr: string): Promise<void> => {
  const { structuredContent: list } = await asAgent(walk, "listExtras", { pnr, kind: "bag" });
  const { id } = list.extras.find(({ price }: { price: number }) => price > 0);
  const { structuredContent: quote } = await asAgent(walk, "quoteChange", { pnr, add: [id] });
  await asAgent(walk, "confirmChange", { quoteId: quote.quoteId });
};

const FULL_SERVICE = ["AA", "BA", "DL", "UA", "VS"];

/** An agent holds a refundable flight for an adult and a child. */
const holdFlight = async (walk: Walk): Promise<string> => {
  const { structuredContent: found } = await asAgent(walk, "searchFlights", {
    ...{ origin: "JFK", destination: "LHR", departureDate: "2027-03-10", maxConnections: 0 },
    ...{ passengers: { adults: 1, children: 1 }, flexibility: "refundable" },
  });
  const { flightIds } = found.flights.find(({ airlineCode }: { airlineCode: string }) =>
    FULL_SERVICE.includes(airlineCode),
  );
  const request = { flightIds, passengers: [ADA, TIM], contactEmail: "ada@example.com", hold: true };
  const { structuredContent: held } = await asAgent(walk, "bookFlight", request);
  expect(held).toMatchObject({ status: "pending" });
  return held.pnr;
};

const findInList = async ({ page, go }: Walk, pnr: string): Promise<void> => {
  await go("bookings");
  await page.getByLabel("Status", { exact: true }).selectOption({ label: "Pending" });
  const row = page.getByRole("grid", { name: "Bookings" }).getByRole("row", { name: new RegExp(pnr) });
  expect(await row.innerText()).toMatch(/pending\s+(2 d 23 h|3 d) left/);
  await row.click();
  await page.getByRole("heading", { name: pnr, level: 1 }).waitFor();
  expect(await card(page, "Trip").innerText()).toContain("on hold");
  expect(await page.getByRole("region", { name: "the terminal view" }).innerText()).toContain("TK  TL 07JAN27/0900Z");
};

const payHold = async ({ page }: Walk): Promise<void> => {
  expect(await card(page, "Payment").innerText()).toMatch(/Due\s+\$[\s\S]*Pay by 07 Jan 2027/);
  await page.getByRole("button", { name: "Pay…" }).click();
  await dialog(page).getByLabel("Pay with").selectOption({ label: "Test card (accepted)" });
  await dialog(page)
    .getByRole("button", { name: /^Pay \$/ })
    .click();
  await page.getByText("Tickets issued.").waitFor();
  await card(page, "2 tickets").getByText("open", { exact: true }).first().waitFor();
  expect(await card(page, "Payment").innerText()).not.toContain("Due");
  const display = await page.getByRole("region", { name: "the terminal view" }).innerText();
  expect(display).toMatch(/^TKT \d{3}-\d{10}\/P1\/O$/m);
  expect(display).toMatch(/^FP {2}CCTOK_VISA\/USD\d+\.\d\d$/m);
};

const buySeat = async ({ page }: Walk): Promise<void> => {
  await page.getByRole("button", { name: "View seats…" }).click();
  await dialog(page).getByLabel("Traveller").selectOption("P2");
  const seats = dialog(page).getByRole("radiogroup");
  await seats
    .getByRole("img", { name: /, taken/ })
    .first()
    .waitFor();
  const free = seats.getByRole("radio", { name: /^\d+[A-Z], (?!.*exit row)/ }).first();
  const [seat = ""] = ((await free.getAttribute("aria-label")) ?? "").split(",");
  await free.press("Space");
  await dialog(page).getByRole("button", { name: "Get quote" }).click();
  await dialog(page).getByRole("region", { name: "Quote" }).getByText(`Seat ${seat}`).waitFor();
  await dialog(page)
    .getByRole("button", { name: `Book seat ${seat}` })
    .click();
  await card(page, "1 extra").getByText(`Seat ${seat}`).waitFor();
  await page.getByRole("button", { name: "View seats…" }).click();
  await seats.getByRole("img", { name: `${seat}, Tim Lovelace` }).waitFor();
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
};

/** To the day after, chosen from a search; the quote is what is charged. */
const changeFlight = async ({ page }: Walk): Promise<void> => {
  await card(page, "Trip").getByRole("button", { name: "Change or cancel…" }).click();
  await dialog(page).getByLabel("Date").fill("2027-03-11");
  await chooseFirst(page);
  const total = await dialog(page)
    .getByText(/^(No charge|\$[\d,.]+ (to pay|back))$/)
    .innerText();
  await dialog(page).getByText(/seat/i).first().waitFor();
  await dialog(page).getByRole("button", { name: "Confirm change" }).click();
  await page.getByText(`changed. ${total}.`).waitFor();
  await card(page, "Trip").getByRole("heading", { name: "Thu 11 Mar 2027" }).waitFor();
  await page.getByRole("tab", { name: "Ledger" }).click();
  expect(await page.getByRole("region", { name: /^Revision \d+: Exchange/ }).innerText()).toContain(total);
};

const chooseFirst = async (page: Page): Promise<void> => {
  await dialog(page).getByRole("button", { name: "Search flights" }).click();
  await dialog(page).getByRole("group", { name: "New flight" }).getByRole("radio").first().check();
  await dialog(page).getByRole("button", { name: "Get quote" }).click();
};

const disrupt = async ({ page }: Walk): Promise<void> => {
  await page.getByRole("button", { name: "Disrupt…" }).click();
  await dialog(page).getByLabel("What happens").selectOption({ label: "Change the times of a flight" });
  await dialog(page).getByLabel("Minutes").fill("50");
  await dialog(page).getByRole("button", { name: "Disrupt booking" }).click();
  await dialog(page)
    .getByText(/ instead of /)
    .waitFor();
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await card(page, "Trip").getByText("new times", { exact: true }).waitFor();
  await card(page, "Notices: 1 open").getByRole("button", { name: "Accept" }).click();
  await card(page, "Notices").getByText("accepted", { exact: true }).waitFor();
  await card(page, "Trip").getByText("confirmed", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Disrupt…" }).click();
  await dialog(page).getByRole("button", { name: "Disrupt booking" }).click();
  await dialog(page)
    .getByText(/has cancelled/)
    .waitFor();
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await card(page, "Trip").getByText("cancelled by airline", { exact: true }).waitFor();
};

const rebook = async ({ page }: Walk): Promise<void> => {
  await card(page, "Notices: 1 open").getByRole("button", { name: "Rebook or refund…" }).click();
  await dialog(page).getByLabel("Date").fill("2027-03-12");
  await chooseFirst(page);
  await dialog(page)
    .getByText(/involuntary/)
    .first()
    .waitFor();
  await dialog(page).getByRole("button", { name: "Confirm change" }).click();
  await card(page, "Notices").getByText("rebooked", { exact: true }).waitFor();
  await card(page, "Trip").getByText("confirmed", { exact: true }).waitFor();
};

const cancel = async ({ page }: Walk, pnr: string): Promise<void> => {
  await page.getByRole("button", { name: "Cancel booking…" }).click();
  const back = await dialog(page)
    .getByText(/^\$[\d,.]+ back$/)
    .innerText();
  await dialog(page).getByLabel("Reason").fill("Fell ill.");
  await dialog(page).getByRole("button", { name: "Cancel booking", exact: true }).click();
  await page.getByText(`${pnr} cancelled. ${back}.`).waitFor();
  await card(page, "History").getByText("Cancelled: Fell ill.").waitFor();
  expect(await card(page, "Payment").innerText()).toMatch(/Refunded\s+\$/);
  expect(await page.getByRole("button", { name: "Change…" }).count()).toBe(0);
};
