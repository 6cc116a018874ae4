import { onTestFinished } from "vitest";
import { launchChromium } from "../../fixtures/browser.ts";
import { type HttpTaxiway, launchHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import type { Environment } from "../../fixtures/taxiway.ts";
import type { Chromium, Context, Page } from "./playwright.ts";

/** The built product, used with a browser. */
export interface Walk {
  readonly taxiway: HttpTaxiway;
  readonly origin: string;
  readonly page: Page;
  readonly context: Context;
  /** Goes to a page of the console: `go("explore/gds/searchFlights")`. */
  go(route: string): Promise<void>;
  /** Problems: errors in the page, CSP violations, requests to other origins. */
  readonly problems: readonly string[];
}

export interface View {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: "light" | "dark";
}

/** Less than a test's timeout, so that a failure says where the walk stopped. */
export const PATIENCE = 20_000;

const LINK = /http:\/\/\S+\/#login=\S+/;

/** The printed login link. */
export const loginLink = (taxiway: HttpTaxiway): string => {
  const [link] = LINK.exec(taxiway.stdout()) ?? [];
  if (link === undefined) throw new Error(`No link to log in with was printed: ${taxiway.stdout()}`);
  return link;
};

/** The admin token. */
export const adminToken = (taxiway: HttpTaxiway): string => {
  const [token] = /taxiway-\S{20,}/.exec(taxiway.stdout()) ?? [];
  if (token === undefined) throw new Error(`No admin token was printed: ${taxiway.stdout()}`);
  return token;
};

/** Starts the product and opens its login link. Both end with the test. */
export const startWalk = async (env: Environment = {}, view: View = {}): Promise<Walk> => {
  const taxiway = await launchHttpTaxiway({ TAXIWAY_STORE: "memory", ...env });
  onTestFinished(async () => void (await taxiway.stop()));
  const chromium = await launchChromium<Chromium>();
  onTestFinished(() => chromium.close());
  const { width = 1280, height = 800, theme = "light" } = view;
  const context = await chromium.newContext({
    ...{ viewport: { width, height }, colorScheme: theme, reducedMotion: "reduce" },
    ...{ locale: "en-GB", timezoneId: "Europe/Vienna" },
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const origin = `http://127.0.0.1:${taxiway.port}`;
  const problems = watch(page, origin);
  await page.goto(loginLink(taxiway));
  await page.getByRole("navigation").first().waitFor();
  const go = async (route: string) => void (await page.goto(`${origin}/#/${route}`));
  return { taxiway, origin, page, context, go, problems };
};

/**
 * Intended rejections are shown by the page, and a busy server's requests to retry are followed: the browser's own line
 * about them is noise.
 */
const EXPECTED = /Failed to load resource: the server responded with a status of (?:4\d\d|503)/;

const watch = (page: Page, origin: string): string[] => {
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => void problems.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" && !EXPECTED.test(message.text())) problems.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith("blob:")) problems.push(`asked for ${url}`);
  });
  return problems;
};
