import { describe, expect, it } from "vitest";
import { redact, redactError, withoutKeys, withoutSecrets } from "./redact.ts";

const KEY = "twk_aB3dE6gH_0123456789abcdefghijklmnopqrstuvwx";
const TOKEN = "taxiway-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MDEy";
const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl";

describe("redacting text", () => {
  it.each([
    [`pnr ${KEY}, please`, "pnr twk_aB3dE6gH_…, please"],
    [KEY.toUpperCase(), "TWK_AB3DE6GH_…"],
    [KEY.slice(0, 20), "twk_aB3dE6gH_…"],
    [KEY.replaceAll("_", "").replace("twk", "twk_"), "twk_…"],
    [`'${TOKEN}'`, "'taxiway-…'"],
    [`'${TOKEN.slice(0, 30)}…'`, "'taxiway-……'"],
    ["use duffel_live_aB3-dE6_gH9 now", "use duffel_live_… now"],
    ["duffel_test_abcdefgh", "duffel_test_…"],
    [JWT, "eyJ…"],
    [`Authorization: Bearer ${JWT}`, "Authorization: Bearer eyJ…"],
    ["curl -H 'Bearer a1b2c3d4e5'", "curl -H 'Bearer …'"],
    ["sk-proj-abc123def456ghi789", "sk-…"],
    ["sk_live_51H8abcdefghijklmnop", "sk_…"],
    ["ghp_0123456789abcdefghij", "ghp_…"],
    ["AKIAIOSFODNN7EXAMPLE", "AKIA…"],
    ["Authorization: Basic dXNlcjpwYXNz1", "Authorization: [secret]"],
    [
      "https://api.example/?app_key=abc&q=1&access_key=def",
      "https://api.example/?app_key=[secret]&q=1&access_key=[secret]",
    ],
    ['{"password":"correct horse","a":1}', '{"password":"[secret]","a":1}'],
    [String.raw`{\"apiKey\":\"abcdef\"}`, String.raw`{\"apiKey\":\"[secret]\"}`],
    ["X-Api-Key: abc123", "X-Api-Key: [secret]"],
    ["client_secret = abcdef", "client_secret = [secret]"],
    ["passport: X1234567", "passport: [personal]"],
    ["card 4111 1111 1111 1111", "card [personal]"],
    ["redis://user:hunter22@host/0", "redis://user:[secret]@host/0"],
    [
      "-----BEGIN PRIVATE KEY-----\nMIIE/ab+c=\n-----END PRIVATE KEY-----",
      "-----BEGIN PRIVATE KEY-----[secret]-----END PRIVATE KEY-----",
    ],
  ])("shows %j as %j", (text, shown) => {
    expect(withoutSecrets(text)).toBe(shown);
  });

  it.each([
    "token: must be text",
    "Send it in the header Authorization: Bearer <key>.",
    "Basic Economy, bearer authentication",
    "taxiway-deployment-7d4b9c6f5d-x2x4q",
    "booking 20251217100000 of 2026-12-01T09:00:00Z",
    "idempotency_key=booking-2026-12-01",
    "TEST-AB12CD at https://127.0.0.1:3000/mcp",
    "twk_ is how a key begins",
    "123e4567-e89b-42d3-a456-426614174000",
    "call a6bc643e-7900-4082-8339-234dad5e1798",
    "trace c4111111111111111e",
  ])("leaves %j unchanged", (text) => {
    expect(withoutSecrets(text)).toBe(text);
  });

  it("takes linear time", () => {
    const parts = [
      "eyJ",
      "twk_",
      "://a:",
      "a@",
      "1 ",
      "password=",
      "-----BEGIN PRIVATE KEY-----",
      "bearer ",
      "_key",
      "4",
    ];
    for (const part of [...parts, ...parts.map((each) => `${each}.-x`)]) {
      const timeOf = (text: string): number => {
        const began = performance.now();
        withoutSecrets(text);
        return performance.now() - began;
      };
      timeOf(part.repeat(1_000));
      // Measured: up to 0.1 s. Quadratic time would be minutes.
      expect([part, timeOf(part.repeat(1_000_000 / part.length)) < 2_000]).toEqual([part, true]);
    }
  });

  it("removes only keys from documents", () => {
    expect(withoutKeys(`example: card 4111111111111111, password=abcd, ${KEY}`)).toBe(
      "example: card 4111111111111111, password=abcd, twk_aB3dE6gH_…",
    );
  });
});

describe("redacting values", () => {
  it("masks fields by name and secrets in text at any depth", () => {
    expect(
      redact({
        api_key: "x",
        accessKey: "x",
        "app-key": "x",
        Authorization: "x",
        jwt: "x",
        refresh_token: "x",
        cookie: "x",
        cardNumber: "x",
        passport: "x",
        card: 4111111111111111,
        at: 1767225600000,
        token: { id: 1 },
        sessionId: "s1",
        keyId: "k1",
        cacheKey: "c1",
        idempotencyKey: "i1",
        secret: null,
        when: new Date(0),
        list: [{ text: `see ${KEY}` }, KEY],
        [KEY]: true,
      }),
    ).toEqual({
      api_key: "[secret]",
      accessKey: "[secret]",
      "app-key": "[secret]",
      Authorization: "[secret]",
      jwt: "[secret]",
      refresh_token: "[secret]",
      cookie: "[secret]",
      cardNumber: "[personal]",
      passport: "[personal]",
      card: "[personal]",
      at: 1767225600000,
      token: { id: 1 },
      sessionId: "s1",
      keyId: "k1",
      cacheKey: "c1",
      idempotencyKey: "i1",
      secret: null,
      when: "1970-01-01T00:00:00.000Z",
      list: [{ text: "see twk_aB3dE6gH_…" }, "twk_aB3dE6gH_…"],
      "twk_aB3dE6gH_…": true,
    });
  });

  it("masks the value of a secret field where the error message repeats it", () => {
    const field = "passengers[0].passportNumber";
    expect(redactError(`${field} must be text, got 'ABCDE'.`, { field, value: "ABCDE", allowed: "text" })).toEqual({
      message: `${field} must be text, got '[personal]'.`,
      data: { field, value: "[personal]", allowed: "text" },
    });
    const problems = [{ field: "auth.token", value: "abc", message: "auth.token must be abc, got 'abc'." }];
    expect(redactError("No.", { problems }).data.problems).toEqual([
      { field: "auth.token", value: "[secret]", message: "auth.token must be abc, got [secret]." },
    ]);
  });
});
