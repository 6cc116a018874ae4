import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentedServers } from "../../scripts/docs/pages.ts";
import { type ListedTool, providerProblems } from "../../src/mcp/tools/provider-rules.ts";
import { capcorn } from "../../src/servers/connectors/built-in/capcorn.ts";
import { draftFromOpenApi } from "../../src/servers/connectors/drafting/openapi/draft-from-openapi.ts";
import { listedTool } from "../../src/servers/connectors/tool-schemas.ts";

const DOCUMENTS = join(import.meta.dirname, "servers/connectors/openapi/documents");

/** Hosts use these names for the servers; `taxiway` is the README's name for the GDS. */
const NAMES: Readonly<Record<string, string>> = { gds: "taxiway" };

const found = (tools: readonly ListedTool[], server: string, level: "refused" | "lossy"): readonly string[] =>
  tools.flatMap((tool) =>
    providerProblems(tool, server)
      .filter((problem) => problem.level === level)
      .map(({ path, problem, providers }) => `${[tool.name, ...path].join(".")} ${problem} (${providers.join(", ")})`),
  );

/** The rules of all model APIs together. */
const HOSTILE = {
  openapi: "3.1.0",
  info: { title: "An API with a very long title that no host could show", version: "1" },
  servers: [{ url: "https://api.example.com" }],
  paths: {
    "/search": {
      post: {
        operationId: "aVeryLongOperationIdThatSaysEverythingAboutWhatItSearchesForAndWhere",
        description: "Searches. ".repeat(300),
        requestBody: {
          content: {
            "application/json": {
              schema: {
                oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
                required: ["kind"],
              },
            },
          },
        },
        parameters: [
          { name: "filter[name]", in: "query", schema: { type: "string", pattern: "\\d+" } },
          { name: "straße", in: "query", schema: { type: ["string", "integer", "null"] } },
          { name: "page", in: "query", schema: { const: 1 } },
          { name: "sizes", in: "query", schema: { type: "array", prefixItems: [{ type: "integer" }] } },
        ],
        responses: { 200: { description: "Found" } },
      },
    },
  },
  components: {
    schemas: {
      Cat: { type: "object", properties: { kind: { const: "cat" }, lives: { enum: [7, 9] } }, required: ["lives"] },
      Dog: {
        allOf: [
          { type: "object", properties: { kind: { const: "dog" }, parent: { $ref: "#/components/schemas/Dog" } } },
        ],
        properties: { tags: { type: "array" } },
      },
    },
  },
};

describe("every tool of every server", () => {
  it("is accepted by every model API and host", async () => {
    const servers = [
      ...(await documentedServers()),
      { name: "capcorn", tools: capcorn.tools.map((tool) => listedTool(capcorn, tool)) },
    ];
    const refused = servers.flatMap(({ name, tools }) =>
      found(tools as unknown as ListedTool[], NAMES[name] ?? name, "refused"),
    );
    expect(refused).toEqual([]);
    const names = servers.flatMap(({ tools }) => tools.map(({ name }) => name));
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    expect(names.length).toBeLessThan(40);
  });

  it("keeps its schema when it is converted for a model, except for open objects", async () => {
    const servers = await documentedServers();
    const lossy = servers.flatMap(({ name, tools }) =>
      found(tools as unknown as ListedTool[], NAMES[name] ?? name, "lossy"),
    );
    expect(lossy.filter((each) => !each.startsWith("toolbox__call_tool.properties.arguments "))).toEqual([]);
  });
});

describe("a drafted connector", () => {
  const documents = [
    ...readdirSync(DOCUMENTS).map((name) => [name, readFileSync(join(DOCUMENTS, name), "utf8")] as const),
    ["a document with everything that is refused", JSON.stringify(HOSTILE)] as const,
  ];
  it.each(documents)("has tools that every model API and host accepts: %s", async (_, text) => {
    const { connector } = await draftFromOpenApi(text, { url: "https://api.example.com/openapi.json" });
    expect(connector.tools).not.toEqual([]);
    expect(connector.name.length).toBeLessThanOrEqual(20);
    const tools = connector.tools.map((tool) => listedTool(connector, tool));
    expect(found(tools, connector.name, "refused")).toEqual([]);
  });
});
