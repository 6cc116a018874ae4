import { describe, expect, it } from "vitest";
import { createTime, recordingLog } from "../../test/fixtures/access/access-fixture.ts";
import { createAdminApi } from "../console/admin/create-admin-api.ts";
import type { Grant } from "../model/grant.ts";
import { createLocalBus } from "../platform/stores/local-bus.ts";
import { createMemoryStore } from "../platform/stores/memory.ts";
import type { NewKey } from "./key-request.ts";
import { keyRoutes } from "./key-routes.ts";
import { openKeyring } from "./keyring.ts";

const KEY = /twk_[0-9A-Za-z]{8}_[0-9A-Za-z]{34}/;
const DAY = 86_400_000;
const OPERATOR: Grant = { tenant: "default", keyId: "admin-token", admin: true, operator: true };

const start = async () => {
  const { clock, elapsed, pass } = createTime();
  const store = createMemoryStore({ now: clock.now });
  const { log, lines } = recordingLog();
  const keyring = await openKeyring({ store, bus: createLocalBus(), clock, elapsed, pepper: Buffer.alloc(32, 1), log });
  const api = createAdminApi({ routes: keyRoutes(keyring, clock), log });
  const ask = async (grant: Grant, method: string, path: string, body?: unknown, query = {}) => {
    const answer = await api({ method, path, body, query, grant });
    // biome-ignore lint/suspicious/noExplicitAny: what comes back is the thing under test
    return answer as { readonly status: number; readonly body: any };
  };
  /** A key, and what its holder may do. */
  const holder = async (request: Partial<NewKey>) => {
    const { key, record } = await keyring.create({ name: "holder", tenant: "acme", admin: true, ...request });
    return { key, keyId: record.keyId, grant: (await keyring.find(key)) as Grant };
  };
  return { ask, holder, keyring, store, clock, pass, lines };
};

describe("the operator", () => {
  it("creates keys for every tenant", async () => {
    const { ask, keyring } = await start();
    const request = {
      ...{ name: "travel bot", tenant: "acme", servers: ["gds"], tools: ["search*"] },
      ...{ admin: true, per_minute: 60, per_day: 1_000, expires: "90d" },
    };
    const { status, body } = await ask(OPERATOR, "POST", "/keys", request);
    const { key, ...shown } = body;
    expect([status, key]).toEqual([201, expect.stringMatching(KEY)]);
    const { expires: _, ...facts } = request;
    expect(shown).toEqual({
      ...{ ...facts, key_id: key.slice(4, 12) },
      ...{ created_at: "2026-11-02T09:00:00.000Z", expires_at: "2027-01-31T09:00:00.000Z" },
    });
    expect(await keyring.find(key)).toEqual({
      ...{ tenant: "acme", keyId: key.slice(4, 12), servers: ["gds"], tools: ["search*"], admin: true },
      quota: { perMinute: 60, perDay: 1_000 },
    });
    const use = { last_used_at: "2026-11-02T09:00:00.000Z", used_this_minute: 0, used_today: 0 };
    expect((await ask(OPERATOR, "GET", "/keys")).body).toEqual({ keys: [{ ...shown, ...use }], tenant_quotas: [] });
  });

  it("lists all tenants, and the keys of all or one", async () => {
    const { ask, holder } = await start();
    for (const tenant of ["acme", "rival"]) await holder({ tenant });
    await ask(OPERATOR, "POST", "/keys", { name: "mine" });
    expect((await ask(OPERATOR, "GET", "/tenants")).body).toEqual({ tenants: ["acme", "default", "rival"] });
    const tenantsOf = async (query: object) =>
      (await ask(OPERATOR, "GET", "/keys", undefined, query)).body.keys.map(({ tenant }: Grant) => tenant);
    expect(await tenantsOf({})).toEqual(["acme", "default", "rival"]);
    expect(await tenantsOf({ tenant: "rival" })).toEqual(["rival"]);
    expect(await tenantsOf({ tenant: "unknown" })).toEqual([]);
  });

  it("limits tenants as a whole, which their administrators see but cannot change", async () => {
    const { ask, holder } = await start();
    const { grant } = await holder({ tenant: "acme" });
    const quota = { tenant: "acme", per_minute: 60, per_day: 1_000 };
    const limits = { per_minute: 60, per_day: 1_000 };
    expect((await ask(OPERATOR, "PUT", "/tenants/acme/quota", limits)).body).toEqual(quota);
    await ask(OPERATOR, "PUT", "/tenants/rival/quota", { per_day: 5 });
    const quotasFor = async (asking: Grant) => (await ask(asking, "GET", "/keys")).body.tenant_quotas;
    const acme = { ...quota, used_this_minute: 0, used_today: 0 };
    expect(await quotasFor(OPERATOR)).toEqual([acme, { tenant: "rival", per_day: 5, used_today: 0 }]);
    expect(await quotasFor(grant)).toEqual([acme]);
    expect((await ask(grant, "PUT", "/tenants/acme/quota", {})).status).toBe(403);
    const { status, body } = await ask(OPERATOR, "PUT", "/tenants/acme/quota", { per_day: 0 });
    expect([status, body.error.field]).toEqual([400, "per_day"]);
    await ask(OPERATOR, "PUT", "/tenants/acme/quota", {});
    expect(await quotasFor(grant)).toEqual([]);
  });

  it("rotates and revokes keys of any tenant", async () => {
    const { ask, holder, keyring } = await start();
    const { key, keyId } = await holder({ tenant: "rival" });
    const { status, body } = await ask(OPERATOR, "POST", `/keys/${keyId}/rotate`, { overlap: "0" });
    expect([status, body.key_id]).toEqual([201, keyId]);
    expect(await keyring.find(key)).toBeUndefined();
    expect(await keyring.find(body.key)).toMatchObject({ tenant: "rival" });
    expect(await ask(OPERATOR, "DELETE", `/keys/${keyId}`)).toMatchObject({ status: 200, body: { key_id: keyId } });
    expect(await keyring.find(body.key)).toBeUndefined();
  });
});

