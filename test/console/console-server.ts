import { onTestFinished } from "vitest";
import type { Keyring } from "../../src/access/keyring.ts";
import type { NewKey } from "../../src/access/new-key.ts";
import { readConfig } from "../../src/cli/config.ts";
import { openKeys } from "../../src/compose/access.ts";
import { composeHttp } from "../../src/compose/http.ts";
import { recordingLog } from "../access/access-fixture.ts";
import { ask } from "../access-http/key-holder.ts";
import { type Environment, FROZEN } from "../fixtures/taxiway.ts";
import { type Asking, openStream, type RawAnswer, type RawStream } from "../http/raw-http.ts";

export const ADMIN_TOKEN = "token-of-the-operator-in-tests";

const SETTINGS: Environment = {
  TRANSPORT_MODE: "http",
  HTTP_PORT: "0",
  TAXIWAY_STORE: "memory",
  TAXIWAY_KEY_PEPPER: "the pepper that all nodes of these tests have",
  CLOCK: FROZEN,
};

export const KEYS: Environment = { TAXIWAY_AUTH: "keys" };

/** The whole product over HTTP, in this process: its time is the test's. */
export interface ConsoleServer {
  readonly port: number;
  /** Of the link that would have been printed. */
  readonly loginToken: string;
  readonly keyring: Keyring;
  /** The text of a new key. */
  key(wish?: Partial<NewKey>): Promise<string>;
  readonly logged: readonly string[];
  close(): Promise<void>;
}

/** Whoever launches it closes it. */
export const launchConsole = async (env: Environment = {}, adminToken = ADMIN_TOKEN): Promise<ConsoleServer> => {
  const intent = readConfig({ ...SETTINGS, ...env }, []);
  if (intent.to !== "serve") throw new Error(`readConfig wants to show its ${intent.to}`);
  const { config } = intent;
  const { log, lines } = recordingLog();
  const remote = await composeHttp(config, { version: "0.0.0-test", log, adminToken });
  const keyring = await openKeys(config, await remote.taxiway.open(), log);
  return {
    port: remote.port,
    loginToken: config.loginToken ?? "",
    keyring,
    key: async (wish) => (await keyring.create({ name: "of a test", ...wish })).key,
    logged: lines,
    async close() {
      await keyring.close();
      await remote.close();
    },
  };
};

/** The same for one test. It is gone when the test is over. */
export const startConsole: typeof launchConsole = async (env, adminToken) => {
  const server = await launchConsole(env, adminToken);
  onTestFinished(() => server.close());
  return server;
};

type Headers = Readonly<Record<string, string>>;
const JSON_TYPE: Headers = { "Content-Type": "application/json" };

export const post = (path: string, body: unknown, headers: Headers = {}): Asking => ({
  ...{ method: "POST", path, body: JSON.stringify(body), headers: { ...JSON_TYPE, ...headers } },
});

export const logIn = (port: number, token: string, headers: Headers = {}): Promise<RawAnswer> =>
  ask(port, post("/admin/login", { token }, headers));

/** What a browser would send back. */
export const cookieIn = ({ headers }: RawAnswer): Headers => {
  const [set = ""] = headers["set-cookie"] ?? [];
  return { Cookie: set.split(";", 1)[0] ?? "" };
};

/** Somebody who is logged in at the console, with the browser that they are at. */
export interface Visitor {
  readonly cookie: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each route has its own shape, which tests look into
  get(path: string): Promise<{ readonly status: number; readonly body: any; readonly headers: RawAnswer["headers"] }>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  post(path: string, body?: unknown): Promise<{ readonly status: number; readonly body: any }>;
  events(): Promise<ConsoleStream>;
}

export interface ConsoleStream extends RawStream {
  /** Everything of that name, in the order it came. */
  // biome-ignore lint/suspicious/noExplicitAny: each event has its own shape, which tests look into
  named(name: string): any[];
  /** The same, once there is something that fits. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  find(name: string, fits: (data: any) => boolean): Promise<any>;
}

export const visit = async (port: number, token: string): Promise<Visitor> => {
  const answer = await logIn(port, token);
  if (answer.status !== 200) throw new Error(answer.text);
  return visitorAt(port, cookieIn(answer));
};

/** The same browser at another node, or somebody who shows something else. */
export const visitorAt = (port: number, cookie: Headers): Visitor => {
  const read = ({ status, text, headers }: RawAnswer) => ({
    ...{ status, headers, body: text === "" ? undefined : JSON.parse(text) },
  });
  return {
    cookie,
    get: async (path) => read(await ask(port, { path: `/admin${path}`, headers: cookie })),
    post: async (path, body = {}) => read(await ask(port, post(`/admin${path}`, body, cookie))),
    events: () => listen(port, cookie),
  };
};

export const listen = async (port: number, headers: Headers): Promise<ConsoleStream> => {
  const stream = await openStream(port, { path: "/admin/events", headers });
  const named = (name: string) =>
    stream.events.filter((event) => event.name === name).map(({ data }) => JSON.parse(data));
  const find: ConsoleStream["find"] = async (name, fits) => {
    await stream.until(() => named(name).some(fits));
    return named(name).find(fits);
  };
  return Object.assign(stream, { named, find });
};

/** Every call that a stream told of. */
export const callsIn = (stream: ConsoleStream) => stream.named("call").flat();
