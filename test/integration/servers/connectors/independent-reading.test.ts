import { describe, expect, it } from "vitest";
import type { ConnectorTool } from "../../../../src/servers/connectors/connector.ts";
import type { Draft } from "../../../../src/servers/connectors/drafting/draft.ts";
import { draftFromSource } from "../../../../src/servers/connectors/drafting/draft-from-source.ts";
import { compareDraft } from "../../../fixtures/api-documents/compare-draft.ts";

const DOCUMENT = {
  openapi: "3.0.3",
  info: { title: "Tours", version: "1" },
  servers: [{ url: "https://api.tours.example" }],
  paths: {
    "/tours/{id}": {
      parameters: [{ $ref: "#/components/parameters/Id" }],
      get: {
        operationId: "get_tour",
        parameters: [
          { name: "fields", in: "query", explode: false, schema: { type: "array", items: { type: "string" } } },
          { name: "id", in: "path", required: true, schema: { type: "string" } },
        ],
        responses: {},
      },
      put: {
        operationId: "change_tour",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Tour" } } },
        },
        responses: {},
      },
      trace: { responses: {} },
    },
  },
  components: {
    parameters: { Id: { name: "id", in: "path", required: true, schema: { type: "integer" } } },
    schemas: {
      Tour: {
        allOf: [
          { type: "object", required: ["title"], properties: { title: { type: "string" } } },
          {
            type: "object",
            properties: {
              created: { type: "string", readOnly: true },
              guide: { oneOf: [{ $ref: "#/components/schemas/Person" }, { type: "string" }] },
              stops: { type: "array", items: { $ref: "#/components/schemas/Tour" } },
            },
          },
        ],
      },
      Person: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, phone: { type: "string" } },
      },
    },
  },
} as const;

const drafted = (): Promise<Draft> => draftFromSource({ document: JSON.stringify(DOCUMENT) }, {});

/** The draft after a change to one tool. */
const changed = async (name: string, change: (tool: ConnectorTool) => object): Promise<Draft> => {
  const draft = await drafted();
  const tools = draft.connector.tools.map((tool) => (tool.name === name ? { ...tool, ...change(tool) } : tool));
  return { ...draft, connector: { ...draft.connector, tools: tools as ConnectorTool[] } };
};

const within = (tool: ConnectorTool, name: string, change: (schema: object) => object | undefined) => ({
  input: {
    ...tool.input,
    properties: Object.fromEntries(
      Object.entries(tool.input["properties"] as Record<string, object>).flatMap(([key, schema]) => {
        const made = key === name ? change(schema) : schema;
        return made === undefined ? [] : [[key, made]];
      }),
    ),
  },
});

describe("the comparison of drafts with an independent reading", () => {
  it("finds nothing wrong in a draft that has all of the document", async () => {
    const { leftOut, ...found } = compareDraft(DOCUMENT, await drafted());
    expect(found).toMatchObject({ operations: 3, tools: 2, parameters: 3, fields: 5, lists: 1 });
    expect(Object.values(found).filter(Array.isArray).flat()).toEqual([]);
    expect([...leftOut]).toEqual([["TRACE /tours/{id}", "tools cannot use this method."]]);
  });

  it.each<[string, string, (tool: ConnectorTool) => object, object]>([
    [
      "a parameter that was lost",
      "get_tour",
      (tool) => within(tool, "fields", () => undefined),
      { missingParameters: ["GET /tours/{id}: fields in query"] },
    ],
    [
      "a parameter that became required",
      "get_tour",
      ({ input }) => ({ input: { ...input, required: ["id", "fields"] } }),
      { wrongRequired: ["GET /tours/{id}: fields is optional"] },
    ],
    [
      "a list in another style",
      "get_tour",
      ({ request }) => ({
        request: { ...request, bindings: request.bindings?.map(({ explode: _, ...binding }) => binding) },
      }),
      { wrongLists: ["GET /tours/{id}: fields"] },
    ],
    [
      "fields that were left open",
      "change_tour",
      (tool) => within(tool, "guide", () => ({})),
      { missingFields: ["PUT /tours/{id}: guide.name", "PUT /tours/{id}: guide.phone"] },
    ],
    [
      "a field that is no longer required",
      "change_tour",
      ({ input }) => ({ input: { ...input, required: ["id"] } }),
      { wrongRequired: ["PUT /tours/{id}: title is required"] },
    ],
    [
      "a reference that leads nowhere",
      "change_tour",
      (tool) => within(tool, "guide", () => ({ $ref: "#/$defs/nobody" })),
      { invalidSchemas: ["change_tour: #/$defs/nobody leads nowhere"] },
    ],
    [
      "a schema that is invalid",
      "change_tour",
      (tool) => within(tool, "title", () => ({ type: "text" })),
      { invalidSchemas: [expect.stringContaining("change_tour: ")] },
    ],
    [
      "a body of another media type",
      "change_tour",
      ({ request }) => ({ request: { ...request, body: { format: "form" } } }),
      {
        wrongBodies: ["PUT /tours/{id}: application/x-www-form-urlencoded is sent, not application/json"],
      },
    ],
    [
      "fields that are sent as a file",
      "change_tour",
      ({ request }) => ({
        request: { ...request, body: { format: "bytes" }, headers: { "Content-Type": "application/json" } },
      }),
      { wrongBodies: ["PUT /tours/{id}: its fields are sent as bytes"] },
    ],
    [
      "a body that was lost",
      "change_tour",
      ({ request: { body: _, ...request } }) => ({ request }),
      { wrongBodies: ["PUT /tours/{id}: its body is not sent"] },
    ],
    ["a name that occurs twice", "change_tour", () => ({ name: "get_tour" }), { doubleNames: ["get_tour"] }],
  ])("finds %s", async (_, name, change, found) => {
    expect(compareDraft(DOCUMENT, await changed(name, change))).toMatchObject(found);
  });
});
