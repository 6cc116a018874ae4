import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { newKeyText } from "../../../src/access/key-text.ts";
import { openKeyring } from "../../../src/access/keyring.ts";
import { createQuotas } from "../../../src/access/quotas.ts";
import { systemClock } from "../../../src/model/clock.ts";
import type { Grant } from "../../../src/model/grant.ts";
import { createLocalBus } from "../../../src/platform/stores/local-bus.ts";
import { openValkeyStore } from "../../../src/platform/stores/valkey.ts";
import { openValkeyBus } from "../../../src/platform/stores/valkey-bus.ts";
import { parseValkeyUrl } from "../../../src/platform/stores/valkey-url.ts";
import { recordingLog } from "../../fixtures/access/access-fixture.ts";
import { startValkey, type ValkeyServer } from "../../fixtures/valkey.ts";

let server: ValkeyServer;
beforeAll(async () => {
  server = await startValkey();
});
afterAll(() => server.stop());

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const pepper = Buffer.from("the pepper that all nodes of this store have");

/** Long enough that a busy machine does not count as an unavailable Valkey. */
const timeoutMs = 20_000;

/** A node with its own connections. A deaf one receives no messages. */
const openNode = async ({ deaf = false } = {}) => {
  const address = parseValkeyUrl(server.url);
  const { log, lines } = recordingLog();
  const store = await openValkeyStore({ address });
  const bus = deaf ? createLocalBus() : await openValkeyBus({ address });
  let passed = 0;
  const elapsed = (): number => performance.now() + passed;
  const keyring = await openKeyring({ store, bus, clock: systemClock, pepper, log, elapsed, timeoutMs });
  closing.push(
    () => store.close(),
    () => bus.close(),
    () => keyring.close(),
  );
  const pass = (ms: number): void => {
    passed += ms;
  };
  return { keyring, store, log, lines, pass };
};

describe("keys on two nodes with one Valkey", () => {
  it("are shared at once, and rotations and revocations as soon as the message arrives", async () => {
    const [here, there] = [await openNode(), await openNode()];
    const { key, record } = await here.keyring.create({ name: "shared", tenant: "acme", quota: { perMinute: 5 } });
    expect(await there.keyring.find(key)).toEqual(await here.keyring.find(key));
    const { key: newKey } = await there.keyring.rotate(record.keyId, 60_000);
    expect(await here.keyring.find(newKey)).toMatchObject({ keyId: record.keyId, tenant: "acme" });
    expect(await here.keyring.find(key)).toBeDefined();
    await there.keyring.revoke(record.keyId);
    await vi.waitFor(async () => expect(await here.keyring.find(newKey)).toBeUndefined());
    expect(await here.keyring.find(key)).toBeUndefined();
  });

  it("are rejected within a second after revocation even if the message is lost", async () => {
    const [here, deaf] = [await openNode(), await openNode({ deaf: true })];
    const { key, record } = await here.keyring.create({ name: "leaked" });
    expect(await deaf.keyring.find(key)).toBeDefined();
    await here.keyring.revoke(record.keyId);
    deaf.pass(1_000);
    expect(await deaf.keyring.find(key)).toBeUndefined();
  });

  it("are not stored in Valkey in a usable form", async () => {
    const { keyring } = await openNode();
    const { key, record } = await keyring.create({ name: "kept", tenant: "acme", servers: ["gds"], admin: true });
    const seen = await server.cli("HGETALL", `access:key:${record.keyId}`);
    expect(seen).toContain("acme");
    expect(seen).not.toContain(key.slice(13));
    expect(await server.cli("SISMEMBER", "access:tenant:acme:keys", record.keyId)).toBe("1");
    expect(await server.cli("SISMEMBER", "access:tenants", "acme")).toBe("1");
  });

  it("share a quota that is never exceeded", async () => {
    const nodes = [await openNode(), await openNode()];
    const grant: Grant = { tenant: "acme", keyId: "aB3dE6gH", admin: false, quota: { perDay: 2_000 } };
    const noon = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 43_200_000;
    const now = (): number => noon;
    const hammer = async ({ store, log }: (typeof nodes)[number]): Promise<number> => {
      const quotas = createQuotas({ store, clock: systemClock, log, now, timeoutMs });
      closing.push(() => quotas.close());
      let passed = 0;
      for (let i = 0; i < 1_500; i++) passed += Number((await quotas.take(grant))?.allowed);
      return passed;
    };
    const passed = (await Promise.all(nodes.map(hammer))).reduce((sum, each) => sum + each, 0);
    expect(passed).toBeLessThanOrEqual(2_000);
    expect(passed).toBeGreaterThanOrEqual(1_900);
  });
});

describe("a killed Valkey", () => {
  it("leaves known keys working and makes unknown ones retryable, until it is back", async () => {
    const { keyring, lines, pass } = await openNode();
    const { key, record } = await keyring.create({ name: "known" });
    await keyring.find(key);
    await server.kill();
    pass(2_000);
    expect(await keyring.find(key)).toMatchObject({ keyId: record.keyId });
    await expect(Promise.resolve(keyring.find(newKeyText("unknown1")))).rejects.toMatchObject({
      ...{ kind: "unavailable", details: { retryable: true } },
    });
    await server.start();
    await vi.waitFor(async () => expect(await keyring.find(newKeyText("unknown1"))).toBeUndefined());
    pass(2_000);
    expect(await keyring.find(key)).toMatchObject({ keyId: record.keyId });
    expect(lines.join("\n")).not.toContain(key.slice(13));
  });
});
