import { describe, expect, it } from "vitest";
import { completed, startToolService, talk, toolAt } from "../../fixtures/tool-service.ts";
import { startWalk } from "./console-walk.ts";
import type { Page } from "./playwright.ts";

const FORM = { type: "object", properties: { value: { type: "string" } }, required: ["value"] };

describe("somebody who brings a service of their own", () => {
  it("registers it, tries it, sees it die and come back, and takes it away", async () => {
    const service = await startToolService(completed({ said: "Hello from the parrot" }));
    const { page, problems } = await startWalk({ CLOCK: "system", TAXIWAY_OUTBOUND_ALLOW: "127.0.0.1" });
    await page.getByRole("link", { name: "Registry" }).first().click();
    await page.getByText("No service has registered a tool yet").waitFor();

    // Refused, with the reason beside its line, and also for whoever did not see it happen.
    await register(page, { ...toolAt(service), functions: [] });
    const remarks = page.getByRole("region", { name: "Not registered" });
    await remarks.getByText("tool.functions", { exact: true }).waitFor();
    const reason = (await remarks.locator(".remark-message").first().innerText()).slice(0, 40);
    await remarks.getByRole("button", { name: /^Line \d+$/ }).click();
    await page.getByRole("link", { name: "Registry", exact: true }).first().click();
    await page.getByRole("region", { name: "Refused lately" }).getByText(reason).waitFor();

    const tool = toolAt(service, { health_check_interval: 5, functions: [talk({ parameters: FORM })] });
    await register(page, tool);
    const registered = page.getByRole("region", { name: "Registered" });
    await registered.getByText("parrot__talk").waitFor();
    await registered.getByRole("link", { name: "See how it is" }).click();
    const state = (name: RegExp) => page.getByRole("status").getByText(name).waitFor();
    await state(/^healthy$/);

    await call(page, "polly", "ok");
    expect(service.calls.at(-1)?.params).toMatchObject({ function_name: "talk", arguments: { value: "polly" } });
    await page.getByRole("region", { name: "What it answered" }).getByText("Hello from the parrot").waitFor();

    await service.stop();
    await call(page, "anybody there?", "refused");
    await state(/^(degraded|unavailable)$/);
    await page.getByText("Last error").waitFor();
    await service.start();
    await state(/^healthy$/);
    await call(page, "polly", "ok");

    await page.getByRole("button", { name: "Unregister" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Unregister" }).click();
    await page.getByText("parrot is unregistered.").waitFor();
    await page.getByText("No service has registered a tool yet").waitFor();
    expect(problems).toEqual([]);
  });
});

const register = async (page: Page, tool: object): Promise<void> => {
  await page.getByRole("link", { name: "Register a tool" }).first().click();
  await page.getByLabel("Description as JSON").fill(JSON.stringify(tool, null, 2));
  await page.getByRole("button", { name: "Register", exact: true }).click();
};

const call = async (page: Page, value: string, outcome: string): Promise<void> => {
  await page.getByLabel(/^value/).fill(value);
  await page.getByRole("button", { name: "Call it" }).click();
  await page.getByRole("status").getByText(outcome, { exact: true }).waitFor();
};
