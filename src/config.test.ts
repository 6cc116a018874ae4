import { describe, expect, it } from "vitest";
import { type Config, ConfigProblems, readConfig } from "./config.ts";
import { helpText } from "./help.ts";
import { SETTINGS } from "./settings.ts";

const configOf = (env: Record<string, string>, args: string[] = []): Config => {
  const intent = readConfig(env, args);
  if (intent.to !== "serve") throw new Error(intent.to);
  return intent.config;
};

const problemsOf = (env: Record<string, string>, args: string[] = []): string => {
  try {
    readConfig(env, args);
  } catch (error) {
    if (error instanceof ConfigProblems) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
};

describe("the configuration", () => {
  it("works without any setting", () => {
    expect(configOf({ XDG_DATA_HOME: "/data" })).toMatchObject({
      store: { kind: "lmdb", path: "/data/taxiway" },
      seed: "fixed",
      sessionTimeoutMs: 3_600_000,
      bookingTtlMs: 3_600_000,
      sharedInventory: false,
      toolErrors: "result",
      text: "json",
    });
  });

  it("lists every problem in one message", () => {
    const message = problemsOf({
      MCP_SESSION_TIMEOUT: "soon",
      TAXIWAY_STORE: "floppy",
      CLOCK: "yesterday",
      HTTP_PORT: "99999",
      LOG_LEVEL: "loud",
    });
    for (const name of ["MCP_SESSION_TIMEOUT=soon", "TAXIWAY_STORE=floppy", "CLOCK=yesterday", "HTTP_PORT=99999"]) {
      expect(message).toContain(name);
    }
    expect(message).toContain("must be one of debug, info, warn, error, silent");
  });

  it("never repeats a secret", () => {
    expect(problemsOf({ VALKEY_PASSWORD: "hunter2", TAXIWAY_STORE: "x" })).not.toContain("hunter2");
  });

  it("prefers a flag to the environment, and refuses unknown flags", () => {
    expect(configOf({ MOCK_DATA_SEED: "env" }, ["--seed", "flag"]).seed).toBe("flag");
    expect(problemsOf({}, ["--sede", "x"])).toContain("--sede");
  });

  it("takes an empty variable as not set", () => {
    expect(configOf({ MCP_SESSION_TIMEOUT: "", VALKEY_URL: "" }).store.kind).toBe("lmdb");
  });

  it("uses Valkey by itself when its address is given", () => {
    const nodes = [{ host: "127.0.0.1", port: 6379 }];
    expect(configOf({ VALKEY_URL: "valkey://127.0.0.1:6379" }).store).toMatchObject({
      kind: "valkey",
      address: { nodes },
    });
    expect(configOf({ VALKEY_HOST: "db", VALKEY_PASSWORD: "p@ss", VALKEY_DB: "2" }).store).toMatchObject({
      address: { nodes: [{ host: "db", port: 6379 }], password: "p@ss", database: 2 },
    });
    expect(problemsOf({ VALKEY_URL: "http://127.0.0.1" })).toContain("valkey://");
    expect(configOf({ VALKEY_URL: "valkey://127.0.0.1:6379", TAXIWAY_STORE: "memory" }).store.kind).toBe("memory");
    expect(problemsOf({ TAXIWAY_STORE: "valkey" })).toContain("VALKEY_URL");
  });

  it("runs or freezes a configured clock", () => {
    expect(configOf({ CLOCK: "frozen:2026-12-01T09:00:00Z" }).clock.now()).toBe(Date.parse("2026-12-01T09:00:00Z"));
    const running = configOf({ CLOCK: "2026-12-01T09:00:00Z" }).clock;
    expect(Math.abs(running.now() - Date.parse("2026-12-01T09:00:00Z"))).toBeLessThan(60_000);
    expect(configOf({}).clock.configured).toBe(false);
    expect(problemsOf({ CLOCK: "1999-01-01T00:00:00Z" })).toContain("between");
  });

  it("makes a new world for each start with a random seed", () => {
    expect(configOf({ MOCK_DATA_SEED: "random" }).seed).not.toBe(configOf({ MOCK_DATA_SEED: "random" }).seed);
  });

  it("says that HTTP mode is not there instead of starting something else", () => {
    expect(problemsOf({ TRANSPORT_MODE: "http" })).toContain("stdio only");
  });

  it("names every setting in the help", () => {
    const help = helpText("1.2.3");
    for (const { name, flag } of SETTINGS) {
      expect(help).toContain(name);
      if (flag) expect(help).toContain(`--${flag}`);
    }
  });
});
