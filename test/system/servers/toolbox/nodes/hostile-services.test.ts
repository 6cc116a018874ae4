import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpTaxiway, launchHttpTaxiway } from "../../../../fixtures/http-taxiway.ts";
import { type Held, heldBy, MEASURED } from "./held.ts";
import { SERVICES, startHostileServices } from "./hostile-services.ts";
import { call, describeTool, OPEN_TO_SERVICES, register } from "./registry-client.ts";
import { type Services, startServices } from "./services.ts";

const MEGABYTE = 2 ** 20;
const NAMES = Object.keys(SERVICES);
const toolFor = (name: string): string => `hostile-${NAMES.indexOf(name)}`;

let taxiway: HttpTaxiway;
let hostile: Awaited<ReturnType<typeof startHostileServices>>;
let honest: Services;
let before: Held;

beforeAll(async () => {
  [taxiway, hostile, honest] = await Promise.all([
    launchHttpTaxiway({ ...OPEN_TO_SERVICES, ...MEASURED, TAXIWAY_STORE: "memory" }),
    startHostileServices(),
    startServices(1),
  ]);
  await register(taxiway, describeTool("honest", honest.endpoint(0)));
  for (const name of NAMES) await register(taxiway, describeTool(toolFor(name), hostile.endpoint(name)));
  expect((await call(taxiway, "honest", "hello")).result).toBeDefined();
  before = await heldBy(taxiway);
});
afterAll(async () => {
  await Promise.all([taxiway?.stop(), honest?.stop()]);
  hostile?.stop();
});

describe("a hostile service", () => {
  it.each(Object.entries(SERVICES))(
    "fails only for its own callers if it answers with %s",
    async (name, { code, errorType }) => {
      const [{ error }, other] = await Promise.all([
        call(taxiway, toolFor(name), "hello", { timeout: 3 }),
        call(taxiway, "honest", "me too"),
      ]);
      expect(error).toMatchObject({ code, data: { error_type: errorType } });
      const said = String(error?.data?.["details"]);
      expect(said.length).toBeLessThan(1_000);
      expect(said).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(other).toMatchObject({ result: { data: { text: "me too" } } });
    },
  );

  it("leaves nothing in memory", async () => {
    const after = await heldBy(taxiway);
    expect(after.heapUsed).toBeLessThan(before.heapUsed + 5 * MEGABYTE);
    expect(taxiway.stderr()).not.toMatch(/"level":"error"|unhandled/i);
  });
});
