import { describe, expect, it } from "vitest";
import { createTime, recordingLog, spelledOut } from "../../test/fixtures/access/access-fixture.ts";
import { Failure } from "../model/failure.ts";
import { createLocalBus } from "../platform/stores/local-bus.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import { openKeyring } from "./keyring.ts";
import { KEYS_HELP, keysCommand } from "./keys-command.ts";

const KEY = /twk_([0-9A-Za-z]{8})_[0-9A-Za-z]{34}/;

const opened = async () => {
  const { clock, elapsed, pass } = createTime();
  const store = createMemoryStore({ now: clock.now });
  const { log } = recordingLog();
  const keyring = await openKeyring({ store, bus: createLocalBus(), clock, elapsed, pepper: Buffer.alloc(32, 1), log });
  const run = (line: string): Promise<string> => keysCommand(line.split(" ").filter(Boolean), keyring, clock);
  const made = async (line = "create --name made"): Promise<{ key: string; prefix: string }> => {
    const [key = "", prefix = ""] = KEY.exec(await run(line)) ?? [];
    return { key, prefix };
  };
  return { keyring, run, made, pass, clock };
};

describe("taxiway keys create", () => {
  it("prints the key and its permissions", async () => {
    const { run, keyring } = await opened();
    const text = await run(
      "create --name ci --tenant acme --servers gds,toolbox --tools search*,book --admin --per-minute 60 --per-day 1000 --expires 90d",
    );
    const [key = "", prefix] = KEY.exec(text) ?? [];
    expect(text.replaceAll(key, "<KEY>").replaceAll(prefix as string, "<PREFIX>")).toBe(`<KEY>

This is the only time the key is shown. Clients send it as: Authorization: Bearer <key>

  prefix   <PREFIX>
  tenant   acme
  name     ci
  scopes   gds,toolbox; tools search*,book; admin
  quota    60/min 1000/day
  expires  2027-01-31 09:00Z
`);
    expect(await keyring.find(key)).toEqual({
      ...{ tenant: "acme", keyId: prefix, servers: ["gds", "toolbox"], tools: ["search*", "book"], admin: true },
      quota: { perMinute: 60, perDay: 1000 },
    });
  });

  it("needs only a name", async () => {
    const { run, keyring } = await opened();
    expect(await run("create --name ci")).toContain("scopes   all servers\n  quota    none\n  expires  never");
    expect(await keyring.list("default")).toHaveLength(1);
  });

  it.each([
    ["12h", "2026-11-02 21:00Z"],
    ["2027-06-30", "2027-06-30 00:00Z"],
    ["2027-06-30T12:00Z", "2027-06-30 12:00Z"],
    ["2027-06-30T12:00+02:00", "2027-06-30 10:00Z"],
  ])("understands --expires %s", async (expires, expected) => {
    const { run } = await opened();
    expect(await run(`create --name x --expires ${expires}`)).toContain(`expires  ${expected}`);
  });

  it("prints JSON with --json", async () => {
    const { run, keyring } = await opened();
    const { key, ...shown } = JSON.parse(await run("create --name x --per-day 100 --expires 1d --json")) as {
      key: string;
    };
    expect(await keyring.find(key)).toMatchObject({ quota: { perDay: 100 } });
    expect(shown).toEqual({
      ...{ key_id: key.slice(4, 12), tenant: "default", name: "x", admin: false, per_day: 100 },
      ...{ created_at: "2026-11-02T09:00:00.000Z", expires_at: "2026-11-03T09:00:00.000Z" },
    });
    expect(JSON.parse(await run("list --json"))).toEqual({
      keys: [{ ...shown, last_used_at: "2026-11-02T09:00:00.000Z" }],
    });
  });
});

describe("taxiway keys quota", () => {
  it("sets, shows and removes the quota of a tenant as a whole", async () => {
    const { run, keyring } = await opened();
    expect(await run("quota")).toMatch(/^No quota\. Set one with: taxiway keys quota /);
    await run("quota --per-day 50");
    expect(await run("quota --tenant acme --per-minute 60")).toBe(
      "TENANT  THIS MINUTE  TODAY\nacme    0 of 60      unlimited\n",
    );
    expect(await run("quota")).toBe(
      "TENANT   THIS MINUTE  TODAY\nacme     0 of 60      unlimited\ndefault  unlimited    0 of 50\n",
    );
    expect(JSON.parse(await run("quota --tenant acme --json"))).toEqual({
      tenant_quotas: [{ tenant: "acme", per_minute: 60, used_this_minute: 0 }],
    });
    await run("quota --tenant acme --none");
    expect(await keyring.tenantQuotas.of("acme")).toBeUndefined();
    expect(await keyring.tenantQuotas.of("default")).toEqual({ perDay: 50 });
  });

  it.each([
    ["quota --per-day many", "per_day"],
    ["quota --none --per-day 5", "none"],
    ["quota --tenant A_B --per-day 5", "tenant"],
    ["quota acme", "prefix"],
  ])("rejects %s", async (line, field) => {
    const { run } = await opened();
    await expect(run(line)).rejects.toMatchObject({ details: { field } });
  });
});

