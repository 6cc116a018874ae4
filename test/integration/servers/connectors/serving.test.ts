import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { type ApiAnswer, startApi, startConnectors } from "./connector-world.ts";

const petstore = readFileSync(new URL("../../../fixtures/openapi/petstore.yaml", import.meta.url), "utf8");

const shop = (base_url: string, tool: object = {}) => ({
  ...{ connector: 1, name: "shop", title: "The shop", description: "Sells things.", base_url, owner: "Ada" },
  docs: [{ name: "about", title: "About", text: "# About\n\nIt sells things." }],
  tools: [
    {
      name: "list_things",
      title: "List things",
      description: "Lists things.",
      risk: "read",
      input: {
        type: "object",
        properties: { after: { type: "string" }, size: { type: "integer", minimum: 1, maximum: 1_000, default: 2 } },
      },
      request: {
        ...{ method: "GET", path: "/things" },
        bindings: [
          { argument: "after", in: "query" },
          { argument: "size", in: "query" },
        ],
      },
      http: { retries: 0 },
      parse: { format: "json" },
      response: { paging: { next: "cursor", argument: "after" } },
      output: { type: "object", properties: { things: { type: "array", items: { type: "object" } } } },
      ...tool,
    },
  ],
});

const things: (url: string) => ApiAnswer = (url) => {
  const { searchParams } = new URL(url, "http://x");
  const [start, size] = [Number(searchParams.get("after") ?? 0), Number(searchParams.get("size"))];
  const found = Array.from({ length: Math.min(size, 1_000 - start) }, (_, index) => ({
    ...{ id: start + index, name: `Thing ${start + index}`, text: "x".repeat(100) },
  }));
  return { body: { things: found, ...(start + size < 1_000 && { cursor: String(start + size) }) } };
};

const startShop = async (tool: object = {}, answer: (url: string) => ApiAnswer = things) => {
  const world = await startConnectors();
  const api = await startApi(({ url }) => answer(url ?? ""));
  const publish = async (document: object) => {
    expect(await world.ask("POST", "/import", { document })).toMatchObject({ status: 201 });
    await world.ask("POST", "/connectors/shop/approve");
    return world.ask("POST", "/connectors/shop/publish", { allow_breaking: true });
  };
  expect((await publish(shop(api.url, tool))).status).toBe(201);
  const client = await world.connect("shop");
  if (!client) throw new Error("nothing is served");
  return { ...world, api, client, publish };
};

