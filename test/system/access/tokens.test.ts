import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { encoded, jwkOf, newSigner, type Signer, startIssuer, tokenOf } from "../../fixtures/access/issuer-fixture.ts";
import {
  askWith,
  challengeIn,
  errorTextIn,
  fetchWith,
  fromAnotherAddress,
  openWith,
  probe,
  statusOf,
} from "../../fixtures/access/key-holder.ts";
import { type KeyedTaxiway, launchKeyed, startKeyed, stopTime } from "../../fixtures/access/keyed-taxiway.ts";
import { modernPost } from "../../fixtures/mcp/transports/http/mcp-over-http.ts";
import { CLIENTS, connectOverHttp, type Flavour } from "../../fixtures/mcp-clients.ts";
import type { Environment } from "../../fixtures/taxiway.ts";

const AUDIENCE = "https://taxiway.example.com/mcp";

const signers = ["RS256", "ES256", "EdDSA"].map((algorithm) => newSigner(algorithm));
const [rsa, , edwards] = signers as [Signer, Signer, Signer];
let issuer: Awaited<ReturnType<typeof startIssuer>>;
/** A server that trusts the issuer, with the clock of this machine. */
let taxiway: KeyedTaxiway;
beforeAll(async () => {
  issuer = await startIssuer();
  issuer.serve("/.well-known/oauth-authorization-server", {
    issuer: issuer.origin,
    jwks_uri: `${issuer.origin}/jwks`,
  });
  issuer.publish(...signers.map((signer) => jwkOf(signer)));
  taxiway = await launchKeyed({ ...settings(), TAXIWAY_TRUSTED_PROXIES: "loopback" });
});
afterAll(async () => {
  await taxiway.close();
  await issuer.stop();
});

const settings = (): Environment => ({
  ...{ TAXIWAY_OAUTH_ISSUER: issuer.origin, TAXIWAY_OAUTH_AUDIENCE: AUDIENCE, TAXIWAY_OAUTH_TENANT_CLAIM: "org" },
});

/** The same with a frozen clock. */
const start = async (env: Environment = {}) => {
  issuer.publish(...signers.map((signer) => jwkOf(signer)));
  issuer.asked.length = 0;
  const { pass } = stopTime("2026-12-01T09:00:00Z");
  return { ...(await startKeyed({ ...settings(), ...env })), pass };
};

const soon = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;
const claims = (more: object = {}): object => ({
  ...{ iss: issuer.origin, aud: AUDIENCE, sub: "ada", org: "acme", scope: "taxiway" },
  ...{ iat: soon(0), exp: soon(3_600) },
  ...more,
});
const fetches = (): number => issuer.asked.filter((path) => path === "/jwks").length;

describe("an access token of the issuer", () => {
  it("grants its scopes with every signature algorithm", async () => {
    const { port } = await start();
    for (const signer of signers) expect(await statusOf(probe(port, tokenOf(signer, claims())))).toBe(200);
    expect(fetches()).toBe(1);
  });

  it("works with a real client for a whole session", async () => {
    const { port } = taxiway;
    const flavour = CLIENTS["the v1 SDK client"] as Flavour;
    const fetch = fetchWith(tokenOf(rsa, claims({ scope: "taxiway:server:gds taxiway:tool:search*" })));
    const client = await connectOverHttp(flavour, `http://127.0.0.1:${port}/mcp`, { fetch });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["searchFlights", "searchHotels", "searchCars"]);
    await client.close();
  });

  it.each<[string, { readonly gds: number; readonly flights: number; readonly tools?: readonly string[] }]>([
    ["taxiway", { gds: 200, flights: 200 }],
    ["openid taxiway:server:gds profile", { gds: 200, flights: 403 }],
    ["taxiway:server:flights", { gds: 403, flights: 200 }],
    ["taxiway:server:gds taxiway:tool:searchCars", { gds: 200, flights: 403, tools: ["searchCars"] }],
    ["taxiway:tool:cancel*", { gds: 200, flights: 200, tools: ["cancelBooking"] }],
    ["taxiway:admin", { gds: 403, flights: 403 }],
    ["openid", { gds: 403, flights: 403 }],
    ["", { gds: 403, flights: 403 }],
    ["TAXIWAY taxiway: taxiway:server: taxiway:server:* taxiway:tools:x", { gds: 403, flights: 403 }],
  ])("with the scope '%s' grants only that", async (scope, { gds, flights, tools }) => {
    const { port } = taxiway;
    const token = tokenOf(edwards, claims({ scope }));
    const [atGds, atFlights] = [await probe(port, token), await probe(port, token, "/mcp/flights")];
    expect([atGds.status, atFlights.status]).toEqual([gds, flights]);
    if (tools) expect(atGds.message.result.tools.map(({ name }: { name: string }) => name)).toEqual(tools);
    if (gds !== 403) return;
    expect(challengeIn(atGds)).toMatchObject({
      error: "insufficient_scope",
      error_description: errorTextIn(atGds),
      scope: "taxiway:server:gds",
    });
  });

  it("belongs to the tenant of its claim, like a key of that tenant", async () => {
    const { port, key } = taxiway;
    const session = await openWith(port, await key({ tenant: "acme" }));
    const as = async (org: string) => {
      const token = tokenOf(edwards, claims({ org }));
      return (await (await openWith(port, token, { id: session.id, initialize: false })).ask("ping")).status;
    };
    expect([await as("acme"), await as("other")]).toEqual([200, 404]);
  });

  it("belongs to the default tenant if no claim is configured", async () => {
    const { port, key } = await start({ TAXIWAY_OAUTH_TENANT_CLAIM: "" });
    const session = await openWith(port, await key());
    const token = tokenOf(edwards, claims({ org: "acme" }));
    const { ask } = await openWith(port, token, { id: session.id, initialize: false });
    expect((await ask("ping")).status).toBe(200);
  });
});

