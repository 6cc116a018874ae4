import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openWith, probe, statusOf } from "../../fixtures/access/key-holder.ts";
import { PEPPER, startKeyed, stopTime } from "../../fixtures/access/keyed-taxiway.ts";
import { launchHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { startValkey, type ValkeyServer } from "../../fixtures/valkey.ts";
import { runTaxiway } from "./run-taxiway.ts";

let valkey: ValkeyServer;
beforeAll(async () => {
  valkey = await startValkey({ appendonly: "no" });
});
afterAll(() => valkey.stop());

/** Not vi.waitFor, which moves the clock while it waits: here only messages may change anything. */
const eventually = async (condition: () => Promise<void>): Promise<void> => {
  for (let tries = 0; tries < 500; tries++) {
    const failed = await condition().then(
      () => false,
      () => true,
    );
    if (!failed) return;
    await sleep(20);
  }
  await condition();
};

const prefixOf = (key: string): string => key.slice(4, 12);

/** Two nodes whose clocks stand still, so that cached keys do not expire. */
const startNodes = async () => {
  const { pass } = stopTime("2026-12-01T09:00:00Z");
  const env = { TAXIWAY_STORE: "valkey", VALKEY_URL: valkey.url };
  const [here, there] = [await startKeyed(env), await startKeyed(env)];
  const both = (key: string): Promise<number[]> =>
    Promise.all([here, there].map(({ port }) => statusOf(probe(port, key))));
  return { here, there, both, pass };
};

describe("a revoked key", () => {
  it("is rejected by the other node as soon as the message arrives, even if it was cached", async () => {
    const { here, both } = await startNodes();
    const key = await here.key();
    expect(await both(key)).toEqual([200, 200]);
    await here.keyring.revoke(prefixOf(key));
    await eventually(async () => expect(await both(key)).toEqual([401, 401]));
  });

  it("is rejected within a second if the message is lost", async () => {
    const { here, both, pass } = await startNodes();
    const key = await here.key();
    expect(await both(key)).toEqual([200, 200]);
    await valkey.cli("DEL", `access:key:${prefixOf(key)}`);
    expect(await both(key)).toEqual([200, 200]);
    pass(1_000);
    expect(await both(key)).toEqual([401, 401]);
  });

  it("cannot use or open sessions; another key of its tenant can", async () => {
    const { here, there, both } = await startNodes();
    const [key, other] = [await here.key({ tenant: "acme" }), await here.key({ tenant: "acme" })];
    const { id, ask } = await openWith(there.port, key);
    expect((await ask("ping")).status).toBe(200);
    await here.keyring.revoke(prefixOf(key));
    await eventually(async () => expect(await both(key)).toEqual([401, 401]));
    expect((await ask("ping")).status).toBe(401);
    const { ask: askAsOther } = await openWith(there.port, other, { id, initialize: false });
    expect((await askAsOther("ping")).status).toBe(200);
  });
});

describe("a rotated key", () => {
  it("works beside the new one for exactly the overlap, on all nodes", async () => {
    const { here, there, both, pass } = await startNodes();
    const old = await here.key({ tenant: "acme" });
    expect(await both(old)).toEqual([200, 200]);
    const { key: newKey } = await there.keyring.rotate(prefixOf(old), 600_000);
    expect(prefixOf(newKey)).toBe(prefixOf(old));
    expect([await both(old), await both(newKey)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    pass(599_999);
    expect([await both(old), await both(newKey)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    pass(1);
    expect([await both(old), await both(newKey)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
  });

  it("ends at once without an overlap, even on a node that just used it", async () => {
    const { here, there, both } = await startNodes();
    const old = await here.key();
    expect(await both(old)).toEqual([200, 200]);
    const { key: newKey } = await there.keyring.rotate(prefixOf(old), 0);
    await eventually(async () => expect(await both(old)).toEqual([401, 401]));
    expect(await both(newKey)).toEqual([200, 200]);
  });

  it("keeps its sessions, which belong to its tenant", async () => {
    const { here, there } = await startNodes();
    const old = await here.key({ tenant: "acme" });
    const { id } = await openWith(here.port, old);
    const { key: newKey } = await here.keyring.rotate(prefixOf(old), 0);
    const { ask } = await openWith(there.port, newKey, { id, initialize: false });
    expect((await ask("ping")).status).toBe(200);
  });
});

describe("the expiry of a key", () => {
  it("is exact, even on a node that cached the key", async () => {
    const { here, both, pass } = await startNodes();
    const key = await here.key({ expiresAt: Date.now() + 500 });
    expect(await both(key)).toEqual([200, 200]);
    pass(499);
    expect(await both(key)).toEqual([200, 200]);
    pass(1);
    expect(await both(key)).toEqual([401, 401]);
  });
});

describe("two processes and the command line on one Valkey", () => {
  it("agree about a key from its creation to its revocation", async () => {
    const env = {
      ...{ TAXIWAY_STORE: "valkey", VALKEY_URL: valkey.url, TAXIWAY_ADMIN_TOKEN: "of-the-operator-of-both" },
      ...{ TAXIWAY_AUTH: "keys", TAXIWAY_KEY_PEPPER: PEPPER, RATE_LIMIT_ENABLED: "false" },
    };
    const nodes = await Promise.all([launchHttpTaxiway(env), launchHttpTaxiway(env)]);
    try {
      const both = (key: string): Promise<number[]> => Promise.all(nodes.map(({ port }) => statusOf(probe(port, key))));
      const made = await runTaxiway(["keys", "create", "--name", "of both", "--json"], env);
      const { key } = JSON.parse(made.stdout) as { key: string };
      expect(await both(key)).toEqual([200, 200]);
      const rotated = await runTaxiway(["keys", "rotate", prefixOf(key), "--overlap", "1h", "--json"], env);
      const { key: newKey } = JSON.parse(rotated.stdout) as { key: string };
      expect([await both(key), await both(newKey)]).toEqual([
        [200, 200],
        [200, 200],
      ]);
      expect(await runTaxiway(["keys", "revoke", prefixOf(key)], env)).toMatchObject({ code: 0 });
      await vi.waitFor(async () => expect([await both(key), await both(newKey)].flat()).toEqual([401, 401, 401, 401]));
    } finally {
      await Promise.all(nodes.map((node) => node.stop()));
    }
  }, 120_000);
});
