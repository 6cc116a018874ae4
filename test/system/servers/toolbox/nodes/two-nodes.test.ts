import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type HttpTaxiway, launchHttpTaxiway } from "../../../../fixtures/http-taxiway.ts";
import { startValkey, type ValkeyServer } from "../../../../fixtures/valkey.ts";
import { speaks } from "../../../nodes/messages.ts";
import { openSession, streamModern } from "../../../nodes/remote-session.ts";
import {
  askToolbox,
  call,
  describeTool,
  namesForClients,
  OPEN_TO_SERVICES,
  register,
  registered,
  toolboxOf,
  unregister,
} from "./registry-client.ts";
import { type Services, startServices } from "./services.ts";

const CHANGED = "notifications/tools/list_changed";
const INTERVAL = 5;
/** Checks are up to a fifth earlier or later. */
const MOST_OFTEN = INTERVAL * 0.8;
const WATCHED = Array.from({ length: 10 }, (_, index) => `watched_${index}`);
/** The service of each tool. */
const [WATCHED_ONE, OLD, NEW, DYING] = [0, 1, 2, 3] as const;

let services: Services;
let valkey: ValkeyServer;
let nodes: readonly [HttpTaxiway, HttpTaxiway];
let watchedSince: number;

const launch = (): Promise<HttpTaxiway> =>
  launchHttpTaxiway({
    ...OPEN_TO_SERVICES,
    VALKEY_URL: valkey.url,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, "later.mjs")}`,
  });

beforeAll(async () => {
  [services, valkey] = await Promise.all([startServices(4), startValkey()]);
  nodes = await Promise.all([launch(), launch()]);
  watchedSince = performance.now();
  for (const name of WATCHED) {
    const tool = describeTool(name, services.endpoint(WATCHED_ONE), { health_check_interval: INTERVAL });
    await register(nodes[0], tool);
  }
});
afterAll(async () => {
  await Promise.all([...(nodes ?? []).map((node) => node.stop()), services?.stop()]);
  await valkey?.stop();
});

const answeredBy = async (node: HttpTaxiway, tool: string): Promise<unknown> => {
  const { result, error } = await call(node, tool, "who are you?");
  return result?.data.by ?? error;
};

const everywhere = <T>(look: (node: HttpTaxiway) => Promise<T>): Promise<T[]> => Promise.all(nodes.map(look));

const idOf = async (node: HttpTaxiway, name: string): Promise<string | undefined> =>
  (await registered(node)).find((tool) => tool.name === name)?.tool_id;

describe("the registries of two nodes on one Valkey", () => {
  it("share a tool as soon as it is registered", async () => {
    const [one, two] = nodes;
    for (let turn = 0; turn < 20; turn++) {
      const [here, there] = turn % 2 === 0 ? [one, two] : [two, one];
      await register(here, describeTool(`shared_${turn}`, services.endpoint(OLD)));
      expect(await answeredBy(there, `shared_${turn}`)).toBe("service-1");
      await register(here, describeTool(`both_${turn}`, services.endpoint(OLD)));
      const called = await askToolbox(there, "tools/call", {
        name: `both_${turn}__echo`,
        arguments: { text: "hello" },
      });
      expect(called.result.structuredContent).toEqual({ text: "hello", by: "service-1" });
    }
    const lists = await everywhere(async (node) => (await registered(node)).map(({ tool_id }) => tool_id));
    expect(lists[0]).toHaveLength(WATCHED.length + 40);
    expect(lists[1]).toEqual(lists[0]);
    const forClients = await everywhere(namesForClients);
    expect(forClients[0]).toContain("shared_19__echo");
    expect(forClients[1]).toEqual(forClients[0]);
  });

  it("notify clients of both nodes of a changed list, in both eras", async () => {
    const [one, two] = nodes;
    const session = await openSession(toolboxOf(two));
    const legacy = await session.listen(toolboxOf(two));
    const modern = await streamModern(toolboxOf(two), "subscriptions/listen", {
      notifications: { toolsListChanged: true },
    });
    await modern.find(speaks("notifications/subscriptions/acknowledged"));
    await register(one, describeTool("announced", services.endpoint(OLD)));
    await Promise.all([legacy.find(speaks(CHANGED)), modern.find(speaks(CHANGED))]);
  });

  it("switch to a new version together, once it answers", async () => {
    const [one, two] = nodes;
    const described = (service: number) =>
      describeTool("versioned", services.endpoint(service), { health_check_interval: 5 });
    await services.become("hangs", NEW);
    await register(one, described(OLD));
    expect(await register(two, described(NEW))).toMatchObject({
      tool_id: "versioned_v2",
      active_tool_id: "versioned_v1",
    });
    await vi.waitFor(async () => expect((await services.counts())[NEW]?.checks).toHaveProperty("versioned"));
    expect(await everywhere((node) => answeredBy(node, "versioned"))).toEqual(["service-1", "service-1"]);
    expect(await everywhere((node) => idOf(node, "versioned"))).toEqual(["versioned_v1", "versioned_v1"]);
    await services.become("healthy", NEW);
    await vi.waitFor(async () => {
      expect(await everywhere((node) => idOf(node, "versioned"))).toEqual(["versioned_v2", "versioned_v2"]);
    });
    expect(await everywhere((node) => answeredBy(node, "versioned"))).toEqual(["service-2", "service-2"]);
  });

  it("both remove an unregistered tool", async () => {
    const [one, two] = nodes;
    await unregister(two, "announced");
    const gone = { code: -32002, message: "Tool not found" };
    expect(await answeredBy(two, "announced")).toMatchObject(gone);
    await vi.waitFor(async () => expect(await answeredBy(one, "announced")).toMatchObject(gone));
  });

  it("share the health of a tool, whichever node checked it", async () => {
    await services.become("refuses", DYING);
    await register(nodes[0], describeTool("dying", services.endpoint(DYING), { health_check_interval: 5 }));
    await vi.waitFor(async () => {
      const found = await everywhere(async (node) => (await registered(node)).find(({ name }) => name === "dying"));
      expect(found[0]).toMatchObject({ status: "unavailable", available: false });
      expect(found[1]).toEqual(found[0]);
    });
    expect(await answeredBy(nodes[1], "dying")).toMatchObject({ code: -32006 });
  });

  it("check each service once per interval together", async () => {
    const checked = async (): Promise<number[]> => {
      const counts = (await services.counts())[WATCHED_ONE];
      return WATCHED.map((name) => counts?.checks[name] ?? 0);
    };
    await vi.waitFor(async () => expect(Math.min(...(await checked()))).toBeGreaterThanOrEqual(3));
    const counts = await checked();
    const elapsed = (performance.now() - watchedSince) / 1000;
    expect(Math.max(...counts)).toBeLessThanOrEqual(elapsed / MOST_OFTEN + 1);
    const known = await everywhere(async (node) =>
      (await registered(node)).filter(({ name }) => WATCHED.includes(name)).map(({ status }) => status),
    );
    expect(known).toEqual([WATCHED, WATCHED].map((names) => names.map(() => "healthy")));
  });

  it("both remove a tool whose service was silent for longer than its lease", async () => {
    const lease = { health_check_interval: 5, lease_seconds: 60 };
    await register(nodes[0], describeTool("silent", services.endpoint(DYING), lease));
    await vi.waitFor(async () => {
      expect(await everywhere((node) => idOf(node, "silent"))).toEqual(["silent_v1", "silent_v1"]);
    });
    for (const { child } of nodes) child.kill("SIGUSR2");
    await vi.waitFor(async () => {
      expect(await everywhere((node) => idOf(node, "silent"))).toEqual([undefined, undefined]);
    });
    // A service that answers is kept, and so is one with a longer lease.
    expect(await everywhere((node) => idOf(node, "dying"))).toEqual(["dying_v1", "dying_v1"]);
    expect(await everywhere((node) => answeredBy(node, "watched_0"))).toEqual(["service-0", "service-0"]);
  });

  it("still serve every tool immediately after one node is killed", async () => {
    const [doomed, other] = nodes;
    const names = [...WATCHED, ...Array.from({ length: 20 }, (_, turn) => `shared_${turn}`), "versioned", "last"];
    await register(doomed, describeTool("last", services.endpoint(OLD)));
    await doomed.stop("SIGKILL");
    const answers = await Promise.all(names.map((name) => answeredBy(other, name)));
    expect(answers.map((by) => /^service-\d$/.test(String(by)))).toEqual(names.map(() => true));
    expect(await namesForClients(other)).toEqual(expect.arrayContaining(names.map((name) => `${name}__echo`)));
  });
});
