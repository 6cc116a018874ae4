import { describe, expect, it } from "vitest";
import { checkConnector } from "../../check-connector.ts";
import { draftFromOpenApi } from "./draft-from-openapi.ts";

const parameter = (name: string, place: string, more: object = {}) => ({
  ...{ name, in: place, schema: { type: "string" } },
  ...(place === "path" && { required: true }),
  ...more,
});

const toolsOf = async (paths: Readonly<Record<string, readonly object[]>>, method = "get") => {
  const operation = (parameters: readonly object[]) => ({ summary: "Reads it.", parameters, responses: { 204: {} } });
  const document = {
    ...{ openapi: "3.1.0", info: { title: "T", version: "1" }, servers: [{ url: "https://t.example/v2" }] },
    paths: Object.fromEntries(Object.entries(paths).map(([path, given]) => [path, { [method]: operation(given) }])),
  };
  const { connector, candidates, problems } = await draftFromOpenApi(JSON.stringify(document));
  expect(await checkConnector(connector)).toEqual(connector);
  return { ...connector, candidates, problems };
};
const one = async (path: string, parameters: readonly object[]) => {
  const { tools, candidates } = await toolsOf({ [path]: parameters });
  const { request, input, fixed } = tools[0] ?? {};
  return { request, input, fixed, problems: candidates[0]?.problems };
};

describe("a query in a documented path", () => {
  it("becomes arguments in the query, wherever the document declares them", async () => {
    const { request, input, problems } = await one("/current?city={city}&country={land}&days={days}", [
      parameter("city", "path", { description: "Its name." }),
      parameter("land", "path", { schema: { type: "string", enum: ["AT", "IT"] } }),
      parameter("days", "query", { schema: { type: "integer" } }),
      parameter("units", "query"),
    ]);
    expect(request).toEqual({
      method: "GET",
      path: "/current",
      bindings: [
        { argument: "units", in: "query" },
        { argument: "city", in: "query" },
        { argument: "country", in: "query" },
        { argument: "days", in: "query" },
      ],
    });
    expect(input).toEqual({
      type: "object",
      properties: {
        units: { type: "string" },
        city: { type: "string", description: "Its name." },
        country: { type: "string", enum: ["AT", "IT"] },
        days: { type: "integer" },
      },
      required: ["city", "country"],
    });
    expect(problems).toEqual([]);
  });

  it("is sent as it is if it has no placeholder", async () => {
    const { request, input, fixed } = await one("/threads?beta=true&q=a%20b&flag", [parameter("beta", "query")]);
    expect(request?.path).toBe("/threads");
    expect(fixed).toEqual({ beta: "true", q: "a b", flag: "" });
    expect(request?.bindings).toEqual(["beta", "q", "flag"].map((argument) => ({ argument, in: "query" })));
    expect(input?.["properties"]).toEqual({});
  });

  it("is one text where it composes several values", async () => {
    const { request, input } = await one("/{id}?ids[]={id}&at={lat},{lng}", [
      ...["id", "lat", "lng"].map((name) => parameter(name, "path")),
    ]);
    expect(request).toMatchObject({
      path: "/{id}",
      bindings: [
        { argument: "id", in: "path" },
        { argument: "ids", in: "query", name: "ids[]" },
        { argument: "at", in: "query" },
      ],
    });
    expect(input).toMatchObject({
      properties: { at: { type: "string", description: "Written as {lat},{lng}." } },
      required: ["id", "ids", "at"],
    });
  });
});

describe("a documented path", () => {
  it("is sent without its fragment, which tells operations apart", async () => {
    const { tools, candidates } = await toolsOf({
      "/files/{id}#get_lock": [parameter("id", "path")],
      "/files/{id}#get_name": [parameter("id", "path")],
      "/#X-Amz-Target=Dynamo.ListTables": [],
    });
    expect(tools.map(({ request }) => request.path)).toEqual(["/files/{id}", "/files/{id}", "/"]);
    expect(candidates.map(({ operation }) => operation)).toEqual([
      "GET /files/{id}#get_lock",
      "GET /files/{id}#get_name",
      "GET /#X-Amz-Target=Dynamo.ListTables",
    ]);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(3);
  });

  it("keeps its empty segments", async () => {
    expect((await one("/traffic//{zoom}/", [parameter("zoom", "path")])).request?.path).toBe("/traffic//{zoom}/");
  });

  it.each(["/a/../b", "/..", "/a/%2e%2e/b", "/a\\b", "/a b", "/a/..?x=1", "/{a", "/a%2f..%2fb"])(
    "is left out if it is unsafe: %s",
    async (path) => {
      const { tools, problems } = await toolsOf({ "/fine": [], [path]: [] });
      expect(tools).toHaveLength(1);
      expect(problems.join()).toContain("was left out: a path must");
    },
  );
});
