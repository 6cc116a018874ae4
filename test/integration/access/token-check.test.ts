import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { metadataUrls } from "../../../src/access/issuer-keys.ts";
import { grantOfScopes } from "../../../src/access/scopes.ts";
import { createTokenCheck, type TokenCheckOptions } from "../../../src/access/token-check.ts";
import { Failure } from "../../../src/model/failure.ts";
import { createOutbound } from "../../../src/platform/outbound/guarded-outbound.ts";
import type { Outbound } from "../../../src/platform/outbound/outbound.ts";
import { createTime, recordingLog, spelledOut } from "../../fixtures/access/access-fixture.ts";
import {
  encoded,
  jwkOf,
  newSigner,
  type Signer,
  signatureOf,
  startIssuer,
  tokenOf,
} from "../../fixtures/access/issuer-fixture.ts";

const audience = "https://mcp.example.com/mcp";
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"];

let issuer: Awaited<ReturnType<typeof startIssuer>>;
let outbound: Outbound;
const signers = new Map<string, Signer>();
const signer = (algorithm = "ES256"): Signer => signers.get(algorithm) as Signer;

beforeAll(async () => {
  issuer = await startIssuer();
  outbound = createOutbound({ allow: ["127.0.0.1"] });
  for (const algorithm of [...ALGORITHMS, "weak"]) signers.set(algorithm, newSigner(algorithm));
});
afterAll(async () => {
  await outbound.close();
  await issuer.stop();
});
beforeEach(() => {
  issuer.asked.length = 0;
  issuer.publish(...[...signers.values()].map((each) => jwkOf(each)));
});

const opened = (options: Partial<TokenCheckOptions> = {}) => {
  const time = createTime();
  const { log, lines } = recordingLog();
  const check = createTokenCheck({
    ...{ issuer: issuer.origin, audience, jwksUrl: `${issuer.origin}/jwks`, outbound },
    ...{ clock: time.clock, elapsed: time.elapsed, log },
    ...options,
  });
  const seconds = time.clock.now() / 1_000;
  const claims = (extra: object = {}): object => ({
    ...{ iss: issuer.origin, aud: audience, sub: "ada", client_id: "agent", scope: "openid taxiway:server:gds" },
    ...{ iat: seconds, exp: seconds + 600 },
    ...extra,
  });
  return { ...time, check, claims, seconds, lines };
};

const refusalOf = async (work: Promise<unknown>): Promise<Failure> => {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(Failure);
  return thrown as Failure;
};
const invalidToken = { kind: "forbidden", details: { error_type: "invalid_token" } };

describe("an access token", () => {
  it.each(ALGORITHMS)("signed with %s grants its scopes", async (algorithm) => {
    const { check, claims } = opened();
    const grant = await check(tokenOf(signer(algorithm), claims()));
    expect(grant).toEqual({ tenant: "default", keyId: grant.keyId, admin: false, servers: ["gds"] });
    expect(grant.keyId).toMatch(/^token-[\w-]{12}$/);
  });

  it("gets the same keyId for the same subject, and another for other subjects", async () => {
    const { check, claims } = opened();
    const keyIdOf = async (extra: object): Promise<string> => (await check(tokenOf(signer(), claims(extra)))).keyId;
    const ada = await keyIdOf({});
    expect(await keyIdOf({ jti: "another" })).toBe(ada);
    expect(await keyIdOf({ sub: "bob" })).not.toBe(ada);
    expect(await keyIdOf({ client_id: "other" })).not.toBe(ada);
  });

  it("may have several audiences, a list of scopes, no type, and its tenant in a claim", async () => {
    const { check, claims } = opened({ tenantClaim: "https://example.com/tenant" });
    const extra = { aud: ["else", audience], scope: undefined, scp: ["taxiway", "taxiway:admin"] };
    const token = tokenOf(signer(), claims({ ...extra, "https://example.com/tenant": "acme" }), { typ: undefined });
    expect(await check(token)).toMatchObject({ tenant: "acme", admin: true });
  });

  it("is accepted for a minute before and after its validity, because clocks differ", async () => {
    const { check, claims, seconds } = opened();
    await check(tokenOf(signer(), claims({ exp: seconds - 59 })));
    await check(tokenOf(signer(), claims({ nbf: seconds + 60 })));
  });

  it("is verified once while it is cached, and expires on time", async () => {
    const { check, claims, seconds, pass } = opened();
    const token = tokenOf(signer(), claims({ exp: seconds + 10 }));
    const first = await check(token);
    expect(await check(token)).toBe(first);
    pass(69_999);
    expect(await check(token)).toEqual(first);
    pass(1);
    await expect(check(token)).rejects.toMatchObject(invalidToken);
  });

  it("without a known scope is rejected with insufficient_scope (RFC 6750)", async () => {
    const { check, claims } = opened();
    const failure = await refusalOf(check(tokenOf(signer(), claims({ scope: "openid email" }))));
    expect(failure).toMatchObject({ kind: "forbidden", details: { error_type: "insufficient_scope" } });
  });
});

