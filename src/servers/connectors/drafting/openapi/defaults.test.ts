import { describe, expect, it } from "vitest";
import { checkInput } from "../../../../mcp/tools/check-input.ts";
import type { Tool } from "../../../../mcp/tools/tool.ts";
import { draftFromOpenApi } from "./draft-from-openapi.ts";

const part = (properties: object) => ({
  allOf: [
    {
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string" }, seats: { type: "integer", default: 1 } },
    },
    { type: "object", properties },
  ],
});
const schemas = {
  Flight: part({ cabin: { type: "string", default: "economy", description: "Of the aircraft." } }),
  Room: part({ beds: { type: "integer", default: 2 } }),
};
const either = {
  oneOf: [{ $ref: "#/components/schemas/Flight" }, { $ref: "#/components/schemas/Room" }],
  discriminator: { propertyName: "kind" },
};

/** The arguments as they are after they were checked. */
const taken = async (schema: object, given: object) => {
  const { connector } = await draftFromOpenApi(
    JSON.stringify({
      ...{ openapi: "3.0.0", info: { title: "T", version: "1" }, servers: [{ url: "https://t.example" }] },
      paths: {
        "/a": {
          post: {
            ...{ operationId: "a", summary: "A", responses: {} },
            requestBody: { required: true, content: { "application/json": { schema } } },
          },
        },
      },
      components: { schemas },
    }),
  );
  const input = connector.tools[0]?.input ?? {};
  const tool: Tool = {
    ...{ name: "a", title: "", description: "", effect: "create", input, foreign: true, run: () => undefined },
  };
  return { input, given: (await checkInput(tool, given)).input };
};

describe("schema defaults", () => {
  it("are filled in if the argument has a single schema", async () => {
    const { given } = await taken({ type: "object", properties: { seats: { type: "integer", default: 1 } } }, {});
    expect(given).toEqual({ seats: 1 });
  });

  it.each([
    ["a text for a list", { type: "array", items: { type: "string" }, default: "" }],
    ["a text for a number", { type: "integer", default: "ten" }],
    ["none of the values", { type: "string", enum: ["yes", "no"], default: "no, if a date is sent" }],
    ["beyond the limits", { type: "integer", minimum: 1, default: 0 }],
    ["too long", { type: "string", maxLength: 2, default: "EUR" }],
    ["empty where a date is wanted", { type: "string", format: "date", default: "" }],
    ["prose where a date is wanted", { type: "string", format: "date", default: "today" }],
  ])("that do not fit are left out, so that the tool can be called: %s", async (_what, schema) => {
    expect((await taken({ type: "object", properties: { a: schema } }, {})).given).toEqual({});
  });

  it("that are a text of the right number or boolean are read", async () => {
    const properties = { a: { type: "integer", default: "10" }, b: { type: "boolean", default: "true" } };
    expect((await taken({ type: "object", properties }, {})).given).toEqual({ a: 10, b: true });
  });

  it("of variants are only described, so that no other variant gets them", async () => {
    const whole = await taken(either, { kind: "Room" });
    expect(whole.given).toEqual({ kind: "Room" });
    expect(whole.input["properties"]).toMatchObject({
      seats: { description: "Default: 1." },
      cabin: { description: 'Of the aircraft. Default: "economy".' },
      beds: { description: "Default: 2." },
    });
    const parts = { parts: [{ kind: "Room" }, { kind: "Flight" }] };
    const nested = await taken({ type: "object", properties: { parts: { type: "array", items: either } } }, parts);
    expect(nested.given).toEqual(parts);
    expect(JSON.stringify(nested.input)).toContain("Default: 2.");
  });
});
