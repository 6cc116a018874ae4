import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bearer } from "../../../fixtures/access/key-holder.ts";
import { startHttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import { modernPost } from "../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { type Asking, ask } from "../../../fixtures/mcp/transports/http/raw-http.ts";
import { temporaryFolder } from "../../../fixtures/temporary-folder.ts";
import { startIndiscreetApi } from "./indiscreet-api.ts";

const SECRETS = {
  TAXIWAY_ADMIN_TOKEN: "marked-admin-token-1111",
  TAXIWAY_KEY_PEPPER: "marked-pepper-2222-long-enough-for-anybody",
  TAXIWAY_VAULT_KEY: Buffer.from("marked-vault-key-3333-32-bytes!!").toString("base64"),
  DUFFEL_API_KEY: "marked-duffel-key-4444",
  TAXIWAY_BRAVE_API_KEY: "marked-brave-key-5555",
  TAXIWAY_TAVILY_API_KEY: "marked-tavily-key-6666",
  TAXIWAY_IMAGES_API_KEY: "marked-images-key-7777",
  TAXIWAY_PROPOSALS_API_KEY: "marked-proposals-key-8888",
};
const CREDENTIALS = {
  header: "marked/header+key=9999",
  query: "marked query & key 1010",
  basic: { user: "marked-user-1212", password: "marked:password-1313" },
  client: { user: "marked-client-1414", password: "marked-client-secret-1515" },
};
/** Only the API, and the creator of the key once, receive the secrets. */
const marks = (more: readonly string[]): readonly string[] => [
  ...Object.values(SECRETS),
  ...Object.values(CREDENTIALS).flatMap((value) => (typeof value === "string" ? [value] : Object.values(value))),
  "marked-access-token-5150",
  ...more,
];

/** The encodings in which a text may be hidden in another. */
const disguises = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  encodeURIComponent(secret).replaceAll("%20", "+"),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString("base64"),
  Buffer.from(secret).toString("base64url"),
  Buffer.from(secret).toString("hex"),
];

const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });

/** Every kind of auth, each with a success, an error and an HTML page. */
const connector = (url: string) => ({
  ...{ connector: 1, name: "leaky", title: "Leaky", description: "Repeats everything.", base_url: url },
  raw_results: true,
  credentials: [
    { name: "header" },
    { name: "query" },
    { name: "basic", kind: "basic" },
    { name: "client", kind: "oauth2_client", token_url: `${url}/token` },
  ],
  tools: [
    ["header", { credential: "header", in: "header", name: "X-Key" }],
    ["query", { credential: "query", in: "query", name: "key" }],
    ["basic", { credential: "basic", in: "basic" }],
    ["client", { credential: "client", in: "bearer" }],
    ["body", { credential: "header", in: "body", name: "auth.key" }],
  ].flatMap(([name, auth]) =>
    ["good", "bad", "page"].map((kind) => ({
      ...{ name: `${name}_${kind}`, description: "Calls it.", risk: "read", approved: true },
      input: { type: "object", properties: { word: { type: "string" } } },
      request: {
        ...(name === "body" ? { method: "POST", body: { format: "json" } } : { method: "GET" }),
        ...{ path: `/${kind}`, bindings: [{ argument: "word", in: name === "body" ? "body" : "query" }] },
      },
      ...{ auth: [auth], parse: { format: "json" }, http: { retries: 1 } },
    })),
  ),
});

