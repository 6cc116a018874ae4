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
const clearAnswers = (): void => cachedAnswers.clear();

/** The login state of this browser. */
export type LoginState =
  | { readonly state: "loading" }
  | { readonly state: "logged-in"; readonly user: LoggedIn }
  | { readonly state: "logged-out"; readonly reason?: string };

const loginState = createStore<LoginState>({ state: "loading" });

export const useLogin = (): LoginState => useStore(loginState);

/**
 * The user whose pages are mounted. The pages stay mounted but hidden while the user logs in again, and are removed on
 * logout.
 */
const currentUser = createStore<LoggedIn | undefined>(undefined);

export const useUser = (): LoggedIn | undefined => useStore(currentUser);

const logInAs = (user: LoggedIn): void => {
  setWorldTime(user.world_time);
  currentUser.set(user);
  loginState.set({ state: "logged-in", user });
};

/** The client for all admin API requests. A 401 shows the login page; after login the user continues where they were. */
export const api = createClient({
  fetch: (...request) => fetch(...request),
  onUnauthenticated() {
    if (loginState.get().state === "logged-in") {
      loginState.set({ state: "logged-out", reason: "Your login has expired. Log in to continue where you left off." });
    }
  },
});

const LOGIN = "/login";
const LINK_EXPIRED =
  "This login link has already been used or has expired. Log in with the admin token, or use the newest link.";

/** Logs in with the one-time token from the printed link, or resumes the existing session. */
export const startLogin = async (token: string | undefined): Promise<void> => {
  const login = token === undefined ? undefined : await attempt(() => logIn(token));
  if (login === "done") return;
  const current = await attempt(async () => logInAs(await api.get<LoggedIn>(LOGIN)));
  if (current === "done") return;
  if (current.status !== 401) return loginState.set({ state: "logged-out", reason: current.message });
  loginState.set(
    login === undefined
      ? { state: "logged-out" }
      : { state: "logged-out", reason: login.status === 401 ? LINK_EXPIRED : login.message },
  );
};

/** Checks whether the session is still valid; an expired one shows the login page. */
export const checkLogin = async (): Promise<void> => {
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
  loginState.set({ state: "logged-out", reason: "You have logged out." });
};
