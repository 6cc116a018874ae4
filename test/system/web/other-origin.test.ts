import { describe, expect, it } from "vitest";
import { ask, bearer } from "../../fixtures/access/key-holder.ts";
import { startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { JSON_TYPE } from "../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { adminToken, startWalk } from "./console-walk.ts";
import { type Admin, adminAt, bookFlight, HOSTILE_SETTINGS } from "./hostile-content.ts";
import { attempts, type Findings, openedWindow, startOtherSite } from "./other-origin-page.ts";

const TIMEOUT = 90_000;
const ADMIN_TOKEN = HOSTILE_SETTINGS["TAXIWAY_ADMIN_TOKEN"] ?? "";

/** All state that an attacker could want to change. */
const stateOf = async (admin: Admin) => {
  const [bookings, keys, tools, connectors] = await Promise.all(
    ["/bookings", "/keys", "/tools", "/connectors"].map(async (path) => (await admin("GET", path)).body),
  );
  return {
    bookings: bookings.bookings.map(({ pnr, status }: Record<string, unknown>) => [pnr, status]),
    keys: keys.keys.map(({ key_id, name, revoked_at }: Record<string, unknown>) => [key_id, name, revoked_at]),
    tools: tools.tools.map(({ name }: Record<string, unknown>) => name),
    refusals: tools.refusals,
    connectors: connectors.connectors.map(({ name }: Record<string, unknown>) => name),
  };
};

const nothingBut = (found: Findings): Findings =>
  Object.fromEntries(Object.entries(found).filter(([, got]) => got !== "nothing"));

describe("a page of another origin, in the browser of a logged-in user", () => {
  it("cannot read or do anything, from another port or under another name", { timeout: TIMEOUT }, async () => {
    const walk = await startWalk(HOSTILE_SETTINGS);
    const { context, origin, taxiway, page, problems } = walk;
    const admin = adminAt(taxiway.port);
    const pnr = await bookFlight(admin);
    const keyId = (await admin("POST", "/keys", { name: "theirs" })).body.key_id as string;
    const before = await stateOf(admin);
    const site = await startOtherSite();

    for (const host of ["127.0.0.1", "localhost"]) {
      const elsewhere = await context.newPage();
      await elsewhere.goto(`http://${host}:${site.port}/admin`);
      for (const target of [origin, origin.replace("127.0.0.1", "localhost")]) {
        const found = await elsewhere.evaluate<undefined, Findings>(attempts({ target, pnr, keyId }));
        expect(Object.keys(found).length).toBeGreaterThan(80);
        expect([host, target, nothingBut(found)]).toEqual([host, target, {}]);
      }
      const framed = elsewhere.frames().map((frame) => frame.url());
      expect(framed).not.toContain(`${origin}/`);
      expect(framed).toContain("chrome-error://chromewebdata/");
      expect(await elsewhere.evaluate<undefined, string>(openedWindow(origin))).toBe("out of reach");
      await elsewhere.close();
    }
    expect(await stateOf(admin)).toEqual(before);
    // Cookies do not distinguish ports: the browser did send the login cookie.
    expect(site.shown[0]).toMatch(/taxiway_console=/);

    // A key in a URL does not log in, so that a link cannot move a user into an attacker's tenant.
    const { key } = (await admin("POST", "/keys", { name: "theirs", tenant: "theirs", admin: true })).body;
    await page.goto(`${origin}/#login=${key}`);
    await page.waitForURL((url) => url.hash === "");
    await page.getByRole("navigation").first().waitFor();
    const who = 'fetch("/admin/login").then((answer) => answer.json()).then(({ tenant }) => tenant)';
    expect(await page.evaluate<undefined, string>(who)).toBe("default");

    // The same request from the console's own page succeeds.
    const cancel = `fetch("/admin/bookings/${pnr}/cancel", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }).then(({ status }) => status)`;
    expect(await page.evaluate<undefined, number>(cancel)).toBe(200);
    expect((await stateOf(admin)).bookings).toEqual([[pnr, "cancelled"]]);
    expect(problems).toEqual([]);
  });

  it("is rejected under a host name that was pointed at this server", async () => {
    const { port } = await startHttpTaxiway({ TAXIWAY_STORE: "memory", ...HOSTILE_SETTINGS });
    const token = JSON.stringify({ token: ADMIN_TOKEN });
    const login = await ask(port, { method: "POST", path: "/admin/login", headers: JSON_TYPE, body: token });
    const cookie = { Cookie: login.headers["set-cookie"]?.[0]?.split(";", 1)[0] ?? "" };
    for (const host of [
      "rebound.example",
      `rebound.example:${port}`,
      "127.0.0.1.rebound.example",
      `localhost.rebound.example:${port}`,
    ]) {
      for (const path of ["/", "/admin/login", "/admin/bookings", "/admin/events"]) {
        const headers = { Host: host, ...cookie };
        const { status, text } = await ask(port, { path, headers });
        expect([host, path, status]).toEqual([host, path, 403]);
        expect(text).not.toMatch(/bookings|<script/);
        const posted = { ...headers, ...JSON_TYPE, Origin: `http://${host}` };
        expect((await ask(port, { method: "POST", path, headers: posted, body: "{}" })).status).toBe(403);
      }
    }
    expect((await ask(port, { path: "/admin/login", headers: { ...cookie, Host: `localhost:${port}` } })).status).toBe(
      200,
    );
    expect((await ask(port, { path: "/admin/bookings", headers: bearer(ADMIN_TOKEN) })).status).toBe(200);
  });
});

const PAGES = {
  ...{ "": "Home", "explore/gds/searchFlights": "Explore", bookings: "Bookings", live: "Live", registry: "Registry" },
  ...{ connectors: "Connectors", keys: "Keys", settings: "Settings" },
};

const STALE = { name: "taxiway_console", value: "A".repeat(43), domain: "127.0.0.1", path: "/admin" };

describe("an expired login", () => {
  it("leads to the login page from every page, and back after login", {
    timeout: TIMEOUT,
  }, async () => {
    const { page, context, go, taxiway, problems } = await startWalk({ RATE_LIMIT_ENABLED: "false" });
    const token = page.getByLabel(/token/i);
    const heading = (name: string) => page.getByRole("heading", { level: 1, name });
    for (const [route, title] of Object.entries(PAGES)) {
      await context.addCookies([STALE]);
      await go(route);
      await page.reload();
      await token.fill(adminToken(taxiway));
      await token.press("Enter");
      await heading(title).waitFor();
      expect(page.url()).toContain(`#/${route}`);
    }

    // It expires while the page is idle: the stream reports it.
    await go("live");
    await page.locator('.connection[data-state="open"]').first().waitFor();
    const [cookie] = await context.cookies();
    const headers = { Cookie: `taxiway_console=${cookie?.value}`, ...JSON_TYPE };
    await ask(taxiway.port, { method: "POST", path: "/admin/logout", headers, body: "{}" });
    await token.fill(adminToken(taxiway));
    await token.press("Enter");
    await heading("Live").waitFor();
    expect(problems).toEqual([]);

    // The server restarts with another secret and without logins.
    await taxiway.stop();
    const secret = "the-secret-of-today-0123456789";
    await startHttpTaxiway({ TAXIWAY_STORE: "memory", HTTP_PORT: String(taxiway.port), TAXIWAY_ADMIN_TOKEN: secret });
    await token.fill(secret);
    await token.press("Enter");
    await heading("Live").waitFor();
  });
});
