import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { unavailable } from "../model/failure.ts";
import { isJsonObject, type JsonObject } from "../model/json.ts";
import type { Log } from "../model/log.ts";
import type { Outbound } from "../platform/outbound/outbound.ts";
import { strictJson } from "./strict-json.ts";

export interface IssuerKeysOptions {
  readonly issuer: string;
  /** Default: from the issuer's metadata. */
  readonly jwksUrl?: string | undefined;
  readonly outbound: Pick<Outbound, "request">;
  readonly log: Log;
  /** A monotonic clock in milliseconds. */
  readonly elapsed: () => number;
}

const FRESH_MS = 10 * 60_000;
/** How long keys are used while the issuer is unavailable. It may have withdrawn one. */
const TRUSTED_MS = 24 * 3_600_000;
/** Limits requests to the issuer that untrusted tokens with invented key IDs cause. */
const BETWEEN_FETCHES_MS = 60_000;
/** Shorter while there are no keys yet, because callers wait for them. */
const BETWEEN_FIRST_TRIES_MS = 5_000;
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 262_144;
const MAX_KEYS = 100;

/**
 * Finds the key of a token among the keys that its issuer publishes. Not jose's createRemoteJWKSet: that has no pause after a failed
 * fetch, does not serve old keys while it fetches or while the issuer is down, and takes its time from Date.now.
 */
export const createIssuerKeys = ({ issuer, jwksUrl, outbound, log, elapsed }: IssuerKeysOptions): JWTVerifyGetKey => {
  let keys: JWTVerifyGetKey | undefined;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;

  const document = async (url: string): Promise<JsonObject> => {
    const { status, body } = await outbound.request(url, {
      headers: { accept: "application/json" },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    const value = status === 200 ? strictJson(body.toString("utf8")) : undefined;
    if (value === undefined) throw new Error(`${url} answered with status ${status} and without a usable JSON object`);
    return value;
  };

  const findJwksUrl = async (): Promise<string> => {
    const problems: string[] = [];
    for (const url of metadataUrls(issuer)) {
      try {
        const { issuer: named, jwks_uri } = await document(url);
        // Otherwise an issuer could publish the keys of another as its own.
        if (named !== issuer) throw new Error(`${url} describes another issuer`);
        if (typeof jwks_uri !== "string" || !isAsSafeAs(issuer, jwks_uri))
          throw new Error(`${url} names no usable jwks_uri`);
        return jwks_uri;
      } catch (error) {
        problems.push(String(error));
      }
    }
    throw new Error(problems.join("; "));
  };

  const fetchKeys = async (): Promise<void> => {
    triedAt = elapsed();
    try {
      const { keys: listed } = await document(jwksUrl ?? (await findJwksUrl()));
      if (!Array.isArray(listed)) throw new Error("the issuer's key set has no list of keys");
      const usable = listed.slice(0, MAX_KEYS).filter(isJsonObject);
      keys = createLocalJWKSet({ keys: usable } as unknown as JSONWebKeySet);
      fetchedAt = triedAt;
    } catch (error) {
      log.warn("the issuer's keys could not be fetched", { issuer, error: String(error) });
    }
  };

  /** Concurrent callers wait for the same fetch. */
  const refresh = (pauseMs: number): Promise<void> => {
    if (fetching) return fetching;
    if (elapsed() - triedAt < pauseMs) return Promise.resolve();
    fetching = fetchKeys().finally(() => {
      fetching = undefined;
    });
    return fetching;
  };

  const trusted = (): JWTVerifyGetKey => {
    if (keys !== undefined && elapsed() - fetchedAt < TRUSTED_MS) return keys;
    throw unavailable("Access tokens cannot be checked right now: the keys of the issuer are unavailable.", {
      retryable: true,
      hint: "Repeat the request in a minute.",
    });
  };

  return async (header, token) => {
    if (keys === undefined) await refresh(BETWEEN_FIRST_TRIES_MS);
    else if (elapsed() - fetchedAt >= TRUSTED_MS) await refresh(BETWEEN_FETCHES_MS);
    // Uses the old keys until the new ones have arrived.
    else if (elapsed() - fetchedAt >= FRESH_MS) void refresh(BETWEEN_FETCHES_MS);
    try {
      return await trusted()(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await refresh(BETWEEN_FETCHES_MS);
      return trusted()(header, token);
    }
  };
};

/** RFC 8414, section 3.1, inserts the well-known part before the path, OpenID Connect appends it; issuers use both for both. */
export const metadataUrls = (issuer: string): readonly string[] => {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const names = ["oauth-authorization-server", "openid-configuration"];
  const inserted = names.map((name) => `${origin}/.well-known/${name}${path}`);
  const appended = names.map((name) => `${origin}${path}/.well-known/${name}`);
  return [...new Set([...inserted, ...appended])];
};

/** Metadata that was received over TLS must not lead to an address without TLS. */
const isAsSafeAs = (issuer: string, url: string): boolean =>
  URL.canParse(url) && (new URL(url).protocol === "https:" || new URL(issuer).protocol === "http:");
