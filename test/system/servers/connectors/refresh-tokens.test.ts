import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { bearer } from "../../../fixtures/access/key-holder.ts";
import { startHttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import { modernPost } from "../../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { ask } from "../../../fixtures/mcp/transports/http/raw-http.ts";
import { startOidcServer } from "../../../fixtures/oidc-server.ts";
import { startValkey } from "../../../fixtures/valkey.ts";

const CLIENT = { id: "taxiway", secret: "marked-client-secret" };
const ADMIN = "marked-admin-token-for-this-test";

/** An API that accepts the access tokens of the provider. */
const startApi = async (isValid: (token: string) => Promise<boolean>) => {
  const tokens: string[] = [];
  const server = createServer(async ({ headers }, response) => {
    const token = (headers.authorization ?? "").slice("Bearer ".length);
    tokens.push(token);
    const status = (await isValid(token)) ? 200 : 401;
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify({ status }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { tokens, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const connector = (url: string, tokenUrl: string) => ({
  ...{ connector: 1, name: "ledger", title: "Ledger", description: "Invoices.", base_url: url },
  allow: ["127.0.0.1"],
  credentials: [{ name: "login", kind: "oauth2_refresh", token_url: tokenUrl }],
  tools: [
    {
      ...{ name: "list_invoices", description: "Lists invoices.", risk: "read", input: { type: "object" } },
      ...{ request: { method: "GET", path: "/invoices" }, auth: [{ credential: "login", in: "bearer" }] },
      ...{ parse: { format: "json" }, http: { retries: 0 } },
    },
  ],
});

it("two nodes share the tokens of a provider that rotates refresh tokens and detects their reuse", async () => {
  const oidc = await startOidcServer(CLIENT);
  const api = await startApi(oidc.isValid);
  const valkey = await startValkey();
  onTestFinished(() => valkey.stop());
  const env = {
    ...{ TAXIWAY_STORE: "valkey", VALKEY_URL: valkey.url, TAXIWAY_OUTBOUND_ALLOW: "127.0.0.1", LOG_LEVEL: "debug" },
    ...{ TAXIWAY_ADMIN_TOKEN: ADMIN, TAXIWAY_VAULT_KEY: Buffer.alloc(32, 7).toString("base64") },
    ...{ RATE_LIMIT_ENABLED: "false" },
  };
  const [here, there] = await Promise.all([startHttpTaxiway(env), startHttpTaxiway(env)]);
  const heard: string[] = [];

  const admin = async (method: string, path: string, body: object) => {
    const { status, text } = await ask(here.port, {
      ...{ method, path: `/admin${path}`, body: JSON.stringify(body) },
      headers: { "Content-Type": "application/json", ...bearer(ADMIN) },
    });
    heard.push(text);
    expect(status, text).toBeLessThan(300);
    return text;
  };
  const setCredential = (refreshToken: string) =>
    admin("PUT", "/connectors/ledger/credentials/login", {
      value: { client_id: CLIENT.id, client_secret: CLIENT.secret, refresh_token: refreshToken },
    });
  const call = async ({ port }: { readonly port: number }) => {
    const { text, message } = await ask(port, {
      ...modernPost("tools/call", { name: "list_invoices", arguments: {} }),
      path: "/mcp/ledger",
    });
    heard.push(text);
    return message.result as { readonly isError?: boolean; readonly structuredContent?: { readonly status?: number } };
  };
  const callAll = async () => {
    const results = await Promise.all([here, there, here, there, here, there].map(call));
    return new Set(results.map(({ structuredContent }) => structuredContent?.status));
  };

  await admin("POST", "/import", { document: connector(api.url, oidc.tokenUrl) });
  await admin("POST", "/connectors/ledger/approve", {});
  await admin("POST", "/connectors/ledger/publish", {});
  const first = await oidc.signIn();
  await setCredential(first);

  // Many calls, one exchange.
  expect(await callAll()).toEqual(new Set([200]));
  expect(oidc.exchanges()).toBe(1);
  expect(new Set(api.tokens).size).toBe(1);

  // Revoked at the API: one more, whichever nodes hear of it.
  await oidc.revoke(api.tokens[0] as string);
  oidc.live(2);
  expect(await callAll()).toEqual(new Set([200]));
  expect(oidc.exchanges()).toBe(2);

  // Expired: calls go on.
  for (let calls = 0; oidc.exchanges() < 4; calls++) {
    expect((await call([here, there][calls % 2] as typeof here)).isError).not.toBe(true);
  }

  // A node that stops finishes the exchange that it has begun.
  oidc.live(3600);
  await oidc.revoke(api.tokens.at(-1) as string);
  const began = oidc.exchanges();
  const isUp = () =>
    ask(here.port, { path: "/health" }).then(
      ({ status }) => status === 200,
      () => false,
    );
  oidc.hold(async () => {
    here.child.kill("SIGTERM");
    await expect.poll(isUp).toBe(false);
  });
  await call(here).catch(() => undefined);
  await here.exited;
  expect((await call(there)).structuredContent?.status).toBe(200);
  expect(oidc.exchanges()).toBe(began + 1);

  // A stolen token is used: the provider revokes everything, and the error says what to do.
  expect(await oidc.use(first)).toBe(400);
  const refused = JSON.stringify(await call(there));
  expect(refused).toContain("the refresh token of 'login' is not accepted (invalid_grant)");
  expect(refused).toContain("sign in at the API again");

  for (const secret of [CLIENT.secret, first, ...oidc.issued]) {
    for (const text of [here, there].flatMap(({ stdout, stderr }) => [stdout(), stderr()]).concat(heard)) {
      expect(text).not.toContain(secret);
    }
  }
});
