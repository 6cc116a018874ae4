import { readdirSync, readFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import { CLIENTS, connectOverHttp, type Flavour } from "../../fixtures/mcp-clients.ts";
import type { Walk } from "./console-walk.ts";
import type { Locator } from "./playwright.ts";

interface DroppedFile {
  readonly name: string;
  readonly text: string;
}

const FOLDER = new URL("../../fixtures/capcorn-samples/", import.meta.url);

/** Requests and answers of a hotel API, as documented. */
export const SAMPLES: readonly DroppedFile[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".xml"))
  .map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), "utf8") }));

/** A real client for the test, which lists tools again at every notification. */
export const connect = async ({ origin }: Walk, server: string) => {
  const client = await connectOverHttp(CLIENTS["the v1 SDK client"] as Flavour, `${origin}/mcp/${server}`);
  onTestFinished(() => client.close());
  return client;
};

/** The visible text on one line. */
export const readIn = async (place: Locator): Promise<string> => (await place.innerText()).replaceAll(/\s+/g, " ");

/** Drops files on the page. */
export const drop = async ({ page }: Walk, files: readonly DroppedFile[]) => {
  await page.locator(".drop-zone").waitFor();
  await page.evaluate(`((files) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of files) dataTransfer.items.add(new File([text], name));
    const event = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
    document.querySelector(".drop-zone").dispatchEvent(event);
  })(${JSON.stringify(files)})`);
};

export const openTab = async ({ page }: Walk, name: string) => page.getByRole("tab", { name, exact: true }).click();

export const saveDraft = async ({ page }: Walk) => {
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText(/^Draft, saved/).waitFor();
};

export const keepCredential = async ({ page }: Walk, name: string, value: Readonly<Record<string, string>>) => {
  const card = page.getByRole("region", { name: new RegExp(`^${name}`) });
  for (const [label, text] of Object.entries(value)) await card.getByLabel(label).fill(text);
  await card.getByRole("button", { name: "Save" }).click();
  await card.getByText("set", { exact: true }).waitFor();
};

export const chooseStep = ({ page }: Walk, title: string) =>
  page.getByRole("button", { name: new RegExp(`^\\d ${title}`) }).click();

/** Runs to a step and returns the text of its node: duration, input and output. */
export const runTo = async (walk: Walk, title: string): Promise<string> => {
  await walk.page.getByRole("button", { name: `Run to here (${title})` }).click();
  return ran(walk, title);
};

export const ran = async ({ page }: Walk, title: string): Promise<string> => {
  const step = page.locator(".step-node", { hasText: title });
  await step.getByText(/\d m?s$/).waitFor();
  return readIn(step);
};

/** Selects and approves tools. `inAll` is the number of approved tools afterwards, such as `2 of 3`. */
export const approve = async ({ page }: Walk, tools: readonly string[], inAll: string) => {
  for (const tool of tools) await page.getByRole("checkbox", { name: `Select ${tool}` }).check();
  await page.getByText(`${tools.length} selected`).waitFor();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await page.getByText(`None selected. ${inAll} approved`).waitFor();
};

/** Publishes the draft and returns the listed changes. */
export const publish = async (walk: Walk, version: number): Promise<string> => {
  await openTab(walk, "Publish");
  const changes = await readIn(walk.page.locator(".changes"));
  await walk.page.getByRole("button", { name: "Publish", exact: true }).click();
  await walk.page.getByText(`Published: version ${version} is served`).waitFor();
  return changes;
};
