import { onTestFinished, vi } from "vitest";
import type { Keyring } from "../../src/access/keyring.ts";
import type { NewKey } from "../../src/access/new-key.ts";
import { readConfig } from "../../src/cli/config.ts";
import { openKeys } from "../../src/compose/access.ts";
import { composeHttp } from "../../src/compose/http.ts";
import { systemClock } from "../../src/model/clock.ts";
import { recordingLog } from "../access/access-fixture.ts";
import { type Environment, FROZEN } from "../fixtures/taxiway.ts";

export const ADMIN_TOKEN = "token-of-the-operator-in-tests";
export const PEPPER = "the pepper that all nodes of these tests have";

/** A Taxiway over HTTP that wants keys, in this process: its time is the test's. */
export interface KeyedTaxiway {
  readonly port: number;
  /** On the same store as the server's, as `taxiway keys` has it. */
  readonly keyring: Keyring;
  /** The text of a new key. */
  key(wish?: Partial<NewKey>): Promise<string>;
  /** Every line it logged so far. */
  readonly logged: readonly string[];
  close(): Promise<void>;
}

export const SETTINGS: Environment = {
  TRANSPORT_MODE: "http",
  HTTP_PORT: "0",
  TAXIWAY_STORE: "memory",
  TAXIWAY_AUTH: "keys",
  TAXIWAY_KEY_PEPPER: PEPPER,
  RATE_LIMIT_ENABLED: "false",
  CLOCK: FROZEN,
};

/** Whoever launches it closes it. */
export const launchKeyed = async (env: Environment = {}): Promise<KeyedTaxiway> => {
  const intent = readConfig({ ...SETTINGS, ...env }, []);
  if (intent.to !== "serve") throw new Error(`readConfig wants to show its ${intent.to}`);
  const { config } = intent;
  const { log, lines } = recordingLog();
  const remote = await composeHttp(config, { version: "0.0.0-test", log, adminToken: ADMIN_TOKEN });
  const keyring = await openKeys(config, await remote.taxiway.open(), log);
  return {
    port: remote.port,
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
export const startKeyed: typeof launchKeyed = async (env) => {
  const taxiway = await launchKeyed(env);
  onTestFinished(() => taxiway.close());
  return taxiway;
};

/**
 * From now to the end of the test, time in this process passes only when it is told to; timers run on. To be called
 * before a server is started that shall live in it.
 */
export const stopTime = (at: string): { pass(ms: number): void } => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: new Date(at) });
  const spied = vi.spyOn(systemClock, "now").mockImplementation(() => Date.now());
  onTestFinished(() => {
    spied.mockRestore();
    vi.useRealTimers();
  });
  return { pass: (ms) => void vi.advanceTimersByTime(ms) };
};
