import { createHash } from "node:crypto";
import type { Clock } from "../model/clock.ts";
import { Failure, invalid } from "../model/failure.ts";
import type { Grant } from "../model/grant.ts";
import type { Log } from "../model/log.ts";
import type { Outbound } from "../platform/outbound/outbound.ts";
import { createIssuerKeys } from "./issuer-keys.ts";
import type { ScopesToGrant } from "./scopes.ts";
import { badToken, readClaims } from "./token-claims.ts";
import { verifyToken } from "./verify-token.ts";

export interface TokenCheck {
  /**
   * Rejects with a Failure: `forbidden` with `error_type` `invalid_token` (401) or `insufficient_scope` (403), or
   * `unavailable` and retryable when the issuer's keys are not to be had.
   */
  (token: string): Promise<Grant>;
  /** Whether the token was valid here a moment ago, which a guessed token never is. */
  hasProved(token: string): boolean;
}

export interface TokenCheckOptions {
  /** As it stands in the tokens, to the letter. */
  readonly issuer: string;
  /** What tokens for this server have as `aud`: its address as clients know it. */
  readonly audience: string | readonly string[];
  readonly jwksUrl?: string | undefined;
  readonly outbound: Pick<Outbound, "request">;
  /** Real time, also in a rehearsal: issuers live outside of it. */
  readonly clock: Clock;
  readonly log: Log;
  readonly scopesToGrant: ScopesToGrant;
  /** Which claim names the tenant. Absent: all tokens belong to the default tenant. */
  readonly tenantClaim?: string | undefined;
  /** Milliseconds that pass by themselves, whatever the clock shows. */
  readonly elapsed?: () => number;
}

interface Checked {
  readonly grant: Grant;
  readonly goodUntil: number;
  readonly checkAgainAt: number;
}

const LONGEST_TOKEN = 8_192;
/** A key that its issuer withdraws may go unnoticed for this long beyond the age of the key set. */
const REMEMBERED_MS = 60_000;
const MOST_REMEMBERED = 5_000;

/** JWTs of one issuer, for this server as their audience: the resource server's part of OAuth 2.1. */
export const createTokenCheck = ({
  issuer,
  audience,
  jwksUrl,
  outbound,
  clock,
  log,
  scopesToGrant,
  tenantClaim,
  elapsed = () => performance.now(),
}: TokenCheckOptions): TokenCheck => {
  for (const url of [issuer, jwksUrl]) checkUrl(url);
  const keyFor = createIssuerKeys({ issuer, jwksUrl, outbound, log, elapsed });
  const audiences = [audience].flat();
  // Verifying a signature costs more than most calls do. By digest: tokens themselves are kept nowhere.
  const remembered = new Map<string, Checked>();

  const checked = async (token: string): Promise<Checked> => {
    const { claims, goodUntil } = await verifyToken(token, keyFor, { issuer, audiences, now: clock.now() });
    const { tenant, holder, scopes } = readClaims(claims, tenantClaim);
    const scoped = scopesToGrant(scopes);
    if (scoped === undefined) throw insufficientScope();
    const keyId = `token-${digest([issuer, ...holder]).slice(0, 12)}`;
    return {
      grant: Object.freeze({ tenant, keyId, ...scoped }),
      goodUntil,
      checkAgainAt: elapsed() + REMEMBERED_MS,
    };
  };

  const knownAs = (name: string): Checked | undefined => {
    const known = remembered.get(name);
    return known && clock.now() < known.goodUntil && elapsed() < known.checkAgainAt ? known : undefined;
  };

  const check = async (token: string): Promise<Grant> => {
    if (token.length > LONGEST_TOKEN) throw badToken(`The access token is longer than ${LONGEST_TOKEN} characters.`);
    const name = digest([token]);
    const known = knownAs(name);
    if (known) return known.grant;
    remembered.delete(name);
    const entry = await checked(token);
    remembered.set(name, entry);
    if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value as string);
    return entry.grant;
  };

  return Object.assign(check, { hasProved: (token: string) => knownAs(digest([token])) !== undefined });
};

const digest = (parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url");

const insufficientScope = (): Failure =>
  new Failure("forbidden", "The access token has no scope that opens anything here.", {
    error_type: "insufficient_scope",
    hint: "Ask its issuer for one of the scopes that the protected resource metadata lists.",
  });

const checkUrl = (url: string | undefined): void => {
  if (url === undefined || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return;
  throw invalid("This is not an address of an issuer.", { value: url, allowed: "an https: address" });
};
