import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newKeyText } from "../../../src/access/key-text.ts";
import { errorTextIn, probe, statusOf } from "../../fixtures/access/key-holder.ts";
import { startKeyed, stopTime } from "../../fixtures/access/keyed-taxiway.ts";
import type { Environment } from "../../fixtures/taxiway.ts";
import { startValkey, type ValkeyServer } from "../../fixtures/valkey.ts";

const start = async (env: Environment = {}) => {
  const { pass } = stopTime("2026-12-01T09:00:00Z");
  return { ...(await startKeyed(env)), pass };
};
const times = async (count: number, work: () => Promise<number>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push(await work());
  return statuses;
};
const limits = (headers: Readonly<Record<string, unknown>>) => [
  headers["x-ratelimit-limit"],
  headers["x-ratelimit-remaining"],
];

describe("a quota per minute", () => {
  it("counts down on every answer, then rejects requests until its reset time", async () => {
    const { port, key, pass } = await start();
    const own = await key({ quota: { perMinute: 3 } });
    for (const left of ["2", "1", "0"]) {
      const { status, headers } = await probe(port, own);
      expect([status, ...limits(headers)]).toEqual([200, "3", left]);
    }
    const refused = await probe(port, own);
    const seconds = Number(refused.headers["retry-after"]);
    expect([refused.status, ...limits(refused.headers)]).toEqual([429, "3", "0"]);
    expect(errorTextIn(refused)).toBe(`More than 3 calls a minute with this key; try again in ${seconds} seconds`);
    expect(refused.headers["www-authenticate"]).toBeUndefined();
    expect(refused.headers["x-ratelimit-reset"]).toBe(String(Date.parse("2026-12-01T09:00:00Z") / 1000 + seconds));
    pass(30_000);
    expect(await statusOf(probe(port, own))).toBe(429);
    pass(seconds * 1_000);
    expect(await statusOf(probe(port, own))).toBe(200);
  });

  it("is shared by all servers and by a key before and after rotation, but not by two keys", async () => {
    const { port, key, keyring } = await start();
    const own = await key({ quota: { perMinute: 4 } });
    expect(await statusOf(probe(port, own))).toBe(200);
    expect(await statusOf(probe(port, own, "/mcp/flights"))).toBe(200);
    const { key: newKey } = await keyring.rotate(own.slice(4, 12), 60_000);
    expect(await statusOf(probe(port, newKey, "/mcp/toolbox"))).toBe(200);
    expect(await statusOf(probe(port, own, "/rpc"))).toBe(200);
    expect(await times(2, () => statusOf(probe(port, newKey)))).toEqual([429, 429]);
    expect(await statusOf(probe(port, await key({ quota: { perMinute: 4 } })))).toBe(200);
  });

  it("is not used up by callers without the key, or at servers the key does not cover", async () => {
    const { port, key } = await start();
    const own = await key({ servers: ["gds"], quota: { perMinute: 1 } });
    expect(await times(3, () => statusOf(probe(port, newKeyText(own.slice(4, 12)))))).toEqual([401, 401, 401]);
    expect(await times(3, () => statusOf(probe(port, own, "/mcp/flights")))).toEqual([403, 403, 403]);
    expect(await times(2, () => statusOf(probe(port, own)))).toEqual([200, 429]);
  });

  it("applies beside the limit of the address, and the closer limit is reported", async () => {
    const { port, key } = await start({ RATE_LIMIT_ENABLED: "true", RATE_LIMIT_PER_MINUTE: "5" });
    const [small, large] = [await key({ quota: { perMinute: 2 } }), await key({ quota: { perMinute: 50 } })];
    expect(limits((await probe(port, small)).headers)).toEqual(["2", "1"]);
    expect(limits((await probe(port, large)).headers)).toEqual(["5", "3"]);
    expect(await times(4, () => statusOf(probe(port, large)))).toEqual([200, 200, 200, 429]);
  });
});

