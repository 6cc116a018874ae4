import type { IncomingHttpHeaders } from "node:http";
import type { AdminRoute } from "../../model/admin-route.ts";
import { type Clock, systemClock } from "../../model/clock.ts";
import { Failure } from "../../model/failure.ts";
import { ADMIN_API, allowsServer, type Grant, NO_KEY, type Quota } from "../../model/grant.ts";
import type { HttpRefusal } from "../../model/http-refusal.ts";
import { DEFAULT_TENANT } from "../../model/keys.ts";
import type { Log } from "../../model/log.ts";
import type { Verdict } from "../../platform/limits/sliding-window.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import type { Store } from "../../platform/stores/store.ts";
import { adminCheck, OPERATOR } from "../admin-token.ts";
import { type Attempts, createAttempts } from "../attempts.ts";
import { keyRoutes } from "../key-routes.ts";
import { looksLikeKey, problemOfKey } from "../key-text.ts";
import type { Keyring } from "../keyring.ts";
import { challenge, metadataUrlOf, protectedResourceMetadata, resourceAddress } from "../protected-resource.ts";
import { createQuotas, type QuotaVerdict } from "../quotas.ts";
import { SCOPES, scopeOf } from "../scopes.ts";
import { createTokenCheck } from "../token-check.ts";

/** What authentication reads of an HTTP request. */
export interface IncomingRequest {
  readonly request: { readonly headers: IncomingHttpHeaders };
  /** The client that failed attempts are counted for. */
  readonly client: string;
  readonly path: string;
  /** The rate limit that the response reports. */
  verdict: Verdict | undefined;
}

type Decision = Grant | HttpRefusal;

/** Authenticates HTTP requests: with API keys and access tokens, or with the admin token alone where authentication is off. */
export interface HttpAccess {
  /** Decides by the Authorization header what a caller may do at a server, named as keys name it. */
  authenticate(incoming: IncomingRequest, scope: string): Decision | Promise<Decision>;
  /** Decides the same for a credential sent in another way. */
  check(incoming: IncomingRequest, scope: string, authorization: string | undefined): Decision | Promise<Decision>;
  /** Whether the credential of an open stream is still valid. */
  isStillValid(incoming: IncomingRequest): boolean | Promise<boolean>;
  /** Applies scope and quota to a caller who is already authenticated. */
  admit(incoming: IncomingRequest, scope: string, grant: Grant): Decision | Promise<Decision>;
  /** Refuses clients with too many failed attempts, unless the credential was valid here before. */
  blocked(client: string, authorization: string): HttpRefusal | undefined;
  /** Absent where authentication is off. */
  readonly keyring?: Keyring;
  /** The OAuth metadata page at a path (RFC 9728), if there is one. */
  page(path: string): MetadataPage | undefined;
  /** Admin API routes that manage keys. */
  readonly routes: readonly AdminRoute[];
  close(): Promise<void>;
}

interface MetadataPage {
  readonly unlimited: boolean;
  answer(request: IncomingRequest["request"]): Promise<{ readonly status: number; readonly body: string }>;
}

const ANONYMOUS: Grant = { tenant: DEFAULT_TENANT, keyId: NO_KEY, admin: false };

const ADMIN_TOKEN_REQUIRED: HttpRefusal = {
  status: 401,
  message:
    "The admin API needs the admin token of this server, in the header Authorization: Bearer <token>. The token is TAXIWAY_ADMIN_TOKEN; if that is not set, it was printed when the server first started.",
  headers: ["WWW-Authenticate", "Bearer"],
};

/** Failed attempts per client and minute: more than typing errors explain. */
const MAX_FAILED = 20;

const tooMany = ({ retryAfter, limit }: Verdict, what: string): HttpRefusal => ({
  status: 429,
  message: `More than ${limit} ${what}; try again in ${retryAfter} seconds`,
  headers: ["Retry-After", String(retryAfter)],
});

const exceededBy = ({ per, of }: NonNullable<QuotaVerdict["exceeded"]>, { tenant }: Grant): string =>
  `calls a ${per} ${of === "key" ? "with this key" : `with all keys and tokens of the tenant ${tenant}`}`;

/** A blocked address may be a whole office, so credentials that were valid in this process before still work. */
const blockedBy =
  (attempts: Attempts, wasValid: (authorization: string) => boolean): HttpAccess["blocked"] =>
  (client, authorization) => {
    const verdict = attempts.refusal(client);
    if (verdict === undefined || wasValid(authorization)) return undefined;
    return tooMany(verdict, "failed attempts a minute");
  };

