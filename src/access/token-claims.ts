import type { JWTPayload } from "jose";
import { Failure } from "../model/failure.ts";
import { DEFAULT_TENANT } from "../model/keys.ts";
import { isTenant } from "./tenant.ts";

export interface TokenClaims {
  readonly tenant: string;
  /** Whose token it is: the person, and the program that has it. */
  readonly holder: readonly [subject: string, client: string];
  readonly scopes: readonly string[];
}

const MOST_SCOPES = 100;
const LONGEST_TEXT = 512;

/** `error_type` is the code that RFC 6750, section 3.1, has for it. */
export const badToken = (message: string, hint = "Get a new access token, and send that."): Failure =>
  new Failure("forbidden", message, { error_type: "invalid_token", hint });

/** Absent `tenantClaim`: all tokens belong to the default tenant. */
export const readClaims = (claims: JWTPayload, tenantClaim: string | undefined): TokenClaims => ({
  tenant: tenantOf(claims, tenantClaim),
  holder: holderOf(claims),
  scopes: scopesIn(claims.scope ?? claims.scp),
});

const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= LONGEST_TEXT;

/** A token without the claim is refused: the default tenant must not be open to it. */
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
  if (!subject && !client) throw badToken("The access token does not say whose it is.");
  return [subject ?? "", client ?? ""];
};

/** One text with blanks between (RFC 8693), or a list, as some issuers have it. */
const scopesIn = (scope: unknown): readonly string[] => {
  const scopes = typeof scope === "string" ? scope.split(" ") : Array.isArray(scope) ? scope : [];
  return scopes.filter(isText).slice(0, MOST_SCOPES);
};
