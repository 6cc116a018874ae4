import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newKeyText } from "../../../src/access/key-text.ts";
import {
  ask,
  askWith,
  challengeIn,
  errorTextIn,
  fetchWith,
  fromAnotherAddress,
  PROTECTED_PATHS,
  probe,
} from "../../fixtures/access/key-holder.ts";
import {
  ADMIN_TOKEN,
  type KeyedTaxiway,
  launchKeyed,
  startKeyed,
  stopTime,
} from "../../fixtures/access/keyed-taxiway.ts";
import { GDS_TOOLS } from "../../fixtures/gds-tools.ts";
import { initializePost, modernPost } from "../../fixtures/mcp/transports/http/mcp-over-http.ts";
import type { Asking, RawAnswer } from "../../fixtures/mcp/transports/http/raw-http.ts";
import { CLIENTS, connectOverHttp } from "../../fixtures/mcp-clients.ts";
import type { Environment } from "../../fixtures/taxiway.ts";

let taxiway: KeyedTaxiway;
beforeAll(async () => {
  taxiway = await launchKeyed({ HTTP_HOST: "127.0.0.1", TAXIWAY_TRUSTED_PROXIES: "loopback" });
});
afterAll(() => taxiway.close());

const tryWith = (authorization: string | undefined, asking: Asking = modernPost("tools/list")): Promise<RawAnswer> =>
  ask(
    taxiway.port,
    fromAnotherAddress({
      ...asking,
      headers: { ...asking.headers, ...(authorization !== undefined && { Authorization: authorization }) },
    }),
  );

