import type { LoggedIn } from "../../../src/console/contract.ts";
import { setWorldTime } from "../format/time.ts";
import { ApiError, createClient } from "./client.ts";
import { createStore, useStore } from "./store.ts";

/** What was answered last, by address: shown at once when a page is opened again, while it is asked anew. */
const MOST_ANSWERS = 60;
const answers = new Map<string, unknown>();

export const cachedAnswer = <T>(address: string): T | undefined => answers.get(address) as T | undefined;

export const cacheAnswer = (address: string, answer: unknown): void => {
  answers.delete(address);
  answers.set(address, answer);
  const [oldest] = answers.keys();
  if (answers.size > MOST_ANSWERS && oldest !== undefined) answers.delete(oldest);
};

/** Somebody else may be looking now. */
export const clearAnswers = (): void => answers.clear();

/** Whether somebody is logged in, and who. */
export type Session =
  | { readonly state: "asking" }
  | { readonly state: "in"; readonly who: LoggedIn }
  | { readonly state: "out"; readonly why?: string };

const session = createStore<Session>({ state: "asking" });

export const useSession = (): Session => useStore(session);

/** Whose pages these are. They stay, unseen, while somebody has to log in again; who logs out leaves nothing behind. */
const holder = createStore<LoggedIn | undefined>(undefined);

export const useWho = (): LoggedIn | undefined => useStore(holder);

const enter = (who: LoggedIn): void => {
  setWorldTime(who.world_time);
  holder.set(who);
  session.set({ state: "in", who });
};

/** Everything the console asks goes through here. A 401 shows the login; whoever logs in is back where they were. */
export const api = createClient({
  fetch: (...request) => fetch(...request),
  onUnauthenticated() {
    if (session.get().state === "in") {
      session.set({ state: "out", why: "Your login has ended. Log in to go on where you were." });
    }
  },
});

const LOGIN = "/login";
const STALE = "The login link was used already, or is too old. Log in with the admin token, or take the newest link.";

/** Who this browser already is, or the one-time token that the printed link carried. */
export const startSession = async (token: string | undefined): Promise<void> => {
  const linked = token === undefined ? undefined : await tried(() => logIn(token));
  if (linked === "done") return;
  const known = await tried(async () => enter(await api.get<LoggedIn>(LOGIN)));
  if (known === "done") return;
  if (known.status !== 401) return session.set({ state: "out", why: known.message });
  session.set(
    linked === undefined ? { state: "out" } : { state: "out", why: linked.status === 401 ? STALE : linked.message },
  );
};

/** Whether this browser is still who it was. */
export const askWho = async (): Promise<void> => {
  await tried(async () => void (await api.get<LoggedIn>(LOGIN)));
};

const tried = async (work: () => Promise<void>): Promise<"done" | ApiError> => {
  try {
    await work();
    return "done";
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
};

export const logIn = async (token: string): Promise<void> => {
  const who = await api.post<LoggedIn>(LOGIN, { token });
  // What the one before was allowed to see is not for the next.
  clearAnswers();
  enter(who);
};

export const logOut = async (): Promise<void> => {
  await api.post("/logout");
  clearAnswers();
  holder.set(undefined);
  session.set({ state: "out", why: "You are logged out." });
};
