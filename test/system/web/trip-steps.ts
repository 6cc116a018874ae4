import { expect } from "vitest";
import { CLIENTS, connectOverHttp, type Flavour } from "../../fixtures/mcp-clients.ts";
import type { Walk } from "./console-walk.ts";
import type { Locator, Page } from "./playwright.ts";

/** Repeated steps, in the words of the page. */

export const result = (page: Page): Locator => page.getByRole("region", { name: "Result", exact: true });

export const tab = (page: Page, name: string): Promise<void> => page.getByRole("tab", { name, exact: true }).click();

/** Chooses a tool of the GDS by clicking. */
export const chooseTool = async (page: Page, label: string): Promise<void> => {
  await page.getByRole("link", { name: "Explore" }).first().click();
  await page.getByLabel("Server", { exact: true }).selectOption({ label: "Taxiway GDS (gds)" });
  await page.getByLabel("Tool", { exact: true }).selectOption({ label });
  await page.getByRole("button", { name: "Run" }).waitFor();
};

export const run = async (page: Page, outcome = "OK"): Promise<void> => {
  await page.getByRole("button", { name: "Run" }).click();
  await result(page).getByRole("status").getByText(outcome, { exact: true }).waitFor();
};

/** With confirmations required, a tool asks first. */
export const runAndSayYes = async (page: Page): Promise<string> => {
  await run(page, "input required");
  const form = page.getByRole("form", { name: "The tool needs input" });
  const question = await form.innerText();
  await form.getByRole("checkbox", { name: /^Yes/ }).check();
  await form.getByRole("button", { name: "Submit" }).click();
  await result(page).getByRole("status").getByText("OK", { exact: true }).waitFor();
  return question;
};

/** Waits until the page shows this many. */
export const countOf = async (found: Locator, count: number): Promise<void> => {
  await found.nth(count - 1).waitFor();
  expect(await found.count()).toBe(count);
};

/** An agent with its own MCP client. */
export const agentCalls = async ({ taxiway }: Walk, name: string, input: object): Promise<void> => {
  const client = await connectOverHttp(CLIENTS["the v2 client, modern"] as Flavour, taxiway.url);
  try {
    await client.callTool({ name, arguments: input });
  } finally {
    await client.close();
  }
};