describe("taxiway keys list", () => {
  it("prints a table without secrets", async () => {
    const { run, made, keyring, pass } = await opened();
    const { key, prefix } = await made("create --name ci --tenant acme --servers gds --per-day 100 --expires 30d");
    const { prefix: other } = await made("create --name everything --admin");
    await keyring.find(key);
    await keyring.close();
    pass(60_000);
    const table = await run("list");
    expect(table).toBe(
      [
        "PREFIX    TENANT   NAME        SCOPES              QUOTA    LAST USED          EXPIRES",
        `${prefix}  acme     ci          gds                 100/day  2026-11-02 09:00Z  2026-12-02 09:00Z`,
        `${other}  default  everything  all servers; admin  none     never              never`,
        "",
      ].join("\n"),
    );
    expect(table).not.toMatch(KEY);
    expect(await run("list --tenant acme")).not.toContain(other);
    expect(await run("list --json")).not.toMatch(/twk_|digest|secret/);
  });

  it("marks expired keys, and shows until when an old secret works", async () => {
    const { run, made, pass } = await opened();
    await made("create --name short --expires 1h");
    const { prefix } = await made("create --name rotated");
    await run(`rotate ${prefix} --overlap 2h`);
    pass(3_600_000);
    const lines = (await run("list")).split("\n");
    expect(lines.find((line) => line.includes("short"))).toContain("expired 2026-11-02 10:00Z");
    expect(lines.find((line) => line.includes("rotated"))).toContain("never (old key until 2026-11-02 11:00Z)");
    pass(3_600_000);
    expect(await run("list")).not.toContain("old key");
  });

  it("prints how to create the first key", async () => {
    const { run } = await opened();
    expect(await run("list")).toContain("taxiway keys create --name");
  });
});

describe("taxiway keys rotate and revoke", () => {
  it("print a new key, and keep the old one valid for a day by default", async () => {
    const { run, made, keyring, pass } = await opened();
    const { key, prefix } = await made();
    const [rotated = ""] = KEY.exec(await run(`rotate ${prefix}`)) ?? [];
    expect(rotated).not.toBe(key);
    expect(await keyring.find(rotated)).toBeDefined();
    pass(86_400_000 - 1);
    expect(await keyring.find(key)).toBeDefined();
    pass(1);
    expect(await keyring.find(key)).toBeUndefined();
    const [last = ""] = KEY.exec(await run(`rotate ${prefix} --overlap 0`)) ?? [];
    expect(await keyring.find(rotated)).toBeUndefined();
    expect(await run(`revoke ${prefix}`)).toContain(`The key ${prefix} (made, tenant default) is revoked.`);
    expect(await keyring.find(last)).toBeUndefined();
  });

  it("accept a whole key in place of its prefix, and do not repeat it", async () => {
    const { run, made, keyring } = await opened();
    const { key } = await made();
    const text = await run(`revoke ${key}`);
    expect(text).not.toContain(key.slice(13));
    expect(await keyring.list()).toEqual([]);
    const again = await run(`revoke ${key}`).catch((error: unknown) => error);
    expect(again).toMatchObject({ kind: "not_found" });
    expect(spelledOut(again)).not.toContain(key.slice(13));
  });
});

describe("taxiway keys", () => {
  it.each(["", "--help", "-h", "create --help", "list -h"])("prints its help for: %s", async (line) => {
    expect(await (await opened()).run(line)).toBe(KEYS_HELP);
  });

  it.each([
    ["make", "command"],
    ["__proto__", "command"],
    ["create", "name"],
    ["create something --name x", "prefix"],
    ["create --name", "option"],
    ["create --nome x", "option"],
    ["create --name x --admin=yes", "option"],
    ["create --name x --overlap 1h", "overlap"],
    ["create --name x --per-minute many", "per_minute"],
    ["create --name x --per-day -5", "option"],
    ["create --name x --expires tomorrow", "expires"],
    ["create --name x --expires 2020-01-01", "expires"],
    ["create --name x --expires 2027-02-40", "expires"],
    ["create --name x --servers ,", "servers"],
    ["create --name x --tenant A/B", "tenant"],
    ["list --name x", "name"],
    ["list --tenant A/B", "tenant"],
    ["rotate", "prefix"],
    ["rotate a b", "prefix"],
    ["rotate abcdefgh --overlap soon", "overlap"],
    ["rotate abcdefgh --overlap 91d", "overlap"],
    ["rotate abcdefgh", "key_id"],
    ["revoke '; DROP", "prefix"],
    ["revoke nonsense!", "key_id"],
  ])("rejects '%s' with the field %s", async (line, field) => {
    const { run } = await opened();
    const failure = await run(line).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect((failure as Failure).details.field).toBe(field);
    expect((failure as Failure).message).toMatch(/^[A-Za-z].*\.$/);
  });

  it("never repeats a key that was pasted in the wrong place", async () => {
    const { run, made } = await opened();
    const { key } = await made();
    const places = ["", "create ", "create --", "list ", "rotate x ", "create --name=x --expires ", "create --name "];
    places.push(
      "create --name=x --tenant ",
      "create --name=x --servers ",
      "create --name=x --tools ",
      "list --tenant ",
    );
    for (const line of places.map((place) => `${place}${key}`)) {
      const failure = await run(line).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Failure);
      expect(spelledOut(failure)).not.toContain(key.slice(13));
    }
  });
});
