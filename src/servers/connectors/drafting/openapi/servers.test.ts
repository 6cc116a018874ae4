import { describe, expect, it } from "vitest";
import { Failure } from "../../../../model/failure.ts";
import { checkConnector } from "../../check-connector.ts";
import { draftFromOpenApi, type OpenApiOptions } from "./draft-from-openapi.ts";

const get = (more: object = {}) => ({ summary: "Reads it.", responses: { 200: { description: "It." } }, ...more });
const at = (...urls: string[]) => ({ servers: urls.map((url) => ({ url })) });

const draftOf = async (document: object, options: OpenApiOptions = {}) => {
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, ...document });
  const { connector, candidates, problems } = await draftFromOpenApi(text, options);
  expect(await checkConnector(connector)).toEqual(connector);
  const bases = connector.tools.map(({ request }) => [request.path, request.base_url ?? connector.base_url]);
  return {
    connector,
    problems,
    bases: Object.fromEntries(bases),
    remarks: candidates.flatMap((each) => each.problems),
  };
};

describe("servers of paths", () => {
  // Open-Meteo's documents have servers at the path only.
  const forecast = {
    paths: { "/v1/forecast": { ...at("https://api.weather.example", "https://customer.weather.example"), get: get() } },
  };

  it("become the base URL if the document names none", async () => {
    const { connector, problems } = await draftOf(forecast);
    expect(connector.base_url).toBe("https://api.weather.example");
    expect(connector.allow).toBeUndefined();
    expect(connector.tools[0]?.request).toEqual({ method: "GET", path: "/v1/forecast" });
    expect(problems).toEqual([
      "The document names servers of single operations only; https://api.weather.example was chosen.",
    ]);
  });

  it("give way to an explicit base URL", async () => {
    const { connector, problems } = await draftOf(forecast, { base_url: "https://customer.weather.example" });
    expect(connector.base_url).toBe("https://customer.weather.example");
    expect(connector.tools[0]?.request).not.toHaveProperty("base_url");
    expect(problems).toEqual([]);
  });

  it("are counted: the commonest one becomes the base URL, and the other tools keep theirs", async () => {
    const { bases, connector } = await draftOf({
      paths: {
        "/a": { get: get(at("https://one.example/v1")) },
        "/b": { ...at("https://two.example"), get: get(), post: get({ requestBody: {} }) },
        "/c": { get: get() },
      },
    });
    expect(connector.base_url).toBe("https://two.example");
    expect(connector.allow).toEqual(["two.example", "one.example"]);
    expect(bases).toEqual({ "/a": "https://one.example/v1", "/b": "https://two.example", "/c": "https://two.example" });
  });
});

describe("servers of operations", () => {
  // Box uploads to a host of its own, with the same token.
  const files = {
    ...at("https://api.files.example/2.0"),
    security: [{ token: [] }],
    paths: {
      "/files": { get: get() },
      "/files/content": { post: get(at("http://upload.files.example/api/2.0")) },
      "/beta": { get: get(at("https://api.files.example/2.0/")) },
      "/shops": { get: get(at("https://{shop}.files.example")) },
    },
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  };

  it("are called with the credentials that name their hosts, and say so", async () => {
    const { connector, bases, remarks, problems } = await draftOf(files);
    expect(bases).toEqual({
      "/files": "https://api.files.example/2.0",
      "/beta": "https://api.files.example/2.0",
      "/files/content": "http://upload.files.example/api/2.0",
    });
    expect(connector).toMatchObject({
      allow: ["api.files.example", "upload.files.example"],
      credentials: [{ name: "token", hosts: ["api.files.example", "upload.files.example"] }],
    });
    expect(remarks).toEqual(
      expect.arrayContaining([
        "It is called at http://upload.files.example/api/2.0, which also receives the credentials.",
        "It is called over plain HTTP, without encryption.",
      ]),
    );
    expect(problems).toEqual([
      "GET /shops was left out: none of its own servers can be called. Give a base URL to call it there.",
    ]);
  });

  it("are limited to a few hosts", async () => {
    const paths = Array.from({ length: 30 }, (_, n) => [`/p${n}`, { get: get(at(`https://h${n}.example`)) }]);
    const { connector, problems } = await draftOf({ ...at("https://h0.example"), paths: Object.fromEntries(paths) });
    expect(connector.allow).toHaveLength(15);
    expect(connector.tools).toHaveLength(15);
    expect(problems).toContain("GET /p15 was left out: a connector calls at most 15 hosts.");
  });

  it("name the reasons if nothing can be called", async () => {
    const { "/shops": shops } = files.paths;
    const refusal = await draftOf({ ...files, paths: { "/shops": shops } }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Failure);
    expect((refusal as Failure).details["problems"]).toEqual([
      "GET /shops was left out: none of its own servers can be called. Give a base URL to call it there.",
    ]);
  });
});