describe("an invalid access token", () => {
  const signedWithPublicKey = (): string => {
    const pem = rsa.publicKey.export({ type: "spki", format: "pem" });
    const signed = `${encoded({ alg: "HS256", kid: rsa.kid })}.${encoded(claims())}`;
    return `${signed}.${createHmac("sha256", pem).update(signed).digest("base64url")}`;
  };
  const BAD: Readonly<Record<string, () => string>> = {
    "of another audience": () => tokenOf(rsa, claims({ aud: "https://elsewhere.example.com" })),
    "without an audience": () => tokenOf(rsa, claims({ aud: undefined })),
    "of another issuer": () => tokenOf(rsa, claims({ iss: "https://evil.example.com" })),
    "that has expired": () => tokenOf(rsa, claims({ exp: soon(-600) })),
    "that never expires": () => tokenOf(rsa, claims({ exp: undefined })),
    "that is not valid yet": () => tokenOf(rsa, claims({ nbf: soon(600) })),
    "of no tenant": () => tokenOf(rsa, claims({ org: undefined })),
    "of a tenant that cannot be": () => tokenOf(rsa, claims({ org: "../default" })),
    "without a subject": () => tokenOf(rsa, claims({ sub: undefined })),
    "without a signature": () => `${encoded({ alg: "none" })}.${encoded(claims())}.`,
    "whose algorithm is none, signed all the same": () => tokenOf(rsa, claims(), { alg: "none" }),
    "signed with the public key as a secret": signedWithPublicKey,
    "signed by another": () => tokenOf(newSigner("EdDSA", edwards.kid), claims()),
    "with another key than it says": () => tokenOf({ ...edwards, kid: rsa.kid }, claims()),
    "whose claims were changed": () => {
      const [head, , signature] = tokenOf(rsa, claims()).split(".");
      return [head, encoded(claims({ org: "default" })), signature].join(".");
    },
    "that is an id token": () => tokenOf(rsa, claims(), { typ: "logout+jwt" }),
  };

  it.each(Object.entries(BAD))("is rejected: one %s", async (_, make) => {
    const { port } = taxiway;
    const answer = await askWith(port, make(), fromAnotherAddress(modernPost("tools/list")));
    expect(answer.status).toBe(401);
    expect(challengeIn(answer)).toMatchObject({ error: "invalid_token", error_description: errorTextIn(answer) });
    expect(errorTextIn(answer)).toMatch(/token.*\./);
    expect(await statusOf(probe(port, tokenOf(rsa, claims())))).toBe(200);
  });

  it("is rejected when it expires in the middle of a session", async () => {
    const { port, pass } = await start();
    const token = tokenOf(rsa, claims({ exp: soon(30) }));
    expect(await statusOf(probe(port, token))).toBe(200);
    pass(89_000);
    expect(await statusOf(probe(port, token))).toBe(200);
    pass(1_000);
    const late = await probe(port, token);
    expect([late.status, errorTextIn(late)]).toEqual([401, expect.stringContaining("has expired")]);
  });

  it("is not logged", async () => {
    const { port, logged } = taxiway;
    const token = tokenOf(newSigner("RS256", "made-up"), claims());
    expect(await statusOf(askWith(port, token, fromAnotherAddress(modernPost("tools/list"))))).toBe(401);
    for (const part of token.split(".")) expect(logged.join("\n")).not.toContain(part);
  });
});

