import { describe, expect, it } from "vitest";
import { adminToken, loginLink, startWalk } from "./console-walk.ts";

/** The compressed bytes that the first page needed; runs in the page. */
const sizesOfAssets = () =>
  (performance.getEntriesByType("resource") as unknown as { name: string; encodedBodySize: number }[])
    .filter(({ name }) => name.includes("/assets/"))
    .map(({ encodedBodySize }) => encodedBodySize);

describe("the printed login link", () => {
  it("logs in once; without a session the login page is shown", async () => {
    const { page, context, taxiway, go, problems } = await startWalk();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(page.url()).not.toContain("login=");
    const loaded = await page.evaluate(sizesOfAssets);
    expect(loaded.length).toBeGreaterThan(1);
    expect(loaded.reduce((sum, size) => sum + size, 0)).toBeLessThan(200 * 1024);

    await context.clearCookies();
    await go("bookings");
    await page.reload();
    await page.getByLabel(/token/i).waitFor();

    // The link was used; its token is no longer valid.
    await page.goto(loginLink(taxiway));
    await page.getByText(/already been used/).waitFor();
    await page.getByLabel(/token/i).fill("taxiway-of-yesterday-00000000000000");
    await page.getByLabel(/token/i).press("Enter");
    await page.locator(".field-problem").first().waitFor();
    await page.getByLabel(/token/i).fill(adminToken(taxiway));
    await page.getByLabel(/token/i).press("Enter");
    await page.getByRole("navigation").first().waitFor();
    expect(problems).toEqual([]);
  });
});
