import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Store } from "../../../../src/platform/stores/store.ts";
import { openValkeyStore } from "../../../../src/platform/stores/valkey.ts";
import { parseValkeyUrl } from "../../../../src/platform/stores/valkey-url.ts";
import { createHealth, type Health } from "../../../../src/platform/telemetry/health.ts";
import { startValkey, type ValkeyServer } from "../../../fixtures/valkey.ts";

const schema = JSON.parse(readFileSync(new URL("../../../fixtures/health.schema.json", import.meta.url), "utf8"));
const validate = new Ajv({ allowUnionTypes: true }).compile(schema);

let server: ValkeyServer;
let store: Store;
let health: Health;
beforeAll(async () => {
  server = await startValkey();
});
afterAll(() => server.stop());
beforeEach(async () => {
  store = await openValkeyStore({ address: parseValkeyUrl(server.url) });
  health = createHealth({
    store,
    writability: () => ({ writable: true }),
    version: "1.2.3",
    connections: () => ({ stdio: 0, http: 2 }),
    sessions: async () => ({ active: await store.count("active"), total: await store.count("total") }),
  });
});
afterEach(async () => {
  health.close();
  await store.close();
});

/** Every answer matches the schema, whatever happens to the store. */
const poll = async () => {
  const { status, body } = await health.check();
  const document = JSON.parse(body);
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  expect(document.storage.responseTime === null).toBe(!document.storage.connected);
  expect(status).toBe(document.status === "unhealthy" ? 503 : 200);
  return { code: status, ...document };
};

const until = (code: number, withinMs: number) =>
  vi.waitFor(async () => expect((await poll()).code).toBe(code), { timeout: withinMs, interval: 250 });

const AWAY = { status: "unhealthy", storage: { connected: false, responseTime: null } };

describe("the health of a server on a real Valkey", () => {
  it("includes the storage counts", async () => {
    await store.add("active", 3);
    await store.add("total", 5);
    expect(await poll()).toMatchObject({
      storage: { connected: true, responseTime: expect.any(Number) },
      sessions: { active: 3, total: 5 },
      connections: { total: 2 },
    });
  });

  it("turns to 503 when Valkey hangs, and back when it goes on", async () => {
    await until(200, 5_000);
    server.signal("SIGSTOP");
    try {
      await until(503, 6_000);
      expect(await poll()).toMatchObject(AWAY);
    } finally {
      server.signal("SIGCONT");
    }
    await until(200, 2_000);
  });

  it("turns to 503 when Valkey is killed, and back when it is started again", async () => {
    await until(200, 5_000);
    await server.kill();
    await until(503, 6_000);
    expect(await poll()).toMatchObject(AWAY);
    await server.start();
    await until(200, 2_000);
  });
});
