import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { codeBetween, codeOf } from "../../../fixtures/document-code.ts";
import { CLIENTS, connectOverHttp } from "../../../fixtures/mcp-clients.ts";
import { worked } from "../../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../../fixtures/temporary-folder.ts";
import { completed, startToolService, toolAt } from "../../../fixtures/tool-service.ts";
import { ADMIN_TOKEN, launchToolbox, type ToolboxTaxiway } from "../../../fixtures/toolbox-taxiway.ts";

let taxiway: ToolboxTaxiway;
beforeAll(async () => {
  taxiway = await launchToolbox();
});
afterAll(() => taxiway?.stop());

const SERVICE = codeBetween("extending.md", "service");
const TRIP = { days: 3, celsius: 4 };
const PACKED = { items: ["3 shirts", "a warm coat"] };

/** Runs the service as a reader would. `result` is the registration that it printed. */
const runService = async (): Promise<{ readonly result: object; end(): Promise<unknown> }> => {
  const file = join(temporaryFolder(), "packing.mjs");
  writeFileSync(file, SERVICE);
  const env = { TAXIWAY: `http://127.0.0.1:${taxiway.port}`, TAXIWAY_ADMIN_TOKEN: ADMIN_TOKEN };
  const child = spawn(process.execPath, [file], { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  const end = () => {
    child.kill("SIGKILL");
    return ended;
  };
  onTestFinished(async () => void (await end()));
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { ...JSON.parse(line), end };
};

describe("the service of docs/extending.md", () => {
  it("has at most 45 lines", () => {
    const lines = SERVICE.split("\n").filter((line) => line.trim() !== "");
    expect(lines.length).toBeLessThanOrEqual(45);
  });

  it("registers itself and can be called by every kind of client", async () => {
    expect((await runService()).result).toMatchObject({ tool_id: "packing_v1", functions: ["packing__suggest"] });
    for (const [name, flavour] of Object.entries(CLIENTS)) {
      const client = await connectOverHttp(flavour, taxiway.toolbox);
      const { tools } = await client.listTools();
      expect(
        tools.map((tool) => tool.name),
        name,
      ).toContain("packing__suggest");
      const suggested = await client.callTool({ name: "packing__suggest", arguments: TRIP });
      expect(worked(suggested), name).toEqual(PACKED);
      const through = { name: "packing__suggest", arguments: TRIP };
      const again = await client.callTool({ name: "toolbox__call_tool", arguments: through });
      expect(worked(again), name).toEqual(PACKED);
      await client.close();
    }
    const params = { tool_name: "packing", function_name: "suggest", arguments: TRIP };
    expect((await taxiway.rpc("tools/call", params)).result).toMatchObject({ status: "completed", data: PACKED });
    expect((await taxiway.rpc("health/check", { tool_name: "packing" })).result).toEqual({
      status: "healthy",
      response_time_ms: expect.any(Number),
      version: "1.0.0",
      capabilities: ["suggest"],
      last_error: null,
    });
  });

  it("is called at its new address after a restart", async () => {
    const first = await runService();
    await first.end();
    await runService();
    const params = { tool_name: "packing", function_name: "suggest", arguments: TRIP };
    await vi.waitFor(async () => {
      expect((await taxiway.rpc("tools/call", params)).result).toMatchObject({ data: PACKED });
    });
  });
});

describe("the signature check in docs/toolbox.md", () => {
  type IsTaxiway = (headers: object, body: string, secret: string) => boolean;

  const loadSnippet = async (): Promise<IsTaxiway> => {
    const file = join(temporaryFolder(), "signature.mjs");
    writeFileSync(file, `${codeOf("toolbox.md", "js", "isTaxiway")}\nexport { isTaxiway };\n`);
    const { isTaxiway } = (await import(pathToFileURL(file).href)) as { isTaxiway: IsTaxiway };
    return isTaxiway;
  };

  it("accepts requests from Taxiway and rejects forged ones", async () => {
    const service = await startToolService(completed({}));
    const { secret } = await taxiway.register(toolAt(service, { name: "signed" }));
    expect((await taxiway.register(toolAt(service, { name: "signed" }))).secret).toBe(secret);
    await taxiway.rpc("tools/call", {
      tool_name: "signed",
      function_name: "talk",
      arguments: { value: "Zürich 東京" },
    });
    const { headers, body } = await service.call();
    const isTaxiway = await loadSnippet();
    expect(isTaxiway(headers, body, secret)).toBe(true);

    const other = await taxiway.register(toolAt(service, { name: "other" }));
    expect(isTaxiway(headers, body, other.secret)).toBe(false);
    expect(isTaxiway(headers, `${body} `, secret)).toBe(false);
    const old = { ...headers, "x-timestamp": String(Number(headers["x-timestamp"]) - 301) };
    expect(isTaxiway(old, body, secret)).toBe(false);
    for (const forged of ["", "sha256=", "x".repeat(71), "ü".repeat(71), `${headers["x-signature"]}0`.slice(1)]) {
      expect(isTaxiway({ ...headers, "x-signature": forged }, body, secret)).toBe(false);
    }
    expect(isTaxiway({}, body, secret)).toBe(false);
  });

  it("covers a request with call ID, deadline and trace headers", async () => {
    const service = await startToolService(completed({}));
    await taxiway.register(toolAt(service, { name: "traced" }));
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const params = {
      tool_name: "traced",
      function_name: "talk",
      arguments: { value: "x" },
      call_id: "c-1",
      timeout: 5,
    };
    const before = Date.now();
    await taxiway.post({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, { traceparent });
    const { headers, params: sent } = await service.call();
    expect(headers).toMatchObject({ "x-call-id": "c-1", traceparent });
    expect(Number(headers["x-deadline"]) - before).toBeGreaterThan(4_000);
    expect(Number(headers["x-deadline"])).toBeLessThanOrEqual(Date.now() + 5_000);
    expect(sent).toEqual({ ...params, timeout: expect.any(Number) });
  });
});