describe("an administrator of a tenant", () => {
  it("creates, lists, rotates and revokes keys of that tenant", async () => {
    const { ask, holder, keyring, pass } = await start();
    const { grant, keyId } = await holder({});
    const made = (await ask(grant, "POST", "/keys", { name: "bot", tenant: "acme", admin: true })).body;
    expect(await keyring.find(made.key)).toEqual({ tenant: "acme", keyId: made.key_id, admin: true });
    expect((await ask(grant, "GET", "/keys")).body.keys.map((each: { key_id: string }) => each.key_id)).toEqual([
      ...[keyId, made.key_id],
    ]);
    const rotated = (await ask(grant, "POST", `/keys/${made.key_id}/rotate`)).body;
    expect(rotated).toMatchObject({ old_key_until: "2026-11-03T09:00:00.000Z", key: expect.stringMatching(KEY) });
    pass(DAY - 1);
    expect(await keyring.find(made.key)).toBeDefined();
    pass(1);
    expect(await keyring.find(made.key)).toBeUndefined();
    expect(await keyring.find(rotated.key)).toBeDefined();
    expect((await ask(grant, "DELETE", `/keys/${made.key_id}`)).status).toBe(200);
    expect(await keyring.find(rotated.key)).toBeUndefined();
  });

  it("cannot distinguish a key of another tenant from an unknown one", async () => {
    const { ask, holder, keyring } = await start();
    const [{ grant }, theirs] = [await holder({}), await holder({ tenant: "rival" })];
    for (const [method, rest] of [
      ["DELETE", ""],
      ["POST", "/rotate"],
    ] as const) {
      const [other, none] = [
        await ask(grant, method, `/keys/${theirs.keyId}${rest}`),
        await ask(grant, method, `/keys/abcdefgh${rest}`),
      ];
      expect(other.status).toBe(404);
      expect(JSON.stringify(other).replaceAll(theirs.keyId, "abcdefgh")).toBe(JSON.stringify(none));
    }
    expect(await keyring.find(theirs.key)).toBeDefined();
    expect(JSON.stringify((await ask(grant, "GET", "/keys")).body)).not.toContain(theirs.keyId);
  });

  it("gets the same answer for every other tenant, whether or not it exists", async () => {
    const { ask, holder, keyring } = await start();
    const [{ grant }] = [await holder({}), await holder({ tenant: "rival" })];
    const before = await keyring.list();
    const answers = [];
    for (const tenant of ["rival", "unknown", "default", "", "No Tenant", null, ["acme"]]) {
      answers.push(await ask(grant, "POST", "/keys", { name: "x", tenant }));
      if (typeof tenant === "string") answers.push(await ask(grant, "GET", "/keys", undefined, { tenant }));
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 403, body: { error: { field: "tenant", allowed: ["acme"] } } });
    expect((await ask(grant, "GET", "/tenants")).status).toBe(403);
    expect(await keyring.list()).toEqual(before);
  });

  it("cannot create keys with more permissions, and by default creates keys with the same", async () => {
    const { ask, holder, clock } = await start();
    const { grant } = await holder({
      ...{ servers: ["gds", "flights"], tools: ["search*", "book"], expiresAt: clock.now() + DAY },
      quota: { perMinute: 60 },
    });
    const same = await ask(grant, "POST", "/keys", { name: "x", per_day: 100 });
    expect(same.body).toMatchObject({
      ...{ servers: ["gds", "flights"], tools: ["search*", "book"], per_minute: 60, per_day: 100, admin: false },
      expires_at: "2026-11-03T09:00:00.000Z",
    });
    const less = { servers: ["flights"], tools: ["searchFlights*", "book", "search*"], per_minute: 1, expires: "1h" };
    expect(await ask(grant, "POST", "/keys", { name: "x", admin: true, ...less })).toMatchObject({
      ...{ status: 201, body: { servers: ["flights"], per_minute: 1, expires_at: "2026-11-02T10:00:00.000Z" } },
    });
  });

  it.each<[maker: Partial<NewKey>, request: object, field: string]>([
    [{ servers: ["gds"] }, { servers: ["gds", "toolbox"] }, "servers"],
    [{ servers: ["gds"] }, { servers: ["GDS"] }, "servers"],
    [{ tools: ["search*"] }, { tools: ["*"] }, "tools"],
    [{ tools: ["search*"] }, { tools: ["sea*"] }, "tools"],
    [{ tools: ["searchFlights"] }, { tools: ["searchFlights*"] }, "tools"],
    [{ tools: ["search*", "book"] }, { tools: ["searchFlights", "cancel"] }, "tools"],
    [{ quota: { perMinute: 60 } }, { per_minute: 61 }, "per_minute"],
    [{ quota: { perDay: 60 } }, { per_day: 1_000_000 }, "per_day"],
    [{ expiresAt: Date.UTC(2026, 10, 3) }, { expires: "2026-11-04" }, "expires"],
  ])("with %j cannot create a key with %j", async (maker, request, field) => {
    const { ask, holder, keyring } = await start();
    const { grant } = await holder(maker);
    const { status, body } = await ask(grant, "POST", "/keys", { name: "x", admin: true, ...request });
    expect([status, body.error.field]).toEqual([403, field]);
    expect(body.error.allowed).toBeDefined();
    expect(await keyring.list()).toHaveLength(1);
  });

  it.each<[maker: Partial<NewKey>, key: Partial<NewKey>, field: string]>([
    [{ servers: ["gds"] }, {}, "servers"],
    [{ servers: ["gds"] }, { servers: ["toolbox"] }, "servers"],
    [{ tools: ["search*"] }, {}, "tools"],
    [{ quota: { perDay: 5 } }, { quota: { perMinute: 5 } }, "per_day"],
    [{ expiresAt: Date.UTC(2026, 10, 3) }, {}, "expires"],
  ])("with %j cannot rotate a key with %j", async (maker, key, field) => {
    const { ask, holder, keyring } = await start();
    const [{ grant, keyId: own }, wider] = [await holder(maker), await holder({ admin: false, ...key })];
    const { status, body } = await ask(grant, "POST", `/keys/${wider.keyId}/rotate`, { overlap: "0" });
    expect([status, body.error.field]).toEqual([403, field]);
    expect(await keyring.find(wider.key)).toBeDefined();
    expect((await ask(grant, "POST", `/keys/${own}/rotate`)).status).toBe(201);
    expect((await ask(grant, "DELETE", `/keys/${wider.keyId}`)).status).toBe(200);
  });

  it("whose token grants no server cannot create keys", async () => {
    const { ask, keyring } = await start();
    const grant: Grant = { tenant: "acme", keyId: "token-abc", admin: true, servers: [] };
    for (const request of [{ name: "x" }, { name: "x", servers: ["gds"] }]) {
      expect((await ask(grant, "POST", "/keys", request)).body.error).toMatchObject({
        kind: "forbidden",
        field: "servers",
      });
    }
    expect(await keyring.list()).toEqual([]);
    expect((await ask(grant, "GET", "/keys")).status).toBe(200);
  });
});