/** Where a wrong token counts as an attempt to guess the admin token. The Duffel sandbox has tokens of its own. */
const GUESSED_AT: ReadonlySet<string> = new Set([ADMIN_API, "toolbox"]);

/** Authentication is off: callers need no credentials, and the admin token opens the admin API. */
export const openAccess = (adminToken: string): HttpAccess => {
  const isAdmin = adminCheck(adminToken);
  const attempts = createAttempts({ limit: MAX_FAILED });
  const blocked = blockedBy(attempts, isAdmin.wasValid);

  const check: HttpAccess["check"] = ({ client }, scope, authorization) => {
    const needsNone = allowsServer(ANONYMOUS, scope);
    if (authorization === undefined) return needsNone ? ANONYMOUS : ADMIN_TOKEN_REQUIRED;
    const refused = blocked(client, authorization);
    if (refused !== undefined) return needsNone ? ANONYMOUS : refused;
    if (isAdmin(authorization)) return OPERATOR;
    if (GUESSED_AT.has(scope)) attempts.failed(client, authorization);
    return needsNone ? ANONYMOUS : ADMIN_TOKEN_REQUIRED;
  };

  return {
    authenticate: (incoming, scope) => check(incoming, scope, incoming.request.headers.authorization),
    check,
    isStillValid: () => true,
    admit: (_, scope, grant) => (allowsServer(grant, scope) ? grant : ADMIN_TOKEN_REQUIRED),
    blocked,
    page: () => undefined,
    routes: [],
    close: async () => undefined,
  };
};

export interface KeyAccessOptions {
  readonly keyring: Keyring;
  readonly adminToken: string;
  /** The URL under which clients reach this server. */
  readonly publicUrl?: string;
  /** Access tokens of this issuer are accepted too. */
  readonly issuer?: {
    readonly issuer: string;
    readonly audience: string;
    readonly jwksUrl?: string;
    readonly tenantClaim?: string;
  };
  readonly store: Store;
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly log: Log;
}

const WELL_KNOWN = /^\/\.well-known\/oauth-protected-resource(?=\/|$)/;
const BEARER = /^Bearer +(\S{1,8192})$/i;

const HOW = "Send the key exactly as it was created, in the header Authorization: Bearer <key>.";
const ASK = "Ask an administrator of this server for a key that covers it.";
const ASK_FOR_VALID = "Ask an administrator of this server for a valid one.";
/** One text for all three cases, so that it does not reveal which keys exist. */
const UNKNOWN = "Invalid, expired or revoked API key.";

