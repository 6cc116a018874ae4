import { systemClock } from "../../model/clock.ts";
import { ADMIN_API, type Grant } from "../../model/grant.ts";
import { type HttpRefusal, isRefusal } from "../../model/http-refusal.ts";
import { isLoopback } from "../../model/ip-address.ts";
import type { Bus } from "../../platform/stores/bus.ts";
import type { Store } from "../../platform/stores/store.ts";
import { adminTokenFingerprint, OPERATOR } from "../admin-token.ts";
import { looksLikeKey } from "../key-text.ts";
import { type Credential, createLoginLink, createLogins, LOGIN_MS } from "../logins.ts";
import type { HttpAccess, IncomingRequest } from "./authentication.ts";

/** What the console shows about a login. */
interface LoginFacts {
  readonly tenant: string;
  readonly by: string;
  readonly operator: boolean;
  readonly expires_at: string;
  readonly world_time: string;
}

interface OpenedLogin {
  readonly login: LoginFacts;
  readonly headers: readonly string[];
}

/** Console logins over HTTP: a browser sends a token once and a cookie from then on. */
export interface ConsoleLogin {
  logIn(incoming: IncomingRequest, token: string): Promise<OpenedLogin | HttpRefusal>;
  current(incoming: IncomingRequest): Promise<LoginFacts | undefined>;
  /** Returns the headers that remove the cookie. */
  logOut(incoming: IncomingRequest): Promise<readonly string[]>;
  /** Authentication of the admin API, which also accepts the cookie. */
  readonly authentication: Pick<HttpAccess, "authenticate" | "isStillValid">;
  /** Calls the listener when a login was ended on any node; returns a function that stops it. */
  onEnd(listener: () => void): () => void;
}

export interface ConsoleLoginOptions {
  readonly access: HttpAccess;
  readonly store: Store;
  readonly bus: Bus;
  readonly adminToken: string;
  /** The one-time token of the link printed at the start. */
  readonly loginToken?: string | undefined;
  readonly publicUrl?: string | undefined;
  /** The clock that the store counts expiry by. */
  readonly storeNow: () => number;
}

/** Browsers accept the `__Host-` prefix only over https and for one host, so no other site or port can set that cookie. */
const COOKIES = {
  secure: { name: "__Host-taxiway_console", path: "/" },
  plain: { name: "taxiway_console", path: "/admin" },
} as const;

const ENDED: HttpRefusal = { status: 401, message: "Your login has ended.", hint: "Log in again." };
const LINK_USED: HttpRefusal = {
  status: 401,
  message: "This login link has already been used.",
  hint: "Log in with the admin token.",
};
const FOR_PROGRAMS: HttpRefusal = {
  status: 403,
  message: "Access tokens of an issuer are for programs, which send them with each request.",
  hint: "Log in with an admin key or the admin token.",
};

