import type { LoggedIn } from "../../../src/console/contract.ts";
import { setWorldTime } from "../format/time.ts";
import { ApiError, createClient } from "./client.ts";
import { createStore, useStore } from "./store.ts";

/** Cached responses by address, shown immediately when a page is reopened while the data reloads. */
const MAX_CACHED_ANSWERS = 60;
const cachedAnswers = new Map<string, unknown>();

export const cachedAnswer = <T>(address: string): T | undefined => cachedAnswers.get(address) as T | undefined;

export const cacheAnswer = (address: string, answer: unknown): void => {
  cachedAnswers.delete(address);
  cachedAnswers.set(address, answer);
  const [oldest] = cachedAnswers.keys();
  if (cachedAnswers.size > MAX_CACHED_ANSWERS && oldest !== undefined) cachedAnswers.delete(oldest);
};

/** Clears the cache when the user changes. */
export const clearAnswers = (): void => cachedAnswers.clear();

/** The login state of this browser. */
export type Session =
  | { readonly state: "asking" }
  | { readonly state: "in"; readonly user: LoggedIn }
  | { readonly state: "out"; readonly reason?: string };

const session = createStore<Session>({ state: "asking" });

export const useSession = (): Session => useStore(session);

/**
 * The user whose pages are mounted. The pages stay mounted but hidden while the user logs in again, and are removed on
 * logout.
 */
const currentUser = createStore<LoggedIn | undefined>(undefined);

export const useUser = (): LoggedIn | undefined => useStore(currentUser);

const logInAs = (user: LoggedIn): void => {
  setWorldTime(user.world_time);
  currentUser.set(user);
  session.set({ state: "in", user });
};

/** The client for all admin API requests. A 401 shows the login page; after login the user continues where they were. */
export const api = createClient({
  fetch: (...request) => fetch(...request),
  onUnauthenticated() {
    if (session.get().state === "in") {
      session.set({ state: "out", reason: "Your login has ended. Log in to go on where you were." });
    }
  },
});

const LOGIN = "/login";
const LINK_EXPIRED =
  "The login link was used already, or is too old. Log in with the admin token, or take the newest link.";

/** Logs in with the one-time token from the printed link, or resumes the existing session. */
export const startSession = async (token: string | undefined): Promise<void> => {
  const login = token === undefined ? undefined : await attempt(() => logIn(token));
  if (login === "done") return;
  const current = await attempt(async () => logInAs(await api.get<LoggedIn>(LOGIN)));
  if (current === "done") return;
  if (current.status !== 401) return session.set({ state: "out", reason: current.message });
  session.set(
    login === undefined
      ? { state: "out" }
      : { state: "out", reason: login.status === 401 ? LINK_EXPIRED : login.message },
  );
};

/** Checks whether the session is still valid; an expired one shows the login page. */
export const checkSession = async (): Promise<void> => {
  await attempt(async () => void (await api.get<LoggedIn>(LOGIN)));
};

const attempt = async (work: () => Promise<void>): Promise<"done" | ApiError> => {
  try {
    await work();
    return "done";
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
};

export const logIn = async (token: string): Promise<void> => {
  const user = await api.post<LoggedIn>(LOGIN, { token });
  // The next user may have other permissions.
  clearAnswers();
  logInAs(user);
};

export const logOut = async (): Promise<void> => {
  await api.post("/logout");
  clearAnswers();
  currentUser.set(undefined);
  session.set({ state: "out", reason: "You are logged out." });
};
