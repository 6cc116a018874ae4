import { createHash } from "node:crypto";
import type { Clock } from "../model/clock.ts";
import { Failure, invalid } from "../model/failure.ts";
import type { Grant } from "../model/grant.ts";
import type { Log } from "../model/log.ts";
import type { Outbound } from "../platform/outbound/outbound.ts";
import { createIssuerKeys } from "./issuer-keys.ts";
import { grantOfScopes } from "./scopes.ts";
import { badToken, readClaims, verifyToken } from "./verify-token.ts";

export interface TokenCheck {
  /**
   * Rejects with a Failure: `forbidden` with `error_type` `invalid_token` (401) or `insufficient_scope` (403), or
   * `unavailable` and retryable if the issuer's keys are unavailable.
   */
  (token: string): Promise<Grant>;
  /** Whether the token is cached as valid, which a guessed token never is. */
  wasValid(token: string): boolean;
}

export interface TokenCheckOptions {
  /** Must equal the claim `iss` exactly. */
  readonly issuer: string;
  /** The claim `aud` of tokens for this server. */
  readonly audience: string | readonly string[];
  readonly jwksUrl?: string | undefined;
  readonly outbound: Pick<Outbound, "request">;
  /** Real time: the clock of the world does not apply to tokens. */
  readonly clock: Clock;
  readonly log: Log;
  /** The claim that names the tenant. Absent: all tokens belong to the default tenant. */
  readonly tenantClaim?: string | undefined;
  /** A monotonic clock in milliseconds. */
  readonly elapsed?: () => number;
}

interface Checked {
  readonly grant: Grant;
  readonly validUntil: number;
  readonly checkAgainAt: number;
}

const MAX_TOKEN_LENGTH = 8_192;
/** A withdrawn key may go unnoticed for this long in addition to the age of the key set. */
const CACHED_MS = 60_000;
const MAX_CACHED = 5_000;

/** Checks access tokens (JWT) of one issuer for this server: the resource server's part of OAuth 2.1. */
export const createTokenCheck = ({
  issuer,
  audience,
  jwksUrl,
  outbound,
  clock,
  log,
  tenantClaim,
  elapsed = () => performance.now(),
}: TokenCheckOptions): TokenCheck => {
  for (const url of [issuer, jwksUrl]) checkUrl(url);
  const keyFor = createIssuerKeys({ issuer, jwksUrl, outbound, log, elapsed });
  const audiences = [audience].flat();
  // Verifying a signature costs more than most calls. By digest, so that tokens are not kept.
  const cache = new Map<string, Checked>();

  const checked = async (token: string): Promise<Checked> => {
    const { claims, validUntil } = await verifyToken(token, keyFor, { issuer, audiences, now: clock.now() });
    const { tenant, holder, scopes } = readClaims(claims, tenantClaim);
    const scoped = grantOfScopes(scopes);
    if (scoped === undefined) throw insufficientScope();
    const keyId = `token-${digest([issuer, ...holder]).slice(0, 12)}`;
    return {
      grant: Object.freeze({ tenant, keyId, ...scoped }),
      validUntil,
      checkAgainAt: elapsed() + CACHED_MS,
    };
  };

  const knownAs = (name: string): Checked | undefined => {
    const known = cache.get(name);
    return known && clock.now() < known.validUntil && elapsed() < known.checkAgainAt ? known : undefined;
  };

  const check = async (token: string): Promise<Grant> => {
    if (token.length > MAX_TOKEN_LENGTH)
      throw badToken(`The access token is longer than ${MAX_TOKEN_LENGTH} characters.`);
    const name = digest([token]);
    const known = knownAs(name);
    if (known) return known.grant;
    cache.delete(name);
    const entry = await checked(token);
    cache.set(name, entry);
    if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value as string);
    return entry.grant;
  };

  return Object.assign(check, { wasValid: (token: string) => knownAs(digest([token])) !== undefined });
};

const digest = (parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url");

const insufficientScope = (): Failure =>
  new Failure("forbidden", "The access token has no scope that grants access to this server.", {
    error_type: "insufficient_scope",
    hint: "Request one of the scopes in the protected resource metadata from the issuer.",
  });

const checkUrl = (url: string | undefined): void => {
  if (url === undefined || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return;
  throw invalid("Invalid issuer URL.", { value: url, allowed: "an https: URL" });
};
