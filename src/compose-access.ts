import { adminCheck } from "./access/admin-token.ts";
import { createAttempts } from "./access/attempts.ts";
import { givenPepper, keptPepper, passingPepper } from "./access/key-pepper.ts";
import { looksLikeKey, problemOfKey } from "./access/key-text.ts";
import { type Keyring, openKeyring } from "./access/keyring.ts";
import { challenge, metadataUrlOf, protectedResourceMetadata } from "./access/protected-resource.ts";
import { createQuotas } from "./access/quotas.ts";
import { grantOfScopes, SCOPES } from "./access/scopes.ts";
import { createTokenCheck } from "./access/token-check.ts";
import type { Agency } from "./compose.ts";
import type { Config } from "./config.ts";
import type { Verdict } from "./limits/rate-limiter.ts";
import { systemClock } from "./model/clock.ts";
import { Failure } from "./model/failure.ts";
import { allowsServer, type Grant } from "./model/grant.ts";
import { DEFAULT_TENANT } from "./model/keys.ts";
import type { Log } from "./model/log.ts";
import type { Door } from "./transports/http/door.ts";
import type { Page } from "./transports/http/http.ts";
import { type Answer, type HttpExchange, plainAnswer, refusal } from "./transports/http/http-exchange.ts";

/** Who may come in. */
export interface Access {
  readonly door: Door;
  /** Where clients that were refused learn whom to ask for a token, by path. */
  pages(paths: readonly string[]): readonly (readonly [string, Page])[];
  close(): Promise<void>;
}

export interface AccessOptions {
  readonly agency: Pick<Agency, "store" | "bus" | "outbound">;
  readonly adminToken: string;
  readonly log: Log;
}

const EVERYBODY: Grant = { tenant: DEFAULT_TENANT, keyId: "none", admin: false };
const ADMIN: Grant = { tenant: DEFAULT_TENANT, keyId: "admin-token", admin: true };

export const composeAccess = async (config: Config, options: AccessOptions): Promise<Access> =>
  config.auth.kind === "none" ? openHouse(options.adminToken) : keyHolders(config, options);

/** Nobody has to show anything; the admin token is what it is everywhere. */
const openHouse = (adminToken: string): Access => {
  const isAdmin = adminCheck(adminToken);
  return {
    door: { enter: ({ request }) => (isAdmin(request.headers.authorization) ? ADMIN : EVERYBODY) },
    pages: () => [],
    close: async () => undefined,
  };
};

/** Failed attempts of one address in a minute; nobody mistypes a key that often. */
const MOST_FAILED = 20;
const BEARER = /^Bearer +(\S{1,8192})$/i;

export const openKeys = async (
  config: Config,
  { store, bus }: Pick<Agency, "store" | "bus">,
  log: Log,
): Promise<Keyring> => openKeyring({ store, bus, clock: systemClock, log, pepper: await pepperOf(config) });

const pepperOf = async ({ auth, store, dataFolder }: Config): Promise<Buffer> => {
  if (auth.pepper !== undefined) return givenPepper(auth.pepper);
  return store.kind === "memory" ? passingPepper() : keptPepper(dataFolder);
};

const keyHolders = async (config: Config, { agency, adminToken, log }: AccessOptions): Promise<Access> => {
  const { store, outbound } = agency;
  const { issuer } = config.auth;
  const isAdmin = adminCheck(adminToken);
  const keyring = await openKeys(config, agency, log);
  const quotas = createQuotas({ store, clock: config.clock, log });
  const attempts = createAttempts({ limit: MOST_FAILED });
  const checkToken =
    issuer && createTokenCheck({ ...issuer, outbound, clock: systemClock, log, scopesToGrant: grantOfScopes });

  const resourceOf = ({ request }: Pick<HttpExchange, "request">, path: string): string =>
    `${config.http.publicUrl ?? `http://${request.headers.host ?? "localhost"}`}${path}`;

  const challenged = (
    exchange: HttpExchange,
    error?: "invalid_token" | "insufficient_scope",
    description?: string,
  ): Answer => {
    const metadataUrl = metadataUrlOf(resourceOf(exchange, exchange.path));
    const said =
      description ?? "This server wants an API key or an access token: send it as Authorization: Bearer <key>";
    const status = error === "insufficient_scope" ? 403 : 401;
    return {
      ...refusal(status, said),
      headers: [
        "WWW-Authenticate",
        challenge({ metadataUrl, error, description, ...(status === 403 && { scopes: SCOPES }) }),
      ],
    };
  };

  const tooMany = ({ retryAfter, limit }: Verdict, of: string): Answer =>
    plainAnswer(429, `More than ${limit} ${of}; come back in ${retryAfter} seconds`, [
      "Retry-After",
      String(retryAfter),
    ]);

  const refused = (exchange: HttpExchange, description: string): Answer => {
    attempts.failed(exchange.client);
    return challenged(exchange, "invalid_token", description);
  };

  const failedCheck = (exchange: HttpExchange, thrown: unknown): Answer => {
    if (!(thrown instanceof Failure)) throw thrown;
    if (thrown.kind !== "forbidden") return plainAnswer(503, thrown.message, ["Retry-After", "1"]);
    if (thrown.details.error_type === "insufficient_scope")
      return challenged(exchange, "insufficient_scope", thrown.message);
    return refused(exchange, thrown.message);
  };

  /** A key or token is good; does it open this, and as often as this? */
  const admitted = (exchange: HttpExchange, grant: Grant, server: string): Grant | Answer | Promise<Grant | Answer> => {
    if (!allowsServer(grant, server)) {
      return challenged(exchange, "insufficient_scope", `This key does not open ${server}.`);
    }
    const verdict = quotas.take(grant);
    const judged = (judgement: Verdict | undefined): Grant | Answer =>
      judgement === undefined || judgement.allowed ? grant : tooMany(judgement, "calls with this key");
    return verdict instanceof Promise ? verdict.then(judged) : judged(verdict);
  };

  const withKey = (exchange: HttpExchange, key: string, server: string) => {
    const known = (grant: Grant | undefined) =>
      grant === undefined
        ? refused(exchange, problemOfKey(key) ?? "This key is not known here, has expired, or was revoked.")
        : admitted(exchange, grant, server);
    const found = keyring.find(key);
    return found instanceof Promise
      ? found.then(known, (thrown: unknown) => failedCheck(exchange, thrown))
      : known(found);
  };

  const door: Door = {
    enter(exchange, server) {
      const { authorization } = exchange.request.headers;
      if (authorization === undefined) return challenged(exchange);
      if (isAdmin(authorization)) return ADMIN;
      const blocked = attempts.refusal(exchange.client);
      if (blocked !== undefined) return tooMany(blocked, "failed attempts a minute");
      const shown = BEARER.exec(authorization)?.[1];
      if (shown === undefined) return refused(exchange, "Authorization must have the form Bearer <key>.");
      if (looksLikeKey(shown) || checkToken === undefined) return withKey(exchange, shown, server);
      return checkToken(shown).then(
        (grant) => admitted(exchange, grant, server),
        (thrown: unknown) => failedCheck(exchange, thrown),
      );
    },
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
    door,
    pages: (paths) =>
      ["", ...paths].map((path) => [`/.well-known/oauth-protected-resource${path}`, metadataPage(path)] as const),
    async close() {
      await quotas.close();
      await keyring.close();
    },
  };
};
