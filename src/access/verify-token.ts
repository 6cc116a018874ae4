import { base64url, decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { Failure } from "../model/failure.ts";
import { DEFAULT_TENANT } from "../model/keys.ts";
import { strictJson } from "./strict-json.ts";
import { isTenant } from "./tenant.ts";

/** What a token must have besides a valid signature. */
export interface Expected {
  readonly issuer: string;
  readonly audiences: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Only asymmetric algorithms: with HS*, anyone who knows the public key could sign tokens. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"];
/** Tolerates clock differences with the issuer. */
const LEEWAY_SECONDS = 60;
const MAX_KID_LENGTH = 256;
/** Stricter than jose, which ignores padding and spaces, so that a token has only one spelling. */
const COMPACT = /^([\w-]{1,2048})\.([\w-]+)\.[\w-]+$/;
/** RFC 9068 defines at+jwt for access tokens; most issuers still write JWT, or nothing. */
const TYPE = /^(?:application\/)?(?:at\+)?jwt$/i;

const NOT_SIGNED = "The access token is not a signed JSON Web Token.";
const WRONG_KEY = "The signature of the access token does not match a key that the issuer publishes.";
const NOT_YET = "The access token is not valid yet.";
const AMBIGUOUS = "The access token does not consist of two JSON objects without duplicate names.";

/** Keys are codes of jose's errors; for claims, the name of the claim, or its name and the reason. */
const REFUSALS: Readonly<Record<string, readonly [message: string, hint?: string]>> = {
  ERR_JWS_INVALID: [NOT_SIGNED],
  ERR_JWT_INVALID: [NOT_SIGNED],
  ERR_JOSE_ALG_NOT_ALLOWED: [`The access token is not signed with an accepted algorithm (${ALGORITHMS.join(", ")}).`],
  ERR_JOSE_NOT_SUPPORTED: ["The access token requires unsupported extensions."],
  ERR_JWT_EXPIRED: ["The access token has expired."],
  iss: ["The access token was issued by an issuer that this server does not trust."],
  aud: ["The access token was issued for another service.", "Request a token for this server from the issuer."],
  "exp missing": ["The access token does not say when it expires."],
  "exp invalid": ["The claim exp of the access token is not a time."],
  "nbf invalid": ["The claim nbf of the access token is not a time."],
  "iat invalid": ["The claim iat of the access token is not a time."],
  "nbf check_failed": [NOT_YET],
};

export interface Verified {
  readonly claims: JWTPayload;
  /** Unix milliseconds, including the leeway. */
  readonly validUntil: number;
}

/** Checks signature, issuer, audience and time. Rejects with a Failure. */
export const verifyToken = async (token: string, keyFor: JWTVerifyGetKey, expected: Expected): Promise<Verified> => {
  const [, ...parts] = COMPACT.exec(token) ?? [];
  if (parts.length === 0) throw badToken(NOT_SIGNED);
  if (!parts.every(isStrictJson)) throw badToken(AMBIGUOUS);
  const claims = await verifiedClaims(token, keyFor, expected).catch((error: unknown) => {
    throw error instanceof Failure ? error : refusalOf(error);
  });
  // jose accepts 1e999 as a time, and looks at iat only where a maximum age is set.
  const { exp = Number.NaN, iat = 0 } = claims;
  if (!Number.isFinite(exp)) throw badToken("The claim exp of the access token is not a time.");
  if (iat > expected.now / 1000 + LEEWAY_SECONDS) throw badToken(NOT_YET);
  return { claims, validUntil: (exp + LEEWAY_SECONDS) * 1000 };
};

const verifiedClaims = async (token: string, keyFor: JWTVerifyGetKey, expected: Expected): Promise<JWTPayload> => {
  const options = {
    algorithms: ALGORITHMS,
    issuer: expected.issuer,
    audience: [...expected.audiences],
    requiredClaims: ["exp"],
    clockTolerance: LEEWAY_SECONDS,
    currentDate: new Date(expected.now),
  };
  const checkedKeyFor: JWTVerifyGetKey = (header, jws) => {
    checkHeader(header);
    return keyFor(header, jws);
  };
  try {
    return (await jwtVerify(token, checkedKeyFor, options)).payload;
  } catch (error) {
    // Some issuers publish an old and a new key with one kid. A token without a kid is refused if there are several keys.
    const severalOfOneKid = error instanceof errors.JWKSMultipleMatchingKeys && "kid" in decodeProtectedHeader(token);
    if (!severalOfOneKid) throw error;
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (failed) {
        if (failed instanceof errors.JWTClaimValidationFailed || failed instanceof errors.JWTExpired) throw failed;
      }
    }
    throw error;
  }
};

/** Runs before the key is looked up. Keys and their URLs in the header (`jwk`, `x5c`, `jku`, `x5u`) are never used. */
const checkHeader = ({ typ, kid }: { readonly typ?: unknown; readonly kid?: unknown }): void => {
  if (typ !== undefined && !(typeof typ === "string" && TYPE.test(typ))) {
    throw badToken("The token is not an access token.");
  }
  if (kid !== undefined && !(typeof kid === "string" && kid.length <= MAX_KID_LENGTH)) {
    throw badToken("The key ID of the access token is invalid.");
  }
};

const isStrictJson = (part: string): boolean => {
  try {
    return strictJson(new TextDecoder("utf-8", { fatal: true }).decode(base64url.decode(part))) !== undefined;
  } catch {
    return false;
  }
};

/** All other errors are about keys: none matches, or the matching one is broken or too weak. */
const refusalOf = (error: unknown): Failure => {
  const { code = "", claim = "", reason } = error as { code?: string; claim?: string; reason?: string };
  const [message, hint] = REFUSALS[code] ?? REFUSALS[claim] ?? REFUSALS[`${claim} ${reason}`] ?? [WRONG_KEY];
  return badToken(message, hint);
};

export interface TokenClaims {
  readonly tenant: string;
  /** The person and the program that the token was issued to. */
  readonly holder: readonly [subject: string, client: string];
  readonly scopes: readonly string[];
}

const MAX_SCOPES = 100;
const MAX_TEXT_LENGTH = 512;

/** `error_type` is the error code of RFC 6750, section 3.1. */
export const badToken = (message: string, hint = "Send a new access token."): Failure =>
  new Failure("forbidden", message, { error_type: "invalid_token", hint });

/** Without a `tenantClaim`, all tokens belong to the default tenant. */
export const readClaims = (claims: JWTPayload, tenantClaim: string | undefined): TokenClaims => ({
  tenant: tenantOf(claims, tenantClaim),
  holder: holderOf(claims),
  scopes: scopesIn(claims.scope ?? claims.scp),
});

const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= MAX_TEXT_LENGTH;

/** A token without the claim is refused, so that it does not grant access to the default tenant. */
const tenantOf = (claims: JWTPayload, claim: string | undefined): string => {
  if (claim === undefined) return DEFAULT_TENANT;
  const tenant = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (typeof tenant === "string" && isTenant(tenant)) return tenant;
  throw new Failure("forbidden", `The claim ${claim} of the access token does not name a tenant.`, {
    error_type: "invalid_token",
    allowed: "1 to 40 lower-case letters, digits and hyphens",
  });
};

const holderOf = ({ sub, client_id, azp }: JWTPayload): TokenClaims["holder"] => {
  const [subject, client] = [sub, client_id ?? azp].map((value) => (isText(value) ? value : ""));
  if (!subject && !client) throw badToken("The access token names neither a subject nor a client.");
  return [subject ?? "", client ?? ""];
};

/** A text separated by spaces (RFC 8693), or a list, which some issuers send. */
const scopesIn = (scope: unknown): readonly string[] => {
  const scopes = typeof scope === "string" ? scope.split(" ") : Array.isArray(scope) ? scope : [];
  return scopes.filter(isText).slice(0, MAX_SCOPES);
};
