import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Asking, ask } from "../../../fixtures/mcp/transports/http/raw-http.ts";
import { completed, gate, startToolService, toolAt } from "../../../fixtures/tool-service.ts";
import { launchToolbox, startToolbox, type ToolboxTaxiway } from "../../../fixtures/toolbox-taxiway.ts";

let taxiway: ToolboxTaxiway;
beforeAll(async () => {
  taxiway = await launchToolbox();
});
afterAll(() => taxiway?.stop());

const JSON_TYPE = { "Content-Type": "application/json" };
const asked = (asking: Asking) => ask(taxiway.port, { path: "/rpc", headers: JSON_TYPE, ...asking });
const REQUEST = { jsonrpc: "2.0", id: "a", method: "health/check", params: { tool_name: "time_tool" } };

describe("/rpc", () => {
  it.each<[what: string, body: string, code: number, id: unknown]>([
    ["what is no JSON", "{", -32700, null],
    ["a batch", JSON.stringify([REQUEST]), -32600, null],
    ["a request without an id", JSON.stringify({ ...REQUEST, id: undefined }), -32600, null],
    ["another version of JSON-RPC", JSON.stringify({ ...REQUEST, jsonrpc: "1.0" }), -32600, "a"],
  ])("rejects %s with 400", async (_, body, code, id) => {
    const { status, message } = await asked({ body });
    expect(status).toBe(400);
    expect(message).toMatchObject({ jsonrpc: "2.0", id, error: { code, message: expect.any(String) } });
  });

  it("lists its methods when a method is unknown, also for MCP's methods", async () => {
    for (const method of ["tools/registr", "initialize", "__proto__"]) {
      const { status, message } = await asked({ body: JSON.stringify({ ...REQUEST, method }) });
      expect(status).toBe(200);
      expect(message).toMatchObject({ id: "a", error: { code: -32601 } });
      expect(message.error?.data?.["allowed"]).toContain("tools/register, tools/unregister, tools/call");
    }
  });

  it("accepts only POST with JSON", async () => {
    const got = await asked({});
    expect([got.status, got.headers["allow"]]).toEqual([405, "POST, OPTIONS"]);
    expect((await asked({ headers: {}, body: JSON.stringify(REQUEST) })).status).toBe(415);
    expect((await asked({ body: JSON.stringify({ ...REQUEST, more: "x".repeat(2_000_000) }) })).status).toBe(413);
  });

  it("answers running calls when Taxiway is stopped", async () => {
    const { open, opened } = gate();
    const service = await startToolService(async (sent, response) => {
      await opened;
      return completed({ late: true })(sent, response);
    });
    const node = await startToolbox();
    await node.register(toolAt(service));
    const params = { tool_name: "parrot", function_name: "talk", arguments: {} };
    const underWay = node.rpc("tools/call", params);
    await service.call();
    const stopped = node.stop("SIGTERM");
    open();
    expect((await underWay).result).toMatchObject({ status: "completed", data: { late: true } });
    expect(await stopped).toEqual({ code: 0, signal: null });
  });
});