export const createConsoleLogin = (options: ConsoleLoginOptions): ConsoleLogin => {
  const { access, store, bus, adminToken, publicUrl, storeNow } = options;
  const { keyring } = access;
  const adminCredential: Credential = { by: OPERATOR.keyId, fingerprint: adminTokenFingerprint(adminToken) };
  const link = createLoginLink({ token: options.loginToken, store, storeNow });
  const logins = createLogins({
    store,
    bus,
    clock: systemClock,
    storeNow,
    async currentGrant({ by, fingerprint }) {
      if (by === adminCredential.by) return fingerprint === adminCredential.fingerprint ? OPERATOR : undefined;
      return keyring?.currentGrant(by, fingerprint);
    },
  });

  const invalidToken: HttpRefusal = {
    status: 401,
    message: "Invalid token.",
    hint: `Log in with the admin token${keyring ? " or an admin key" : ""}. The token is TAXIWAY_ADMIN_TOKEN, or else in the file admin-token in the data folder of the server.`,
  };

  const credentialOf = (grant: Grant, token: string): Credential | undefined => {
    if (grant.operator) return adminCredential;
    return keyring && looksLikeKey(token) ? { by: grant.keyId, fingerprint: keyring.fingerprintOf(token) } : undefined;
  };

  const isSecure = ({ request: { headers } }: IncomingRequest): boolean => {
    const { origin } = headers;
    if (origin?.startsWith("https:")) return true;
    // The server may also be called directly on this machine, beside its public address.
    const isLocal = origin !== undefined && URL.canParse(origin) && isLoopback(new URL(origin).hostname);
    return publicUrl?.startsWith("https:") === true && !isLocal;
  };

  const cookie = (secure: boolean, value: string, maxAgeMs: number): string[] => {
    const { name, path } = COOKIES[secure ? "secure" : "plain"];
    return setCookie(name, value, { path, maxAgeSeconds: maxAgeMs / 1_000, secure });
  };

  const secureIdIn = (incoming: IncomingRequest): string | undefined => cookieOf(incoming, COOKIES.secure.name);
  const idIn = (incoming: IncomingRequest): string | undefined =>
    secureIdIn(incoming) ?? cookieOf(incoming, COOKIES.plain.name);

  const open = async (incoming: IncomingRequest, grant: Grant, credential: Credential): Promise<OpenedLogin> => {
    const { id, expiresAt } = await logins.open(credential);
    return { login: factsOf(grant, expiresAt, storeNow()), headers: cookie(isSecure(incoming), id, LOGIN_MS) };
  };

  const find = async (incoming: IncomingRequest) => {
    const id = idIn(incoming);
    return id === undefined ? undefined : logins.find(id);
  };

  const usesCookie = (incoming: IncomingRequest): boolean =>
    incoming.request.headers.authorization === undefined && idIn(incoming) !== undefined;

  return {
    async logIn(incoming, token) {
      const authorization = `Bearer ${token}`;
      const blocked = access.blocked(incoming.client, authorization);
      if (blocked !== undefined) return withRetryOnly(blocked);
      if (link.matches(token)) return (await link.use()) ? open(incoming, OPERATOR, adminCredential) : LINK_USED;
      const decision = await access.check(incoming, ADMIN_API, authorization);
      if (isRefusal(decision)) return decision.status === 401 ? invalidToken : withRetryOnly(decision);
      const credential = credentialOf(decision, token);
      return credential === undefined ? FOR_PROGRAMS : open(incoming, decision, credential);
    },

    async current(incoming) {
      const login = await find(incoming);
      return login && factsOf(login.grant, login.expiresAt, storeNow());
    },

    async logOut(incoming) {
      const id = idIn(incoming);
      if (id !== undefined) await logins.end(id);
      return cookie(secureIdIn(incoming) !== undefined || isSecure(incoming), "", 0);
    },

    authentication: {
      authenticate(incoming, scope) {
        if (!usesCookie(incoming)) return access.authenticate(incoming, scope);
        return find(incoming).then((login) =>
          login === undefined ? ENDED : access.admit(incoming, scope, login.grant),
        );
      },
      async isStillValid(incoming) {
        return usesCookie(incoming) ? (await find(incoming)) !== undefined : access.isStillValid(incoming);
      },
    },

    onEnd: logins.onEnd,
  };
};

const factsOf = ({ tenant, keyId, operator }: Grant, expiresAt: number, worldNow: number): LoginFacts => ({
  tenant,
  by: keyId,
  operator: operator === true,
  expires_at: new Date(expiresAt).toISOString(),
  world_time: new Date(worldNow).toISOString(),
});

/** A page can use Retry-After; a WWW-Authenticate header would make the browser ask for a password. */
const withRetryOnly = ({ headers = [], ...refusal }: HttpRefusal): HttpRefusal => {
  const place = headers.indexOf("Retry-After");
  return { ...refusal, headers: place < 0 ? [] : headers.slice(place, place + 2) };
};

interface CookieFlags {
  readonly path: string;
  /** 0 removes the cookie. */
  readonly maxAgeSeconds: number;
  readonly secure: boolean;
}

/** Returns the first cookie of that name, which is the one with the longest path. */
const cookieOf = ({ request: { headers } }: IncomingRequest, name: string): string | undefined =>
  headers.cookie
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

const setCookie = (name: string, value: string, { path, maxAgeSeconds, secure }: CookieFlags): string[] => [
  "Set-Cookie",
  `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`,
];