it("secrets of a connector appear only in requests to their API", { timeout: 180_000 }, async () => {
  const api = await startIndiscreetApi();
  const folder = temporaryFolder();
  const taxiway = await startHttpTaxiway({
    ...SECRETS,
    ...{ TAXIWAY_DATA_DIR: folder, TAXIWAY_AUTH: "keys", LOG_LEVEL: "debug", RATE_LIMIT_ENABLED: "false" },
    ...{ DUFFEL_API_URL: api.url, TAXIWAY_BRAVE_URL: api.url, TAXIWAY_TAVILY_URL: api.url },
    ...{ TAXIWAY_IMAGES_URL: api.url, TAXIWAY_PROPOSALS_URL: api.url, TAXIWAY_OUTBOUND_ALLOW: "127.0.0.1" },
  });
  const heard: string[] = [];
  const tell = async (asking: Asking, key = SECRETS.TAXIWAY_ADMIN_TOKEN) => {
    const { status, headers, text } = await ask(taxiway.port, {
      ...asking,
      headers: { ...asking.headers, ...bearer(key) },
    });
    heard.push(JSON.stringify(headers), text);
    return { status, body: text.startsWith("{") ? JSON.parse(text) : undefined };
  };
  const admin = (method: string, path: string, body?: object, key?: string) =>
    tell(
      {
        ...{ method, path: `/admin${path}`, headers: { "Content-Type": "application/json" } },
        ...(body && { body: JSON.stringify(body) }),
      },
      key,
    );

  const made = await admin("POST", "/keys", { name: "agent", tenant: "default", admin: true });
  expect(made.status).toBe(201);
  const { key } = made.body as { readonly key: string };
  // Shown once: that answer may contain it.
  heard.splice(0);

  const document = connector(api.url);
  expect((await admin("POST", "/import", { document })).status).toBeLessThan(300);
  await admin("POST", "/connectors/leaky/approve", {});
  for (const [name, value] of Object.entries(CREDENTIALS)) {
    expect((await admin("PUT", `/connectors/leaky/credentials/${name}`, { value })).status).toBe(204);
  }
  expect((await admin("POST", "/connectors/leaky/publish", {})).status).toBe(201);
  const openapi = JSON.stringify({
    ...{ openapi: "3.0.0", info: { title: "Other", version: "1" }, servers: [{ url: api.url }] },
    paths: { "/good": { get: { operationId: "good", responses: {} } } },
  });
  await admin("POST", "/drafts", { document: openapi, propose: true });
  await admin("POST", "/drafts", { url: `${api.url}/bad` });

  const call = (path: string, name: string, args: object) =>
    tell({ ...modernPost("tools/call", { name, arguments: args }), path }, key);
  for (const { name } of document.tools) {
    await call("/mcp/leaky", name, { word: "w", include_raw: true });
    await admin("POST", "/connectors/leaky/test", { tool: name, arguments: { word: "w" }, confirm: true });
  }
  const trip = { origin: "LHR", destination: "JFK", departure_date: "2027-01-10" };
  await call("/mcp/flights", "searchFlights", trip);
  await call("/mcp/toolbox", "search_tool__web_search", { query: "alps" });
  await call("/mcp/toolbox", "image_generator__generate_image", { prompt: "alps" });
  for (const wrong of [`${key}x`, key.slice(0, -3), "marked-wrong-token"]) await tell({ path: "/mcp" }, wrong);

  // Every API was really called, so that there was something to leak.
  const pair = ({ user, password }: { user: string; password: string }) =>
    Buffer.from(`${user}:${password}`).toString("base64");
  const { TAXIWAY_ADMIN_TOKEN: _, TAXIWAY_KEY_PEPPER: __, TAXIWAY_VAULT_KEY: ___, ...suppliers } = SECRETS;
  const { header, query, basic, client } = CREDENTIALS;
  const sent = [...Object.values(suppliers), header, query, "marked-access-token-5150", pair(basic), pair(client)];
  const unsent = sent.filter((secret) => !disguises(secret).some((text) => api.asked.join("\n").includes(text)));
  expect(unsent).toEqual([]);

  for (const path of ["/connectors/leaky/export", "/connectors/leaky/draft", "/connectors", "/invocations", "/keys"]) {
    await admin("GET", path);
  }
  await admin("GET", "/connectors/leaky/credentials");
  const { body: listed } = await tell({ ...modernPost("resources/list"), path: "/mcp/leaky" }, key);
  for (const { uri } of listed.result.resources) {
    await tell({ ...modernPost("resources/read", { uri }), path: "/mcp/leaky" }, key);
  }
  await tell({ path: "/metrics" });
  await tell({ path: "/health" });

  await taxiway.stop("SIGTERM");
  const places = {
    answers: heard.join("\n"),
    output: taxiway.stdout() + taxiway.stderr(),
    store: filesIn(folder)
      .map((path) => readFileSync(path, "latin1"))
      .join("\n"),
  };
  expect(places.output).toContain('"tool":"header_good"');
  const found = marks([key, key.slice(-20)]).flatMap((secret) =>
    Object.entries(places).flatMap(([place, text]) =>
      disguises(secret)
        .filter((disguise) => text.includes(disguise))
        .map((disguise) => {
          const at = text.indexOf(disguise);
          return `${place}: …${text.slice(Math.max(0, at - 80), at + 60)}…`;
        }),
    ),
  );
  expect(found).toEqual([]);
});
