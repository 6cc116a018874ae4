import { describe, expect, it } from "vitest";
import { startWalk, type Walk } from "./console-walk.ts";
import { adminAt, bookFlight, HOSTILE_SETTINGS, hostileOpenApi, putHarmIn, WORST } from "./hostile-content.ts";
import { barriersIn, harmIn } from "./hostile-page.ts";
import type { Locator } from "./playwright.ts";

/** Allows for many pages on a busy machine. */
const TIMEOUT = 180_000;
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** A page to check, and what to do there first. */
interface Stop {
  readonly route: string;
  act?(walk: Walk): Promise<void>;
  /** Whether it shows untrusted content. */
  readonly tells?: boolean;
  /** Whether axe-core checks it too. */
  readonly axe?: boolean;
}

const press =
  (name: string, seen: (page: Walk["page"]) => Locator) =>
  async ({ page }: Walk): Promise<void> => {
    await page.getByRole("button", { name, exact: true }).click();
    await seen(page).first().waitFor();
  };

const tested = press("Call", (page) => page.getByRole("region", { name: "Response" }));
const explored = press("Run", (page) => page.getByRole("tab", { name: /wire|JSON/i }));
const wentWell = press("Run", (page) => page.getByText("OK", { exact: true }));
const failed = press("Run", (page) => page.getByText("failed", { exact: true }));

/** Reads a document in the wizard for new connectors. */
const read =
  (document: object) =>
  async ({ page }: Walk): Promise<void> => {
    await page.getByRole("tab", { name: "Text" }).click();
    await page.getByLabel("Text of the documentation").fill(JSON.stringify(document));
    await page.getByRole("button", { name: "Read text" }).click();
    await page.getByRole("grid", { name: "Operations" }).waitFor();
  };

const opened = async ({ page }: Walk): Promise<void> => page.getByRole("heading", { name: "Arguments" }).waitFor();

const asJson = async ({ page }: Walk): Promise<void> => page.getByRole("tab", { name: "JSON" }).click();

/** Opens a dialog of a booking, in place of the one that is open. */
const asked =
  (button: string, content: string) =>
  async ({ page }: Walk): Promise<void> => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: button }).first().click();
    await page.getByRole("dialog").getByText(content).first().waitFor();
  };

const worst = encodeURIComponent(WORST);
/** Links with forged parameters. */
const LINKS: readonly string[] = [
  worst,
  `explore/${worst}/${worst}`,
  `explore/gds/searchFlights?origin=${worst}&departureDate=${worst}`,
  `bookings/${worst}`,
  `bookings?text=${worst}&session=${worst}`,
  `live/${worst}`,
  `live?tool=${worst}&session=${worst}`,
  `registry/${worst}?function=${worst}`,
  `connectors/${worst}?tab=${worst}`,
  `connectors/${worst}/${worst}?step=${worst}`,
  `keys?tenant=${worst}`,
  `settings?text=${worst}`,
];
const STEPS = ["input", "request", "auth", "http", "parse", "response", "output"];

type Put = Awaited<ReturnType<typeof putHarmIn>>;

const stopsAmong = ({ tool, unwell, connector: { name, tools }, pnrs, calls }: Put): readonly Stop[] => [
  { route: "" },
  { route: "explore" },
  { route: "bookings" },
  ...pnrs.map((pnr) => ({ route: `bookings/${pnr}`, axe: true })),
  { route: `bookings/${pnrs[1]}`, act: asJson, tells: true },
  { route: "live" },
  ...calls.map((id) => ({ route: `live/${id}`, act: opened, axe: id === calls[0] })),
  { route: "registry", tells: true, axe: true },
  { route: "registry?new=1" },
  { route: `registry/${tool}`, act: tested, tells: true, axe: true },
  { route: `registry/${unwell}`, act: tested, tells: true },
  { route: `explore/toolbox/${tool}__talk`, act: explored, tells: true, axe: true },
  { route: `explore/toolbox/${unwell}__talk`, act: explored, tells: true },
  { route: "connectors", tells: true },
  { route: "connectors?new=1", act: read(hostileOpenApi("http://127.0.0.1:1")), axe: true },
  ...["tools", "about", "credentials", "publish", "versions", "use"].map((tab) => ({
    ...{ route: `connectors/${name}?tab=${tab}`, tells: true, axe: tab === "tools" },
  })),
  { route: `connectors/${name}/${tools[1]}`, act: failed, tells: true },
  { route: `connectors/${name}/${tools[0]}`, act: wentWell, tells: true, axe: true },
  ...STEPS.map((step) => ({ route: `connectors/${name}/${tools[0]}?step=${step}` })),
  { route: "keys", tells: true },
  { route: "settings" },
  ...LINKS.map((route) => ({ route })),
];

