import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launchChromium } from "../test/fixtures/browser.ts";
import { launchHttpTaxiway } from "../test/fixtures/http-taxiway.ts";
import { adminToken, loginLink, PATIENCE } from "../test/system/web/console-walk.ts";
import type { Chromium, Page } from "../test/system/web/playwright.ts";
import { simulateBusyDay } from "./screenshots/busy-day.ts";
import { startDemoServices } from "./screenshots/demo-services.ts";

/** Takes screenshots of every console page into docs/screenshots: `npm run screenshots`. */

interface Scene {
  readonly name: string;
  readonly route: string;
  /** Prepares the page and waits until its content is visible. */
  readonly before?: (page: Page) => Promise<void>;
}

const search = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: /^run/i }).first().click();
  await page
    .getByText(/nonstop|1 stop/i)
    .first()
    .waitFor();
};

/** Searches and opens a tab of the results. */
const searchAs = (tab: string) => async (page: Page) => {
  await search(page);
  await page.getByRole("tab", { name: tab }).click();
  if (tab !== "Calendar") return;
  // Appears when all days have been searched.
  await page.getByText(/^Lowest outbound price/).waitFor();
};

const scenesFor = (pnr: string, makeCalls: () => Promise<void>): readonly Scene[] => [
  { name: "home", route: "" },
  { name: "explore", route: "explore/gds/searchFlights", before: search },
  { name: "map", route: "explore/gds/searchFlights", before: searchAs("Map") },
  { name: "calendar", route: "explore/gds/searchFlights", before: searchAs("Calendar") },
  { name: "bookings", route: "bookings" },
  { name: "booking", route: `bookings/${pnr}` },
  { name: "live", route: "live", before: makeCalls },
  { name: "registry", route: "registry" },
  { name: "connectors", route: "connectors" },
  {
    name: "canvas",
    route: "connectors/tours/list_tours",
    async before(page) {
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page
        .getByText(/^(not run yet|running)$/)
        .first()
        .waitFor({ state: "detached" });
    },
  },
  { name: "keys", route: "keys" },
  { name: "settings", route: "settings" },
];

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const THEMES = ["light", "dark"] as const;

const folder = join(import.meta.dirname, "..", "docs", "screenshots");
mkdirSync(folder, { recursive: true });

const services = await startDemoServices();
const taxiway = await launchHttpTaxiway({
  TAXIWAY_STORE: "memory",
  TAXIWAY_AUTH: "keys",
  TAXIWAY_KEY_PEPPER: "a pepper for nothing but screenshots",
  TAXIWAY_OUTBOUND_ALLOW: "127.0.0.1",
  CLOCK: "system",
  RATE_LIMIT_PER_MINUTE: "1000",
  // Shown on the Settings page. With the memory store nothing is written there.
  HOME: "/home/ada",
});
const chromium = await launchChromium<Chromium>();
try {
  const origin = `http://127.0.0.1:${taxiway.port}`;
  const { pnr, makeCalls } = await simulateBusyDay(origin, adminToken(taxiway), services);
  const context = await chromium.newContext({ locale: "en-GB", timezoneId: "Europe/Vienna", reducedMotion: "reduce" });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await page.goto(loginLink(taxiway));
  await page.getByRole("navigation").first().waitFor();
  for (const { name, route, before } of scenesFor(pnr, makeCalls)) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme });
        await page.goto(`${origin}/#/${route}`);
        await page.reload();
        await page.getByRole("heading", { level: 1 }).first().waitFor();
        await before?.(page);
        // Waits until nothing is loading.
        await page.locator(".skeleton").first().waitFor({ state: "detached" });
        await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`) });
      }
    }
    console.log(name);
  }
} finally {
  await chromium.close();
  await taxiway.stop("SIGTERM");
  services.close();
}
