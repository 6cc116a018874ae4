import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { type Line, startCluster } from "../../../platform/cluster/cluster.ts";
import { ADMIN_TOKEN, describeTool, OPEN_TO_SERVICES } from "./registry-client.ts";
import { startServices } from "./services.ts";

const HEADERS = { "content-type": "application/json", authorization: `Bearer ${ADMIN_TOKEN}` };

const BUSY = 503;

/** Repeats a request to an overloaded worker. */
const ask = async (line: Line, method: string, params: object = {}) => {
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  for (;;) {
    const { status, body } = await line.ask("POST", "/rpc", HEADERS, message);
    if (status !== BUSY) return JSON.parse(body);
    await sleep(250);
  }
};

const idsAt = async (line: Line): Promise<string[]> =>
  (await ask(line, "tools/list")).result.tools.map(({ tool_id }: { tool_id: string }) => tool_id);

it("two workers on one LMDB have the same tools immediately", async () => {
  const services = await startServices(1);
  onTestFinished(() => services.stop());
  const cluster = await startCluster({ ...OPEN_TO_SERVICES, TAXIWAY_STORE: "lmdb" });
  const [one, two] = await cluster.connectToEach();
  for (const [index, [here, there]] of [[one, two] as const, [two, one] as const].entries()) {
    const name = `echo_${index}`;
    const tool = describeTool(name, services.endpoint(0));
    expect(await ask(here, "tools/register", { tool })).toMatchObject({ result: { tool_id: `${name}_v1` } });
    const call = { tool_name: name, function_name: "echo", arguments: { text: "hello" } };
    expect(await ask(there, "tools/call", call)).toMatchObject({ result: { data: { text: "hello" } } });
  }
  expect(await idsAt(one)).toEqual(expect.arrayContaining(["echo_0_v1", "echo_1_v1", "calculator_v1"]));
  expect(await idsAt(two)).toEqual(await idsAt(one));
  await ask(two, "tools/unregister", { tool_name: "echo_0" });
  await vi.waitFor(async () => expect(await idsAt(one)).toEqual(await idsAt(two)));
  expect(await idsAt(one)).not.toContain("echo_0_v1");
});