describe("a published connector", () => {
  it("can be made from an OpenAPI document in a few steps", async () => {
    const { ask, connect } = await startConnectors();
    const api = await startApi(({ method }) =>
      method === "POST"
        ? { status: 201, body: { id: 7, name: "Rex", tag: "dog" } }
        : { body: [{ id: 7, name: "Rex" }] },
    );
    const drafted = await ask("POST", "/drafts", { document: petstore, name: "pets", base_url: `${api.url}/v1` });
    await ask("POST", "/connectors/pets/approve");
    await ask("POST", "/connectors/pets/publish");
    await ask("PUT", "/connectors/pets/credentials/api_key", { value: "geheim-4711" });
    const client = await connect("pets");
    const { tools } = (await client?.request("tools/list"))?.result ?? {};
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(
      drafted.body.tools.map(({ name }: { name: string }) => name),
    );
    const reading = tools.find(
      ({ annotations }: { annotations: Record<string, boolean> }) => annotations["readOnlyHint"],
    );
    const result = await client?.call(reading.name, {});
    expect(result).toMatchObject({ structuredContent: { source: "live" } });
    expect(JSON.stringify(result.structuredContent)).toContain("Rex");
    expect(JSON.stringify(api.asked[0])).toContain("geheim-4711");
    expect(JSON.stringify(result)).not.toContain("geheim");
    expect(api.asked[0]?.url).toMatch(/^\/v1\//);
  });

  it("returns the next page and accepts it as an argument", async () => {
    const { client, api } = await startShop();
    const first = await client.call("list_things", {});
    expect(first.structuredContent).toMatchObject({
      things: [{ id: 0 }, { id: 1 }],
      next: { argument: "after", value: "2" },
    });
    expect(first.content[0].text).toBe("List things: 2 in things.");
    expect(first.content.at(-1).text).toBe('Note: There is more: call again with after = "2".');
    const last = await client.call("list_things", { after: "998" });
    expect(last.structuredContent).not.toHaveProperty("next");
    expect(api.asked.map(({ url }) => url)).toEqual(["/things?size=2", "/things?after=998&size=2"]);
  });

  it("trims a large result and says where the rest is", async () => {
    const { client, connect, ask } = await startShop();
    const result = await client.call("list_things", { size: 900 });
    const { things: shown, truncated } = result.structuredContent;
    expect(shown.length).toBeLessThan(900);
    expect(truncated).toMatchObject({ hint: expect.stringMatching(/of 900 entries/), total_bytes: expect.any(Number) });
    const link = result.content.find(({ type }: { type: string }) => type === "resource_link");
    expect(link).toMatchObject({ uri: truncated.uri, mimeType: "application/json" });
    expect(link.uri).toMatch(/^connector:\/\/shop\/results\/[\w-]+$/);
    const { contents } = (await client.request("resources/read", { uri: link.uri })).result;
    expect(JSON.parse(contents[0].text).things).toHaveLength(900);

    await ask("POST", "/import", { document: shop("https://shop.example.com") }, "rival");
    await ask("POST", "/connectors/shop/approve", {}, "rival");
    await ask("POST", "/connectors/shop/publish", {}, "rival");
    const rival = await connect("shop", "rival");
    const theirs = await rival?.request("resources/read", { uri: link.uri });
    const nobodys = await rival?.request("resources/read", {
      uri: "connector://shop/results/aaaaaaaaaaaaaaaaaaaaaaaa",
    });
    expect(theirs?.error.code).toBe(nobodys?.error.code);
    expect(theirs?.result).toBeUndefined();
  });

  it("returns a large result even if its rest cannot be stored", async () => {
    const { client, results } = await startShop();
    vi.spyOn(results, "keep").mockRejectedValue(new Error("the store is away"));
    const result = await client.call("list_things", { size: 900 });
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent.truncated).not.toHaveProperty("uri");
    expect(result.content.some(({ type }: { type: string }) => type === "resource_link")).toBe(false);
  });

  it("records the step in which a call was cancelled", async () => {
    const { client, servers, log } = await startShop();
    const tool = (await servers.find("acme", "shop"))?.tools.get("list_things");
    const gone = AbortSignal.abort(new Error("gone"));
    const caller = { tenant: "acme", sessionId: "s", transport: "http" };
    const notes: unknown[] = [];
    const note = (noted: unknown) => void notes.push(noted);
    const call = { caller, signal: gone, progress: log.debug, message: log.debug, note };
    await expect(tool?.run({} as never, call as never)).rejects.toThrow("gone");
    expect(notes).toMatchObject([{ version: 1, steps: {}, failedStep: "input", correlationId: expect.any(String) }]);
    expect(client.heard).toEqual([]);
  });

  it("separates content for people from content for models", async () => {
    const response = { mapping: '{"voucher": "PRINT ME", "code": 7}', audience: { voucher: "user" } };
    const { client } = await startShop({ response, output: undefined });
    const { content, structuredContent } = await client.call("list_things", {});
    expect(structuredContent).toEqual({ voucher: "PRINT ME", code: 7, source: "live" });
    expect(content).toMatchObject([
      { text: "List things: done." },
      { text: '{"code":7,"source":"live"}', annotations: { audience: ["assistant"] } },
      { text: "voucher: PRINT ME", annotations: { audience: ["user"] } },
    ]);
  });

  it("wraps a result that is not an object", async () => {
    const { client } = await startShop({ response: { mapping: "[1, 2]" }, output: undefined });
    expect((await client.call("list_things", {})).structuredContent).toEqual({ result: [1, 2], source: "live" });
  });

  it("keeps properties of the API that have the names of Taxiway's own", async () => {
    const { client } = await startShop({ response: {} }, () => ({ body: { source: "theirs", next: 5 } }));
    const result = await client.call("list_things", {});
    expect(result.structuredContent).toEqual({ source: "theirs", next: 5 });
    expect(result._meta["taxiway/call"]).toMatchObject({ source: "live", connector: "shop", version: 1 });
  });

  it("passes on an argument that has the name of Taxiway's own", async () => {
    const world = await startConnectors();
    const api = await startApi(() => ({ body: {} }));
    const [tool] = shop(api.url).tools;
    const input = { type: "object", properties: { include_raw: { type: "string" } } };
    const request = { method: "GET", path: "/things", bindings: [{ argument: "include_raw", in: "query" }] };
    const document = { ...shop(api.url), raw_results: true, tools: [{ ...tool, input, request, response: {} }] };
    await world.ask("POST", "/import", { document });
    await world.ask("POST", "/connectors/shop/approve");
    await world.ask("POST", "/connectors/shop/publish");
    const client = await world.connect("shop");
    await client?.call("list_things", { include_raw: "both" });
    expect(api.asked[0]?.url).toBe("/things?include_raw=both");
  });

  it("rejects unknown arguments before it sends a request", async () => {
    const { client, api } = await startShop();
    const result = await client.call("list_things", { sise: 3 });
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toBe('list_things has no field "sise". Did you mean "size"?');
    expect((await client.call("list_things", { include_raw: true })).isError).toBe(true);
    expect(api.asked).toEqual([]);
  });

  it("returns an error of the API as a result that a model can act on, and logs it to the client", async () => {
    const { client, lines } = await startShop({}, () => ({
      status: 429,
      headers: { "retry-after": "7" },
      body: { error: "slow down" },
    }));
    await client.request("logging/setLevel", { level: "info" });
    const result = await client.call("list_things", {});
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toMatch(/^The shop answered with HTTP 429: slow down\. Wait/);
    const { data } = result._meta["taxiway/error"];
    expect(data).toMatchObject({ retryable: true, retry_after_ms: 7_000, correlation_id: expect.any(String) });
    const told = client.heard.find(({ method }) => method === "notifications/message");
    expect(told?.params).toMatchObject({
      level: "error",
      data: { tool: "list_things", correlation_id: data.correlation_id },
    });
    expect(lines.filter(({ event }) => event === "defect")).toEqual([]);
  });

  it("notifies connected clients when it changes", async () => {
    const { client, publish, api, ask, servers } = await startShop();
    const heard = vi.fn();
    client.server.tools.onChange(heard);
    const [tool] = shop(api.url).tools;
    await publish({ ...shop(api.url), tools: [tool, { ...tool, name: "list_more" }] });
    expect(heard).toHaveBeenCalledTimes(1);
    const next = await servers.find("acme", "shop");
    expect(next).not.toBe(client.server);
    expect(next).toBe(await servers.find("acme", "shop"));
    expect(next?.version).toBe("2.0.0");
    expect(next?.tools.list()).toHaveLength(2);
    await ask("POST", "/connectors/shop/rollback");
    expect((await servers.find("acme", "shop"))?.version).toBe("1.0.0");
    await ask("POST", "/connectors/shop/unpublish");
    expect(await servers.find("acme", "shop")).toBeUndefined();
    expect(heard).toHaveBeenCalledTimes(3);
  });

  it("exists only for its tenant", async () => {
    const { servers, client, connect, grantOf } = await startShop();
    expect(await servers.find("rival", "shop")).toBeUndefined();
    expect(await servers.find("default", "shop")).toBeUndefined();
    for (const name of ["shop/x", "shop:draft", "SHOP", ""]) expect(await servers.find("acme", name)).toBeUndefined();
    const { resources = [] } = client.server;
    const rival = { caller: { tenant: "rival", sessionId: "s", transport: "http" } } as never;
    for (const resource of resources) await expect((async () => resource.read(rival))()).rejects.toThrow(/no resource/);

    await client.call("list_things", {});
    const narrow = await connect("shop", "acme", grantOf("acme", { admin: false, tools: ["other_*"] }));
    const { contents } =
      (await narrow?.request("resources/read", { uri: "connector://shop/invocations" }))?.result ?? {};
    expect(JSON.parse(contents[0].text)).toEqual({ invocations: [] });
    expect((await narrow?.request("tools/list"))?.result.tools).toEqual([]);
  });
});
