import { adminTokenMark, OPERATOR } from "../access/admin-token.ts";
import { type Credential, createConsoleSessions, SESSION_MS } from "../access/console-sessions.ts";
import { looksLikeKey } from "../access/key-text.ts";
import { createLoginLink } from "../access/login-link.ts";
import type { Config } from "../cli/config.ts";
import type { LoggedIn } from "../console/contract.ts";
import { adminRefusal, asAdminRefusal } from "../mcp/transports/http/admin-refusal.ts";
import { cookieOf, setCookie } from "../mcp/transports/http/cookies.ts";
import { type Door, isRefusal } from "../mcp/transports/http/door.ts";
import type { Answer, HttpExchange } from "../mcp/transports/http/http-exchange.ts";
import type { LoginDesk } from "../mcp/transports/http/login-endpoint.ts";
import { systemClock } from "../model/clock.ts";
import { ADMIN_API, type Grant } from "../model/grant.ts";
import { isLoopback } from "../model/loopback.ts";
import type { Access } from "./access.ts";
import type { Agency } from "./house.ts";

/** Whoever uses the admin API from a browser: logs in once, and is known by a cookie. */
export interface Login {
  readonly desk: LoginDesk;
  /** Of the admin API: the cookie is as good as what its holder logged in with. Of nothing else. */
  readonly door: Door;
  /** Whether whoever came in with that request would still be let in. */
  isWelcome(exchange: HttpExchange): Promise<boolean>;
  /** Somebody logged out, on whatever node; returns what ends it. */
  onEnd(listener: () => void): () => void;
}

export interface LoginOptions {
  readonly access: Access;
  readonly agency: Pick<Agency, "store" | "bus">;
  readonly adminToken: string;
}

/** Browsers take a cookie with the prefix only over https, for one host alone: no other site or port can set it. */
const COOKIES = {
  secure: { name: "__Host-taxiway_console", path: "/" },
  plain: { name: "taxiway_console", path: "/admin" },
} as const;

const OVER = adminRefusal(401, "Your login has ended.", { hint: "Log in again." });
const USED = adminRefusal(401, "This login link was used already.", { hint: "Log in with the admin token." });
const FOR_PROGRAMS = adminRefusal(
  403,
  "Access tokens of an issuer are for programs, which send them with each request.",
  {
    hint: "Log in with an admin key, or with the admin token.",
  },
);

