import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Member, startTenantNode, type TenantNode } from "../../../fixtures/servers/toolbox/tenant-node.ts";
import { verify } from "../../../fixtures/servers/toolbox/verify-signature.ts";
import { completed, startToolService, talk, toolAt } from "../../../fixtures/tool-service.ts";
import { startValkey } from "../../../fixtures/valkey.ts";

/** The first two may be the same node. */
interface World {
  readonly nodes: readonly [TenantNode, TenantNode];
  close(): Promise<void>;
}

const forecast = talk({
  name: "forecast",
  parameters: { type: "object", properties: { value: { type: "string" } }, required: ["value"] },
});
const weatherAt = (service: { readonly url: string }, name: string, change: object = {}) =>
  toolAt(service, { name, category: "WEATHER", functions: [forecast], ...change });
const NOWHERE = { url: "http://127.0.0.1:9/" };
const CHANGED = "notifications/tools/list_changed";

/** Removes what differs between calls. */
const settled = (answer: unknown): string =>
  JSON.stringify(answer)
    .replace(/"id":\d+/g, '"id":0')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "some-uuid")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "some-time")
    .replace(/(_time_ms(?:\\?")):\d+/g, "$1:0");

/** Tries every request with a tool, and returns the answers. */
const tryEverything = async (member: Member, name: string): Promise<Record<string, string>> => {
  const [near, shouted, input] = [name.replace("ea", "e"), name.toUpperCase(), { value: "Vienna" }];
  const called = (tool_name: string, function_name = "forecast", given: object = input) => ({
    ...{ tool_name, function_name, arguments: given, call_id: "mine" },
  });
  const metaCall = (tool: string, given: object = input) =>
    member.call("toolbox__call_tool", { name: tool, arguments: given });
  const attempts: Record<string, () => Promise<unknown>> = {
    list: () => member.ask("tools/list"),
    "modern list": () => member.askModern("tools/list"),
    "registry list": () => member.rpc("tools/list"),
    search: () => member.call("toolbox__search_tools", { query: `${name} forecast weather` }),
    "search for all": () => member.call("toolbox__search_tools", { query: "", limit: 50 }),
    call: () => member.ask("tools/call", { name: `${name}__forecast`, arguments: input }),
    "modern call": () => member.askModern("tools/call", { name: `${name}__forecast`, arguments: input }),
    "dotted call": () => member.ask("tools/call", { name: `${name}.forecast`, arguments: input }),
    "call of a near name": () => member.ask("tools/call", { name: `${near}__forecast`, arguments: input }),
    "call with wrong arguments": () => member.ask("tools/call", { name: `${name}__forecast`, arguments: { valu: 1 } }),
    call_tool: () => metaCall(`${name}__forecast`),
    "call_tool with a slash": () => metaCall(`${name}/forecast`),
    "call_tool of a near name": () => metaCall(`${near}__forecast`),
    "call_tool with wrong arguments": () => metaCall(`${name}__forecast`, { valu: 1 }),
    "registry call": () => member.rpc("tools/call", called(name)),
    "registry call over MCP": () => member.ask("tools/call", called(name)),
    "registry call in another case": () => member.rpc("tools/call", called(shouted)),
    "registry call of a near name": () => member.rpc("tools/call", called(near)),
    "registry call of another function": () => member.rpc("tools/call", called(name, "forecasts")),
    "registry call with wrong arguments": () => member.rpc("tools/call", called(name, "forecast", { valu: 1 })),
    "registry call by its tool_id": () => member.rpc("tools/call", called(`${name}_v1`)),
    health: () => member.rpc("health/check", { tool_name: name }),
    "health over MCP": () => member.ask("health/check", { tool_name: name }),
    "health of a near name": () => member.rpc("health/check", { tool_name: near }),
    "call of one of its own that is away": () =>
      member.ask("tools/call", { name: "umbrella__forecast", arguments: input }),
    "registry call of one of its own that is away": () => member.rpc("tools/call", called("umbrella")),
    unregister: () => member.rpc("tools/unregister", { tool_name: name }),
    "unregister over MCP": () => member.ask("tools/unregister", { tool_name: name }),
  };
  const answers: Record<string, string> = {};
  for (const [what, attempt] of Object.entries(attempts)) answers[what] = settled(await attempt());
  return answers;
};

const describeTenants = (engine: string, open: () => Promise<World>): void => {
  describe(`tenants on ${engine}`, () => {
    let world: World;
    let [here, there]: TenantNode[] = [];
    beforeAll(async () => {
      world = await open();
      [here, there] = world.nodes;
    });
    afterAll(() => world?.close());
    const member = (node: TenantNode | undefined, tenant: string): Promise<Member> => {
      if (!node) throw new Error("not started");
      return node.member(tenant);
    };

    /** Its own tool without a working service, so that another tenant's could be suggested as an alternative. */
    const withoutUmbrella = async (tenant: string): Promise<Member> => {
      const everywhere = await Promise.all([there, here].map((node) => member(node, tenant)));
      const [other] = everywhere as [Member];
      await other.register(weatherAt(NOWHERE, "umbrella"));
      for (const each of everywhere) {
        await vi.waitFor(async () => {
          await each.rpc("health/check", { tool_name: "umbrella" });
          const { tools } = (await each.rpc("tools/list")).result;
          expect(tools).toContainEqual(expect.objectContaining({ name: "umbrella", status: "unavailable" }));
        });
      }
      return other;
    };

    it("are notified only of changes in their own list", async () => {
      const service = await startToolService();
      const [loud, sameThere] = [await member(here, "loud"), await member(there, "loud")];
      const others = [await member(there, "calm"), await member(there, "default")];
      const changes = ({ heard }: Member): number => heard.filter(({ method }) => method === CHANGED).length;
      await loud.register(toolAt(service, { name: "news" }));
      await vi.waitFor(() => expect(changes(sameThere)).toBe(1));
      await loud.rpc("tools/unregister", { tool_name: "news" });
      await vi.waitFor(() => expect(changes(sameThere)).toBe(2));
      expect(others.map(changes)).toEqual([0, 0]);
      for (const other of others) {
        await other.register(toolAt(service, { name: "mine" }));
        await vi.waitFor(() => expect(changes(other)).toBe(1));
        await other.rpc("tools/unregister", { tool_name: "mine" });
      }
      expect(changes(sameThere)).toBe(2);
    });

    it.each([
      ["acme", "other", "weather_a"],
      ["default", "other", "weather_b"],
      ["acme", "default", "weather_c"],
    ])("do not see tools of each other: what %s registers does not exist for %s", async (tenant, viewer, name) => {
      const other = await withoutUmbrella(viewer);
      const before = await tryEverything(other, name);
      const service = await startToolService(completed({ says: "sun" }));
      const [owner, ownerThere] = [await member(here, tenant), await member(there, tenant)];
      const { secret } = await owner.register(weatherAt(service, name));
      await vi.waitFor(async () => expect(await ownerThere.listed()).toContain(`${name}__forecast`));
      await owner.rpc("health/check", { tool_name: name });

      expect(await tryEverything(other, name)).toEqual(before);
      expect(service.calls).toEqual([]);

      const { structuredContent } = await ownerThere.call(`${name}__forecast`, { value: "Vienna" });
      expect(structuredContent).toEqual({ says: "sun" });
      const { body, headers } = await service.call();
      const sent = { timestamp: String(headers["x-timestamp"]), signature: String(headers["x-signature"]), body };
      expect(verify({ ...sent, secret, now: Date.now() })).toBe(true);
      await owner.rpc("tools/unregister", { tool_name: name });
      await other.rpc("tools/unregister", { tool_name: "umbrella" });
    });

    it("can have tools of the same name, each with its own id, secret, service and health", async () => {
      const services = [
        await startToolService(completed({ of: "acme" })),
        await startToolService(completed({ of: "other" })),
      ] as const;
      const [acme, other] = [await member(here, "acme"), await member(there, "other")];
      const third = await member(here, "third");
      await acme.register(weatherAt(services[0], "Twin"));
      await acme.rpc("tools/unregister", { tool_name: "twin" });
      const twins = [
        await acme.register(weatherAt(services[0], "Twin")),
        await other.register(weatherAt(services[1], "Twin")),
        await third.register(weatherAt(NOWHERE, "TWIN")),
      ];
      expect(twins.map(({ tool_id }) => tool_id)).toEqual(["Twin_v2", "Twin_v1", "TWIN_v1"]);
      expect(twins[0].secret).not.toBe(twins[1].secret);

      const said = async (each: Member, tool_name: string) =>
        (await each.rpc("tools/call", { tool_name, function_name: "forecast", arguments: { value: "" } })).result?.data;
      expect([await said(acme, "twin"), await said(other, "twin")]).toEqual([{ of: "acme" }, { of: "other" }]);

      await services[0].stop();
      const health = async (each: Member) => (await each.rpc("health/check", { tool_name: "twin" })).result.status;
      await vi.waitFor(async () => expect(await health(acme)).toBe("unavailable"));
      expect(await health(other)).toBe("healthy");
      expect(await said(other, "twin")).toEqual({ of: "other" });

      expect((await acme.rpc("tools/unregister", { tool_name: "twin" })).result).toMatchObject({
        status: "unregistered",
      });
      expect(await said(other, "twin")).toEqual({ of: "other" });
      const elsewhere = await member(here, "other");
      await vi.waitFor(async () => expect(await elsewhere.listed()).toEqual(["Twin__forecast"]));
      await other.rpc("tools/unregister", { tool_name: "twin" });
    });

    it("have metrics that name built-in tools, and registered ones only without tenants", async () => {
      const service = await startToolService(completed({ wrong: true }));
      const functions = [talk({ returns: { type: "object", required: ["right"] } })];
      for (const tenant of ["acme", "default"]) {
        const each = await member(here, tenant);
        await each.register(toolAt(service, { name: `of-${tenant}`, functions }));
        await each.call(`of-${tenant}__talk`);
        await each.rpc("tools/call", { tool_name: `of-${tenant}`, function_name: "talk" });
        await each.call("time_tool__current_time");
      }
      const counted = [...(here?.counted ?? [])];
      expect(counted).toEqual(expect.arrayContaining(["registered", "of-default__talk", "time_tool__current_time"]));
      expect(counted.filter((name) => name.includes("acme"))).toEqual([]);
    });

    it("get lists that are cached privately", async () => {
      for (const tenant of ["acme", "default"]) {
        const { result } = await (await member(here, tenant)).askModern("tools/list");
        expect(result.cacheScope).toBe("private");
      }
    });

    it("open their toolbox once; the default tenant's is open from the start", async () => {
      const toolbox = here?.toolbox;
      const [one, two] = await Promise.all([toolbox?.dispatcherOf("late"), toolbox?.dispatcherOf("late")]);
      expect(one).toBe(two);
      expect(toolbox?.dispatcherOf("late")).toBe(one);
      expect(toolbox?.dispatcherOf("default")).not.toBeInstanceOf(Promise);
      expect(await here?.store.members("tenant:late:toolbox:tools")).toEqual([]);
    });
  });
};

const onOneMachine = async (env: Parameters<typeof startTenantNode>[0]): Promise<World> => {
  const node = await startTenantNode(env);
  return { nodes: [node, node], close: () => node.close() };
};

describeTenants("memory", () => onOneMachine({}));
describeTenants("LMDB", async () => {
  const folder = await mkdtemp(join(tmpdir(), "taxiway-tenants-"));
  const { nodes, close } = await onOneMachine({ TAXIWAY_STORE: "lmdb", TAXIWAY_DATA_DIR: folder });
  return { nodes, close: () => close().finally(() => rm(folder, { recursive: true, force: true })) };
});
describeTenants("a Valkey server", async () => {
  const server = await startValkey();
  const env = { TAXIWAY_STORE: "valkey", VALKEY_URL: server.url };
  const nodes = [await startTenantNode(env), await startTenantNode(env)] as const;
  return {
    nodes,
    async close() {
      await Promise.all(nodes.map((node) => node.close()));
      await server.stop();
    },
  };
});

it("with keys have metrics without registered tools", async () => {
  const node = await startTenantNode({ TAXIWAY_AUTH: "keys" });
  const everybody = await node.member("default");
  await everybody.register(toolAt(await startToolService()));
  await everybody.call("parrot__talk");
  await everybody.call("time_tool__current_time");
  await node.close();
  expect([...node.counted]).toEqual(["registered", "time_tool__current_time"]);
});

describe("a key that covers only some tools", () => {
  it("does not see the other tools of its own tenant", async () => {
    const node = await startTenantNode();
    const service = await startToolService();
    const narrow = await node.member("acme", ["parrot__*", "umbrella__*", "toolbox__*"]);
    await narrow.register(weatherAt(NOWHERE, "umbrella"));
    for (let check = 0; check < 3; check++) await narrow.rpc("health/check", { tool_name: "umbrella" });
    const before = await tryEverything(narrow, "weather");
    const whole = await node.member("acme");
    await whole.register(weatherAt(service, "weather"));
    await whole.rpc("health/check", { tool_name: "weather" });
    expect(await tryEverything(narrow, "weather")).toEqual(before);
    expect(service.calls).toEqual([]);
    await node.close();
  });
});
