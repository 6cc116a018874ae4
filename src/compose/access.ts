import { adminCheck, OPERATOR } from "../access/admin-token.ts";
import { type Attempts, createAttempts } from "../access/attempts.ts";
import { givenPepper, keptPepper, passingPepper } from "../access/key-pepper.ts";
import { keyRoutes } from "../access/key-routes.ts";
import { looksLikeKey, problemOfKey } from "../access/key-text.ts";
import { type Keyring, openKeyring } from "../access/keyring.ts";
import { challenge, metadataUrlOf, protectedResourceMetadata, resourceAddress } from "../access/protected-resource.ts";
import { createQuotas, type QuotaVerdict } from "../access/quotas.ts";
import { grantOfScopes, SCOPES, scopeOf } from "../access/scopes.ts";
import { createTokenCheck } from "../access/token-check.ts";
import type { Config } from "../cli/config.ts";
import type { Door } from "../mcp/transports/http/door.ts";
import type { Page } from "../mcp/transports/http/http.ts";
import { type Answer, type HttpContext, plainAnswer, refusal } from "../mcp/transports/http/http-context.ts";
import type { AdminRoute } from "../model/admin-route.ts";
import { systemClock } from "../model/clock.ts";
import { Failure } from "../model/failure.ts";
import { ADMIN_API, allowsServer, type Grant, NO_KEY } from "../model/grant.ts";
import { DEFAULT_TENANT } from "../model/keys.ts";
import type { Log } from "../model/log.ts";
import type { Verdict } from "../platform/limits/rate-limiter.ts";
import type { Core } from "./house.ts";

/** Who may come in. */
export interface Access {
  readonly door: Door;
  /** For whoever is known already, and shows nothing again: may they come in here, and as often as this? */
  admit(context: HttpContext, server: string, grant: Grant): Grant | Answer | Promise<Grant | Answer>;
  /** Refuses addresses with too many failed attempts, except for credentials that were valid before. */
  blocked(client: string, authorization: string): Answer | undefined;
  /** Absent where nobody needs a key. */
  readonly keyring?: Keyring;
  /** Where clients that were refused learn whom to ask for a token. */
  page(path: string): Page | undefined;
  /** Where keys are handed out, if there are any. */
  readonly routes: readonly AdminRoute[];
  close(): Promise<void>;
}

export interface AccessOptions {
  readonly core: Pick<Core, "store" | "bus" | "outbound">;
  readonly adminToken: string;
  readonly log: Log;
}

const EVERYBODY: Grant = { tenant: DEFAULT_TENANT, keyId: NO_KEY, admin: false };

export const composeAccess = async (config: Config, options: AccessOptions): Promise<Access> =>
  config.auth.kind === "none" ? openHouse(options.adminToken) : keyHolders(config, options);

const ADMIN_TOKEN_WANTED: Answer = {
  ...refusal(
    401,
    "The admin API wants the admin token of this server, in the header Authorization: Bearer <token>. It is TAXIWAY_ADMIN_TOKEN; if that is not set, it was printed when the server first started.",
  ),
  headers: ["WWW-Authenticate", "Bearer"],
};

/** Failed attempts of one address in a minute: more than typing errors explain. */
const MOST_FAILED = 20;

const tooMany = ({ retryAfter, limit }: Verdict, of: string): Answer =>
  plainAnswer(429, `More than ${limit} ${of}; come back in ${retryAfter} seconds`, ["Retry-After", String(retryAfter)]);

/** A blocked address may be that of a whole office: what was good here before goes on, and no guess is looked up. */
const blockedBy =
  (attempts: Attempts, hasProved: (authorization: string) => boolean): Access["blocked"] =>
  (client, authorization) => {
    const verdict = attempts.refusal(client);
    if (verdict === undefined || hasProved(authorization)) return undefined;
    return tooMany(verdict, "failed attempts a minute");
  };

/**
 * Where the admin token grants more than a caller without it has. Elsewhere other tokens mean something else: each
 * account of the Duffel sandbox has its own.
 */
const GUESSED_AT: ReadonlySet<string> = new Set([ADMIN_API, "toolbox"]);

