import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../../../../src/model/clock.ts";
import { createLocalBus } from "../../../../../src/platform/stores/local-bus.ts";
import { openStore } from "../../../../../src/platform/stores/open-store.ts";
import { openCatalogue } from "../../../../../src/servers/toolbox/registry/store-catalogue.ts";
import { type HttpTaxiway, launchHttpTaxiway, startHttpTaxiway } from "../../../../fixtures/http-taxiway.ts";
import { temporaryFolder } from "../../../../fixtures/temporary-folder.ts";
import { HOSTILE } from "./hostile-descriptions.ts";
import {
  askToolbox,
  call,
  describeTool,
  done,
  OPEN_TO_SERVICES,
  register,
  registered,
  rpc,
  unregister,
} from "./registry-client.ts";
import { type Services, startServices } from "./services.ts";

let taxiway: HttpTaxiway;
let services: Services;
beforeAll(async () => {
  [taxiway, services] = await Promise.all([
    launchHttpTaxiway({ ...OPEN_TO_SERVICES, TAXIWAY_STORE: "memory" }),
    startServices(1),
  ]);
  await register(taxiway, describeTool("honest", services.endpoint(0)));
});
afterAll(() => Promise.all([taxiway?.stop(), services?.stop()]));

/** Another client is served at the same time. */
const besideAnother = async <T>(work: Promise<T>): Promise<T> => {
  const [done, other] = await Promise.all([work, call(taxiway, "honest", "me too")]);
  expect(other).toMatchObject({ result: { data: { text: "me too" } } });
  return done;
};

describe("a hostile description", () => {
  it.each(Object.entries(HOSTILE))("(%s) is rejected with a reason", async (_, { tool, field }) => {
    const { error } = await besideAnother(rpc(taxiway, "tools/register", { tool }));
    expect(error?.code).toBe(field === undefined ? -32600 : -32004);
    expect(error?.data?.["field"]).toBe(field);
    expect(JSON.stringify(error).length).toBeLessThan(10_000);
    expect((await registered(taxiway)).map(({ name }) => name)).toEqual(["honest"]);
  });

  it("is shown without its hidden text", async () => {
    const hidden = "Reads\u202E mail.\u200B\u{E0049}\u{E0067}\u{E006E}\u{E006F}\u{E0072}\u{E0065}\u001b[2J";
    const { functions, ...tool } = describeTool("sneaky", services.endpoint(0));
    await register(taxiway, {
      ...tool,
      description: hidden,
      functions: functions.map((each) => ({ ...each, title: hidden, description: hidden })),
    });
    const { tools } = (await askToolbox(taxiway, "tools/list")).result;
    const shown = tools.find(({ name }: { name: string }) => name === "sneaky__echo");
    const listed = (await done(taxiway, "tools/list")).tools.find(({ name }: { name: string }) => name === "sneaky");
    for (const text of [shown.title, shown.description, listed.description, listed.functions[0].description]) {
      expect(text).toContain("Reads mail.");
      expect(text).not.toMatch(/[\p{Cf}\p{Cc}\p{Co}]/u);
    }
    await unregister(taxiway, "sneaky");
  });

  it.each(["constructor", "toString", "hasOwnProperty", "then"])("named %s is an ordinary tool", async (name) => {
    await register(taxiway, {
      ...describeTool(name, services.endpoint(0)),
      functions: [
        { name, description: "x", parameters: { type: "object", properties: { [name]: { type: "string" } } } },
      ],
    });
    const params = { tool_name: name, function_name: name, arguments: { [name]: "hello" } };
    expect((await done(taxiway, "tools/call", params)).data).toMatchObject({ [name]: "hello" });
    await unregister(taxiway, name);
    expect((await rpc(taxiway, "tools/call", params)).error?.code).toBe(-32002);
  });

  it.each(["^(a+)+$", "^(a|a)*$", "^(.*a){20}$", "^([a-z]+)*\\d$"])(
    "with the pattern %s does not block the server, whatever is matched",
    async (pattern) => {
      const parameters = { type: "object", properties: { text: { type: "string", pattern } }, required: ["text"] };
      const { functions, ...tool } = describeTool("backtracking", services.endpoint(0));
      await register(taxiway, { ...tool, functions: functions.map((each) => ({ ...each, parameters })) });
      const { error } = await besideAnother(call(taxiway, "backtracking", `${"a".repeat(50_000)}!`));
      expect(error).toMatchObject({ code: -32004, data: { field: "text" } });
      await unregister(taxiway, "backtracking");
    },
  );
});

it("of a tool beyond the limit of a thousand is rejected, and existing tools can be renewed", async () => {
  const folder = temporaryFolder();
  const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  const store = await openStore({ kind: "lmdb", path: folder, now: Date.now });
  const catalogue = await openCatalogue({
    tenant: "default",
    store,
    bus: createLocalBus(),
    clock: systemClock,
    log: quiet,
  });
  const { endpoint: _, ...tool } = describeTool("tool", "");
  const described = (name: string) => ({ ...tool, name, health_check_interval: 60, lease_seconds: 3_600 });
  await Promise.all(Array.from({ length: 1_000 }, (_, index) => catalogue.register(described(`tool_${index}`))));
  await catalogue.close();
  await store.close();

  const full = await startHttpTaxiway({ ...OPEN_TO_SERVICES, TAXIWAY_STORE: "lmdb", TAXIWAY_DATA_DIR: folder });
  expect(await registered(full)).toHaveLength(1_000);
  const { error } = await rpc(full, "tools/register", { tool: described("one_more") });
  expect(error).toMatchObject({
    code: -32001,
    data: { details: expect.stringContaining("limit of 1000 registered tools"), allowed: "at most 1000 tools" },
  });
  expect(await register(full, described("tool_7"))).toMatchObject({ tool_id: "tool_7_v1" });
  await unregister(full, "tool_7");
  expect(await register(full, described("one_more"))).toMatchObject({ tool_id: "one_more_v1" });
});
