import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startApi, startConnectors } from "./connector-world.ts";

const petstore = readFileSync(new URL("../../../fixtures/openapi/petstore.yaml", import.meta.url), "utf8");
const SECRET = "geheim-4711-do-not-show";

const pets = (base_url: string, tools = ["list_pets", "sell_pet"]) => ({
  ...{ connector: 1, name: "pets", title: "Pets", description: "A shop.", base_url },
  credentials: [{ name: "token", description: "From the shop." }],
  tools: tools.map((name) => ({
    name,
    description: `Does ${name}.`,
    risk: name.startsWith("list") ? "read" : "write",
    input: { type: "object", required: ["kind"], properties: { kind: { type: "string" } } },
    request: {
      method: name.startsWith("list") ? "GET" : "POST",
      path: "/pets",
      bindings: [{ argument: "kind", in: "query" }],
    },
    auth: [{ credential: "token", in: "bearer" }],
    parse: { format: "json" },
  })),
});

const startPets = async () => {
  const world = await startConnectors();
  const api = await startApi(() => ({ body: { pets: [{ id: 1 }] } }));
  const saved = await world.ask("POST", "/import", { document: pets(api.url) });
  expect(saved.status).toBe(201);
  return { ...world, api };
};

describe("the admin API of connectors", () => {
  it("lists its routes with their descriptions", async () => {
    const { ask } = await startConnectors();
    const { status, body } = await ask("GET", "/");
    expect(status).toBe(200);
    expect(body.routes.length).toBeGreaterThan(15);
    for (const { method, path, about } of body.routes) {
      expect(`${method} ${path} ${about}`).toMatch(/^(GET|PUT|POST|DELETE) \/\S+ .{10,}\.$/);
    }
  });

  it("names the credentials that published tools need and that are not set", async () => {
    const { ask, api } = await startPets();
    await ask("POST", "/connectors/pets/approve", { tools: ["list_pets"] });
    expect((await ask("GET", "/connectors/pets/diff")).body.credentials_missing).toEqual(["token"]);
    expect((await ask("POST", "/connectors/pets/publish", {})).body.credentials_missing).toEqual(["token"]);
    await ask("PUT", "/connectors/pets/credentials/token", { value: SECRET });
    expect((await ask("GET", "/connectors/pets/diff")).body.credentials_missing).toEqual([]);

    // A key that was set for one host is not set for another.
    await ask("POST", "/import", { document: pets("https://pets.example") });
    await ask("POST", "/connectors/pets/approve", {});
    expect((await ask("GET", "/connectors/pets/diff")).body.credentials_missing).toEqual(["token"]);
    const document = pets(api.url);
    const optional = document.tools.map((tool) => ({ ...tool, auth: [{ ...tool.auth[0], optional: true }] }));
    await ask("POST", "/import", {
      document: {
        ...document,
        credentials: [{ name: "other" }],
        tools: [{ ...optional[0], auth: [{ credential: "other", in: "bearer", optional: true }] }],
      },
    });
    await ask("POST", "/connectors/pets/approve", {});
    expect((await ask("GET", "/connectors/pets/diff")).body.credentials_missing).toEqual([]);
  });

  it("stores a credential that only the draft of a served connector has", async () => {
    const { ask, api } = await startPets();
    await ask("POST", "/connectors/pets/approve", {});
    await ask("POST", "/connectors/pets/publish", {});
    const document = pets(api.url);
    await ask("POST", "/import", {
      document: { ...document, credentials: [...document.credentials, { name: "pin" }] },
    });
    const names = (await ask("GET", "/connectors/pets/credentials")).body.credentials.map(
      ({ name }: { name: string }) => name,
    );
    expect(names).toEqual(["token", "pin"]);
    expect((await ask("PUT", "/connectors/pets/credentials/pin", { value: "1234" })).status).toBe(204);
  });

  it("drafts for another base URL and keeps the token endpoints", async () => {
    const { ask } = await startConnectors();
    const flow = { clientCredentials: { tokenUrl: "https://login.example.com/token", scopes: {} } };
    const document = JSON.stringify({
      ...{ openapi: "3.0.0", info: { title: "A", version: "1" }, servers: [{ url: "https://login.example.com/v1" }] },
      components: { securitySchemes: { oauth: { type: "oauth2", flows: flow } } },
      paths: { "/a": { get: { operationId: "a", security: [{ oauth: [] }], responses: {} } } },
    });
    const { status } = await ask("POST", "/drafts", {
      document,
      name: "moved",
      base_url: "https://staging.example.com",
    });
    expect(status).toBe(201);
    const { body } = await ask("GET", "/connectors/moved/export", undefined, "acme", { query: { version: "draft" } });
    expect(body).toMatchObject({
      ...{ base_url: "https://staging.example.com", allow: ["staging.example.com", "login.example.com"] },
    });
  });

  it("exports a document without pasted keys", async () => {
    const { ask } = await startConnectors();
    const api = await startApi(() => ({ body: {} }));
    const key = "duffel_live_aB3dE6gH0123456789abcdefghij";
    const document = { ...pets(api.url), description: `A shop; the key is ${key}, card 4111111111111111.` };
    expect((await ask("POST", "/import", { document })).status).toBe(201);
    const { body } = await ask("GET", "/connectors/pets/export", undefined, "acme", { query: { version: "draft" } });
    expect(body.description).toBe("A shop; the key is duffel_live_…, card 4111111111111111.");
    expect(body.tools).toHaveLength(2);
  });

  it("turns a document into a published version", async () => {
    const { ask, servers } = await startConnectors();
    const drafted = await ask("POST", "/drafts", { document: petstore, name: "petstore" });
    expect(drafted.status).toBe(201);
    const names: string[] = drafted.body.tools.map(({ name }: { name: string }) => name);
    expect(drafted.body.tools.every(({ approved }: { approved: boolean }) => !approved)).toBe(true);
    expect(drafted.body.candidates.map(({ tool }: { tool: string }) => tool)).toEqual(names);

    expect(await ask("POST", "/connectors/petstore/publish", {})).toMatchObject({
      status: 409,
      body: { error: { kind: "rule", hint: expect.any(String) } },
    });
    const approved = await ask("POST", "/connectors/petstore/approve", { tools: [names[0]] });
    expect(approved.body.tools[0]).toMatchObject({ approved: true, approved_by: "key-of-acme" });
    expect((await ask("GET", "/connectors/petstore/diff")).body).toMatchObject({
      breaking: false,
      left_out: names.slice(1),
    });
    expect(await ask("POST", "/connectors/petstore/publish", {})).toMatchObject({
      status: 201,
      body: { version: 1, tools: 1 },
    });
    expect((await servers.find("acme", "petstore"))?.tools.list().map(({ name }) => name)).toEqual([names[0]]);
    expect((await ask("GET", "/connectors")).body.connectors).toMatchObject([
      { name: "capcorn", built_in: true, served: true },
      { name: "petstore", version: 1, draft: { approved: 1 } },
    ]);
  });

  it("publishes, rolls back, unpublishes, and lists breaking changes", async () => {
    const { ask, api } = await startPets();
    await ask("POST", "/connectors/pets/approve");
    expect((await ask("POST", "/connectors/pets/publish")).body.version).toBe(1);
    const { revision } = (await ask("GET", "/connectors/pets/draft")).body;
    const smaller = { document: pets(api.url, ["list_pets"]), revision };
    expect((await ask("PUT", "/connectors/pets/draft", smaller)).status).toBe(200);
    expect(await ask("PUT", "/connectors/pets/draft", smaller)).toMatchObject({
      status: 409,
      body: { error: { error_type: "conflict", field: "revision" } },
    });
    const refused = await ask("POST", "/connectors/pets/publish");
    expect(refused.body.error).toMatchObject({
      error_type: "breaking",
      changes: [{ tool: "sell_pet", change: "removed" }],
    });
    expect((await ask("POST", "/connectors/pets/publish", { allow_breaking: true })).body).toMatchObject({
      version: 2,
    });
    expect((await ask("POST", "/connectors/pets/rollback")).body).toMatchObject({ version: 1 });
    expect((await ask("GET", "/connectors/pets/versions")).body).toMatchObject({
      ...{ active: 1, active_by: "key-of-acme", versions: [{ version: 1 }, { version: 2, breaking: true }] },
    });
    expect((await ask("POST", "/connectors/pets/unpublish")).status).toBe(204);
    expect((await ask("GET", "/connectors/pets/export")).status).toBe(404);
    expect(
      (await ask("GET", "/connectors/pets/export", undefined, "acme", { query: { version: "2" } })).body.tools,
    ).toHaveLength(1);
    expect((await ask("DELETE", "/connectors/pets/draft")).status).toBe(204);
  });

  it("tests a tool step by step, and sends a write only if told to", async () => {
    const { ask, api } = await startPets();
    await ask("PUT", "/connectors/pets/credentials/token", { value: SECRET });
    const read = await ask("POST", "/connectors/pets/test", { tool: "list_pets", arguments: { kind: "cat" } });
    expect(read.body).toMatchObject({ ok: true, sent: true, source: "live", result: { pets: [{ id: 1 }] } });
    expect(read.body.steps.map(({ step }: { step: string }) => step)).toEqual([
      ...["input", "request", "auth", "http", "parse", "response", "output"],
    ]);
    expect(api.asked[0]).toMatchObject({ url: "/pets?kind=cat", headers: { authorization: `Bearer ${SECRET}` } });
    expect(JSON.stringify(read)).not.toContain(SECRET);

    const write = { tool: "sell_pet", arguments: { kind: "cat" } };
    expect((await ask("POST", "/connectors/pets/test", write)).body).toMatchObject({
      sent: false,
      stopped_after: "auth",
    });
    expect((await ask("POST", "/connectors/pets/test", { ...write, until: "http" })).body.stopped_after).toBe("auth");
    expect(api.asked).toHaveLength(1);
    expect((await ask("POST", "/connectors/pets/test", { ...write, confirm: true })).body).toMatchObject({
      ok: true,
      sent: true,
    });
    expect(api.asked).toHaveLength(2);

    const wrong = await ask("POST", "/connectors/pets/test", { tool: "list_pets", arguments: { kinds: "cat" } });
    expect([wrong.status, wrong.body.error.field]).toEqual([400, "kind"]);
    const unknown = await ask("POST", "/connectors/pets/test", { tool: "list_pet" });
    expect(unknown.body.error.hint).toBe("Did you mean list_pets?");
  });

  it("shows a failure of the API as such", async () => {
    const { ask } = await startConnectors();
    const api = await startApi(() => ({ status: 422, body: { message: "No such kind." } }));
    await ask("POST", "/import", {
      document: {
        ...pets(api.url),
        credentials: undefined,
        tools: pets(api.url).tools.map(({ auth: _, ...tool }) => tool),
      },
    });
    const { status, body } = await ask("POST", "/connectors/pets/test", {
      tool: "list_pets",
      arguments: { kind: "x" },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: false, error: { http_status: 422 } });
    expect(body.error.message).toContain("No such kind.");
    expect(body.steps.at(-1)).toMatchObject({ step: "parse", error: expect.any(String) });
  });

  it.each<[what: string, base_url: (api: string) => string, sent: boolean, hint: RegExp]>([
    [
      "that the operator has not allowed",
      () => "http://10.0.0.1:8080",
      false,
      /TAXIWAY_OUTBOUND_ALLOW=connectors=10\.0\.0\.1:8080\. Restart/,
    ],
    ["where nothing listens", () => "http://127.0.0.1:1", false, /Try again later/],
    ["that closes the connection", (api) => `${api}/hang-up`, true, /Try again later/],
  ])("says whether a request was sent to an address %s", async (_, base_url, sent, hint) => {
    const { ask } = await startConnectors();
    const api = await startApi(({ socket }) => {
      socket.destroy();
      return {};
    });
    const [tool] = pets(base_url(api.url)).tools;
    const { auth: _auth, ...open } = tool as NonNullable<typeof tool>;
    const document = { ...pets(base_url(api.url)), credentials: undefined, tools: [{ ...open, http: { retries: 0 } }] };
    expect((await ask("POST", "/import", { document })).status).toBe(201);
    const { body } = await ask("POST", "/connectors/pets/test", { tool: "list_pets", arguments: { kind: "cat" } });
    expect(body).toMatchObject({ ok: false, sent, error: { hint: expect.stringMatching(hint) } });
    expect(body.steps.at(-1).step).toBe("http");
  });

  it("stores credentials and never returns them", async () => {
    const { ask, lines, store } = await startPets();
    expect((await ask("GET", "/connectors/pets/credentials")).body.credentials).toMatchObject([
      { name: "token", set: false },
    ]);
    expect((await ask("PUT", "/connectors/pets/credentials/token", { value: SECRET })).status).toBe(204);
    const { hosts, set } = (await ask("GET", "/connectors/pets/credentials")).body.credentials[0];
    expect([hosts, set]).toEqual([[expect.stringMatching(/^127\.0\.0\.1:\d+$/)], true]);
    expect((await ask("PUT", "/connectors/pets/credentials/tokn", { value: SECRET })).body.error.hint).toBe(
      "Did you mean token?",
    );
    const unfit = await ask("PUT", "/connectors/pets/credentials/token", { value: { user: SECRET, password: SECRET } });
    expect([unfit.status, unfit.body.error.field]).toEqual([400, "value"]);
    for (const value of [[SECRET], 4711, null]) {
      const answer = await ask("PUT", "/connectors/pets/credentials/token", { value });
      expect([answer.status, answer.body.error.field]).toEqual([400, "value"]);
      expect(JSON.stringify(answer)).not.toContain("4711");
    }
    const everything = [];
    for await (const key of store.scan("")) everything.push(key, (await store.get(key).catch(() => undefined))?.value);
    const exported = await ask("GET", "/connectors/pets/export", undefined, "acme", { query: { version: "draft" } });
    expect(JSON.stringify([everything, lines, exported, unfit])).not.toContain(SECRET);
    expect((await ask("DELETE", "/connectors/pets/credentials/token")).status).toBe(204);
    expect((await ask("DELETE", "/connectors/pets/credentials/token")).status).toBe(404);
  });

  it.each<[what: string, method: string, path: string, body: unknown, status: number, field: string]>([
    ["a field that is unknown", "POST", "/connectors/pets/approve", { tool: ["a"] }, 400, "tool"],
    ["no source for a draft", "POST", "/drafts", { name: "x" }, 400, "document"],
    ["a document that is none", "POST", "/import", { document: { connector: 2 } }, 400, "name"],
    [
      "a document of another",
      "PUT",
      "/connectors/dogs/draft",
      { document: pets("https://a.example") },
      400,
      "document.name",
    ],
    [
      "a base URL with a query",
      "POST",
      "/drafts",
      { document: "{}", base_url: "https://a.example?b" },
      400,
      "base_url",
    ],
    ["an address inside", "POST", "/drafts", { url: "http://10.0.0.1/openapi.json" }, 422, "url"],
    ["an unknown version", "POST", "/connectors/pets/rollback", { version: 7 }, 404, "version"],
  ])("rejects %s with a reason", async (_what, method, path, body, status, field) => {
    const { ask } = await startPets();
    await ask("POST", "/connectors/pets/approve");
    await ask("POST", "/connectors/pets/publish");
    const answer = await ask(method, path, body);
    expect([answer.status, answer.body.error.field]).toEqual([status, field]);
    expect(answer.body.error.message).toMatch(/^[A-Z"'a-z].*\.$/s);
  });

  it("is restricted to administrators and their own tenant", async () => {
    const { ask, admin, grantOf } = await startPets();
    await ask("POST", "/connectors/pets/approve");
    await ask("POST", "/connectors/pets/publish");
    await ask("PUT", "/connectors/pets/credentials/token", { value: SECRET });
    const forbidden = await admin({ method: "GET", path: "/connectors", grant: grantOf("acme", { admin: false }) });
    expect(forbidden.status).toBe(403);
    for (const [method, path, body] of [
      ["GET", "/connectors/pets/draft"],
      ["DELETE", "/connectors/pets/draft"],
      ["GET", "/connectors/pets/versions"],
      ["GET", "/connectors/pets/diff"],
      ["GET", "/connectors/pets/export"],
      ["POST", "/connectors/pets/approve"],
      ["POST", "/connectors/pets/publish"],
      ["POST", "/connectors/pets/rollback"],
      ["POST", "/connectors/pets/unpublish"],
      ["POST", "/connectors/pets/test", { tool: "list_pets", arguments: { kind: "cat" } }],
      ["GET", "/connectors/pets/credentials"],
      ["PUT", "/connectors/pets/credentials/token", { value: "x" }],
      ["DELETE", "/connectors/pets/credentials/token"],
    ] as const) {
      const [theirs, nobodys] = [
        await ask(method, path, body, "rival"),
        await ask(method, path.replace("pets", "none"), body, "rival"),
      ];
      expect([path, theirs.status]).toEqual([path, 404]);
      expect(JSON.stringify(theirs).replaceAll("pets", "none")).toBe(JSON.stringify(nobodys));
    }
    expect((await ask("GET", "/connectors", undefined, "rival")).body.connectors).toHaveLength(1);
    expect((await ask("GET", "/connectors/pets/credentials")).body.credentials[0].set).toBe(true);
  });
});
