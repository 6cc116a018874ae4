import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type HttpTaxiway, launchHttpTaxiway } from "../../../../fixtures/http-taxiway.ts";
import { startValkey, type ValkeyServer } from "../../../../fixtures/valkey.ts";
import {
  call,
  describeTool,
  namesForClients,
  OPEN_TO_SERVICES,
  register,
  registered,
  rpc,
  unregister,
} from "./registry-client.ts";
import { type Services, startServices } from "./services.ts";

const NAMES = Array.from({ length: 10 }, (_, index) => `steady_${index}`);
/** Longer than the interval of rereading, which makes up for lost messages. */
const WITHIN_A_MINUTE = { timeout: 50_000, interval: 250 };
const [HEALTHY, FAILING] = [0, 1] as const;

let services: Services;
let valkey: ValkeyServer;
let nodes: readonly [HttpTaxiway, HttpTaxiway];

beforeAll(async () => {
  [services, valkey] = await Promise.all([startServices(2), startValkey()]);
  const launch = () => launchHttpTaxiway({ ...OPEN_TO_SERVICES, VALKEY_URL: valkey.url });
  nodes = await Promise.all([launch(), launch()]);
  for (const name of NAMES) await register(nodes[0], describeTool(name, services.endpoint(HEALTHY)));
});
afterAll(async () => {
  await Promise.all([...(nodes ?? []).map((node) => node.stop()), services?.stop()]);
  await valkey?.stop();
});

const healthCode = async ({ port }: HttpTaxiway): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}/health`)).status;

const namesAt = async (node: HttpTaxiway): Promise<string[]> => (await registered(node)).map(({ name }) => name);

const expectAllToAnswer = async (node: HttpTaxiway): Promise<void> => {
  for (const name of NAMES) {
    expect(await call(node, name, "still there?")).toMatchObject({ result: { data: { by: "service-0" } } });
  }
};

describe("while Valkey is unavailable,", () => {
  it("registered tools answer and are listed, and operations that need the store fail with a retryable error", {
    timeout: 90_000,
  }, async () => {
    await services.become("refuses", FAILING);
    await register(nodes[0], describeTool("failing", services.endpoint(FAILING), { health_check_interval: 5 }));
    for (const node of nodes) await vi.waitFor(async () => expect(await namesAt(node)).toEqual(["failing", ...NAMES]));
    await valkey.kill();
    for (const node of nodes) {
      await vi.waitFor(async () => expect(await healthCode(node)).toBe(503), WITHIN_A_MINUTE);
      await expectAllToAnswer(node);
      expect(await namesAt(node)).toEqual(["failing", ...NAMES]);
      expect(await namesForClients(node)).toContain("steady_0__echo");
      const late = describeTool("late", services.endpoint(HEALTHY));
      const attempts = {
        "tools/register": { tool: late },
        "tools/unregister": { tool_name: "steady_0" },
        // It is unknown whether there is such a tool.
        "tools/call": { tool_name: "late", function_name: "echo", arguments: { text: "hello" } },
      };
      for (const [method, params] of Object.entries(attempts)) {
        const { error } = await rpc(node, method, params);
        expect(error, method).toMatchObject({ code: -32006, data: { retryable: true } });
      }
    }
    // Each node continues its own checks.
    await vi.waitFor(async () => {
      for (const node of nodes) {
        const failing = (await registered(node)).find(({ name }) => name === "failing");
        expect(failing).toMatchObject({ status: "unavailable" });
      }
    }, WITHIN_A_MINUTE);

    await valkey.start();
    for (const node of nodes) await vi.waitFor(async () => expect(await healthCode(node)).toBe(200), WITHIN_A_MINUTE);
    const [one, two] = nodes;
    await register(one, describeTool("late", services.endpoint(HEALTHY)));
    expect(await call(two, "late", "hello")).toMatchObject({ result: { data: { text: "hello" } } });
    await unregister(two, "steady_0");
    await services.become("healthy", FAILING);
    const expected = ["failing", "late", ...NAMES.slice(1)];
    await vi.waitFor(async () => {
      for (const node of nodes) {
        expect(await namesAt(node)).toEqual(expected);
        const failing = (await registered(node)).find(({ name }) => name === "failing");
        expect(failing).toMatchObject({ status: "healthy" });
      }
    }, WITHIN_A_MINUTE);
  });
});