/** Waits until the page has begun to render its content. */
const TWO_FRAMES = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))";

const visit = async (walk: Walk, { route, act }: Stop): Promise<void> => {
  const { page, go } = walk;
  await go(route);
  await page.evaluate(TWO_FRAMES);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await act?.(walk);
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
};

const complaintsAt = async (walk: Walk, stop: Stop): Promise<readonly string[]> => {
  const { page } = walk;
  await visit(walk, stop);
  const found: string[] = [];
  if (stop.tells && !(await page.evaluate<undefined, string>("document.body.innerText")).includes("<img src=x")) {
    found.push("nothing of it is there");
  }
  if (stop.axe) found.push(...(await barriersIn(page)));
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size);
    found.push(...(await harmIn(page)).map((each) => `${size.width} wide: ${each}`));
  }
  return found.map((each) => `${decodeURIComponent(stop.route).slice(0, 60)}: ${each}`);
};

describe("untrusted content", () => {
  it("is shown as text on every page, wide and narrow, and has no effect", { timeout: TIMEOUT }, async () => {
    const walk = await startWalk(HOSTILE_SETTINGS, WIDE);
    const { page, go, problems } = walk;
    const found: string[] = [];
    page.on("dialog", (dialog) => {
      found.push(`asked: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await go("live");
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    for (const stop of stopsAmong(await putHarmIn(walk.taxiway.port))) {
      found.push(...(await complaintsAt(walk, stop)));
    }
    expect([...found, ...problems]).toEqual([]);
  });
});

const HUTS = {
  ...{ openapi: "3.1.0", info: { title: "Huts", version: "1" } },
  paths: { "/huts": { get: { tags: ["huts"], deprecated: true, responses: {} }, delete: { responses: {} } } },
};

/** Typical content. */
const USUAL: readonly Stop[] = [
  { route: "" },
  { route: "explore/gds/searchFlights", act: explored },
  { route: "explore/gds/searchHotels", act: explored },
  { route: "bookings" },
  { route: "live" },
  { route: "registry" },
  { route: "registry/calculator" },
  { route: "registry?new=1" },
  { route: "connectors" },
  { route: "connectors?new=1" },
  { route: "connectors?new=1", act: read(HUTS) },
  { route: "connectors/capcorn" },
  { route: "connectors/capcorn/availability_search" },
  { route: "keys" },
  { route: "settings" },
];

const ofBooking = (route: string): readonly Stop[] => [
  { route },
  { route, act: ({ page }) => page.getByRole("tab", { name: "Ledger" }).click() },
  { route, act: asked("View seats…", "this booking") },
  { route, act: asked("Change…", "Add a flight") },
  { route, act: asked("Disrupt…", "What happens") },
  { route, act: asked("Cancel booking…", "Valid for") },
];

describe("the console in daily use", () => {
  it("has no serious axe-core findings, in light mode on a desktop and dark mode on a phone", {
    timeout: TIMEOUT,
  }, async () => {
    const walk = await startWalk(HOSTILE_SETTINGS, WIDE);
    const { page, problems, taxiway } = walk;
    const admin = adminAt(taxiway.port);
    await admin("POST", "/keys", { name: "a bot", per_day: 1_000 });
    const pnr = await bookFlight(admin);
    const found: string[] = [];
    for (const stop of [...USUAL, ...ofBooking(`bookings/${pnr}`)]) {
      await visit(walk, stop);
      for (const look of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: look });
        await page.setViewportSize(look === "light" ? WIDE : PHONE);
        found.push(...(await barriersIn(page)).map((each) => `${stop.route}, ${look}: ${each}`));
      }
      await page.setViewportSize(WIDE);
    }
    expect([...found, ...problems]).toEqual([]);
  });
});