describe("a forged or invalid token", () => {
  type Attack = (facts: { claims: (extra?: object) => object; seconds: number }) => string;
  const withClaims =
    (extra: object | ((seconds: number) => object)): Attack =>
    ({ claims, seconds }) =>
      tokenOf(signer(), claims(typeof extra === "function" ? extra(seconds) : extra));
  const withHeader =
    (header: unknown): Attack =>
    ({ claims }) =>
      tokenOf(signer(), claims(), header);
  const unsigned =
    (alg: unknown): Attack =>
    ({ claims }) =>
      `${encoded({ alg, kid: signer().kid })}.${encoded(claims())}.`;
  /** The public key, used as a shared secret. */
  const confused =
    (algorithm: string, format: "pem" | "jwk"): Attack =>
    ({ claims }) => {
      const { publicKey, kid } = signer("RS256");
      const secret =
        format === "pem" ? publicKey.export({ type: "spki", format }) : JSON.stringify(publicKey.export({ format }));
      const signed = `${encoded({ alg: algorithm, kid })}.${encoded(claims())}`;
      return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
    };
  const wrongSignature: Attack = ({ claims }) => {
    const [header, , signature] = tokenOf(signer(), claims()).split(".");
    return `${header}.${encoded(claims({ sub: "root" }))}.${signature}`;
  };
  const own = newSigner("ES256", "own");

  const attacks: readonly [string, Attack][] = [
    ["alg none", unsigned("none")],
    ["alg nOnE", unsigned("nOnE")],
    ["no alg", unsigned(undefined)],
    ["alg that is no text", unsigned(["ES256"])],
    ["alg out of a prototype", unsigned("constructor")],
    ["alg none over a signature", withHeader({ alg: "none" })],
    ["alg out of a prototype over a signature", withHeader({ alg: "constructor" })],
    ["HS256 with the public key as PEM", confused("HS256", "pem")],
    ["HS256 with the public key as JWK", confused("HS256", "jwk")],
    ["HS512 with the public key as PEM", confused("HS512", "pem")],
    ["RS256 claimed for an EC key", ({ claims }) => tokenOf(signer(), claims(), { alg: "RS256" })],
    ["PS256 claimed for a signature of RS256", ({ claims }) => tokenOf(signer("RS256"), claims(), { alg: "PS256" })],
    ["ES384 claimed for a P-256 key", withHeader({ alg: "ES384" })],
    ["an RSA key of 1024 bits", ({ claims }) => tokenOf(signer("weak"), claims())],
    ["an unknown kid", withHeader({ kid: "unknown" })],
    ["another key's kid", ({ claims }) => tokenOf(signer("RS256"), claims(), { kid: signer("RS384").kid })],
    ["a kid that is no text", withHeader({ kid: { $ne: null } })],
    ["a kid that is a path", withHeader({ kid: "../../etc/passwd" })],
    ["a huge kid", withHeader({ kid: "k".repeat(300) })],
    ["no kid where there is a choice", ({ claims }) => tokenOf(signer("RS256"), claims(), { kid: undefined })],
    ["a key of its own in the header", ({ claims }) => tokenOf(own, claims(), { jwk: jwkOf(own) })],
    ["a key set of its own in the header", ({ claims }) => tokenOf(own, claims(), { jku: `${issuer.origin}/own` })],
    ["an extension it calls critical", withHeader({ crit: ["exp"], exp: 1 })],
    ["an empty list of extensions", withHeader({ crit: [] })],
    ["an identity token's type", withHeader({ typ: "dpop+jwt" })],
    ["a type that is no text", withHeader({ typ: 7 })],
    ["claims that were not signed", wrongSignature],
    ["an expired token", withClaims((seconds) => ({ exp: seconds - 60 }))],
    ["a token of the future", withClaims((seconds) => ({ nbf: seconds + 61 }))],
    ["a token made in the future", withClaims((seconds) => ({ iat: seconds + 61 }))],
    ["no expiry", withClaims({ exp: undefined })],
    ["an expiry as text", withClaims({ exp: "9999999999" })],
    [
      "an expiry that is never",
      ({ claims }) => tokenOf(signer(), JSON.stringify(claims()).replace(/"exp":\d+/, '"exp":1e999')),
    ],
    ["an expiry that is no number", withClaims({ exp: null })],
    ["another audience", withClaims({ aud: "https://mcp.example.com/other" })],
    ["an audience that begins like ours", withClaims({ aud: `${audience}/more` })],
    ["other audiences", withClaims({ aud: ["a", "b"] })],
    ["no audience", withClaims({ aud: undefined })],
    ["an audience in an object", withClaims({ aud: { 0: audience, length: 1 } })],
    ["another issuer", withClaims({ iss: "https://evil.example" })],
    ["our issuer with a slash", withClaims(() => ({ iss: `${issuer.origin}/` }))],
    ["no issuer", withClaims({ iss: undefined })],
    ["a token without a subject", withClaims({ sub: undefined, client_id: undefined })],
    [
      "two audiences by name",
      ({ claims }) =>
        tokenOf(signer(), JSON.stringify(claims({ aud: "other" })).replace(/}$/, `,"aud":"${audience}"}`)),
    ],
    [
      "two audiences, one of them escaped",
      ({ claims }) => tokenOf(signer(), JSON.stringify(claims()).replace(/^{/, `{"\\u0061ud"  :  "other",`)),
    ],
    ["two algorithms by name", withHeader(`{"alg":"none","alg":"ES256","kid":"kid-ES256"}`)],
    ["a token in a token", ({ claims }) => tokenOf(signer(), tokenOf(signer(), claims()), { cty: "JWT" })],
    [
      "claims that nest without end",
      ({ claims }) =>
        tokenOf(signer(), JSON.stringify(claims()).replace(/}$/, `,"x":${"[".repeat(900)}${"]".repeat(900)}}`)),
    ],
    ["claims that are a list", () => tokenOf(signer(), "[]")],
    ["claims that are no JSON", () => tokenOf(signer(), "{")],
    [
      "claims that are no UTF-8",
      () => {
        const signed = `${encoded({ alg: "ES256", kid: signer().kid })}.${Buffer.from([0x7b, 0xff, 0x7d]).toString("base64url")}`;
        return `${signed}.${signatureOf(signer(), signed)}`;
      },
    ],
    ["a huge token", withClaims({ x: "x".repeat(10_000) })],
    ["a megabyte", () => "a".repeat(1_000_000)],
    ["a million dots", () => ".".repeat(8_000)],
    ["five parts, as an encrypted token has", ({ claims }) => `${tokenOf(signer(), claims())}.a.b`],
    ["two parts", ({ claims }) => tokenOf(signer(), claims()).split(".").slice(0, 2).join(".")],
    ["padding", ({ claims }) => `${tokenOf(signer(), claims())}==`],
    ["nothing", () => ""],
  ];

  it.each(attacks)("is rejected as invalid: %s", async (_, attack) => {
    const { check, claims, seconds, lines } = opened();
    await check(tokenOf(signer(), claims()));
    const token = attack({ claims, seconds });
    const failure = await refusalOf(check(token));
    expect(failure).toMatchObject(invalidToken);
    expect(failure.message).toMatch(/^[A-Z][\x20-\x7e]{10,150}\.$/);
    const parts = token.split(".").filter((part) => part.length > 40);
    for (const part of parts) expect(`${spelledOut(failure)}${lines.join("\n")}`).not.toContain(part);
    // It is rejected the second time too.
    await expect(check(token)).rejects.toMatchObject(invalidToken);
    expect(issuer.asked).not.toContain("/own");
  });

  it.each(["Acme", "", 7, undefined, "a".repeat(41), "x:y"])("with %s as tenant is rejected", async (tenant) => {
    const { check, claims } = opened({ tenantClaim: "org" });
    await expect(check(tokenOf(signer(), claims({ org: tenant })))).rejects.toMatchObject(invalidToken);
  });

  it("with an inherited property as tenant claim is rejected", async () => {
    const { check, claims } = opened({ tenantClaim: "constructor" });
    await expect(check(tokenOf(signer(), claims()))).rejects.toMatchObject(invalidToken);
  });
});

