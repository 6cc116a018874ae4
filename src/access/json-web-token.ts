import { Failure } from "../model/failure.ts";
import type { JsonObject } from "../model/json.ts";
import { ALGORITHM_NAMES } from "./signature-algorithms.ts";
import { strictJson } from "./strict-json.ts";

/** A signed token, taken apart. Nothing in it is true before the signature has been verified. */
export interface ReadToken {
  readonly algorithm: string;
  readonly kid?: string;
  readonly claims: JsonObject;
  readonly signed: string;
  readonly signature: Buffer;
}

const LONGEST_HEADER = 2_048;
const LONGEST_KID = 256;
const PART = /^[\w-]+$/;
/** RFC 9068 has at+jwt for access tokens; most issuers still say JWT, or nothing. Other kinds are for other purposes. */
const TYPE = /^(?:application\/)?(?:at\+)?jwt$/i;

/** `error_type` is the code that RFC 6750, section 3.1, has for it. */
export const badToken = (message: string, hint = "Get a new access token, and send that."): Failure =>
  new Failure("forbidden", message, { error_type: "invalid_token", hint });

/** Addresses of keys and keys themselves in the header (`jku`, `x5u`, `jwk`, `x5c`) are whatever the sender likes: passed over. */
export const readToken = (token: string): ReadToken => {
  const parts = token.split(".", 6);
  const [header = "", payload = "", signature = ""] = parts;
  if (parts.length !== 3 || !parts.every((part) => PART.test(part)) || header.length > LONGEST_HEADER) {
    throw badToken("The access token is not a signed JSON Web Token.");
  }
  const fields = decoded(header);
  const claims = decoded(payload);
  if (fields === undefined || claims === undefined) {
    throw badToken("The access token does not hold two JSON objects in which each name occurs once.");
  }
  const { alg, kid, typ } = fields;
  if (typeof alg !== "string" || !ALGORITHM_NAMES.includes(alg)) {
    throw badToken(`The access token is not signed in a way that is accepted here: ${ALGORITHM_NAMES.join(", ")}.`);
  }
  if ("crit" in fields) throw badToken("The access token demands extensions that are not known here.");
  if (typ !== undefined && !(typeof typ === "string" && TYPE.test(typ))) {
    throw badToken("The token is of another type than an access token.");
  }
  if (kid !== undefined && !(typeof kid === "string" && kid.length <= LONGEST_KID)) {
    throw badToken("The key id of the access token is not one.");
  }
  return {
    algorithm: alg,
    ...(kid !== undefined && { kid }),
    claims,
    signed: `${header}.${payload}`,
    signature: Buffer.from(signature, "base64url"),
  };
};

const decoded = (part: string): JsonObject | undefined => {
  try {
    return strictJson(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(part, "base64url")));
  } catch {
    return undefined;
  }
};
