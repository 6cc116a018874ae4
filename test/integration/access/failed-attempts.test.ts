import { describe, expect, it } from "vitest";
import { newKeyText } from "../../../src/access/key-text.ts";
import { newSigner, startIssuer, tokenOf } from "../../fixtures/access/issuer-fixture.ts";
import { ask, askWith, bearer, errorTextIn, probe, statusOf } from "../../fixtures/access/key-holder.ts";
import { ADMIN_TOKEN, startKeyed, stopTime } from "../../fixtures/access/keyed-taxiway.ts";
import { modernPost } from "../../fixtures/mcp/transports/http/mcp-over-http.ts";

const MOST_FAILED = 20;

/** The clock stands still at the beginning of a minute, so that no attempt expires during a test. */
const start = async (env = {}) => {
  const time = stopTime("2026-12-01T09:00:00Z");
  const taxiway = await startKeyed({ TAXIWAY_TRUSTED_PROXIES: "loopback", ...env });
  const guess = (): Promise<number> => statusOf(probe(taxiway.port, newKeyText("guessing")));
  const guessUntilBlocked = async (): Promise<void> => {
    for (let i = 0; i < MOST_FAILED; i++) expect(await guess()).toBe(401);
    expect(await guess()).toBe(429);
  };
  return { ...taxiway, pass: time.pass, guess, guessUntilBlocked };
};