describe("the issuer's keys", () => {
  const fetches = (): number => issuer.asked.filter((path) => path === "/jwks").length;

  it("are fetched once for concurrent requests", async () => {
    const { check, claims } = opened();
    await Promise.all(Array.from({ length: 20 }, (_, i) => check(tokenOf(signer(), claims({ jti: String(i) })))));
    expect(fetches()).toBe(1);
  });

  it("are fetched again for an unknown kid, at most once a minute", async () => {
    const { check, claims, pass } = opened();
    await check(tokenOf(signer(), claims()));
    const rotated = newSigner("ES256", "rotated");
    const token = tokenOf(rotated, claims());
    for (let i = 0; i < 5; i++) await expect(check(token)).rejects.toMatchObject(invalidToken);
    expect(fetches()).toBe(1);
    issuer.publish(jwkOf(rotated));
    pass(60_000);
    await check(token);
    expect(fetches()).toBe(2);
    for (let i = 0; i < 5; i++) {
      await expect(check(tokenOf(signer(), claims({ jti: String(i) })))).rejects.toMatchObject(invalidToken);
    }
    expect(fetches()).toBe(2);
  });

  it("are no longer trusted once withdrawn and fetched again", async () => {
    const { check, claims, seconds, pass } = opened();
    const token = tokenOf(signer(), claims({ exp: seconds + 7_200 }));
    await check(token);
    const other = newSigner("ES256", "other");
    issuer.publish(jwkOf(other));
    pass(10 * 60_000);
    await check(token);
    // Waits for the fetch that has begun in the background.
    await check(tokenOf(other, claims({ exp: seconds + 7_200 })));
    expect(fetches()).toBe(2);
    pass(60_000);
    await expect(check(token)).rejects.toMatchObject(invalidToken);
  });

  it("are used for a day while the issuer is unavailable", async () => {
    const { check, claims, seconds, pass, lines } = opened();
    const token = tokenOf(signer(), claims({ exp: seconds + 7 * 86_400 }));
    await check(token);
    issuer.serve("/jwks", "{}", 503);
    pass(23 * 3_600_000);
    await check(token);
    pass(3_600_000);
    await expect(check(token)).rejects.toMatchObject({ kind: "unavailable", details: { retryable: true } });
    expect(lines.some((line) => line.includes("could not be fetched"))).toBe(true);
  });

  it.each([
    ["no JSON", "<html>"],
    ["no list", { keys: {} }],
    ["larger than the limit", `{"keys":[],"x":"${"x".repeat(300_000)}"}`],
  ])("that are %s make tokens fail with a retryable error", async (_, body) => {
    const { check, claims, pass } = opened();
    issuer.serve("/jwks", body);
    const token = tokenOf(signer(), claims());
    for (let i = 0; i < 3; i++) {
      await expect(check(token)).rejects.toMatchObject({ kind: "unavailable", details: { retryable: true } });
    }
    expect(fetches()).toBe(1);
    issuer.publish(jwkOf(signer()));
    pass(5_000);
    await check(token);
  });

  it("are used only for signatures of their kind", async () => {
    const { check, claims } = opened();
    const good = jwkOf(signer());
    const twisted = [
      ...[{ use: "enc" }, { alg: "ES384" }, { key_ops: ["encrypt"] }, { kty: "oct", k: "c2VjcmV0" }, { crv: "P-521" }],
      ...[{ x: "AAAA" }, { x: 7 }, { kid: 7 }, { y: "A".repeat(5_000) }],
    ];
    issuer.publish(...twisted.map((twist) => ({ ...good, ...twist })));
    await expect(check(tokenOf(signer(), claims()))).rejects.toMatchObject(invalidToken);
  });

  it("verify a token without a kid if there is only one key", async () => {
    const { check, claims } = opened();
    issuer.publish(jwkOf(signer()), jwkOf(signer("RS256")));
    await check(tokenOf(signer(), claims(), { kid: undefined }));
  });

  it("verify a token if an old and a new key have the same kid", async () => {
    const { check, claims } = opened();
    const [old, renewed] = [newSigner("ES256", "same"), newSigner("ES256", "same")];
    issuer.publish(jwkOf(old), jwkOf(renewed));
    for (const each of [old, renewed]) await check(tokenOf(each, claims()));
    await expect(check(tokenOf(newSigner("ES256", "same"), claims()))).rejects.toMatchObject(invalidToken);
    await expect(check(tokenOf(renewed, claims({ aud: "other" })))).rejects.toMatchObject({
      message: expect.stringContaining("another service"),
    });
  });

  it("are not fetched from forbidden addresses", async () => {
    const guarded = createOutbound({ allow: [] });
    const { check, claims } = opened({ outbound: guarded });
    await expect(check(tokenOf(signer(), claims()))).rejects.toMatchObject({ kind: "unavailable" });
    expect(issuer.asked).toEqual([]);
    await guarded.close();
  });
});

