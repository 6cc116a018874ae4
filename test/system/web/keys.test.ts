import { describe, expect, it } from "vitest";
import { CLIENTS, connectOverHttp, type Flavour } from "../../fixtures/mcp-clients.ts";
import { adminToken, startWalk, type Walk } from "./console-walk.ts";

const KEY = /twk_[0-9A-Za-z]{8}_[0-9A-Za-z]{34}/;

const connect = ({ origin }: Walk, key: string) =>
  connectOverHttp(CLIENTS["the v1 SDK client"] as Flavour, `${origin}/mcp/gds`, {
    fetch: (url, init) =>
      fetch(url, { ...init, headers: { ...withKey(init?.headers), Authorization: `Bearer ${key}` } }),
  });
const withKey = (headers: RequestInit["headers"]) => Object.fromEntries(new Headers(headers));

/** Whether a client with the key can connect, list tools and disconnect. */
const opens = async (walk: Walk, key: string): Promise<boolean> => {
  const client = await connect(walk, key).catch(() => undefined);
  if (!client) return false;
  const { tools } = await client.listTools();
  await client.close();
  return tools.length > 0;
};

const logIn = async ({ page }: Walk, secret: string) => {
  await page.getByLabel("Admin token or admin key").fill(secret);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("navigation").first().waitFor();
};

/** The key that is shown once, as it is copied. */
const takeKey = async ({ page }: Walk): Promise<string> => {
  await page.getByRole("button", { name: "Copy the key" }).click();
  await page.getByRole("button", { name: "Copied the key" }).waitFor();
  const [key = ""] = KEY.exec(await page.evaluate("navigator.clipboard.readText()")) ?? [];
  expect(await page.getByRole("region", { name: "the key", exact: true }).innerText()).toBe(key);
  await page.getByRole("button", { name: "Done" }).click();
  expect(await page.getByText(key).count()).toBe(0);
  return key;
};

interface Wish {
  readonly name: string;
  readonly tenant?: string;
  readonly perMinute?: string;
  readonly admin?: true;
}

const makeKey = async (walk: Walk, { name, tenant, perMinute, admin }: Wish): Promise<string> => {
  const { page } = walk;
  await page
    .getByRole("button", { name: /^Create (first )?key$/ })
    .last()
    .click();
  const dialog = page.getByRole("dialog", { name: "Create key" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  if (tenant !== undefined) await dialog.getByRole("combobox", { name: "Tenant" }).fill(tenant);
  if (perMinute !== undefined) await dialog.getByLabel("Calls per minute").fill(perMinute);
  if (admin) await dialog.getByRole("checkbox", { name: "Administrator of its tenant" }).check();
  await dialog.getByRole("button", { name: "Create key" }).click();
  return takeKey(walk);
};

describe("the Keys page", () => {
  it("creates, shows, rotates and revokes keys; a tenant administrator sees only their own", async () => {
    const walk = await startWalk({ TAXIWAY_AUTH: "keys" });
    await walk.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await walk.page.getByRole("button", { name: "Log out" }).click();
    await logIn(walk, adminToken(walk.taxiway));
    await walk.go("keys");
    const first = await makeKey(walk, { name: "travel bot", perMinute: "60" });
    await seeItUsed(walk, first);
    await rotateAndRevoke(walk, first);
    await lookAsTenant(walk);
    expect(walk.problems).toEqual([]);
  }, 90_000);
});

const seeItUsed = async (walk: Walk, key: string): Promise<void> => {
  const { page } = walk;
  const row = page.getByRole("row", { name: /travel bot/ });
  expect(await row.innerText()).toMatch(/never/);
  expect(await row.getByRole("meter").getAttribute("aria-label")).toBe("0 of 60 per minute");
  expect(await opens(walk, key)).toBe(true);
  await page.reload();
  await row.getByLabel(/^[1-9]\d* of 60 per minute/).waitFor();
  expect(await row.innerText()).toMatch(/just now|s ago/);
};

const rotateAndRevoke = async (walk: Walk, old: string): Promise<void> => {
  const { page } = walk;
  await page.getByRole("button", { name: "travel bot" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate" }).click();
  await page.getByLabel("Keep the old secret valid").selectOption({ label: "for an hour" });
  await page.getByRole("dialog").getByRole("button", { name: "Rotate" }).click();
  await page.getByText(/^The old key works until/).waitFor();
  const key = await takeKey(walk);
  expect(key).not.toBe(old);
  expect([await opens(walk, old), await opens(walk, key)]).toEqual([true, true]);
  await page.getByRole("row", { name: /rotating/ }).waitFor();

  const client = await connect(walk, key);
  await page.getByRole("button", { name: "travel bot" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog", { name: "Revoke travel bot?" }).getByRole("button", { name: "Revoke" }).click();
  await page.getByText("travel bot revoked.").waitFor();
  await expect(client.listTools()).rejects.toThrow(/401|revoked API key/);
  expect([await opens(walk, old), await opens(walk, key)]).toEqual([false, false]);
};

/** What a tenant administrator sees on every page. */
const OF_A_TENANT: readonly (readonly [route: string, sentence: string])[] = [
  ["home", "Connect a client"],
  ["explore", "Not run yet"],
  ["bookings", "No bookings yet"],
  ["live", "Every tool call, as it happens."],
  ["registry", "No registered tools yet"],
  ["connectors", "CapCorn hotels"],
  ["settings", "Only operators can see the settings"],
];

/** No objects of other tenants, and no actions that would be rejected. */
const lookAsTenant = async (walk: Walk): Promise<void> => {
  const { page, go } = walk;
  await makeKey(walk, { name: "of another tenant", tenant: "rival" });
  const admin = await makeKey(walk, { name: "Ada", tenant: "acme", admin: true });
  await page.getByRole("button", { name: "Log out" }).click();
  await logIn(walk, admin);
  await go("keys");
  await page.getByRole("row", { name: /Ada/ }).waitFor();
  expect(await page.getByText("of another tenant").count()).toBe(0);
  expect(await page.getByRole("combobox", { name: "Tenant" }).count()).toBe(0);
  const made = await makeKey(walk, { name: "night desk" });
  expect(await opens(walk, made)).toBe(true);
  const refused: string[] = [];
  page.on("response", (response) => response.status() >= 400 && refused.push(response.url()));
  for (const [route, sentence] of OF_A_TENANT) {
    await go(route);
    const lacking = async () => {
      throw new Error(`${route}, ${refused}: ${await page.locator("main").innerText()}`);
    };
    await page.getByText(sentence).first().waitFor().catch(lacking);
  }
  expect(refused).toEqual([]);
};