/** Nobody has to show anything; the admin token is what it is everywhere. */
const openHouse = (adminToken: string): Access => {
  const isAdmin = adminCheck(adminToken);
  const attempts = createAttempts({ limit: MOST_FAILED });
  const blocked = blockedBy(attempts, isAdmin.hasProved);
  return {
    door: {
      enter({ request, client }, server) {
        const { authorization } = request.headers;
        const isOpen = allowsServer(EVERYBODY, server);
        if (authorization === undefined) return isOpen ? EVERYBODY : ADMIN_TOKEN_WANTED;
        const refused = blocked(client, authorization);
        if (refused !== undefined) return isOpen ? EVERYBODY : refused;
        if (isAdmin(authorization)) return OPERATOR;
        if (GUESSED_AT.has(server)) attempts.failed(client, authorization);
        return isOpen ? EVERYBODY : ADMIN_TOKEN_WANTED;
      },
    },
    blocked,
    admit: (_exchange, server, grant) => (allowsServer(grant, server) ? grant : ADMIN_TOKEN_WANTED),
    page: () => undefined,
    routes: [],
    close: async () => undefined,
  };
};

const WELL_KNOWN = /^\/\.well-known\/oauth-protected-resource(?=\/|$)/;
const BEARER = /^Bearer +(\S{1,8192})$/i;

const HOW = "Send the key as it was handed out, in the header Authorization: Bearer <key>.";
const ASK = "Ask whoever runs this server for one that does.";
/** The same for all three: who has no key is not told which ones there were. */
const UNKNOWN = "This key opens nothing: it is not known here, has expired, or was revoked.";

/** Who stands at the door, and in front of which server, as keys name it. */
interface Visitor {
  readonly context: HttpContext;
  readonly server: string;
}

export const openKeys = async (
  config: Config,
  { store, bus }: Pick<Core, "store" | "bus">,
  log: Log,
): Promise<Keyring> => openKeyring({ store, bus, clock: systemClock, log, pepper: await pepperOf(config) });

const pepperOf = async ({ auth, store, dataFolder }: Config): Promise<Buffer> => {
  if (auth.pepper !== undefined) return givenPepper(auth.pepper);
  return store.kind === "memory" ? passingPepper() : keptPepper(dataFolder);
};

/** A house without any keys is closed to everybody, and whoever started it may wonder why. */
const warnOfNoKeys = async ({ auth, store }: Config, keyring: Keyring, log: Log): Promise<void> => {
  // A store that does not answer yet is no reason not to start.
  if (auth.issuer !== undefined || !(await keyring.isEmpty().catch(() => false))) return;
  const how =
    store.kind === "memory"
      ? "with POST /admin/keys and the admin token; with the memory store, keys end with this process"
      : "with: taxiway keys create --name <who uses it>";
  log.warn(`there are no API keys yet, and nobody comes in without one; make one ${how}`);
};