describe("an issuer's metadata", () => {
  it("is looked up at the paths of both specifications", () => {
    expect(metadataUrls("https://a.example/")).toEqual([
      "https://a.example/.well-known/oauth-authorization-server",
      "https://a.example/.well-known/openid-configuration",
    ]);
    expect(metadataUrls("https://a.example/tenant")).toEqual([
      "https://a.example/.well-known/oauth-authorization-server/tenant",
      "https://a.example/.well-known/openid-configuration/tenant",
      "https://a.example/tenant/.well-known/oauth-authorization-server",
      "https://a.example/tenant/.well-known/openid-configuration",
    ]);
  });

  const places = ["/.well-known/oauth-authorization-server/t", "/t/.well-known/openid-configuration"];
  it.each(places)("gives the address of the keys: %s", async (place) => {
    const name = `${issuer.origin}/t`;
    for (const each of places) issuer.serve(each, "{}", 404);
    issuer.serve(place, { issuer: name, jwks_uri: `${issuer.origin}/jwks` });
    const { check, claims } = opened({ issuer: name, jwksUrl: undefined });
    await check(tokenOf(signer(), claims({ iss: name })));
  });

  it.each([
    ["is about another issuer", { issuer: "https://evil.example", jwks_uri: "JWKS" }],
    ["names no keys", { issuer: "ISSUER" }],
    ["names keys nowhere", { issuer: "ISSUER", jwks_uri: "nowhere" }],
  ])("is rejected if it %s", async (_, document) => {
    const name = `${issuer.origin}/u`;
    const body = JSON.stringify(document).replace("ISSUER", name).replace("JWKS", `${issuer.origin}/jwks`);
    issuer.serve("/.well-known/oauth-authorization-server/u", body);
    const { check, claims } = opened({ issuer: name, jwksUrl: undefined });
    await expect(check(tokenOf(signer(), claims({ iss: name })))).rejects.toMatchObject({ kind: "unavailable" });
    expect(issuer.asked).not.toContain("/jwks");
  });

  it("is needed only if no address of the keys is configured", () => {
    expect(() => opened({ issuer: "my issuer" })).toThrow(/Invalid issuer URL/);
    expect(() => opened({ jwksUrl: "file:///etc/passwd" })).toThrow(/Invalid issuer URL/);
  });
});

describe("scopes", () => {
  it.each([
    [[], undefined],
    [["openid", "taxiways", "taxiway:server:", "taxiway:server:a/b", "TAXIWAY"], undefined],
    [["taxiway"], { admin: false }],
    [["taxiway:server:gds", "taxiway:server:hotel"], { admin: false, servers: ["gds", "hotel"] }],
    [["taxiway:tool:search*"], { admin: false, tools: ["search*"] }],
    [["taxiway:server:gds", "taxiway:tool:book"], { admin: false, servers: ["gds"], tools: ["book"] }],
    [["taxiway", "taxiway:server:gds", "taxiway:admin"], { admin: true }],
    [["taxiway:admin"], { admin: true, servers: [] }],
  ])("%j grant %j", (scopes, expected) => {
    expect(grantOfScopes(scopes)).toEqual(expected);
  });
});