/** Every request needs an API key, an access token or the admin token. */
export const keyAccess = (options: KeyAccessOptions): HttpAccess => {
  const { keyring, issuer, publicUrl, store, outbound, clock, log } = options;
  const isAdmin = adminCheck(options.adminToken);
  const quotas = createQuotas({ store, clock, log });
  const attempts = createAttempts({ limit: MAX_FAILED });
  const checkToken = issuer && createTokenCheck({ ...issuer, outbound, clock: systemClock, log });

  const resourceOf = ({ headers }: IncomingRequest["request"], path: string): string =>
    resourceAddress(publicUrl, headers.host, path);

  const challenged = (
    { request, path }: IncomingRequest,
    scope: string,
    error?: "invalid_token" | "insufficient_scope",
    description?: string,
  ): HttpRefusal => {
    const metadataUrl = metadataUrlOf(resourceOf(request, path));
    // Without a scope, clients ask their issuer for all of them.
    const scopes = issuer && [scopeOf(scope)];
    return {
      status: error === "insufficient_scope" ? 403 : 401,
      message: description ?? `This server needs ${issuer ? "an access token or an API key" : "an API key"}. ${HOW}`,
      headers: ["WWW-Authenticate", challenge({ metadataUrl, error, description, scopes })],
    };
  };

  const invalid = (incoming: IncomingRequest, scope: string, credential: string, description: string): HttpRefusal => {
    attempts.failed(incoming.client, credential);
    return challenged(incoming, scope, "invalid_token", description);
  };

  const failedCheck = (incoming: IncomingRequest, scope: string, credential: string, thrown: unknown): HttpRefusal => {
    if (!(thrown instanceof Failure)) throw thrown;
    const { kind, message, details } = thrown;
    const description = [message, details.hint].filter(Boolean).join(" ");
    if (kind !== "forbidden") return { status: 503, message: description, headers: ["Retry-After", "1"] };
    if (details.error_type === "insufficient_scope") {
      return challenged(incoming, scope, "insufficient_scope", description);
    }
    return invalid(incoming, scope, credential, description);
  };

  const admit: HttpAccess["admit"] = (incoming, scope, grant) => {
    if (!allowsServer(grant, scope)) {
      const closed = scope === ADMIN_API ? "the admin API" : scope;
      return challenged(incoming, scope, "insufficient_scope", `Your key does not cover ${closed}. ${ASK}`);
    }
    const decide = (verdict: QuotaVerdict | undefined): Decision => {
      if (verdict === undefined) return grant;
      // The response reports the limit that the client reaches first.
      if (incoming.verdict === undefined || verdict.remaining < incoming.verdict.remaining) incoming.verdict = verdict;
      return verdict.exceeded === undefined ? grant : tooMany(verdict, exceededBy(verdict.exceeded, grant));
    };
    const take = (ofTenant: Quota | undefined): Decision | Promise<Decision> => {
      const verdict = quotas.take(grant, ofTenant);
      return verdict instanceof Promise ? verdict.then(decide) : decide(verdict);
    };
    const ofTenant = keyring.tenantQuotas.of(grant.tenant);
    return ofTenant instanceof Promise ? ofTenant.then(take) : take(ofTenant);
  };

  const checkKey = (incoming: IncomingRequest, scope: string, key: string): Decision | Promise<Decision> => {
    const decide = (grant: Grant | undefined) =>
      grant === undefined
        ? invalid(incoming, scope, key, problemOfKey(key)?.concat(" ", HOW) ?? `${UNKNOWN} ${ASK_FOR_VALID}`)
        : admit(incoming, scope, grant);
    const found = keyring.find(key);
    return found instanceof Promise
      ? found.then(decide, (thrown: unknown) => failedCheck(incoming, scope, key, thrown))
      : decide(found);
  };

  const blocked = blockedBy(attempts, (authorization) => {
    const credential = BEARER.exec(authorization)?.[1];
    if (credential === undefined) return false;
    return keyring.wasValid(credential) || checkToken?.wasValid(credential) === true || isAdmin.wasValid(authorization);
  });

  const check: HttpAccess["check"] = (incoming, scope, authorization) => {
    if (authorization === undefined) return challenged(incoming, scope);
    const refused = blocked(incoming.client, authorization);
    if (refused !== undefined) return refused;
    if (isAdmin(authorization)) return OPERATOR;
    const credential = BEARER.exec(authorization)?.[1];
    if (credential === undefined) {
      return invalid(incoming, scope, authorization, `The Authorization header is malformed. ${HOW}`);
    }
    if (looksLikeKey(credential) || checkToken === undefined) return checkKey(incoming, scope, credential);
    return checkToken(credential).then(
      (grant) => admit(incoming, scope, grant),
      (thrown: unknown) => failedCheck(incoming, scope, credential, thrown),
    );
  };

  const isStillValid: HttpAccess["isStillValid"] = ({ request: { headers } }) => {
    const credential = BEARER.exec(headers.authorization ?? "")?.[1];
    if (credential === undefined || isAdmin(headers.authorization)) return credential !== undefined;
    if (!looksLikeKey(credential) && checkToken !== undefined) {
      return checkToken(credential).then(
        () => true,
        (thrown: unknown) => !(thrown instanceof Failure && thrown.kind === "forbidden"),
      );
    }
    const found = keyring.find(credential);
    return found instanceof Promise ? found.then((grant) => grant !== undefined) : found !== undefined;
  };

  const metadataPage = (path: string): MetadataPage => ({
    unlimited: false,
    answer: async (request) => ({
      status: 200,
      body: JSON.stringify(
        protectedResourceMetadata({ resource: resourceOf(request, path), issuer: issuer?.issuer, scopes: SCOPES }),
      ),
    }),
  });

  return {
    authenticate: (incoming, scope) => check(incoming, scope, incoming.request.headers.authorization),
    check,
    isStillValid,
    admit,
    blocked,
    keyring,
    // For every path: only authenticated callers learn which paths exist.
    page: (path) => (WELL_KNOWN.test(path) ? metadataPage(path.replace(WELL_KNOWN, "")) : undefined),
    routes: keyRoutes(keyring),
    async close() {
      await quotas.close();
      await keyring.close();
    },
  };
};