const keyHolders = async (config: Config, { core, adminToken, log }: AccessOptions): Promise<Access> => {
  const { store } = core;
  const outbound = core.outbound.issuer;
  const { issuer } = config.auth;
  const isAdmin = adminCheck(adminToken);
  const keyring = await openKeys(config, core, log);
  const quotas = createQuotas({ store, clock: config.clock, log });
  const attempts = createAttempts({ limit: MOST_FAILED });
  await warnOfNoKeys(config, keyring, log);
  const checkToken =
    issuer && createTokenCheck({ ...issuer, outbound, clock: systemClock, log, scopesToGrant: grantOfScopes });

  const resourceOf = ({ request }: Pick<HttpContext, "request">, path: string): string =>
    resourceAddress(config.http.publicUrl, request.headers.host, path);

  const challenged = (
    { context, server }: Visitor,
    error?: "invalid_token" | "insufficient_scope",
    description?: string,
  ): Answer => {
    const metadataUrl = metadataUrlOf(resourceOf(context, context.path));
    // Else clients ask their issuer for everything that there is.
    const scopes = issuer && [scopeOf(server)];
    const status = error === "insufficient_scope" ? 403 : 401;
    return {
      ...refusal(
        status,
        description ?? `This server wants ${issuer ? "an access token or an API key" : "an API key"}. ${HOW}`,
      ),
      headers: ["WWW-Authenticate", challenge({ metadataUrl, error, description, scopes })],
    };
  };

  const refused = (visitor: Visitor, shown: string, description: string): Answer => {
    attempts.failed(visitor.context.client, shown);
    return challenged(visitor, "invalid_token", description);
  };

  const failedCheck = (visitor: Visitor, shown: string, thrown: unknown): Answer => {
    if (!(thrown instanceof Failure)) throw thrown;
    const { kind, message, details } = thrown;
    const description = [message, details.hint].filter(Boolean).join(" ");
    if (kind !== "forbidden") return plainAnswer(503, description, ["Retry-After", "1"]);
    if (details.error_type === "insufficient_scope") return challenged(visitor, "insufficient_scope", description);
    return refused(visitor, shown, description);
  };

  /** A key or token is good; does it open this, and as often as this? */
  const admitted = (visitor: Visitor, grant: Grant): Grant | Answer | Promise<Grant | Answer> => {
    const { context, server } = visitor;
    if (!allowsServer(grant, server)) {
      const closed = server === ADMIN_API ? "the admin API" : server;
      return challenged(visitor, "insufficient_scope", `What you sent does not open ${closed}. ${ASK}`);
    }
    const verdict = quotas.take(grant);
    const judged = (judgement: QuotaVerdict | undefined): Grant | Answer => {
      if (judgement === undefined) return grant;
      // Of two limits, clients hear of the one that they meet first.
      if (context.verdict === undefined || judgement.remaining < context.verdict.remaining) {
        context.verdict = judgement;
      }
      return judgement.allowed ? grant : tooMany(judgement, `calls a ${judgement.per} with this key`);
    };
    return verdict instanceof Promise ? verdict.then(judged) : judged(verdict);
  };

  const withKey = (visitor: Visitor, key: string) => {
    const known = (grant: Grant | undefined) =>
      grant === undefined
        ? refused(visitor, key, problemOfKey(key)?.concat(" ", HOW) ?? `${UNKNOWN} ${ASK}`)
        : admitted(visitor, grant);
    const found = keyring.find(key);
    return found instanceof Promise
      ? found.then(known, (thrown: unknown) => failedCheck(visitor, key, thrown))
      : known(found);
  };

  const blocked = blockedBy(attempts, (authorization) => {
    const shown = BEARER.exec(authorization)?.[1];
    if (shown === undefined) return false;
    return keyring.hasProved(shown) || checkToken?.hasProved(shown) === true || isAdmin.hasProved(authorization);
  });

  const door: Door = {
    enter(context, server) {
      const visitor: Visitor = { context, server };
      const { authorization } = context.request.headers;
      if (authorization === undefined) return challenged(visitor);
      const refusedFor = blocked(context.client, authorization);
      if (refusedFor !== undefined) return refusedFor;
      if (isAdmin(authorization)) return OPERATOR;
      const shown = BEARER.exec(authorization)?.[1];
      if (shown === undefined) return refused(visitor, authorization, `Authorization must have another form. ${HOW}`);
      if (looksLikeKey(shown) || checkToken === undefined) return withKey(visitor, shown);
      return checkToken(shown).then(
        (grant) => admitted(visitor, grant),
        (thrown: unknown) => failedCheck(visitor, shown, thrown),
      );
    },
  };

  const stays: Door["stays"] = ({ request: { headers } }) => {
    const shown = BEARER.exec(headers.authorization ?? "")?.[1];
    if (shown === undefined || isAdmin(headers.authorization)) return shown !== undefined;
    if (!looksLikeKey(shown) && checkToken !== undefined) {
      return checkToken(shown).then(
        () => true,
        (thrown: unknown) => !(thrown instanceof Failure && thrown.kind === "forbidden"),
      );
    }
    const found = keyring.find(shown);
    return found instanceof Promise ? found.then((grant) => grant !== undefined) : found !== undefined;
  };

  const metadataPage = (path: string): Page => ({
    unlimited: false,
    answer: async (request) => ({
      status: 200,
      body: JSON.stringify(
        protectedResourceMetadata({ resource: resourceOf({ request }, path), issuer: issuer?.issuer, scopes: SCOPES }),
      ),
    }),
  });

  return {
    door: { ...door, stays },
    admit: (context, server, grant) => admitted({ context, server }, grant),
    blocked,
    keyring,
    // Whatever the path: that nothing is there is told to those who may come in.
    page: (path) => (WELL_KNOWN.test(path) ? metadataPage(path.replace(WELL_KNOWN, "")) : undefined),
    routes: keyRoutes(keyring),
    async close() {
      await quotas.close();
      await keyring.close();
    },
  };
};
