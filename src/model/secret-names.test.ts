import { describe, expect, it } from "vitest";
import { describesCredential, isCredentialName, isSecretName, snakeCase } from "./secret-names.ts";

const names = (text: string): readonly string[] => text.trim().split(/\s+/);

/** As published documents spell them. */
const CREDENTIALS = names(`
  App-Key app_key appKey WM_SEC.ACCESS_TOKEN Api-Key X-API-Key apikey apiKey api-key access_token oauth_token authtoken
  Ocp-Apim-Subscription-Key X-RapidAPI-Key x-rapidapi-key xi-api-key X-VTEX-API-AppKey X-Auth-Token X-Amz-Security-Token
  ev-access-token secretKey api_secret client_secret consumer_key auth_key private_key trakt-api-key X-App-Token
`);
const MASKED_ONLY = names("password token page_token refresh_token jwt amadeus_key credentials Authorization");
const OPEN = names(`
  sort_key sortKey public_key publicKey Idempotency-Key idempotency_key primaryKey partition_key foreign_key cache_key
  key keyword keys keyId author sortOrder monkey turkey tokyo
`);

describe("names of secrets", () => {
  it.each(CREDENTIALS)("include %s, which can only be a credential", (name) => {
    expect([isSecretName(snakeCase(name)), isCredentialName(snakeCase(name))]).toEqual([true, true]);
  });
  it.each(MASKED_ONLY)("include %s, which may be something else than a credential", (name) => {
    expect([isSecretName(snakeCase(name)), isCredentialName(snakeCase(name))]).toEqual([true, false]);
  });
  it.each(OPEN)("do not include %s", (name) => {
    expect([isSecretName(snakeCase(name)), isCredentialName(snakeCase(name))]).toEqual([false, false]);
  });
});

describe("descriptions", () => {
  it.each([
    "API key. Your API key identifies your project and provides you with API access, quota, and reports.",
    "Your registered API key.",
    "Your unique API key (you can always find it on your account page).",
    "**The API key**, which you can get from your account.",
    "OAuth access token.",
    "Authentication token. Requires scope: `admin`",
    "Your API secret.",
    "Required. Your personal API key, used for authentication.",
    "PIN of the hotel. It is a secret that the hotel gives you.",
    "The code of your agency. Keep it confidential.",
  ])("of credentials are recognised: %s", (text) => {
    expect(describesCredential(text)).toBe(true);
  });
  it.each([
    "The access token to revoke",
    "API key ID",
    "The access token that is revoked",
    "Key of the document",
    "Token of the next page",
    "Sorts by the name of the API key",
    "The name of the application key",
    "Whether the trip is a secret from its guests",
    "",
  ])("of anything else are not: %s", (text) => {
    expect(describesCredential(text)).toBe(false);
  });
  it("take linear time", () => {
    const began = performance.now();
    for (const part of ["a ", "api ", "api-", "a.", "your api  "]) describesCredential(part.repeat(200_000));
    expect(performance.now() - began).toBeLessThan(500);
  });
});
