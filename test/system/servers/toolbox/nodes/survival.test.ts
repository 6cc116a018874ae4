import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startHttpTaxiway } from "../../../../fixtures/http-taxiway.ts";
import type { Environment } from "../../../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../../../fixtures/temporary-folder.ts";
import { startValkey } from "../../../../fixtures/valkey.ts";
import { call, describeTool, OPEN_TO_SERVICES, register, registered, unregister } from "./registry-client.ts";
import { type Services, startServices } from "./services.ts";

const STORES: Readonly<Record<string, () => Promise<Environment>>> = {
  LMDB: async () => ({ TAXIWAY_STORE: "lmdb", TAXIWAY_DATA_DIR: temporaryFolder() }),
  async Valkey() {
    const valkey = await startValkey();
    onTestFinished(() => valkey.stop());
    return { VALKEY_URL: valkey.url };
  },
};
const NAMES = ["alpha", "beta", "gamma", "delta", "epsilon"];

let services: Services;
beforeAll(async () => {
  services = await startServices(1);
});
afterAll(() => services?.stop());

describe.each(Object.entries(STORES))("registered tools on %s", (_, prepare) => {
  it("survive kill -9 and a restart, from the moment they were acknowledged", async () => {
    const env = { ...OPEN_TO_SERVICES, ...(await prepare()) };
    const before = await startHttpTaxiway(env);
    const made = [];
    for (const name of [...NAMES, "short-lived"]) {
      made.push(await register(before, describeTool(name, services.endpoint(0))));
    }
    await unregister(before, "short-lived");
    await before.stop("SIGKILL");

    const after = await startHttpTaxiway(env);
    const listed = await registered(after);
    expect(listed.map(({ tool_id }) => tool_id).sort()).toEqual(NAMES.map((name) => `${name}_v1`).sort());
    const answers = await Promise.all(NAMES.map((name) => call(after, name, name)));
    expect(answers.map(({ result }) => result?.data)).toEqual(NAMES.map((name) => ({ text: name, by: "service-0" })));
    // The service keeps its secret, and an ID is not used for two tools.
    const [alpha] = made;
    expect(await register(after, describeTool("alpha", services.endpoint(0)))).toEqual(alpha);
    expect(await register(after, describeTool("short-lived", services.endpoint(0)))).toMatchObject({
      tool_id: "short-lived_v2",
    });
  });
});
