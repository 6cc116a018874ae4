import { describe, expect, it } from "vitest";
import { adminToken, loginLink, startWalk } from "./console-walk.ts";

describe("somebody who follows the printed link", () => {
  it("is in, once; without a session there is a login and not a blank page", async () => {
    const { page, context, taxiway, go, problems } = await startWalk();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(page.url()).not.toContain("login=");

    await context.clearCookies();
    await go("bookings");
    await page.reload();
    await page.getByLabel(/token/i).waitFor();

    // The link was used; what is in it is worth nothing now.
    await page.goto(loginLink(taxiway));
    await page.getByText(/used already/).waitFor();
    await page.getByLabel(/token/i).fill("taxiway-of-yesterday-00000000000000");
    await page.getByLabel(/token/i).press("Enter");
    await page.locator(".field-problem").first().waitFor();
    await page.getByLabel(/token/i).fill(adminToken(taxiway));
    await page.getByLabel(/token/i).press("Enter");
    await page.getByRole("navigation").first().waitFor();
    expect(problems).toEqual([]);
  });
});
