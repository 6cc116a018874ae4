import { execFile } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { launchHttpTaxiway, startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { environmentOf, MAIN } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const MEMORY = { TAXIWAY_STORE: "memory" };

/** Creates a project with these files, in which Taxiway is installed. */
const projectWith = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const folder = temporaryFolder();
  await mkdir(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules/taxiway"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};

const documentedModule = (): string => {
  const page = readFileSync(join(ROOT, "docs/extending.md"), "utf8");
  return /<!-- module -->\n```js\n([\s\S]*?)```/.exec(page)?.[1] ?? expect.fail("the page has no module");
};

const call = async (url: string, name: string, args: object) => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "MCP-Protocol-Version": "2025-06-18" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own shape
  return ((await response.json()) as { readonly result?: any }).result;
};

describe("a module of TAXIWAY_MODULES", () => {
  it("serves its tool, counts calls and appears in the console, with the documented 45 lines", async () => {
    const code = documentedModule();
    expect(code.trimEnd().split("\n").length).toBeLessThanOrEqual(45);
    const folder = await projectWith({ "distances.mjs": code });
    const taxiway = await startHttpTaxiway({
      ...MEMORY,
      TAXIWAY_ADMIN_TOKEN: "only-for-this-test",
      TAXIWAY_MODULES: join(folder, "distances.mjs"),
    });
    const url = `http://127.0.0.1:${taxiway.port}`;
    const { structuredContent } = await call(`${url}/mcp/distances`, "distanceBetween", { from: "JFK", to: "LAX" });
    expect(structuredContent.miles).toBeGreaterThan(2_450);
    expect(structuredContent.miles).toBeLessThan(2_500);
    const refused = await call(`${url}/mcp/distances`, "distanceBetween", { from: "JFK", to: "QQQ" });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("QQQ") }, {}] });
    const counted = 'taxiway_tool_calls_total{server="taxiway-distances",tool="distanceBetween",outcome="ok"}';
    expect(await taxiway.metric(counted)).toBe(1);
    const servers = await fetch(`${url}/admin/servers`, { headers: { Authorization: "Bearer only-for-this-test" } });
    expect(await servers.json()).toMatchObject({
      servers: expect.arrayContaining([expect.objectContaining({ name: "distances", path: "/mcp/distances" })]),
    });
    expect(taxiway.stdout()).toContain("/mcp/distances");
  });

  it("receives its settings, and adds a command, an admin route, an HTTP API and a health problem", async () => {
    const folder = await projectWith({
      "depot.mjs": `
        import { createToolSet } from "taxiway/module";
        export default {
          name: "depot",
          open: ({ settings }) => ({
            servers: [{ name: "depot", forTenant: () => ({ name: "depot", title: "Depot", version: "1", instructions: "", tools: createToolSet([]) }) }],
            mounts: [{ path: "/depot", sandbox: { handle: async () => ({ status: 200, headers: {}, body: settings.GREETING }), close: async () => {} } }],
            adminRoutes: [{ method: "GET", path: "/depot", about: "Shows the greeting.", answer: async () => settings }],
            commands: { greet: async ([name = "you"]) => settings.GREETING + ", " + name },
            health: () => "The depot is closed.",
          }),
        };`,
    });
    const env = {
      TAXIWAY_MODULES: join(folder, "depot.mjs"),
      TAXIWAY_DEPOT_GREETING: "Hello",
      TAXIWAY_ADMIN_TOKEN: "only-for-this-test",
      TAXIWAY_DATA_DIR: temporaryFolder(),
    };
    const taxiway = await startHttpTaxiway(env);
    const url = `http://127.0.0.1:${taxiway.port}`;
    expect(await (await fetch(`${url}/depot/anything`)).text()).toBe("Hello");
    const headers = { Authorization: "Bearer only-for-this-test" };
    expect(await (await fetch(`${url}/admin/depot`, { headers })).json()).toEqual({ GREETING: "Hello" });
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({
      status: "degraded",
      problems: ["The depot is closed."],
    });
    const { stdout } = await promisify(execFile)(process.execPath, [MAIN, "greet", "Ada"], { env: environmentOf(env) });
    expect(stdout).toBe("Hello, Ada\n");
  });

  it.each([
    ["a file that does not exist", "export {};", "nowhere.mjs", /cannot be loaded/],
    ["a file without a module", "export const name = 'x';", "own.mjs", /default export is not \{ name, open\(kit\) \}/],
    ["the name of a built-in server", "export default { name: 'gds', open() {} };", "own.mjs", /'gds' is taken/],
    [
      "a name with characters that paths cannot have",
      "export default { name: 'Own!', open() {} };",
      "own.mjs",
      /lower-case letters/,
    ],
    [
      "a server with the name of another",
      "export default { name: 'own', open: () => ({ servers: [{ name: 'gds', forTenant() {} }] }) };",
      "own.mjs",
      /Two modules have a server named 'gds'/,
    ],
    ["a module that fails", "throw new Error('broken inside')", "own.mjs", /broken inside/],
  ])("ends the start with one sentence for: %s", async (_, code, file, message) => {
    const folder = await projectWith({ "own.mjs": code });
    const start = launchHttpTaxiway({ ...MEMORY, TAXIWAY_MODULES: join(folder, file) });
    await expect(start).rejects.toThrow(message);
    await expect(start).rejects.not.toThrow(/\n\s+at /);
  });
});
