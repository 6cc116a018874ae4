import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newKeyText } from "../../../src/access/key-text.ts";
import { newSigner, startIssuer, tokenOf } from "../../fixtures/access/issuer-fixture.ts";
import { ask, bearer } from "../../fixtures/access/key-holder.ts";
import { stopTime } from "../../fixtures/access/keyed-taxiway.ts";
import {
  ADMIN_TOKEN,
  type ConsoleServer,
  consoleUserAt,
  cookieIn,
  KEYS,
  launchConsole,
  listen,
  logIn,
  openConsole,
  post,
  startConsole,
} from "../../fixtures/console/console-server.ts";
import { modernPost } from "../../fixtures/mcp/transports/http/mcp-over-http.ts";
import type { RawAnswer } from "../../fixtures/mcp/transports/http/raw-http.ts";
import { startValkey, type ValkeyServer } from "../../fixtures/valkey.ts";

const OPERATOR = { tenant: "default", by: "admin-token", operator: true };
const HOURS = 3_600_000;

const errorIn = ({ text }: RawAnswer) => JSON.parse(text).error as { kind: string; message: string; hint?: string };

describe("a console login without keys", () => {
  let server: ConsoleServer;
  beforeAll(async () => {
    server = await launchConsole({ RATE_LIMIT_ENABLED: "false" });
  });
  afterAll(() => server.close());

  it("accepts the admin token, and returns the user and expiry", async () => {
    const before = Date.now();
    const answer = await logIn(server.port, ` ${ADMIN_TOKEN}\n`);
    expect(answer.status).toBe(200);
    const { expires_at, ...who } = JSON.parse(answer.text);
    // The clock of these tests stands still at this moment.
    expect(who).toEqual({ ...OPERATOR, world_time: "2026-12-01T09:00:00.000Z" });
    expect(Date.parse(expires_at) - before).toBeGreaterThanOrEqual(12 * HOURS - 1_000);
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(12 * HOURS);
  });

  it("sets an HttpOnly, SameSite cookie for the admin API only", async () => {
    const { headers } = await logIn(server.port, ADMIN_TOKEN);
    expect(headers["set-cookie"]).toEqual([
      expect.stringMatching(/^taxiway_console=[\w-]{43}; Path=\/admin; Max-Age=43200; HttpOnly; SameSite=Strict$/),
    ]);
    expect(headers["cache-control"]).toBe("no-store");
  });

  it("makes the cookie as good as the token until logout", async () => {
    const { port } = server;
    const [here, elsewhere] = [await openConsole(port, ADMIN_TOKEN), await openConsole(port, ADMIN_TOKEN)];
    expect((await here.get("/login")).body).toMatchObject(OPERATOR);
    expect((await here.get("/connectors")).status).toBe(200);
    const out = await ask(port, post("/admin/logout", {}, here.cookie));
    expect([out.status, out.text]).toEqual([204, ""]);
    expect(out.headers["set-cookie"]?.[0]).toMatch(/^taxiway_console=; Path=\/admin; Max-Age=0; HttpOnly/);
    expect((await here.get("/login")).status).toBe(401);
    const { status, body } = await here.get("/connectors");
    expect([status, body.error]).toEqual([
      401,
      expect.objectContaining({ kind: "unauthenticated", hint: "Log in again." }),
    ]);
    expect((await elsewhere.get("/connectors")).status).toBe(200);
  });

  it("shows nothing to callers who are not logged in", async () => {
    const { port } = server;
    for (const cookie of [
      "",
      "taxiway_console=",
      "taxiway_console=x",
      `taxiway_console=${"A".repeat(43)}`,
      "other=1",
    ]) {
      const loggedOut = consoleUserAt(port, cookie === "" ? {} : { Cookie: cookie });
      for (const path of ["/login", "/overview", "/connectors", "/events", "/nowhere"]) {
        expect([cookie, path, (await loggedOut.get(path)).status]).toEqual([cookie, path, 401]);
      }
    }
    expect((await ask(port, post("/admin/logout", {}))).status).toBe(204);
  });

  it("finds its cookie among other cookies", async () => {
    const { cookie } = await openConsole(server.port, ADMIN_TOKEN);
    const among = consoleUserAt(server.port, {
      Cookie: `a=1; not_${cookie["Cookie"]}x; ${cookie["Cookie"]}; theme=dark`,
    });
    expect((await among.get("/login")).status).toBe(200);
  });

  it.each([
    ["a token that is wrong", "token-of-the-operator-in-testz"],
    ["half of it", ADMIN_TOKEN.slice(0, 12)],
    ["an unknown API key", newKeyText("anything")],
    ["what cannot stand in a header", "a b\tc"],
    ["a token as a header would have it", `Bearer ${ADMIN_TOKEN}`],
  ])("rejects %s, and says what is accepted", async (_what, token) => {
    const answer = await logIn(server.port, token, { "X-Forwarded-For": "203.0.113.1" });
    expect(answer.status).toBe(401);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(errorIn(answer)).toEqual({
      ...{ kind: "unauthenticated", message: "Invalid token." },
      hint: expect.stringMatching(/^Log in with the admin token\. The token is TAXIWAY_ADMIN_TOKEN/),
    });
    expect(answer.text).not.toContain(token);
  });

  it.each<[what: string, body: string, headers: Record<string, string>, status: number]>([
    ["no JSON", "token=x", { "Content-Type": "application/json" }, 400],
    ["no token", "{}", { "Content-Type": "application/json" }, 400],
    ["a token that is no text", '{"token":["x"]}', { "Content-Type": "application/json" }, 400],
    ["an empty token", '{"token":" "}', { "Content-Type": "application/json" }, 400],
    ["a token without an end", `{"token":"${"x".repeat(9_000)}"}`, { "Content-Type": "application/json" }, 400],
    ["a body without an end", `{"token":"${"x".repeat(20_000)}"}`, { "Content-Type": "application/json" }, 413],
    ["what a form of another page would send", `{"token":"${ADMIN_TOKEN}"}`, { "Content-Type": "text/plain" }, 415],
    ["a body without a type", `{"token":"${ADMIN_TOKEN}"}`, {}, 415],
  ])("does not accept %s", async (_what, body, headers, status) => {
    const answer = await ask(server.port, { method: "POST", path: "/admin/login", body, headers });
    expect([answer.status, errorIn(answer).kind]).toEqual([status, "invalid"]);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  it("lists the methods of its routes", async () => {
    const deleted = await ask(server.port, { method: "DELETE", path: "/admin/login" });
    expect([deleted.status, deleted.headers.allow]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
    const got = await ask(server.port, { path: "/admin/logout" });
    expect([got.status, got.headers.allow]).toEqual([405, "POST, OPTIONS"]);
  });

  it("does not give its cookie access to MCP servers", async () => {
    const { cookie } = await openConsole(server.port, ADMIN_TOKEN);
    const register = modernPost("tools/register", { tool: {} }, { headers: cookie });
    const { text } = await ask(server.port, { ...register, path: "/mcp/toolbox" });
    expect(text).toContain("admin token");
    const known = modernPost("tools/register", { tool: {} }, { headers: bearer(ADMIN_TOKEN) });
    expect((await ask(server.port, { ...known, path: "/mcp/toolbox" })).text).not.toContain("admin token");
  });
});

describe("the login cookie of a server with a public URL", () => {
  it.each([
    ["https://taxiway.example", undefined, true],
    ["https://taxiway.example", "https://taxiway.example", true],
    ["https://taxiway.example", "http://127.0.0.1:<port>", false],
    ["http://taxiway.example", "http://taxiway.example", false],
  ])("with the public URL %s for a page of %s: secure %s", async (publicUrl, origin, secure) => {
    const { port } = await startConsole({ TAXIWAY_PUBLIC_URL: publicUrl });
    const headers = origin === undefined ? {} : { Origin: origin.replace("<port>", String(port)) };
    const answer = await logIn(port, ADMIN_TOKEN, headers);
    expect(answer.status).toBe(200);
    const [cookie = ""] = answer.headers["set-cookie"] ?? [];
    expect([cookie.includes("; Secure"), cookie.startsWith("__Host-")]).toEqual([secure, secure]);
    expect(cookie).toContain(secure ? "; Path=/; " : "; Path=/admin; ");
    expect(cookie).not.toContain("Domain");
    const user = consoleUserAt(port, cookieIn(answer));
    expect((await user.get("/login")).status).toBe(200);
    const out = await ask(port, post("/admin/logout", {}, { ...user.cookie, ...headers }));
    expect(out.headers["set-cookie"]?.[0]).toMatch(
      secure
        ? /^__Host-taxiway_console=; Path=\/; Max-Age=0; .*; Secure$/
        : /^taxiway_console=; Path=\/admin; Max-Age=0; /,
    );
    expect((await user.get("/login")).status).toBe(401);
  });

  it("is also secure behind a proxy that forwards the host", async () => {
    const { port } = await startConsole({ TAXIWAY_ALLOWED_HOSTS: "taxiway.example" });
    const proxied = { Host: "taxiway.example", Origin: "https://taxiway.example" };
    expect((await logIn(port, ADMIN_TOKEN, proxied)).headers["set-cookie"]?.[0]).toMatch(/; Secure$/);
  });
});

describe("the printed login link", () => {
  it("logs in the first user as the operator, and no later one", async () => {
    const { port, loginToken } = await startConsole();
    const answers = await Promise.all(Array.from({ length: 5 }, () => logIn(port, loginToken)));
    const [good, ...bad] = answers.toSorted((a, b) => a.status - b.status);
    expect([good?.status, ...bad.map(({ status }) => status)]).toEqual([200, 401, 401, 401, 401]);
    expect(JSON.parse(good?.text ?? "")).toMatchObject(OPERATOR);
    expect(errorIn(bad[0] as RawAnswer)).toEqual({
      ...{ kind: "unauthenticated", message: "This login link has already been used." },
      hint: "Log in with the admin token.",
    });
  });

  it("works only at its own server, and its token is not accepted as a header", async () => {
    const [one, other] = [await startConsole(), await startConsole()];
    expect((await logIn(one.port, other.loginToken)).status).toBe(401);
    const { status } = await ask(one.port, { path: "/admin/overview", headers: bearer(one.loginToken) });
    expect(status).toBe(401);
    expect((await logIn(one.port, one.loginToken)).status).toBe(200);
  });

  it("is not printed if other machines can connect", async () => {
    const { loginToken, port } = await startConsole({ HTTP_HOST: "0.0.0.0" });
    expect(loginToken).toBe("");
    expect((await logIn(port, "undefined")).status).toBe(401);
    expect((await ask(port, post("/admin/login", { token: "" }))).status).toBe(400);
  });
});

describe("a console login with a key", () => {
  const start = () => startConsole(KEYS);

  it("accepts an administrator's key, as its tenant", async () => {
    const { port, key } = await start();
    const text = await key({ tenant: "acme", admin: true });
    const answer = await logIn(port, text);
    expect(JSON.parse(answer.text)).toMatchObject({ tenant: "acme", by: text.slice(4, 12), operator: false });
    const user = consoleUserAt(port, cookieIn(answer));
    expect((await user.get("/keys")).body.keys).toMatchObject([{ tenant: "acme" }]);
    expect((await user.get("/settings")).status).toBe(403);
    expect((await (await openConsole(port, ADMIN_TOKEN)).get("/settings")).status).toBe(200);
  });

  it("rejects other keys and invalid ones", async () => {
    const { port, key } = await start();
    const plain = await logIn(port, await key({ tenant: "acme" }));
    expect([plain.status, errorIn(plain)]).toEqual([
      403,
      { kind: "forbidden", message: expect.stringContaining("does not cover the admin API") },
    ]);
    const unknown = await logIn(port, newKeyText("unknown1"));
    expect([unknown.status, errorIn(unknown).hint]).toEqual([401, expect.stringContaining("or an admin key")]);
    const mistyped = await key({ admin: true });
    expect((await logIn(port, `${mistyped.slice(0, -1)}_`)).status).toBe(401);
  });

  it("ends when the key is revoked, with its event stream", async () => {
    const { port, key, keyring } = await start();
    const text = await key({ tenant: "acme", admin: true });
    const user = await openConsole(port, text);
    const [byCookie, byKey] = [await user.events(), await listen(port, bearer(text))];
    const other = await (await openConsole(port, await key({ tenant: "acme", admin: true }))).events();
    await keyring.revoke(text.slice(4, 12));
    expect((await user.get("/keys")).status).toBe(401);
    expect((await user.get("/login")).status).toBe(401);
    await Promise.all([byCookie.ended, byKey.ended]);
    const heard = other.events.length;
    await other.until(({ events }) => events.length > heard);
  });

  it("ends when the key is rotated without an overlap, and continues during an overlap", async () => {
    const { port, key, keyring } = await start();
    const [kept, replaced] = [await key({ admin: true }), await key({ admin: true })];
    const [one, other] = [await openConsole(port, kept), await openConsole(port, replaced)];
    await keyring.rotate(kept.slice(4, 12), 60_000);
    await keyring.rotate(replaced.slice(4, 12), 0);
    expect([(await one.get("/login")).status, (await other.get("/login")).status]).toEqual([200, 401]);
  });

  it("counts console requests against the key's quota", async () => {
    const { port, key } = await start();
    const user = await openConsole(port, await key({ admin: true, quota: { perDay: 4 } }));
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await user.get("/connectors")).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it("rejects access tokens of an issuer", async () => {
    const issuer = await startIssuer();
    const signer = newSigner("EdDSA");
    issuer.publish({ ...signer.publicKey.export({ format: "jwk" }), kid: signer.kid });
    const { port } = await startConsole({
      ...KEYS,
      TAXIWAY_OAUTH_ISSUER: issuer.origin,
      TAXIWAY_OAUTH_JWKS_URL: `${issuer.origin}/jwks`,
      TAXIWAY_OAUTH_AUDIENCE: "taxiway",
    });
    const claims = {
      iss: issuer.origin,
      aud: "taxiway",
      sub: "ada",
      scope: "taxiway:admin",
      exp: Date.now() / 1000 + 600,
    };
    const token = tokenOf(signer, claims);
    expect((await ask(port, { path: "/admin/connectors", headers: bearer(token) })).status).toBe(200);
    const answer = await logIn(port, token);
    expect([answer.status, errorIn(answer).kind, answer.headers["set-cookie"]]).toEqual([403, "forbidden", undefined]);
    await issuer.stop();
  });
});

describe("a console login", () => {
  it("expires after twelve hours, however often it is used", async () => {
    const time = stopTime("2026-12-01T09:00:00Z");
    const { port } = await startConsole({ RATE_LIMIT_ENABLED: "false" });
    const user = await openConsole(port, ADMIN_TOKEN);
    for (let hour = 1; hour < 12; hour++) {
      time.pass(HOURS);
      expect((await user.get("/login")).status).toBe(200);
    }
    time.pass(HOURS - 1);
    expect((await user.get("/login")).status).toBe(200);
    time.pass(1);
    expect((await user.get("/login")).status).toBe(401);
    expect((await user.get("/connectors")).status).toBe(401);
  });

  it("is rate limited separately from MCP", async () => {
    const { port } = await startConsole({ RATE_LIMIT_PER_MINUTE: "2" });
    const user = await openConsole(port, ADMIN_TOKEN);
    for (let i = 0; i < 10; i++) expect((await user.get("/login")).status).toBe(200);
    expect((await ask(port, modernPost("tools/list"))).status).toBe(200);
    const statuses: number[] = [];
    for (let i = 0; i < 10; i++) statuses.push((await user.get("/login")).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("a client that guesses admin tokens", () => {
  it("is rejected after twenty wrong tokens, even with the right one", async () => {
    const time = stopTime("2026-12-01T09:00:00Z");
    const { port, loginToken } = await startConsole({
      RATE_LIMIT_ENABLED: "false",
      TAXIWAY_TRUSTED_PROXIES: "loopback",
    });
    for (let i = 0; i < 20; i++) expect((await logIn(port, `administrator-${i}`)).status).toBe(401);
    for (const token of ["administrator-x", ADMIN_TOKEN, loginToken]) {
      const refused = await logIn(port, token);
      expect([token, refused.status]).toEqual([token, 429]);
      expect(errorIn(refused).message).toMatch(/^More than 20 failed attempts a minute; try again in \d+ seconds$/);
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    }
    expect((await logIn(port, ADMIN_TOKEN, { "X-Forwarded-For": "203.0.113.9" })).status).toBe(200);
    time.pass(120_000);
    expect((await logIn(port, loginToken)).status).toBe(200);
  });

  it("does not lock out existing logins and the admin token they used", async () => {
    stopTime("2026-12-01T09:00:00Z");
    const { port } = await startConsole({ RATE_LIMIT_ENABLED: "false" });
    const user = await openConsole(port, ADMIN_TOKEN);
    for (let i = 0; i < 20; i++) expect((await logIn(port, `administrator-${i}`)).status).toBe(401);
    expect((await logIn(port, "administrator-x")).status).toBe(429);
    expect((await user.get("/login")).status).toBe(200);
    expect((await logIn(port, ADMIN_TOKEN)).status).toBe(200);
  });
});

describe("a page of another origin", () => {
  let server: ConsoleServer;
  beforeAll(async () => {
    server = await launchConsole({ TAXIWAY_ALLOWED_ORIGINS: "*,https://app.example.com", RATE_LIMIT_ENABLED: "false" });
  });
  afterAll(() => server.close());

  const PATHS = ["/admin", "/admin/login", "/admin/overview", "/admin/events", "/admin/keys", "/admin/nowhere"];
  const corsIn = ({ headers }: RawAnswer): string[] =>
    Object.keys(headers).filter((name) => name.startsWith("access-control"));

  it.each(["https://evil.example", "https://app.example.com", "null", "http://localhost", "http://127.0.0.1:1"])(
    "%s is rejected by the admin API for every route and login",
    async (origin) => {
      const { port } = server;
      const { cookie } = await openConsole(port, ADMIN_TOKEN);
      for (const path of PATHS) {
        for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS"]) {
          const body = method === "POST" ? { body: "{}" } : {};
          const headers = { ...cookie, ...bearer(ADMIN_TOKEN), Origin: origin, "Content-Type": "application/json" };
          const answer = await ask(port, { method, path, headers, ...body });
          expect([method, path, answer.status, corsIn(answer)]).toEqual([method, path, 403, []]);
          expect(answer.headers["set-cookie"]).toBeUndefined();
        }
      }
    },
  );

  it.each(["cross-site", "same-site"])("cannot use requests without an Origin header: %s", async (site) => {
    const { cookie } = await openConsole(server.port, ADMIN_TOKEN);
    for (const path of PATHS) {
      const answer = await ask(server.port, { path, headers: { ...cookie, "Sec-Fetch-Site": site } });
      expect([path, answer.status, corsIn(answer)]).toEqual([path, 403, []]);
      expect(answer.headers["cross-origin-resource-policy"]).toBe("same-origin");
    }
  });

  it("can still call MCP", async () => {
    const headers = { Origin: "https://evil.example" };
    const answer = await ask(server.port, modernPost("tools/list", {}, { headers }));
    expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
  });

  it("differs from the console's own page, which is accepted without CORS headers", async () => {
    const { port } = server;
    const { cookie } = await openConsole(port, ADMIN_TOKEN);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const headers = { ...cookie, Host: host, Origin: `http://${host}`, "Sec-Fetch-Site": "same-origin" };
      const answer = await ask(port, { path: "/admin/login", headers });
      expect([host, answer.status, corsIn(answer)]).toEqual([host, 200, []]);
      const preflight = await ask(port, { method: "OPTIONS", path: "/admin/login", headers });
      expect([preflight.status, corsIn(preflight)]).toEqual([204, []]);
    }
  });
});

describe("logins on several nodes with one store", () => {
  let valkey: ValkeyServer;
  beforeAll(async () => {
    valkey = await startValkey();
  });
  afterAll(() => valkey.stop());

  it("are shared by all nodes, and so are logouts", async () => {
    const env = { ...KEYS, TAXIWAY_STORE: "valkey", VALKEY_URL: valkey.url };
    const [one, other] = await Promise.all([startConsole(env), startConsole(env)]);
    const text = await one.key({ tenant: "acme", admin: true });
    const here = await openConsole(one.port, text);
    const there = consoleUserAt(other.port, here.cookie);
    expect((await there.get("/login")).body).toMatchObject({ tenant: "acme", operator: false });
    const stream = await there.events();
    expect((await here.post("/logout")).status).toBe(204);
    expect((await there.get("/login")).status).toBe(401);
    await stream.ended;
    const again = await openConsole(other.port, text);
    await one.keyring.revoke(text.slice(4, 12));
    // Nodes are notified within a second.
    while ((await again.get("/login")).status !== 401) await sleep(20);
  });

  it("end when the admin token they used is replaced", async () => {
    const env = { TAXIWAY_STORE: "valkey", VALKEY_URL: valkey.url };
    const before = await startConsole(env, "the-token-before-it-leaked");
    const { cookie } = await openConsole(before.port, "the-token-before-it-leaked");
    const [same, changed] = await Promise.all([
      startConsole(env, "the-token-before-it-leaked"),
      startConsole(env, "the-token-after-it-leaked"),
    ]);
    expect((await consoleUserAt(same.port, cookie).get("/login")).status).toBe(200);
    expect((await consoleUserAt(changed.port, cookie).get("/login")).status).toBe(401);
  });

  it("are stored without the cookie and the credentials", async () => {
    const env = { ...KEYS, TAXIWAY_STORE: "valkey", VALKEY_URL: valkey.url };
    const { port, key, loginToken } = await startConsole(env);
    const text = await key({ admin: true });
    const shown = [
      await openConsole(port, text),
      await openConsole(port, ADMIN_TOKEN),
      await openConsole(port, loginToken),
    ];
    const names = (await valkey.cli("keys", "*")).split("\n").filter(Boolean);
    expect(names.filter((name) => name.startsWith("access:console:")).length).toBeGreaterThanOrEqual(3);
    const dumped: string[] = [];
    for (const name of names) {
      const kind = await valkey.cli("type", name);
      if (kind === "hash") dumped.push(await valkey.cli("hgetall", name));
      if (kind === "string") dumped.push(await valkey.cli("get", name));
    }
    const everything = [...names, ...dumped].join("\n");
    expect(everything).toContain("admin-token");
    for (const secret of [
      text,
      ADMIN_TOKEN,
      loginToken,
      ...shown.map(({ cookie }) => cookie["Cookie"]?.split("=")[1]),
    ]) {
      expect(everything).not.toContain(secret);
    }
  });
});