export const composeLogin = (config: Config, { access, agency, adminToken }: LoginOptions): Login => {
  const { store, bus } = agency;
  const { publicUrl } = config.http;
  const { keyring } = access;
  const storeNow = config.clock.now;
  const byToken: Credential = { by: OPERATOR.keyId, mark: adminTokenMark(adminToken) };
  const link = createLoginLink({ token: config.loginToken, store, storeNow });
  const sessions = createConsoleSessions({
    ...{ store, bus, clock: systemClock, storeNow },
    async standing({ by, mark }) {
      if (by === byToken.by) return mark === byToken.mark ? OPERATOR : undefined;
      return keyring?.standing(by, mark);
    },
  });

  const unknown = adminRefusal(401, "This opens nothing here.", {
    hint: `Log in with the admin token${keyring ? " or an admin key" : ""}. The token is TAXIWAY_ADMIN_TOKEN, or else in the file admin-token in the data folder of the server.`,
  });

  /** As if they had sent it with a request: whoever could do that can log in with it. */
  const shownAtDoor = async (exchange: HttpExchange, token: string): Promise<Grant | Answer> => {
    const headers = { ...exchange.request.headers, authorization: `Bearer ${token}` };
    return access.door.enter({ ...exchange, request: { headers } as HttpExchange["request"] }, ADMIN_API);
  };

  const credentialOf = (grant: Grant, token: string): Credential | undefined => {
    if (grant.operator) return byToken;
    return keyring && looksLikeKey(token) ? { by: grant.keyId, mark: keyring.markOf(token) } : undefined;
  };

  const isSecure = ({ request: { headers } }: HttpExchange): boolean => {
    const { origin } = headers;
    if (origin?.startsWith("https:")) return true;
    // This machine may also be called directly, beside its public address.
    const isHere = origin !== undefined && URL.canParse(origin) && isLoopback(new URL(origin).hostname);
    return publicUrl?.startsWith("https:") === true && !isHere;
  };

  const cookie = (secure: boolean, value: string, maxAgeMs: number): string[] => {
    const { name, path } = COOKIES[secure ? "secure" : "plain"];
    return setCookie(name, value, { path, maxAgeSeconds: maxAgeMs / 1_000, secure });
  };

  const secureIdIn = (exchange: HttpExchange): string | undefined => cookieOf(exchange, COOKIES.secure.name);
  const idIn = (exchange: HttpExchange): string | undefined =>
    secureIdIn(exchange) ?? cookieOf(exchange, COOKIES.plain.name);

  const letIn = async (exchange: HttpExchange, grant: Grant, credential: Credential) => {
    const { id, expiresAt } = await sessions.open(credential);
    return { loggedIn: loggedIn(grant, expiresAt, storeNow()), headers: cookie(isSecure(exchange), id, SESSION_MS) };
  };

  const known = async (exchange: HttpExchange) => {
    const id = idIn(exchange);
    return id === undefined ? undefined : sessions.find(id);
  };

  const hasCookie = (exchange: HttpExchange): boolean =>
    exchange.request.headers.authorization === undefined && idIn(exchange) !== undefined;

  return {
    desk: {
      async logIn(exchange, token) {
        const blocked = access.blocked(exchange.client, `Bearer ${token}`);
        if (blocked !== undefined) return inAdminForm(blocked);
        if (link.matches(token)) return (await link.use()) ? letIn(exchange, OPERATOR, byToken) : USED;
        const entered = await shownAtDoor(exchange, token);
        if (isRefusal(entered)) return entered.status === 401 ? unknown : inAdminForm(entered);
        const credential = credentialOf(entered, token);
        return credential === undefined ? FOR_PROGRAMS : letIn(exchange, entered, credential);
      },
      async known(exchange) {
        const session = await known(exchange);
        return session && loggedIn(session.grant, session.expiresAt, storeNow());
      },
      async logOut(exchange) {
        const id = idIn(exchange);
        if (id !== undefined) await sessions.end(id);
        return cookie(secureIdIn(exchange) !== undefined || isSecure(exchange), "", 0);
      },
    },

    door: {
      enter(exchange, server) {
        if (!hasCookie(exchange)) return access.door.enter(exchange, server);
        return known(exchange).then((session) =>
          session === undefined ? OVER : access.admit(exchange, server, session.grant),
        );
      },
    },

    async isWelcome(exchange) {
      if (hasCookie(exchange)) return (await known(exchange)) !== undefined;
      const { grant, request } = exchange;
      if (grant?.operator) return true;
      const key = request.headers.authorization?.split(" ").at(-1) ?? "";
      // To show a key again would count as another of its calls.
      if (grant && keyring && looksLikeKey(key))
        return (await keyring.standing(grant.keyId, keyring.markOf(key))) !== undefined;
      return !isRefusal(await access.door.enter(exchange, ADMIN_API));
    },
    onEnd: sessions.onEnd,
  };
};

const loggedIn = ({ tenant, keyId, operator }: Grant, expiresAt: number, worldNow: number): LoggedIn => ({
  ...{ tenant, by: keyId, operator: operator === true },
  expires_at: new Date(expiresAt).toISOString(),
  world_time: new Date(worldNow).toISOString(),
});

const inAdminForm = (refusal: Answer): Answer => ({ ...asAdminRefusal(refusal), headers: retryIn(refusal) });

/** Of the headers of a refusal, the one that a browser's page can use. */
const retryIn = ({ headers = [] }: Answer): string[] => {
  const place = headers.indexOf("Retry-After");
  return place < 0 ? [] : headers.slice(place, place + 2);
};
