import { readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { checkInput } from "../../../../src/mcp/tools/check-input.ts";
import type { Tool } from "../../../../src/mcp/tools/tool.ts";
import { Failure } from "../../../../src/model/failure.ts";
import { SERVICING_TOOLS } from "../../../fixtures/gds-tools.ts";
import { composeInProcess, type InProcess } from "../../../fixtures/in-process.ts";
import type { ListedTool } from "../../../fixtures/mcp-clients.ts";
import { createValidator } from "../../../fixtures/result-checks.ts";
import { argumentsFor, type JsonSchema } from "../../../fixtures/servers/gds/schema-arbitrary.ts";

interface Contract {
  readonly name: string;
  readonly inputSchema: JsonSchema | null;
}
const contract = JSON.parse(
  readFileSync(new URL("../../../fixtures/gds-contract.json", import.meta.url), "utf8"),
) as readonly Contract[];
const withSchema = contract.filter(
  (tool): tool is { name: string; inputSchema: JsonSchema } => tool.inputSchema !== null,
);

/** Taxiway's additions to the contract, all optional. */
const EXTRAS: Readonly<Record<string, readonly string[]>> = {
  searchFlights: ["returnDate", "maxConnections", "maxResults", "detail", "sortBy", "flexibility"],
  bookFlight: ["idempotencyKey", "expectedTotal", "hold", "extras", "payment", "specialRequests"],
  searchHotels: ["maxResults", "detail", "sortBy"],
  bookHotel: ["contactEmail", "contactPhone", "idempotencyKey", "expectedTotal"],
  searchCars: ["maxResults", "detail", "sortBy"],
  retrieveBooking: ["detail"],
  cancelBooking: [],
  listBookings: ["sessionId", "before"],
};

/** Beyond the contract, cars accept local times without an offset, so they have no format. */
const LOCAL_TIMES = [
  'searchCars.pickupDate format: "date-time" became undefined',
  'searchCars.dropoffDate format: "date-time" became undefined',
];
const WITHOUT_OFFSET = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d)?$/;
const inUtc = (name: string, input: unknown): unknown => {
  if (name !== "searchCars" || typeof input !== "object" || input === null) return input;
  const utc = (value: unknown) =>
    typeof value === "string" && WITHOUT_OFFSET.test(value) ? `${value}${value.length === 16 ? ":00" : ""}Z` : value;
  const times = Object.entries(input).filter(([field]) => field === "pickupDate" || field === "dropoffDate");
  return { ...input, ...Object.fromEntries(times.map(([field, value]) => [field, utc(value)])) };
};

/** All differences from the contract. Otherwise only descriptions may be added. */
const differences = (theirs: JsonSchema, ours: JsonSchema, path: string, extras: readonly string[] = []): string[] => {
  const found: string[] = [];
  const keywords = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
  keywords.delete("description");
  for (const keyword of keywords) {
    const [their, our] = [theirs[keyword], ours[keyword]];
    if (keyword === "properties") {
      const [known, shown] = [theirs.properties ?? {}, ours.properties ?? {}];
      for (const [name, schema] of Object.entries(known)) {
        found.push(...differences(schema, shown[name] ?? {}, `${path}.${name}`));
      }
      const added = Object.keys(shown).filter((name) => !(name in known));
      if (added.some((name) => !extras.includes(name))) found.push(`${path} adds ${added}`);
      if (extras.some((name) => !added.includes(name))) found.push(`${path} lacks one of ${extras}`);
    } else if (keyword === "items") {
      found.push(...differences(theirs.items ?? {}, ours.items ?? {}, `${path}[]`));
    } else if (JSON.stringify(their) !== JSON.stringify(our)) {
      found.push(`${path} ${keyword}: ${JSON.stringify(their)} became ${JSON.stringify(our)}`);
    }
  }
  return found;
};

let composed: InProcess;
let listed: ReadonlyMap<string, ListedTool>;
let tolerant: InProcess;
const tool = (name: string): Tool => tolerant.taxiway.dispatcher.server.tools.get(name) as Tool;

beforeAll(async () => {
  composed = await composeInProcess();
  tolerant = await composeInProcess({ TAXIWAY_TOOLS: "contract" });
  const { result } = await composed.caller().ask("tools/list");
  listed = new Map((result.tools as ListedTool[]).map((entry) => [entry.name, entry]));
  return async () => {
    await composed.taxiway.close();
    await tolerant.taxiway.close();
  };
});

const COMPOSITIONS = ["anyOf", "oneOf", "allOf", "not", "enum"];
const withoutCompositions = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !COMPOSITIONS.includes(keyword))) as JsonSchema;