describe("a quota per day", () => {
  it("is reset at midnight UTC, and not before", async () => {
    const { port, key, pass } = await start();
    const own = await key({ quota: { perDay: 2 } });
    expect(await times(2, () => statusOf(probe(port, own)))).toEqual([200, 200]);
    pass(14 * 3_600_000);
    const refused = await probe(port, own);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "3600"]);
    expect(errorTextIn(refused)).toBe("More than 2 calls a day with this key; try again in 3600 seconds");
    pass(3_600_000 - 1);
    expect(await statusOf(probe(port, own))).toBe(429);
    pass(1);
    expect(await times(3, () => statusOf(probe(port, own)))).toEqual([200, 200, 429]);
  });

  it("is not used up by requests over the quota per minute", async () => {
    const { port, key, pass } = await start();
    const own = await key({ quota: { perMinute: 1, perDay: 2 } });
    expect(await times(5, () => statusOf(probe(port, own)))).toEqual([200, 429, 429, 429, 429]);
    expect(errorTextIn(await probe(port, own))).toMatch(/^More than 1 calls a minute/);
    pass(120_000);
    expect(await statusOf(probe(port, own))).toBe(200);
    pass(120_000);
    expect(errorTextIn(await probe(port, own))).toMatch(/^More than 2 calls a day/);
  });
});

describe("a quota of a tenant", () => {
  it("is used up by all its keys together and reported like that of a key", async () => {
    const { port, key, keyring, pass } = await start();
    const [one, two] = [await key({ tenant: "acme", quota: { perMinute: 2 } }), await key({ tenant: "acme" })];
    const other = await key({ tenant: "rival" });
    await keyring.tenantQuotas.set("acme", { perMinute: 4 });
    expect(await times(3, () => statusOf(probe(port, one)))).toEqual([200, 200, 429]);
    expect(limits((await probe(port, two)).headers)).toEqual(["4", "1"]);
    expect(await statusOf(probe(port, two, "/mcp/toolbox"))).toBe(200);
    const refused = await probe(port, two);
    const seconds = Number(refused.headers["retry-after"]);
    expect([refused.status, ...limits(refused.headers)]).toEqual([429, "4", "0"]);
    expect(errorTextIn(refused)).toBe(
      `More than 4 calls a minute with all keys and tokens of the tenant acme; try again in ${seconds} seconds`,
    );
    expect(await statusOf(probe(port, other))).toBe(200);
    pass(seconds * 1_000);
    expect(await statusOf(probe(port, two))).toBe(200);
    await keyring.tenantQuotas.set("acme", undefined);
    expect(await times(6, () => statusOf(probe(port, two)))).toEqual([200, 200, 200, 200, 200, 200]);
  });
});

describe("quotas of two nodes on one Valkey", () => {
  let valkey: ValkeyServer;
  beforeAll(async () => {
    valkey = await startValkey({ appendonly: "no" });
  });
  afterAll(() => valkey.stop());

  it.each(["perMinute", "perDay"] as const)("are counted together: %s", async (window) => {
    const env = { TAXIWAY_STORE: "valkey", VALKEY_URL: valkey.url };
    const { pass: _, ...here } = await start(env);
    const there = await startKeyed(env);
    const key = await here.key({ quota: { [window]: 6 } });
    const ports = [here.port, there.port];
    const statuses = await times(10, () => statusOf(probe(ports.reverse()[0] as number, key)));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429, 429]);
  });

  it("of a tenant are counted together for its keys", async () => {
    const env = { TAXIWAY_STORE: "valkey", VALKEY_URL: valkey.url };
    const { pass: _, ...here } = await start(env);
    const there = await startKeyed(env);
    const asking = [
      { port: here.port, key: await here.key({ tenant: "acme" }) },
      { port: there.port, key: await here.key({ tenant: "acme" }) },
    ];
    await here.keyring.tenantQuotas.set("acme", { perDay: 6 });
    const statuses = await times(10, () => {
      const { port, key } = asking.reverse()[0] as (typeof asking)[number];
      return statusOf(probe(port, key));
    });
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429, 429]);
  });
});
