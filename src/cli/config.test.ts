import { describe, expect, it } from "vitest";
import { type Config, ConfigProblems, type Environment, readConfig } from "./config.ts";
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
  it("needs no settings", () => {
    expect(configOf({ XDG_DATA_HOME: "/data" })).toMatchObject({
      store: { kind: "lmdb", path: "/data/taxiway" },
      seed: "fixed",
      sessionTimeoutMs: 3_600_000,
      bookingTtlMs: 720 * 3_600_000,
      sharedInventory: false,
      toolErrors: "result",
      text: "compact",
      contractTools: false,
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

  it("prefers a flag to the environment, and suggests a name for an unknown flag", () => {
    expect(configOf({ MOCK_DATA_SEED: "env" }, ["--seed", "flag"]).seed).toBe("flag");
    expect(problemsOf({}, ["--sede", "x"])).toContain("unknown option '--sede'. Did you mean --seed?");
  });

  it("treats an empty variable as not set", () => {
    expect(configOf({ MCP_SESSION_TIMEOUT: "", VALKEY_URL: "" }).store.kind).toBe("lmdb");
  });

  it("uses Valkey if its address is set", () => {
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

  it("generates a new world at each start with a random seed", () => {
    expect(configOf({ MOCK_DATA_SEED: "random" }).seed).not.toBe(configOf({ MOCK_DATA_SEED: "random" }).seed);
  });

  it("uses the same random values and time in all processes of a start", () => {
    const start = { at: Date.now() - 5_000, randomSeed: "c0ffee" };
    const read = () => {
      const intent = readConfig({ MOCK_DATA_SEED: "random", CLOCK: "2026-12-01T09:00:00Z" }, [], start);
      return (intent as { config: Config }).config;
    };
    expect([read().seed, read().seed]).toEqual(["c0ffee", "c0ffee"]);
    expect(read().clock.now()).toBeGreaterThanOrEqual(Date.parse("2026-12-01T09:00:05Z"));
  });

  it("has a login link only on loopback, the same in all processes of a start", () => {
    const start = { at: Date.now(), randomSeed: "c0ffee", loginToken: "once" };
    const tokenOf = (host: string) => {
      const intent = readConfig({ HTTP_HOST: host }, ["serve"], start);
      return (intent as { config: Config }).config.loginToken;
    };
    expect(["127.0.0.1", "localhost", "::1", "127.0.0.2"].map(tokenOf)).toEqual(["once", "once", "once", "once"]);
    expect(["0.0.0.0", "::", "192.0.2.7", "127.example"].map(tokenOf)).toEqual(Array(4).fill(undefined));
    expect(configOf({}).loginToken).toMatch(/^[\w-]{32}$/);
    expect(configOf({}).loginToken).not.toBe(configOf({}).loginToken);
  });

  it("records which settings were given, and where", () => {
    const { given } = configOf({ HTTP_PORT: "8080", MOCK_DATA_SEED: "env", LOG_LEVEL: "" }, ["--seed", "flag"]);
    expect([...given]).toEqual([
      ["MOCK_DATA_SEED", { text: "flag", from: "flag" }],
      ["HTTP_PORT", { text: "8080", from: "environment" }],
    ]);
  });

  it("is not read for help", () => {
    for (const args of [["help"], ["--help"], ["-h"], ["help", "keys"]]) {
      expect(readConfig({ CLOCK: "never" }, args)).toEqual({ to: "help" });
    }
  });

  it("lists every setting in the help", () => {
    const help = helpText("1.2.3");
    for (const { name, flag } of SETTINGS) {
      expect(help).toContain(name);
      if (flag) expect(help).toContain(`--${flag}`);
    }
  });
});

describe("the configuration of a remote server", () => {
  it("is selected by the command serve, unless a mode is set", () => {
    expect(configOf({}).transport).toBe("stdio");
    expect(configOf({}, ["serve"]).transport).toBe("http");
    expect(configOf({}, ["--port", "8080", "serve"])).toMatchObject({ transport: "http", http: { port: 8080 } });
    expect(configOf({ TRANSPORT_MODE: "both" }, ["serve"]).transport).toBe("both");
    expect(configOf({ TRANSPORT_MODE: "http" }).transport).toBe("http");
    expect(problemsOf({}, ["server"])).toContain(
      "unknown command 'server'. Did you mean serve? The commands are serve, keys, connector, store, rehearse, help.",
    );
    expect(problemsOf({}, ["serve", "now"])).toContain("unknown command 'serve now'");
    expect(helpText("1.2.3")).toContain("taxiway serve");
  });

  it("has safe defaults for one machine that follow the contract", () => {
    expect(configOf({}, ["serve"]).http).toEqual({
      host: "127.0.0.1",
      port: 3000,
      workers: 1,
      allowedHosts: [],
      allowedOrigins: ["*"],
      trustedProxies: [],
      connectionTtlMs: 3_600_000,
      rateLimit: { limit: 100, windowMs: 60_000, sparesLoopback: true },
      maxBodyBytes: 1024 * 1024,
      maxRequests: { total: 1000, perClient: 250 },
      maxStreams: { total: 5000, perClient: 250 },
    });
  });

  it.each([
    [{}, true],
    [{ HTTP_HOST: "::1" }, true],
    [{ RATE_LIMIT_WINDOW_SECONDS: "10" }, true],
    [{ HTTP_HOST: "0.0.0.0" }, false],
    [{ RATE_LIMIT_ENABLED: "true" }, false],
    [{ RATE_LIMIT_PER_MINUTE: "100" }, false],
    [{ TAXIWAY_PUBLIC_URL: "https://taxiway.example.com" }, false],
    [{ TAXIWAY_TRUSTED_PROXIES: "loopback" }, false],
  ])("with %o, exempts clients on this machine from the rate limit: %s", (env, spares) => {
    expect(configOf(env, ["serve"]).http.rateLimit?.sparesLoopback).toBe(spares);
  });

  it.each([
    [{}, [], 720],
    [{ HTTP_HOST: "0.0.0.0" }, [], 720],
    [{}, ["serve"], 720],
    [{ HTTP_HOST: "::1", TRANSPORT_MODE: "both" }, [], 720],
    [{ HTTP_HOST: "0.0.0.0" }, ["serve"], 1],
    [{ HTTP_HOST: "192.0.2.7", TRANSPORT_MODE: "both" }, [], 1],
    [{ VALKEY_URL: "valkey://127.0.0.1:6379" }, [], 1],
    [{ VALKEY_URL: "valkey://127.0.0.1:6379", PNR_TTL_HOURS: "5" }, [], 5],
    [{ PNR_TTL_HOURS: "0.5" }, [], 0.5],
  ])("with %o and %j, keeps bookings for %d hours", (env, args, hours) => {
    expect(configOf(env, args).bookingTtlMs).toBe(hours * 3_600_000);
  });

  it("reads each setting", () => {
    const { http } = configOf({
      HTTP_HOST: "::",
      HTTP_PORT: "0",
      TAXIWAY_WORKERS: "4",
      TAXIWAY_ALLOWED_HOSTS: "taxiway.test, other.test",
      TAXIWAY_ALLOWED_ORIGINS: "https://app.example.com,http://localhost:5173",
      TAXIWAY_TRUSTED_PROXIES: "loopback, 10.0.0.0/8, 2001:db8::1",
      SESSION_TTL_HOURS: "0.5",
      RATE_LIMIT_PER_MINUTE: "7",
      RATE_LIMIT_WINDOW_SECONDS: "10",
      TAXIWAY_MAX_BODY_KB: "2",
      TAXIWAY_MAX_REQUESTS: "11",
      TAXIWAY_MAX_REQUESTS_PER_CLIENT: "12",
      TAXIWAY_MAX_STREAMS: "13",
      TAXIWAY_MAX_STREAMS_PER_CLIENT: "14",
    });
    expect(http).toEqual({
      host: "::",
      port: 0,
      workers: 4,
      allowedHosts: ["taxiway.test", "other.test"],
      allowedOrigins: ["https://app.example.com", "http://localhost:5173"],
      trustedProxies: ["loopback", "10.0.0.0/8", "2001:db8::1"],
      connectionTtlMs: 1_800_000,
      rateLimit: { limit: 7, windowMs: 10_000, sparesLoopback: false },
      maxBodyBytes: 2048,
      maxRequests: { total: 11, perClient: 12 },
      maxStreams: { total: 13, perClient: 14 },
    });
    expect(configOf({ RATE_LIMIT_ENABLED: "false" }).http.rateLimit).toBeUndefined();
  });

  it.each([
    ["TAXIWAY_WORKERS", "0", "65"],
    ["HTTP_PORT", "-1", "65536"],
    ["SESSION_TTL_HOURS", "0", "forever"],
    ["RATE_LIMIT_PER_MINUTE", "0", "1.5"],
    ["RATE_LIMIT_WINDOW_SECONDS", "0", "86401"],
    ["RATE_LIMIT_ENABLED", "yes", "1"],
    ["TAXIWAY_MAX_BODY_KB", "0", "65537"],
    ["TAXIWAY_MAX_REQUESTS", "0", "100001"],
    ["TAXIWAY_MAX_REQUESTS_PER_CLIENT", "0", "many"],
    ["TAXIWAY_MAX_STREAMS", "0", "100001"],
    ["TAXIWAY_MAX_STREAMS_PER_CLIENT", "0", " "],
  ])("rejects %s=%s and %s", (name, ...values) => {
    for (const value of values) expect(problemsOf({ [name]: value })).toContain(`${name}=${value}: must be`);
  });

  it("rejects invalid origins and proxies", () => {
    for (const origin of ["app.example.com", "https://app.example.com/", "https://a.test,nonsense"]) {
      expect(problemsOf({ TAXIWAY_ALLOWED_ORIGINS: origin })).toContain("is not an origin");
    }
    for (const proxy of ["nginx", "10.0.0.0/40", "loopback,300.1.1.1"]) {
      expect(problemsOf({ TAXIWAY_TRUSTED_PROXIES: proxy })).toContain(`TAXIWAY_TRUSTED_PROXIES=${proxy}: `);
    }
  });

  it("rejects several workers where they cannot share the store or stdin", () => {
    const several = { TAXIWAY_WORKERS: "2" };
    expect(problemsOf({ ...several, TAXIWAY_STORE: "memory" }, ["serve"])).toContain("cannot share the memory store");
    expect(problemsOf({ ...several, TRANSPORT_MODE: "both" })).toContain("a client on stdin needs a single process");
    expect(configOf({ ...several, TAXIWAY_STORE: "memory" }).transport).toBe("stdio");
    expect(configOf({ ...several, VALKEY_HOST: "db" }, ["serve"]).http.workers).toBe(2);
  });
});

describe("a rehearsal", () => {
  const rehearsal = (env: Environment, args: readonly string[]) => {
    const intent = readConfig(env, args);
    if (intent.to !== "rehearse") throw new Error(`to ${intent.to}`);
    return intent;
  };

  it("has a server of its own in memory, whatever is set for others", () => {
    const others = {
      ...{ VALKEY_URL: "valkey://10.0.0.1:6379", HTTP_HOST: "0.0.0.0", HTTP_PORT: "80", TAXIWAY_AUTH: "keys" },
      ...{ TAXIWAY_ADMIN_TOKEN: "a-token-of-the-operator", CLOCK: "frozen:2026-12-01T09:00:00Z" },
    };
    const { args, config } = rehearsal(others, ["rehearse", "core", "--agent", "gold"]);
    expect(args).toEqual(["core", "--agent", "gold"]);
    expect(config).toMatchObject({ store: { kind: "memory" }, http: { host: "127.0.0.1", port: 0 } });
    expect(config).toMatchObject({ auth: { kind: "none" }, rehearsal: { enabled: true } });
    expect([config.adminToken, config.http.rateLimit, config.clock.configured]).toEqual([undefined, undefined, false]);
  });

  it("of one run is served on stdio, with the other settings of the client", () => {
    const { args, config } = rehearsal({ TAXIWAY_TEXT: "json" }, [
      ...["--scenario", "a.yaml", "--verdict", "out.json", "--log-level", "error"],
    ]);
    expect(args).toEqual(["stdio", "--verdict", "out.json", "--", "a.yaml"]);
    expect(config).toMatchObject({ text: "json", logLevel: "error", store: { kind: "memory" } });
    expect(readConfig({ TAXIWAY_SCENARIO: "a.yaml" }, ["serve"]).to).toBe("serve");
  });
});
