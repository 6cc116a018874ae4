import { base64url, decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { Failure } from "../model/failure.ts";
import { strictJson } from "./strict-json.ts";
import { badToken } from "./token-claims.ts";

/** What is expected of a token besides its signature. */
export interface Expected {
  readonly issuer: string;
  readonly audiences: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Only signatures that a public key verifies: with HS*, everyone who knows the public key could sign. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"];
/** Clocks of issuers and ours may differ by this much. */
const LEEWAY_SECONDS = 60;
const LONGEST_KID = 256;
/** Stricter than jose, which ignores padding and blanks: one token has one spelling. */
const COMPACT = /^([\w-]{1,2048})\.([\w-]+)\.[\w-]+$/;
/** RFC 9068 has at+jwt for access tokens; most issuers still say JWT, or nothing. Other kinds are for other purposes. */
const TYPE = /^(?:application\/)?(?:at\+)?jwt$/i;

const NOT_SIGNED = "The access token is not a signed JSON Web Token.";
const WRONG_KEY = "The signature of the access token is not of a key that its issuer publishes.";
const NOT_YET = "The access token is not valid yet.";
const AMBIGUOUS = "The access token does not hold two JSON objects in which each name occurs once.";

/** By the code of jose's error; for a claim, also by its name and what is wrong with it. */
const REFUSALS: Readonly<Record<string, readonly [message: string, hint?: string]>> = {
  ERR_JWS_INVALID: [NOT_SIGNED],
  ERR_JWT_INVALID: [NOT_SIGNED],
  ERR_JOSE_ALG_NOT_ALLOWED: [
    `The access token is not signed in a way that is accepted here: ${ALGORITHMS.join(", ")}.`,
  ],
  ERR_JOSE_NOT_SUPPORTED: ["The access token demands extensions that are not known here."],
  ERR_JWT_EXPIRED: ["The access token has expired."],
  iss: ["The access token is of an issuer that is not trusted here."],
  aud: ["The access token was made for another service.", "Ask its issuer for one with this server as resource."],
  "exp missing": ["The access token does not say when it expires."],
  "exp invalid": ["The claim exp of the access token is not a time."],
  "nbf invalid": ["The claim nbf of the access token is not a time."],
  "iat invalid": ["The claim iat of the access token is not a time."],
  "nbf check_failed": [NOT_YET],
};

export interface Verified {
  readonly claims: JWTPayload;
  /** Milliseconds since the epoch, the leeway included. */
  readonly goodUntil: number;
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
  return { claims, goodUntil: (exp + LEEWAY_SECONDS) * 1000 };
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
    // A token without a kid is refused where there is a choice; some issuers publish an old and a new key under one kid.
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

/** Before a key is looked for. Keys and their addresses in the header (`jwk`, `x5c`, `jku`, `x5u`) are never used. */
const checkHeader = ({ typ, kid }: { readonly typ?: unknown; readonly kid?: unknown }): void => {
  if (typ !== undefined && !(typeof typ === "string" && TYPE.test(typ))) {
    throw badToken("The token is of another type than an access token.");
  }
  if (kid !== undefined && !(typeof kid === "string" && kid.length <= LONGEST_KID)) {
    throw badToken("The key id of the access token is not one.");
  }
};

const isStrictJson = (part: string): boolean => {
  try {
    return strictJson(new TextDecoder("utf-8", { fatal: true }).decode(base64url.decode(part))) !== undefined;
  } catch {
    return false;
  }
};

/** What is not in the table is about keys: none matches, or the one that does is broken or too weak. */
const refusalOf = (error: unknown): Failure => {
  const { code = "", claim = "", reason } = error as { code?: string; claim?: string; reason?: string };
  const [message, hint] = REFUSALS[code] ?? REFUSALS[claim] ?? REFUSALS[`${claim} ${reason}`] ?? [WRONG_KEY];
  return badToken(message, hint);
};
