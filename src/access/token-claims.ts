import { Failure } from "../model/failure.ts";
import type { JsonObject } from "../model/json.ts";
import { DEFAULT_TENANT } from "../model/keys.ts";
import { badToken } from "./json-web-token.ts";
import { isTenant } from "./tenant.ts";

/** What is expected of a token whose signature is right. */
export interface Expected {
  readonly issuer: string;
  readonly audiences: readonly string[];
  /** Which claim names the tenant. Absent: all tokens belong to the default tenant. */
  readonly tenantClaim?: string | undefined;
}

export interface TokenClaims {
  readonly tenant: string;
  /** Whose token it is: the person, and the program that has it. */
  readonly holder: readonly [subject: string, client: string];
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch, the leeway included. */
  readonly goodUntil: number;
}

/** Clocks of issuers and ours may differ by this much. */
const LEEWAY_MS = 60_000;
const MOST_AUDIENCES = 100;
const MOST_SCOPES = 100;
const LONGEST_TEXT = 512;

export const checkClaims = (claims: JsonObject, expected: Expected, now: number): TokenClaims => {
  const { iss, aud, scope, scp } = claims;
  if (iss !== expected.issuer) throw badToken("The access token is of an issuer that is not trusted here.");
  if (!audiencesIn(aud).some((audience) => expected.audiences.includes(audience))) {
    throw badToken(
      "The access token was made for another service.",
      "Ask its issuer for one with this server as resource.",
    );
  }
  const [exp, nbf = 0, iat = 0] = [instantOf(claims, "exp"), instantOf(claims, "nbf"), instantOf(claims, "iat")];
  if (exp === undefined) throw badToken("The access token does not say when it expires.");
  if (now >= exp + LEEWAY_MS) throw badToken("The access token has expired.");
  if (now < Math.max(nbf, iat) - LEEWAY_MS) throw badToken("The access token is not valid yet.");
  return {
    tenant: tenantOf(claims, expected.tenantClaim),
    holder: holderOf(claims),
    scopes: scopesIn(scope ?? scp),
    goodUntil: exp + LEEWAY_MS,
  };
};

const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= LONGEST_TEXT;

const audiencesIn = (aud: unknown): readonly string[] =>
  (Array.isArray(aud) ? aud.slice(0, MOST_AUDIENCES) : [aud]).filter(isText);

const instantOf = (claims: JsonObject, name: "exp" | "nbf" | "iat"): number | undefined => {
  const seconds = claims[name];
  if (seconds === undefined) return undefined;
  if (typeof seconds === "number" && Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
  throw badToken(`The claim ${name} of the access token is not a time.`);
};

/** A token without the claim belongs to nobody here: falling back to some tenant would let it in where it must not be. */
const tenantOf = (claims: JsonObject, claim: string | undefined): string => {
  if (claim === undefined) return DEFAULT_TENANT;
  const tenant = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (typeof tenant === "string" && isTenant(tenant)) return tenant;
  throw new Failure("forbidden", `The claim ${claim} of the access token does not name a tenant.`, {
    error_type: "invalid_token",
    allowed: "1 to 40 lower-case letters, digits and hyphens",
  });
};

const holderOf = ({ sub, client_id, azp }: JsonObject): TokenClaims["holder"] => {
  const [subject, client] = [sub, client_id ?? azp].map((value) => (isText(value) ? value : ""));
  if (!subject && !client) throw badToken("The access token does not say whose it is.");
  return [subject ?? "", client ?? ""];
};

/** One text with blanks between (RFC 8693), or a list, as some issuers have it. */
const scopesIn = (scope: unknown): readonly string[] => {
  const scopes = typeof scope === "string" ? scope.split(" ") : Array.isArray(scope) ? scope : [];
  return scopes.filter(isText).slice(0, MOST_SCOPES);
};
