import type { LoggedIn } from "../../../src/console/contract.ts";
import { setWorldTime } from "../format/time.ts";
import { ApiError, createClient } from "./client.ts";
import { createStore, useStore } from "./store.ts";

/** What was answered last, by address: shown at once when a page is opened again, while it is asked anew. */
const MAX_CACHED_ANSWERS = 60;
const cachedAnswers = new Map<string, unknown>();

export const cachedAnswer = <T>(address: string): T | undefined => cachedAnswers.get(address) as T | undefined;

export const cacheAnswer = (address: string, answer: unknown): void => {
  cachedAnswers.delete(address);
  cachedAnswers.set(address, answer);
  const [oldest] = cachedAnswers.keys();
  if (cachedAnswers.size > MAX_CACHED_ANSWERS && oldest !== undefined) cachedAnswers.delete(oldest);
};

/** Somebody else may be looking now. */
export const clearAnswers = (): void => cachedAnswers.clear();

/** Whether somebody is logged in, and who. */
export type Session =
  | { readonly state: "asking" }
  | { readonly state: "in"; readonly user: LoggedIn }
  | { readonly state: "out"; readonly reason?: string };

const session = createStore<Session>({ state: "asking" });

export const useSession = (): Session => useStore(session);

/** Whose pages these are. They stay, unseen, while somebody has to log in again; who logs out leaves nothing behind. */
const currentUser = createStore<LoggedIn | undefined>(undefined);

export const useUser = (): LoggedIn | undefined => useStore(currentUser);

const logInAs = (user: LoggedIn): void => {
  setWorldTime(user.world_time);
  currentUser.set(user);
  session.set({ state: "in", user });
};

/** Everything the console asks goes through here. A 401 shows the login; whoever logs in is back where they were. */
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

/** Who this browser already is, or the one-time token that the printed link carried. */
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

/** Whether this browser is still who it was. */
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
  // What the one before was allowed to see is not for the next.
  clearAnswers();
  logInAs(user);
};

export const logOut = async (): Promise<void> => {
  await api.post("/logout");
  clearAnswers();
  currentUser.set(undefined);
  session.set({ state: "out", reason: "You are logged out." });
};