describe("a caller without a key", () => {
  it.each([
    ["a modern request", modernPost("tools/list")],
    ["an initialize", initializePost()],
    ["a GET", { headers: { Accept: "text/event-stream" } }],
    ["a DELETE", { method: "DELETE" }],
    ["a HEAD", { method: "HEAD" }],
    ["a body that is no JSON", { body: "{", headers: { "Content-Type": "application/json" } }],
    ["a type that is not taken", { body: "<a/>", headers: { "Content-Type": "text/xml" } }],
    ["the name of a session", { method: "DELETE", headers: { "Mcp-Session-Id": crypto.randomUUID() } }],
  ] as [string, Asking][])("is rejected with %s, and told what to send and where to read more", async (_, asking) => {
    const answer = await tryWith(undefined, asking);
    expect(answer.status).toBe(401);
    expect(challengeIn(answer)).toEqual({
      resource_metadata: `http://127.0.0.1:${taxiway.port}/.well-known/oauth-protected-resource/mcp`,
    });
    if (asking.method !== "HEAD") expect(errorTextIn(answer)).toMatch(/API key.* Authorization: Bearer <key>\.$/);
  });

  it("may still send a preflight request from a page", async () => {
    const headers = { Origin: `http://127.0.0.1:${taxiway.port}`, "Access-Control-Request-Method": "POST" };
    const preflight = await ask(taxiway.port, { method: "OPTIONS", headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers["access-control-allow-headers"]).toMatch(/\bAuthorization\b/);
    const refused = await ask(taxiway.port, { ...modernPost("tools/list", {}, { headers }) });
    expect(refused.headers["access-control-expose-headers"]).toMatch(/\bWWW-Authenticate\b/);
  });
});

describe("an invalid key", () => {
  it.each([
    ["Basic dXNlcjpwYXNz", /Authorization header is malformed/],
    ["Bearer", /Authorization header is malformed/],
    ["Bearer two words", /Authorization header is malformed/],
    ["Bearer \ttab", /Authorization header is malformed/],
    [newKeyText("notKnown"), /Authorization header is malformed/],
    ["Bearer sk-live-1234567890", /begins with twk_/],
    ["Bearer eyJhbGciOiJub25lIn0.e30.", /begins with twk_/],
    [`Bearer ${newKeyText("notKnown").slice(0, -1)}`, /47 characters/],
    [`Bearer twk_${"x".repeat(200)}`, /47 characters/],
    [`Bearer ${"x".repeat(8_193)}`, /Authorization header is malformed/],
    [`Bearer ${ADMIN_TOKEN}x`, /begins with twk_/],
  ])("is rejected: %s", async (authorization, said) => {
    const answer = await tryWith(authorization);
    expect(answer.status).toBe(401);
    expect(challengeIn(answer)).toMatchObject({ error: "invalid_token", error_description: errorTextIn(answer) });
    expect(errorTextIn(answer)).toMatch(said);
    expect(errorTextIn(answer)).toMatch(/Authorization: Bearer <key>\.$/);
    expect(answer.text).not.toContain("1234567890");
  });

  it("is reported as mistyped if its checksum is wrong", async () => {
    const key = await taxiway.key();
    const mistyped = `${key.slice(0, 20)}${key[20] === "a" ? "b" : "a"}${key.slice(21)}`;
    expect(errorTextIn(await tryWith(`Bearer ${mistyped}`))).toMatch(/^The API key has a typing error\./);
  });
});

describe("a key that no longer works", () => {
  it("gets the same answer whether it never existed, expired, was revoked or was rotated", async () => {
    const time = stopTime("2026-12-01T09:00:00Z");
    const { keyring, port, key } = await startKeyed();
    const wrong = newKeyText((await key()).slice(4, 12));
    const revoked = await keyring.create({ name: "revoked" });
    const rotated = await keyring.create({ name: "rotated" });
    const expiring = await key({ expiresAt: Date.now() + 60_000 });
    for (const good of [revoked.key, rotated.key, expiring]) expect((await probe(port, good)).status).toBe(200);
    await keyring.revoke(revoked.record.keyId);
    await keyring.rotate(rotated.record.keyId, 0);
    time.pass(60_000);

    const never = await probe(port, newKeyText("neverWas"));
    expect(never.status).toBe(401);
    expect(errorTextIn(never)).toBe(
      "Invalid, expired or revoked API key. Ask an administrator of this server for a valid one.",
    );
    expect(challengeIn(never)).toMatchObject({ error: "invalid_token", error_description: errorTextIn(never) });
    const shown = ({ status, text, headers: { "x-request-id": _, date: __, ...headers } }: RawAnswer) => ({
      ...{ status, text, headers },
    });
    for (const bad of [wrong, revoked.key, rotated.key, expiring]) {
      expect(shown(await probe(port, bad))).toEqual(shown(never));
    }
  });
});

describe("a valid key", () => {
  it.each(Object.keys(CLIENTS))("lets %s list and call the tools", async (name) => {
    const flavour = CLIENTS[name];
    if (!flavour) throw new Error(name);
    const url = `http://127.0.0.1:${taxiway.port}/mcp`;
    await expect(connectOverHttp(flavour, url, { fetch: fetchWith() })).rejects.toThrow(
      /API key|requires authorization/,
    );
    const client = await connectOverHttp(flavour, url, { fetch: fetchWith(await taxiway.key({ tenant: "acme" })) });
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(GDS_TOOLS);
    const found = await client.callTool({
      name: "searchHotels",
      arguments: { cityCode: "LON", checkInDate: "2027-03-01", checkOutDate: "2027-03-03" },
    });
    expect(found.isError).toBeFalsy();
    await client.close();
  });

  it("may have any case of the scheme and any number of spaces", async () => {
    const key = await taxiway.key();
    for (const authorization of [`bearer ${key}`, `BEARER   ${key}`]) {
      expect((await tryWith(authorization)).status).toBe(200);
    }
  });

  it("is not accepted in the URL, where logs would show it", async () => {
    const key = await taxiway.key();
    for (const query of [`access_token=${key}`, `key=${key}`, `api_key=${key}`]) {
      const answer = await tryWith(undefined, { ...modernPost("tools/list"), path: `/mcp?${query}` });
      expect(answer.status).toBe(401);
      expect(JSON.stringify(answer.headers) + answer.text).not.toContain(key);
    }
  });

  it("is required for every request of a session", async () => {
    const key = await taxiway.key();
    const opened = await askWith(taxiway.port, key, initializePost());
    const session = { "Mcp-Session-Id": String(opened.headers["mcp-session-id"]) };
    for (const method of ["GET", "DELETE"]) {
      const headers = { ...session, Accept: "text/event-stream" };
      expect((await tryWith(undefined, { method, headers })).status).toBe(401);
    }
    expect((await askWith(taxiway.port, key, { method: "DELETE", headers: session })).status).toBe(204);
  });

  it("for other servers gets the missing scope, and does not count as a guess", async () => {
    const key = await taxiway.key({ servers: ["flights"] });
    expect((await probe(taxiway.port, key, "/mcp/flights")).status).toBe(200);
    for (let i = 0; i < 30; i++) await probe(taxiway.port, key);
    const answer = await probe(taxiway.port, key);
    expect(answer.status).toBe(403);
    expect(challengeIn(answer)).toMatchObject({ error: "insufficient_scope", error_description: errorTextIn(answer) });
    expect(errorTextIn(answer)).toBe(
      "Your key does not cover gds. Ask an administrator of this server for a key that covers it.",
    );
  });

  it("gets the same answer for a server that does not exist", async () => {
    const key = await taxiway.key({ servers: ["flights"] });
    const [there, absent] = [await probe(taxiway.port, key, "/mcp/gds"), await probe(taxiway.port, key, "/mcp/absent")];
    expect(absent.status).toBe(403);
    const anonymous = (text: string) => text.replaceAll("absent", "gds");
    expect(anonymous(absent.text)).toBe(there.text);
    expect(anonymous(String(absent.headers["www-authenticate"]))).toBe(there.headers["www-authenticate"]);
    expect((await probe(taxiway.port, await taxiway.key(), "/mcp/absent")).status).toBe(404);
  });
});

describe("the protected resource metadata", () => {
  const follow = async (env: Environment, path: string) => {
    const { port } = await startKeyed(env);
    const refused = await ask(port, { ...modernPost("tools/list"), path });
    expect(refused.status).toBe(401);
    const url = new URL(challengeIn(refused)["resource_metadata"] as string);
    const document = await ask(port, { path: url.pathname });
    expect(document.status).toBe(200);
    expect(document.headers["content-type"]).toBe("application/json");
    return { port, url: url.href, document: JSON.parse(document.text) };
  };

  it.each(PROTECTED_PATHS)("exists for %s and names that URL as its resource", async (path) => {
    const refused = await ask(taxiway.port, { ...modernPost("tools/list"), path });
    const url = challengeIn(refused)["resource_metadata"] as string;
    expect(url).toBe(`http://127.0.0.1:${taxiway.port}/.well-known/oauth-protected-resource${path}`);
    const document = await ask(taxiway.port, { path: new URL(url).pathname });
    expect(JSON.parse(document.text)).toEqual({
      resource: `http://127.0.0.1:${taxiway.port}${path}`,
      resource_name: "Taxiway",
      scopes_supported: expect.arrayContaining(["taxiway", "taxiway:server:gds"]),
      bearer_methods_supported: ["header"],
    });
  });

  it("also exists at the path without a server", async () => {
    const { text } = await ask(taxiway.port, { path: "/.well-known/oauth-protected-resource" });
    expect(JSON.parse(text)).toMatchObject({ resource: `http://127.0.0.1:${taxiway.port}` });
  });

  it.each(["https://taxiway.example.com", "https://taxiway.example.com/"])(
    "names the public URL %s",
    async (publicUrl) => {
      const { url, document } = await follow({ TAXIWAY_PUBLIC_URL: publicUrl }, "/mcp/flights");
      expect(url).toBe("https://taxiway.example.com/.well-known/oauth-protected-resource/mcp/flights");
      expect(document.resource).toBe("https://taxiway.example.com/mcp/flights");
    },
  );

  it("is correct for a public URL with a path, whether or not the proxy keeps it", async () => {
    const { url, port, document } = await follow({ TAXIWAY_PUBLIC_URL: "https://example.com/taxiway" }, "/mcp");
    expect(url).toBe("https://example.com/.well-known/oauth-protected-resource/taxiway/mcp");
    expect(document.resource).toBe("https://example.com/taxiway/mcp");
    const { text } = await ask(port, { path: "/.well-known/oauth-protected-resource/mcp" });
    expect(JSON.parse(text).resource).toBe(document.resource);
  });

  it("uses the requested host, and ignores an invalid one", async () => {
    const { port } = await startKeyed({ HTTP_HOST: "0.0.0.0" });
    const hosts = ["taxiway.internal:8080", "[2001:db8::7]:3000"];
    const strange = ['evil", error="none', "a b", "[", "evil.example/x?", "user@evil.example", "%zz"];
    for (const host of [...hosts, ...strange]) {
      const known = hosts.includes(host) ? host : "localhost";
      const refused = await ask(port, modernPost("tools/list", {}, { headers: { Host: host } }));
      expect(refused.status).toBe(401);
      expect(challengeIn(refused)).toEqual({
        resource_metadata: `http://${known}/.well-known/oauth-protected-resource/mcp`,
      });
      const document = await ask(port, { path: "/.well-known/oauth-protected-resource/mcp", headers: { Host: host } });
      expect(JSON.parse(document.text).resource).toBe(`http://${known}/mcp`);
    }
  });

  it("names the issuer if there is one, and the sufficient scope", async () => {
    const issuer = "https://issuer.example.com";
    const env = { TAXIWAY_OAUTH_ISSUER: issuer, TAXIWAY_OAUTH_AUDIENCE: "https://taxiway.example.com" };
    const { port, document } = await follow(env, "/mcp/flights");
    expect(document).toMatchObject({ authorization_servers: [issuer] });
    const refused = await ask(port, { ...modernPost("tools/list"), path: "/mcp/flights" });
    expect(challengeIn(refused)).toMatchObject({ scope: "taxiway:server:flights" });
    expect(errorTextIn(refused)).toMatch(/^This server needs an access token or an API key\. /);
  });

  it("does not exist if authentication is off", async () => {
    const { port } = await startKeyed({ TAXIWAY_AUTH: "none" });
    expect((await ask(port, { path: "/.well-known/oauth-protected-resource/mcp" })).status).toBe(404);
    expect((await ask(port, modernPost("tools/list"))).status).toBe(200);
    expect((await probe(port, "anything")).status).toBe(200);
  });
});
