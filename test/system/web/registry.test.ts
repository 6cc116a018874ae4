import { describe, expect, it } from "vitest";
import { completed, startToolService, talk, toolAt } from "../../fixtures/tool-service.ts";
import { startWalk } from "./console-walk.ts";
import type { Page } from "./playwright.ts";

const FORM = { type: "object", properties: { value: { type: "string" } }, required: ["value"] };

describe("the Registry page", () => {
  it("registers a service, tests it, shows when it fails and recovers, and unregisters it", async () => {
    const service = await startToolService(completed({ said: "Hello from the parrot" }));
    const { page, problems } = await startWalk({ CLOCK: "system", TAXIWAY_OUTBOUND_ALLOW: "127.0.0.1" });
    await page.getByRole("link", { name: "Registry" }).first().click();
    await page.getByText("No registered tools yet").waitFor();

    // The rejection names the line, and the registry page lists it for other users.
    await register(page, { ...toolAt(service), functions: [] });
    const problemList = page.getByRole("region", { name: "Not registered" });
    await problemList.getByText("tool.functions", { exact: true }).waitFor();
    const reason = (await problemList.locator(".problem-message").first().innerText()).slice(0, 40);
    await problemList.getByRole("button", { name: /^Line \d+$/ }).click();
    await page.getByRole("link", { name: "Registry", exact: true }).first().click();
    await page.getByRole("region", { name: "Rejected registrations" }).getByText(reason).waitFor();

    const tool = toolAt(service, { health_check_interval: 5, functions: [talk({ parameters: FORM })] });
    await register(page, tool);
    const registered = page.getByRole("region", { name: "Registered" });
    await registered.getByText("parrot__talk").waitFor();
    await registered.getByRole("link", { name: "View tool" }).click();
    const state = (name: RegExp) => page.getByRole("status").getByText(name).waitFor();
    await state(/^healthy$/);

    await call(page, "polly", "OK");
    expect(service.calls.at(-1)?.params).toMatchObject({ function_name: "talk", arguments: { value: "polly" } });
    await page.getByRole("region", { name: "Response" }).getByText("Hello from the parrot").waitFor();

    await service.stop();
    await call(page, "hello?", "refused");
    await state(/^(degraded|unavailable)$/);
    await page.getByText("Last error").waitFor();
    await service.start();
    await state(/^healthy$/);
    await call(page, "polly", "OK");

    await page.getByRole("button", { name: "Unregister" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Unregister" }).click();
    await page.getByText("parrot unregistered.").waitFor();
    await page.getByText("No registered tools yet").waitFor();
    expect(problems).toEqual([]);
  });
});

const register = async (page: Page, tool: object): Promise<void> => {
  await page.getByRole("link", { name: "Register a tool" }).first().click();
  await page.getByLabel("Tool description (JSON)").fill(JSON.stringify(tool, null, 2));
  await page.getByRole("button", { name: "Register", exact: true }).click();
};

const call = async (page: Page, value: string, outcome: string): Promise<void> => {
  await page.getByLabel(/^value/).fill(value);
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByRole("status").getByText(outcome, { exact: true }).waitFor();
};
