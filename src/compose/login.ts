import { adminTokenMark, OPERATOR } from "../access/admin-token.ts";
import { looksLikeKey } from "../access/key-text.ts";
import { createLoginLink } from "../access/login-link.ts";
import { type Credential, createLogins, SESSION_MS } from "../access/logins.ts";
import type { Config } from "../cli/config.ts";
import type { LoggedIn } from "../console/contract.ts";
import { adminRefusal, asAdminRefusal } from "../mcp/transports/http/admin-refusal.ts";
import { cookieOf, setCookie } from "../mcp/transports/http/cookies.ts";
import { type Door, isRefusal } from "../mcp/transports/http/door.ts";
import type { Answer, HttpContext } from "../mcp/transports/http/http-context.ts";
import type { LoginDesk } from "../mcp/transports/http/login-endpoint.ts";
import { systemClock } from "../model/clock.ts";
import { ADMIN_API, type Grant } from "../model/grant.ts";
import { isLoopback } from "../model/loopback.ts";
import type { Access } from "./access.ts";
import type { Core } from "./house.ts";

/** Whoever uses the admin API from a browser: logs in once, and is known by a cookie. */
export interface Login {
  readonly desk: LoginDesk;
  /** Of the admin API: the cookie is as good as what its holder logged in with. Of nothing else. */
  readonly door: Door;
  /** Whether whoever came in with that request would still be let in. */
  isWelcome(context: HttpContext): Promise<boolean>;
  /** Somebody logged out, on whatever node; returns what ends it. */
  onEnd(listener: () => void): () => void;
}

export interface LoginOptions {
  readonly access: Access;
  readonly core: Pick<Core, "store" | "bus">;
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

export const composeLogin = (config: Config, { access, core, adminToken }: LoginOptions): Login => {
  const { store, bus } = core;
  const { publicUrl } = config.http;
  const { keyring } = access;
  const storeNow = config.clock.now;
  const byToken: Credential = { by: OPERATOR.keyId, mark: adminTokenMark(adminToken) };
  const link = createLoginLink({ token: config.loginToken, store, storeNow });
  const sessions = createLogins({
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
  const shownAtDoor = async (context: HttpContext, token: string): Promise<Grant | Answer> => {
    const headers = { ...context.request.headers, authorization: `Bearer ${token}` };
    return access.door.enter({ ...context, request: { headers } as HttpContext["request"] }, ADMIN_API);
  };

  const credentialOf = (grant: Grant, token: string): Credential | undefined => {
    if (grant.operator) return byToken;
    return keyring && looksLikeKey(token) ? { by: grant.keyId, mark: keyring.markOf(token) } : undefined;
  };

  const isSecure = ({ request: { headers } }: HttpContext): boolean => {
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

  const secureIdIn = (context: HttpContext): string | undefined => cookieOf(context, COOKIES.secure.name);
  const idIn = (context: HttpContext): string | undefined =>
    secureIdIn(context) ?? cookieOf(context, COOKIES.plain.name);

  const letIn = async (context: HttpContext, grant: Grant, credential: Credential) => {
    const { id, expiresAt } = await sessions.open(credential);
    return { loggedIn: loggedIn(grant, expiresAt, storeNow()), headers: cookie(isSecure(context), id, SESSION_MS) };
  };

  const known = async (context: HttpContext) => {
    const id = idIn(context);
    return id === undefined ? undefined : sessions.find(id);
  };

  const hasCookie = (context: HttpContext): boolean =>
    context.request.headers.authorization === undefined && idIn(context) !== undefined;

  return {
    desk: {
      async logIn(context, token) {
        const blocked = access.blocked(context.client, `Bearer ${token}`);
        if (blocked !== undefined) return inAdminForm(blocked);
        if (link.matches(token)) return (await link.use()) ? letIn(context, OPERATOR, byToken) : USED;
        const entered = await shownAtDoor(context, token);
        if (isRefusal(entered)) return entered.status === 401 ? unknown : inAdminForm(entered);
        const credential = credentialOf(entered, token);
        return credential === undefined ? FOR_PROGRAMS : letIn(context, entered, credential);
      },
      async known(context) {
        const session = await known(context);
        return session && loggedIn(session.grant, session.expiresAt, storeNow());
      },
      async logOut(context) {
        const id = idIn(context);
        if (id !== undefined) await sessions.end(id);
        return cookie(secureIdIn(context) !== undefined || isSecure(context), "", 0);
      },
    },

    door: {
      enter(context, server) {
        if (!hasCookie(context)) return access.door.enter(context, server);
        return known(context).then((session) =>
          session === undefined ? OVER : access.admit(context, server, session.grant),
        );
      },
    },

    async isWelcome(context) {
      if (hasCookie(context)) return (await known(context)) !== undefined;
      const { grant, request } = context;
      if (grant?.operator) return true;
      const key = request.headers.authorization?.split(" ").at(-1) ?? "";
      // To show a key again would count as another of its calls.
      if (grant && keyring && looksLikeKey(key))
        return (await keyring.standing(grant.keyId, keyring.markOf(key))) !== undefined;
      return !isRefusal(await access.door.enter(context, ADMIN_API));
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