describe("the issuer's keys over HTTP", () => {
  it("are fetched again for an unknown key id, at most once a minute", async () => {
    const { port, pass } = await start();
    const made = (kid: string) => statusOf(probe(port, tokenOf(newSigner("EdDSA", kid), claims())));
    expect(await statusOf(probe(port, tokenOf(rsa, claims())))).toBe(200);
    expect(fetches()).toBe(1);
    expect([await made("one"), await made("two")]).toEqual([401, 401]);
    expect(fetches()).toBe(1);
    pass(60_000);
    expect([await made("three"), await made("four"), await made("five")]).toEqual([401, 401, 401]);
    expect(fetches()).toBe(2);
  });

  it("may be rotated: new keys work a minute later, and withdrawn keys stop working", async () => {
    const { port, pass } = await start();
    const [old, next] = [tokenOf(rsa, claims()), newSigner("RS256", "next")];
    expect(await statusOf(probe(port, old))).toBe(200);
    issuer.publish(jwkOf(next));
    pass(60_000);
    expect(await statusOf(probe(port, tokenOf(next, claims())))).toBe(200);
    expect(await statusOf(probe(port, old))).toBe(401);
  });

  it("that are unavailable make requests fail with a retryable error", async () => {
    const gone = await startIssuer();
    await gone.stop();
    const { port, pass, key } = await start({ TAXIWAY_OAUTH_ISSUER: gone.origin });
    const token = tokenOf(rsa, claims({ iss: gone.origin }));
    const answers = [await probe(port, token), await probe(port, token)];
    pass(60_000);
    answers.push(await probe(port, token));
    for (const answer of answers) {
      expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "1"]);
      expect(answer.headers["www-authenticate"]).toBeUndefined();
      expect(errorTextIn(answer)).toMatch(/cannot be checked right now.* Repeat the request in a minute\.$/);
    }
    for (let i = 0; i < 30; i++) await probe(port, `${token.slice(0, -4)}${1000 + i}`);
    expect(await statusOf(probe(port, await key()))).toBe(200);
  });

  it("that are cached work for a while without the issuer", async () => {
    const passing = await startIssuer();
    onTestFinished(() => passing.stop());
    passing.publish(jwkOf(rsa));
    const { port, pass } = await start({
      ...{ TAXIWAY_OAUTH_ISSUER: passing.origin, TAXIWAY_OAUTH_JWKS_URL: `${passing.origin}/jwks` },
    });
    const until = soon(200_000);
    const fresh = (jti: string) => tokenOf(rsa, claims({ iss: passing.origin, exp: until, jti }));
    expect(await statusOf(probe(port, fresh("1")))).toBe(200);
    await passing.stop();
    pass(23 * 3_600_000);
    expect(await statusOf(probe(port, fresh("2")))).toBe(200);
    pass(3_600_000);
    expect(await statusOf(probe(port, fresh("3")))).toBe(503);
  });
});

describe("keys beside access tokens", () => {
  it("keep working, and neither is mistaken for the other", async () => {
    const { port, key } = taxiway;
    const before = issuer.asked.length;
    expect(await statusOf(probe(port, await key()))).toBe(200);
    const mistyped = await probe(port, `twk_${tokenOf(rsa, claims())}`);
    expect([mistyped.status, errorTextIn(mistyped)]).toEqual([401, expect.stringContaining("47 characters")]);
    expect(issuer.asked.length).toBe(before);
  });

  it("are required if no issuer is trusted", async () => {
    const { port } = await startKeyed();
    const token = tokenOf(rsa, claims());
    const answer = await askWith(port, token, modernPost("tools/list"));
    expect([answer.status, errorTextIn(answer)]).toEqual([401, expect.stringContaining("begins with twk_")]);
  });
});
