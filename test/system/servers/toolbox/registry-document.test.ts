import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLIENTS, connectOverHttp, type Flavour, type ListedTool } from "../../../fixtures/mcp-clients.ts";
import messages from "../../../fixtures/registry-messages.json" with { type: "json" };
import { startToolService, toolAt } from "../../../fixtures/tool-service.ts";
import contract from "../../../fixtures/toolbox-contract.json" with { type: "json" };
import { ADMIN_TOKEN, launchToolbox, type ToolboxTaxiway } from "../../../fixtures/toolbox-taxiway.ts";

let taxiway: ToolboxTaxiway;
beforeAll(async () => {
  taxiway = await launchToolbox();
});
afterAll(() => taxiway?.stop());

const AS_ADMIN = { Authorization: `Bearer ${ADMIN_TOKEN}` };

/** The fields of an answer without those of HTTP. */
const answerTo = async (message: object, headers?: Readonly<Record<string, string>>) => {
  const { status, headers: _headers, ...answer } = await taxiway.post(message, headers);
  expect(status).toBe(200);
  return answer;
};

describe("the messages of the registry document, sent as they are", () => {
  it("register the search tool, and get exactly the three documented fields", async () => {
    expect(await answerTo(messages.registration, AS_ADMIN)).toEqual(messages.registered);
  });

  it("call a function and get its results", async () => {
    const { result, ...rest } = await answerTo(messages.call);
    const { call_id, status } = messages.completed.result;
    expect(rest).toEqual({ jsonrpc: "2.0", id: messages.completed.id });
    expect(result).toEqual({
      ...{ call_id, status },
      data: expect.objectContaining({ results: expect.any(Array) }),
      execution_time_ms: expect.any(Number),
    });
  });

  it("get results of the documented format", async () => {
    const { params, ...call } = messages.call;
    const asking = { ...call, params: { ...params, arguments: { query: "London Heathrow airport", max_results: 3 } } };
    const { results } = (await answerTo(asking)).result.data;
    const [documented] = messages.completed.result.data.results;
    expect(results.length).toBeGreaterThan(0);
    expect(results.length).toBeLessThanOrEqual(3);
    for (const found of results) {
      for (const field of Object.keys(documented as object)) expect(found).toHaveProperty(field, expect.any(String));
    }
  });

  it("get the documented error when the service reports its own timeout", async () => {
    const { error } = messages.failed;
    const service = await startToolService(() => ({ error }));
    await taxiway.register(toolAt(service, { name: "slow_search" }));
    const params = { ...messages.call.params, tool_name: "slow_search", function_name: "talk", arguments: {} };
    expect(await answerTo({ ...messages.call, params })).toEqual(messages.failed);
  });

  it("check the health of a tool", async () => {
    const { result, ...rest } = await answerTo(messages.healthCheck);
    const { result: documented, ...wanted } = messages.health;
    expect(rest).toEqual(wanted);
    expect(result).toEqual({ ...documented, response_time_ms: expect.any(Number) });
    expect(Object.keys(result)).toEqual(Object.keys(documented));
  });
});

interface Schema {
  readonly type: string;
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
}
interface Tool {
  readonly name: string;
  readonly category: string;
  readonly functions: readonly { readonly name: string; readonly parameters: Schema }[];
}

/** What a caller of the documented contract relies on; descriptions may differ. */
const expectParameters = (actual: Schema, documented: Schema): void => {
  expect(actual.type).toBe(documented.type);
  expect(actual.required ?? []).toEqual(documented.required ?? []);
  for (const [name, property] of Object.entries(documented.properties)) {
    const { description: _description, ...wanted } = property;
    const { type, enum: values, default: preset } = actual.properties[name] ?? {};
    const found = {
      type,
      ...(values !== undefined && { enum: values }),
      ...(preset !== undefined && { default: preset }),
    };
    expect({ [name]: found }).toEqual({ [name]: wanted });
  }
};

describe.each(contract as unknown as Tool[])("the predefined $name", ({ name, category, functions }) => {
  it("is on /rpc as documented", async () => {
    const { result } = await taxiway.rpc("tools/list", {});
    const listed: Tool = result.tools.find((tool: Tool) => tool.name === name);
    expect(listed).toMatchObject({ category, available: true, status: "healthy" });
    expect(listed.functions.map((each) => each.name)).toEqual(functions.map((each) => each.name));
    for (const [index, { parameters }] of functions.entries()) {
      expectParameters(listed.functions[index]?.parameters as Schema, parameters);
    }
  });

  it("is available to MCP clients under the names of its functions", async () => {
    const client = await connectOverHttp(CLIENTS["the v2 client, modern"] as Flavour, taxiway.toolbox);
    const { tools } = await client.listTools();
    await client.close();
    for (const each of functions) {
      const tool = tools.find((listed) => listed.name === `${name}__${each.name}`) as ListedTool;
      expectParameters(tool.inputSchema as unknown as Schema, each.parameters);
      expect(tool.outputSchema).toMatchObject({ type: "object" });
      expect(tool._meta).toEqual({
        "taxiway/tool": { tool_id: `${name}_v1`, function: `${name}.${each.name}`, category },
      });
    }
  });

  it("accepts its own documented description as a renewal", async () => {
    const description = (contract as unknown as Tool[]).find((tool) => tool.name === name) as Tool;
    expect(await taxiway.register({ ...description })).toEqual({
      tool_id: `${name}_v1`,
      status: "registered",
      health_check_interval: 60,
    });
  });
});