describe("an address that sends twenty wrong keys in a minute", () => {
  it("is told how long to wait, and accepted again after the wait", async () => {
    const { port, pass, guess, guessUntilBlocked } = await start();
    await guessUntilBlocked();
    const refused = await probe(port, newKeyText("guessing"));
    const seconds = Number(refused.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(errorTextIn(refused)).toBe(`More than 20 failed attempts a minute; try again in ${seconds} seconds`);
    expect(refused.headers["www-authenticate"]).toBeUndefined();
    pass((seconds - 6) * 1_000);
    expect(await guess()).toBe(429);
    pass(6_000);
    expect(await guess()).toBe(401);
    while ((await guess()) !== 429);
  });

  it("cannot tell whether a guess would have been right", async () => {
    const { port, key, guessUntilBlocked } = await start();
    const good = await key();
    await guessUntilBlocked();
    for (const shown of [good, newKeyText("guessing"), ADMIN_TOKEN, "nonsense"]) {
      const { status, text } = await probe(port, shown);
      expect({ status, text }).toEqual({ status: 429, text: expect.stringContaining("failed attempts") });
    }
    const malformed = { ...modernPost("tools/list", {}, { headers: { Authorization: "Basic x" } }) };
    expect(await statusOf(ask(port, malformed))).toBe(429);
    expect(await statusOf(ask(port, modernPost("tools/list")))).toBe(401);
  });

  it("does not lock out keys that were used there before, even while guesses continue", async () => {
    const { port, key, keyring, pass, guess, guessUntilBlocked } = await start();
    const good = await key();
    expect(await statusOf(probe(port, good))).toBe(200);
    await guessUntilBlocked();
    for (let minute = 0; minute < 10; minute++) {
      expect(await statusOf(probe(port, good))).toBe(200);
      pass(60_000);
      while ((await guess()) !== 429);
    }
    await keyring.revoke(good.slice(4, 12));
    expect(await statusOf(probe(port, good))).toBe(429);
  });

  it("does not lock out an admin token that was accepted before", async () => {
    const { port, guess, guessUntilBlocked } = await start();
    expect(await statusOf(probe(port, ADMIN_TOKEN))).toBe(200);
    await guessUntilBlocked();
    for (const path of ["/mcp", "/admin/keys"]) {
      expect(await statusOf(ask(port, { path, headers: bearer(ADMIN_TOKEN) }))).not.toBe(429);
      expect(await statusOf(ask(port, { path, headers: bearer(`${ADMIN_TOKEN}x`) }))).toBe(429);
    }
    expect(await guess()).toBe(429);
  });

  it("gets a known key rejected if its secret is different", async () => {
    const { port, key, guessUntilBlocked } = await start();
    const good = await key();
    await probe(port, good);
    await guessUntilBlocked();
    expect(await statusOf(probe(port, newKeyText(good.slice(4, 12))))).toBe(429);
  });

  it("does not affect other addresses", async () => {
    const { port, key, guessUntilBlocked } = await start();
    const good = await key();
    await guessUntilBlocked();
    const from = (address: string) =>
      statusOf(askWith(port, good, modernPost("tools/list", {}, { headers: { "X-Forwarded-For": address } })));
    expect(await from("203.0.113.9")).toBe(200);
  });

  it("is counted for the admin token and for every server", async () => {
    const { port, guess } = await start();
    const paths = ["/mcp", "/mcp/flights", "/mcp/toolbox", "/rpc", "/duffel/air/airlines", "/capcorn", "/mcp/absent"];
    for (let i = 0; i < MOST_FAILED; i++) {
      const path = paths[i % paths.length] as string;
      expect(await statusOf(probe(port, `administrator-${i}`, path))).toBe(401);
    }
    expect(await guess()).toBe(429);
    for (const path of paths) expect(await statusOf(probe(port, ADMIN_TOKEN, path))).toBe(429);
  });
});

describe("wrong admin tokens where authentication is off", () => {
  const open = { TAXIWAY_AUTH: "none" };
  const at = (port: number, token: string, address = "203.0.113.1", path = "/admin/settings") =>
    statusOf(ask(port, { path, headers: { ...bearer(token), "X-Forwarded-For": address } }));

  it("are rejected after twenty a minute per address, at the admin API and for registrations", async () => {
    const { port } = await start(open);
    for (let i = 0; i < MOST_FAILED / 2; i++) {
      expect(await at(port, `administrator-${i}`)).toBe(401);
      const headers = { ...bearer(`operator-${i}`), "X-Forwarded-For": "203.0.113.1" };
      expect(await statusOf(ask(port, { ...modernPost("tools/list", {}, { headers }), path: "/mcp/toolbox" }))).toBe(
        200,
      );
    }
    expect(await at(port, "administrator-x")).toBe(429);
    expect(await at(port, ADMIN_TOKEN)).toBe(429);
    expect(await at(port, ADMIN_TOKEN, "203.0.113.2")).toBe(200);
  });

  it("do not lock out an admin token that was accepted before", async () => {
    const { port } = await start(open);
    expect(await at(port, ADMIN_TOKEN)).toBe(200);
    for (let i = 0; i < MOST_FAILED; i++) await at(port, `administrator-${i}`);
    expect([await at(port, "administrator-x"), await at(port, ADMIN_TOKEN)]).toEqual([429, 200]);
  });

  it("do not affect callers who need no token", async () => {
    const { port } = await start(open);
    for (let i = 0; i <= MOST_FAILED; i++) await at(port, `administrator-${i}`);
    expect(await at(port, "administrator-x")).toBe(429);
    const headers = { ...bearer("anything-at-all"), "X-Forwarded-For": "203.0.113.1" };
    for (const path of ["/mcp", "/mcp/toolbox"]) {
      expect(await statusOf(ask(port, { ...modernPost("tools/list", {}, { headers }), path }))).toBe(200);
    }
  });
});

describe("X-Forwarded-For from a peer that is not a trusted proxy", () => {
  const forwarded = { path: "/health", headers: { "X-Forwarded-For": "203.0.113.9" } };
  const warnings = (logged: readonly string[]) => logged.filter((line) => line.includes("TAXIWAY_TRUSTED_PROXIES"));

  it("is ignored and logged once", async () => {
    const { port, logged } = await startKeyed();
    await ask(port, { path: "/health" });
    expect(warnings(logged)).toEqual([]);
    for (let i = 0; i < 3; i++) await ask(port, forwarded);
    expect(warnings(logged)).toEqual([
      expect.stringMatching(/^warn X-Forwarded-For is ignored.*"peer":"127\.0\.0\.1"/),
    ]);
  });

  it("is not logged when the proxy is trusted", async () => {
    const { port, logged } = await startKeyed({ TAXIWAY_TRUSTED_PROXIES: "loopback" });
    await ask(port, forwarded);
    expect(warnings(logged)).toEqual([]);
  });
});

describe("a program that keeps sending one old key", () => {
  it("is rejected every time and does not lock out others at its address", async () => {
    const { port, key, guess } = await start();
    const old = newKeyText("oldAsCan");
    for (let i = 0; i < 3 * MOST_FAILED; i++) expect(await statusOf(probe(port, old))).toBe(401);
    expect(await statusOf(probe(port, await key()))).toBe(200);
    for (let i = 1; i < MOST_FAILED; i++) expect(await guess()).toBe(401);
    expect(await guess()).toBe(429);
    expect(await statusOf(probe(port, old))).toBe(429);
  });
});

describe("invalid access tokens", () => {
  it("are counted too, while a token that was valid before keeps working", async () => {
    const issuer = await startIssuer();
    const signer = newSigner("EdDSA");
    issuer.publish({ ...signer.publicKey.export({ format: "jwk" }), kid: signer.kid });
    const { port, guess, key } = await start({
      TAXIWAY_OAUTH_ISSUER: issuer.origin,
      TAXIWAY_OAUTH_JWKS_URL: `${issuer.origin}/jwks`,
      TAXIWAY_OAUTH_AUDIENCE: "taxiway",
    });
    const claims = { iss: issuer.origin, aud: "taxiway", sub: "ada", scope: "taxiway", exp: Date.now() / 1000 + 600 };
    const good = tokenOf(signer, claims);
    expect(await statusOf(probe(port, good))).toBe(200);
    const otherSigner = newSigner("EdDSA");
    for (let i = 0; i < MOST_FAILED; i++) {
      expect(await statusOf(probe(port, tokenOf(otherSigner, { ...claims, jti: `${i}` })))).toBe(401);
    }
    expect(await guess()).toBe(429);
    expect(await statusOf(probe(port, good))).toBe(200);
    expect(await statusOf(probe(port, tokenOf(signer, { ...claims, jti: "another" })))).toBe(429);
    expect(await statusOf(probe(port, await key()))).toBe(429);
    await issuer.stop();
  });
});
