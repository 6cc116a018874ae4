import { expect, it } from "vitest";
import { startWalk } from "../../../web/console-walk.ts";

it("the Settings page shows which origins can reach which endpoints", { timeout: 90_000 }, async () => {
  const { page, go, problems } = await startWalk({ TAXIWAY_ALLOWED_ORIGINS: "*,https://app.example.com" });
  await go("settings");
  const row = (what: string) => page.locator(".settings li", { hasText: what }).first();
  await row("GDS").waitFor();
  expect(await row("Connectors in sandbox mode").innerText()).toMatch(/\/mcp\/<connector>\s+any origin/);
  expect(await row("Toolbox").innerText()).toMatch(/\/mcp\/toolbox \/rpc\s+trusted origins/);
  expect(await row("Admin API and console").innerText()).toMatch(/own origin/);
  expect(problems).toEqual([]);
});
