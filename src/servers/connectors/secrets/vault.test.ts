import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { frozenClock } from "../../../model/clock.ts";
import { Failure } from "../../../model/failure.ts";
import { keys } from "../../../model/keys.ts";
import type { Log } from "../../../model/log.ts";
import { createMemoryStore } from "../../../platform/stores/memory.ts";
import type { RecordValue } from "../../../platform/stores/store.ts";
import { openVault } from "./vault.ts";
import { givenVaultKey, newVaultKey } from "./vault-key.ts";

const HOST = "api.example.com";
const VALUE = "MARKED-secret-äöü-\u{1f511}";
const secret = { tenant: "acme", connector: "hotels", name: "api_key" };

const clock = frozenClock(0);

const setUp = () => {
  const store = createMemoryStore({ now: clock.now });
  const lines: string[] = [];
  const line = (event: string, facts?: unknown) => void lines.push(`${event} ${JSON.stringify(facts)}`);
  const log: Log = { debug: line, info: line, warn: line, error: line };
  const key = randomBytes(32);
  return { store, log, lines, key, vault: openVault({ store, clock, log, key }) };
};
const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const outcome = await work.catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(Failure);
  return outcome as Failure;
};

describe("the vault", () => {
  it("returns a secret as it was stored, as one text or as a login", async () => {
    const { vault } = setUp();
    await vault.put(secret, VALUE, [HOST]);
    await vault.put({ ...secret, name: "login" }, { user: "u", password: VALUE }, [`${HOST}:8443`]);
    expect(await vault.open(secret, HOST)).toBe(VALUE);
    expect(await vault.open({ ...secret, name: "login" }, `${HOST}:8443`)).toEqual({ user: "u", password: VALUE });
    expect(await vault.open({ ...secret, name: "other" }, HOST)).toBeUndefined();
    expect(await vault.open({ ...secret, tenant: "other" }, HOST)).toBeUndefined();
  });

  it("lists secrets without values, replaces and removes them", async () => {
    const { vault } = setUp();
    await vault.put(secret, "first value", [HOST]);
    await vault.put(secret, VALUE, [HOST]);
    await vault.put({ ...secret, connector: "cars" }, "x", ["cars.example"]);
    expect(await vault.list("acme")).toEqual([
      { connector: "cars", name: "api_key", hosts: ["cars.example"] },
      { connector: "hotels", name: "api_key", hosts: [HOST] },
    ]);
    expect(await vault.list("other")).toEqual([]);
    expect(await vault.open(secret, HOST)).toBe(VALUE);
    expect(await vault.remove(secret)).toBe(true);
    expect(await vault.remove(secret)).toBe(false);
    expect(await vault.open(secret, HOST)).toBeUndefined();
    expect(await vault.list("acme")).toHaveLength(1);
  });

  it("opens a secret for its own host only", async () => {
    const { vault } = setUp();
    await vault.put(secret, VALUE, [HOST]);
    for (const host of ["evil.example", `${HOST}:8443`, `x.${HOST}`, `${HOST}.evil.example`]) {
      const failure = await failureOf(vault.open(secret, host));
      expect(failure, host).toMatchObject({ kind: "forbidden", details: { error_type: "secret_of_other_host" } });
      expect(JSON.stringify(failure) + failure.message).not.toContain("MARKED");
    }
    expect(await vault.open(secret, "API.example.com")).toBe(VALUE);
  });

  it("opens a secret for each of the hosts it was bound to, and for no others", async () => {
    const { vault } = setUp();
    await vault.put(secret, VALUE, ["upload.example.com", "API.example.com", HOST]);
    expect(await vault.list("acme")).toEqual([
      { connector: "hotels", name: "api_key", hosts: [HOST, "upload.example.com"] },
    ]);
    expect(await vault.open(secret, HOST)).toBe(VALUE);
    expect(await vault.open(secret, "upload.example.com")).toBe(VALUE);
    const failure = await failureOf(vault.open(secret, "evil.example"));
    expect(failure.message).toBe(
      "The secret 'api_key' is bound to api.example.com, upload.example.com and is not sent to another host.",
    );
  });

  it("opens a record of 0.1.0, which names one host", async () => {
    const { vault, store } = setUp();
    await vault.put(secret, VALUE, [HOST]);
    const key = keys.connectorSecret("acme", "hotels", "api_key");
    const record = await store.get(key);
    await store.put(key, { host: HOST, sealed: record?.value["sealed"] });
    expect(await vault.open(secret, HOST)).toBe(VALUE);
    expect(await vault.list("acme")).toMatchObject([{ hosts: [HOST] }]);
    expect(await failureOf(vault.open(secret, "evil.example"))).toMatchObject({ kind: "forbidden" });
  });

  it("does not open a record that was moved or changed", async () => {
    const { vault, store } = setUp();
    await vault.put(secret, VALUE, [HOST]);
    const record = (await store.get(keys.connectorSecret("acme", "hotels", "api_key")))?.value as RecordValue;
    const sealed = Buffer.from(record["sealed"] as string, "base64");
    const moved: readonly (readonly [string, RecordValue])[] = [
      [keys.connectorSecret("other", "hotels", "api_key"), record],
      [keys.connectorSecret("acme", "cars", "api_key"), record],
      [keys.connectorSecret("acme", "hotels", "pin"), record],
      [keys.connectorSecret("acme", "hotels", "api_key"), { ...record, hosts: ["evil.example"] }],
      [keys.connectorSecret("acme", "hotels", "api_key"), { ...record, hosts: [HOST, "evil.example"] }],
    ];
    for (const [key, value] of moved) await store.put(key, value);
    await failureOf(vault.open({ ...secret, tenant: "other" }, HOST));
    await failureOf(vault.open({ ...secret, connector: "cars" }, HOST));
    await failureOf(vault.open({ ...secret, name: "pin" }, HOST));
    await failureOf(vault.open(secret, "evil.example"));
    for (const index of [0, 1, 13, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] as number) ^ 1;
      await store.put(keys.connectorSecret("acme", "hotels", "api_key"), {
        ...record,
        sealed: changed.toString("base64"),
      });
      expect(await failureOf(vault.open(secret, HOST))).toMatchObject({ details: { error_type: "secret_sealed" } });
    }
  });

  it("keeps values out of store, log and errors, and never seals the same way twice", async () => {
    const { vault, store, lines } = setUp();
    const kept = async () => JSON.stringify(await store.get(keys.connectorSecret("acme", "hotels", "api_key")));
    await vault.put(secret, VALUE, [HOST]);
    const first = await kept();
    await vault.put(secret, VALUE, [HOST]);
    const second = await kept();
    expect(first).not.toBe(second);
    const other = openVault({
      store,
      clock,
      key: randomBytes(32),
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
    const failure = await failureOf(other.open(secret, HOST));
    const seen = [first, second, ...lines, failure.message, JSON.stringify(failure.details)].join("\n");
    expect(lines.length).toBeGreaterThan(0);
    expect(seen).not.toContain("MARKED");
    expect(seen).not.toContain(Buffer.from(VALUE).toString("base64"));
  });

  it("opens a secret sealed with an earlier key and seals it with the current one", async () => {
    const { vault, store, log, key } = setUp();
    await vault.put(secret, VALUE, [HOST]);
    const next = randomBytes(32);
    expect(await openVault({ store, clock, log, key: next, earlierKeys: [key] }).open(secret, HOST)).toBe(VALUE);
    expect(await openVault({ store, clock, log, key: next }).open(secret, HOST)).toBe(VALUE);
    await failureOf(vault.open(secret, HOST));
  });

  it.each<[what: string, name: typeof secret, value: unknown, host: string]>([
    ["a name that is a path", { ...secret, name: "a/b" }, "x", HOST],
    ["a connector with a colon", { ...secret, connector: "a:b" }, "x", HOST],
    ["a tenant with a colon", { ...secret, tenant: "a:b" }, "x", HOST],
    ["an empty value", secret, "", HOST],
    ["a number", secret, 1, HOST],
    ["a part that is no text", secret, { user: "u", password: 7 }, HOST],
    ["a URL for a host", secret, "x", "https://api.example.com/v1"],
    ["an empty host", secret, "x", ""],
  ])("rejects %s", async (_what, name, value, host) => {
    const { vault } = setUp();
    expect(await failureOf(vault.put(name, value as string, [host]))).toMatchObject({ kind: "invalid" });
  });
});

describe("the key of the vault", () => {
  it("is accepted in hexadecimal and in base64", () => {
    const bytes = randomBytes(32);
    for (const text of [bytes.toString("hex"), bytes.toString("base64"), ` ${bytes.toString("base64url")}\n`]) {
      expect(givenVaultKey(text, "TAXIWAY_VAULT_KEY").equals(bytes)).toBe(true);
    }
    expect(givenVaultKey(newVaultKey(), "x")).toHaveLength(32);
  });

  it("is rejected without being repeated if it is invalid", () => {
    for (const text of [
      "",
      "short",
      "g".repeat(64),
      randomBytes(31).toString("base64"),
      randomBytes(33).toString("hex"),
    ]) {
      let failure: unknown;
      try {
        givenVaultKey(text, "TAXIWAY_VAULT_KEY");
      } catch (error) {
        failure = error;
      }
      expect(failure).toBeInstanceOf(Failure);
      expect((failure as Failure).message).toMatch(/^TAXIWAY_VAULT_KEY is not a valid key/);
      if (text !== "") expect(JSON.stringify(failure) + (failure as Failure).message).not.toContain(text);
    }
  });
});