describe("the nine tools of the contract", () => {
  it("exist under their names in its order, before the tools for what happens after booking", () => {
    expect([...listed.keys()]).toEqual([...contract.map(({ name }) => name), ...SERVICING_TOOLS]);
  });

  it("are the only ones with TAXIWAY_TOOLS=contract", async () => {
    const { result } = await tolerant.caller().ask("tools/list");
    expect((result.tools as ListedTool[]).map(({ name }) => name)).toEqual(contract.map(({ name }) => name));
  });

  it.each(contract.map(({ name }) => name))("can be shown to any model: %s", (name) => {
    const { title, description, annotations, inputSchema, outputSchema } = listed.get(name) as ListedTool;
    expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(title).toMatch(/^[A-Z].{3,}/);
    expect(description?.length).toBeGreaterThan(60);
    expect(annotations).toEqual({
      title,
      ...(annotations?.["readOnlyHint"] === true
        ? { readOnlyHint: true }
        : { readOnlyHint: false, destructiveHint: expect.any(Boolean), idempotentHint: expect.any(Boolean) }),
      openWorldHint: false,
    });
    expect(inputSchema["type"]).toBe("object");
    expect(outputSchema?.["type"]).toBe("object");
    const ajv = createValidator();
    expect(() => [ajv.compile(inputSchema), ajv.compile(outputSchema as object)]).not.toThrow();
  });

  it("have annotations about their effects", () => {
    const effects = [...listed.values()].map(({ name, annotations }) => {
      if (annotations?.["readOnlyHint"]) return [name, "reads"];
      return [name, annotations?.["destructiveHint"] ? "destroys" : "adds"];
    });
    expect(Object.fromEntries(effects)).toEqual({
      searchFlights: "reads",
      bookFlight: "adds",
      searchHotels: "reads",
      bookHotel: "adds",
      searchCars: "reads",
      bookCar: "adds",
      retrieveBooking: "reads",
      cancelBooking: "destroys",
      listBookings: "reads",
      listRates: "reads",
      listExtras: "reads",
      quoteChange: "reads",
      confirmChange: "destroys",
      payBooking: "adds",
      updateBooking: "adds",
      flightStatus: "reads",
    });
  });
});

describe.each(withSchema)("the input of $name", ({ name, inputSchema }) => {
  it("equals the contract's, except for the named additions and compositions at the top", () => {
    const shown = listed.get(name)?.inputSchema as JsonSchema;
    const found = differences(withoutCompositions(inputSchema), shown, name, EXTRAS[name]);
    expect(found).toEqual(name === "searchCars" ? LOCAL_TIMES : []);
    // Anthropic drops such a tool, and OpenAI rejects every request that offers it.
    expect(Object.keys(shown).filter((keyword) => COMPOSITIONS.includes(keyword))).toEqual([]);
  });

  it("is accepted exactly when the contract accepts it, with TAXIWAY_TOOLS=contract", async () => {
    const fits = createValidator().compile(inputSchema);
    let [accepted, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(argumentsFor(inputSchema), async (input) => {
        const expected = fits(structuredClone(inUtc(name, input)));
        expected ? accepted++ : refused++;
        const outcome = await Promise.resolve(checkInput(tool(name), input)).then(
          () => true,
          (error: unknown) => {
            if (error instanceof Failure && error.kind === "invalid") return false;
            throw error;
          },
        );
        expect(outcome, JSON.stringify({ input, contract: fits.errors })).toBe(expected);
      }),
      { numRuns: 1500, seed: 2026 },
    );
    // A generator that hits only one side would prove nothing.
    expect(Math.min(accepted, refused)).toBeGreaterThan(50);
  });
});

describe("the input of bookCar", () => {
  it("requires only a car, since a booking may have the rest", () => {
    const { properties = {}, required } = (listed.get("bookCar") as ListedTool).inputSchema as JsonSchema;
    expect(required).toEqual(["carId"]);
    expect(Object.keys(properties).sort()).toEqual([
      "carId",
      "contactEmail",
      "contactPhone",
      "driver",
      "existingPnr",
      "expectedTotal",
      "idempotencyKey",
      "specialRequests",
    ]);
    expect(properties["existingPnr"]?.pattern).toBe("^TEST-[A-Z0-9]{6}$");
    expect(properties["driver"]?.required).toEqual(["firstName", "lastName"]);
    expect(Object.keys(properties["driver"]?.properties ?? {})).toEqual([
      "firstName",
      "lastName",
      "email",
      "phone",
      "dateOfBirth",
    ]);
  });
});