describe("requests", () => {
  it.each<[request: object, field: string]>([
    [{}, "name"],
    [{ name: "" }, "name"],
    [{ name: "x", operator: true }, "operator"],
    [{ name: "x", servers: "gds" }, "servers"],
    [{ name: "x", servers: [] }, "servers"],
    [{ name: "x", tools: ["a*b"] }, "tools"],
    [{ name: "x", admin: "yes" }, "admin"],
    [{ name: "x", per_minute: "60" }, "per_minute"],
    [{ name: "x", per_day: 0 }, "per_day"],
    [{ name: "x", expires: 90 }, "expires"],
    [{ name: "x", expires: "tomorrow" }, "expires"],
    [{ name: "x", expires: "2020-01-01" }, "expires"],
    [{ name: "x", tenant: "A/B" }, "tenant"],
  ])("are rejected with the name of the invalid field: %j", async (request, field) => {
    const { ask, keyring } = await start();
    const { status, body } = await ask(OPERATOR, "POST", "/keys", request);
    expect([status, body.error.field]).toEqual([400, field]);
    expect(body.error.message).toMatch(/^[A-Z"n].*\.$/);
    expect(await keyring.list()).toEqual([]);
  });

  it.each(["soon", "91d", 5, "-1h", null])("are rejected for an overlap of %j", async (overlap) => {
    const { ask, holder } = await start();
    const { keyId } = await holder({});
    const { status, body } = await ask(OPERATOR, "POST", `/keys/${keyId}/rotate`, { overlap });
    expect([status, body.error.field]).toEqual([400, "overlap"]);
  });
});

describe("the text of a key", () => {
  it("is only in the answer that creates it, not in other answers, log lines or the store", async () => {
    const { ask, holder, store, lines } = await start();
    const { grant } = await holder({});
    const made = (await ask(grant, "POST", "/keys", { name: "bot" })).body;
    const rotated = (await ask(grant, "POST", `/keys/${made.key_id}/rotate`)).body;
    const said: unknown[] = [await ask(grant, "GET", "/keys"), await ask(OPERATOR, "GET", "/keys")];
    const misplaced = { name: rotated.key, tenant: rotated.key, servers: [rotated.key], tools: [rotated.key] };
    for (const [field, value] of Object.entries({
      ...misplaced,
      admin: rotated.key,
      per_day: made.key,
      expires: made.key,
    })) {
      said.push(await ask(OPERATOR, "POST", "/keys", { name: "x", [field]: value }));
    }
    said.push(await ask(OPERATOR, "GET", "/keys", undefined, { tenant: made.key }));
    said.push(await ask(OPERATOR, "POST", `/keys/${made.key_id}/rotate`, { overlap: made.key }));
    said.push(await ask(grant, "DELETE", `/keys/${rotated.key}`));
    for await (const name of store.scan("")) said.push(name, (await store.get(name).catch(() => undefined))?.value);
    expect(said.filter((each) => (each as { status?: number })?.status === 400)).toHaveLength(9);
    const everything = JSON.stringify([said, lines]);
    for (const { key } of [made, rotated]) expect(everything).not.toContain(key.slice(13));
    expect((await ask(OPERATOR, "GET", "/keys")).body.keys).toHaveLength(1);
  });
});
