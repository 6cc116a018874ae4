import { setTimeout as delay } from "node:timers/promises";
import { type Changes, createChanges, type ServerDefinition } from "../../../../src/mcp/tools/server-definition.ts";
import { defineTool, type Tool } from "../../../../src/mcp/tools/tool.ts";
import { createToolSet, type OwnToolSet } from "../../../../src/mcp/tools/tool-set.ts";
import { Failure, invalid, notFound, ruleBroken } from "../../../../src/model/failure.ts";
import { array, integer, maybe, object, oneOf, string } from "../../../../src/model/schema.ts";

const Flight = object({ id: string(), carrier: string(), price: integer() });

export const flights = Object.freeze(
  Array.from({ length: 150 }, (_, index) => ({
    id: `flight-${index}-with-a-rather-long-identifier`,
    carrier: index % 2 === 0 ? "Aéropostale" : 'The "Quoted" Line\\Co',
    price: 10_000 + index,
  })),
);

const define = defineTool<{ demo: true }>();

const searchFlights = define({
  name: "searchFlights",
  title: "Search flights",
  description: "Finds flights.",
  effect: "read",
  input: object({
    origin: string({ pattern: "^[A-Z]{3}$" }),
    departureDate: maybe(string({ format: "date" })),
    cabin: maybe(oneOf(["economy", "business"], { default: "economy" })),
    passengers: maybe(object({ adults: integer({ minimum: 1, maximum: 9, default: 1 }) })),
  }),
  output: object({ origin: string(), cabin: string(), flights: array(Flight), warnings: maybe(array(string())) }),
  run: ({ origin, cabin }) => ({ origin, cabin: cabin ?? "none", flights: flights as never }),
  compact: (output) => `${output.flights.length} flights from ${output.origin}`,
  suggest: (field, value) => (field === "origin" && value === "new york" ? "Did you mean NYC?" : undefined),
});

const fail = define({
  name: "fail",
  title: "Fail",
  description: "Fails in the way asked for.",
  effect: "create",
  input: object({ how: oneOf(["invalid", "not_found", "rule", "unavailable", "defect", "bad_output"]) }),
  output: object({ fine: string() }),
  run({ how }) {
    if (how === "invalid") throw invalid("pnr is wrong.", { field: "pnr", value: "X", hint: "Use another." });
    if (how === "not_found") throw notFound("There is no booking TEST-AAAAAA.");
    if (how === "rule") throw ruleBroken("It was cancelled already.", { cancelledAt: 1 });
    if (how === "unavailable") {
      throw new Failure("unavailable", "The store does not answer.", {}, { cause: new Error("disk full") });
    }
    if (how === "defect") throw new TypeError("secret path /etc/passwd");
    return { fine: 7 } as never;
  },
});

/** Reports progress and messages, and waits until it is cancelled or times out. */
const wait = define({
  name: "wait",
  title: "Wait",
  description: "Waits.",
  effect: "read",
  input: object({ milliseconds: integer(), answer: maybe(string()) }),
  output: object({ answer: string() }),
  async run({ milliseconds, answer }, { signal, progress, message }) {
    progress(1, 2, "half way");
    progress(1, 2, "said twice");
    message("debug", "too much detail");
    message("warning", { waiting: milliseconds });
    await delay(milliseconds, undefined, { signal });
    progress(2, 2);
    return { answer: answer ?? "done" };
  },
});

export interface DemoServer extends ServerDefinition {
  readonly tools: OwnToolSet;
  readonly changes: Changes;
  readonly resources: NonNullable<ServerDefinition["resources"]>;
}

export const createDemoServer = (extraTools: readonly Tool[] = []): DemoServer => {
  const changes = createChanges();
  return {
    name: "demo",
    title: "Demo",
    version: "1.2.3",
    instructions: "Try everything.",
    tools: createToolSet([...[searchFlights, fail, wait].map((tool) => tool(() => ({ demo: true }))), ...extraTools]),
    changes,
    resources: [
      {
        uri: "demo://session",
        name: "session",
        title: "Session",
        description: "Who is asking",
        mimeType: "application/json",
        read: ({ caller }) => JSON.stringify({ sessionId: caller.sessionId }),
      },
      {
        uri: "demo://bytes",
        name: "bytes",
        title: "Bytes",
        description: "Not text",
        mimeType: "application/octet-stream",
        cache: { ttlMs: 5000, scope: "public" },
        read: () => new Uint8Array([0, 255, 1]),
      },
    ],
    templates: [
      {
        uriTemplate: "demo://airports/{code}",
        name: "airport",
        title: "Airport",
        description: "One airport",
        mimeType: "text/plain",
        read({ code }) {
          if (code !== "JFK") throw notFound(`There is no airport ${code}`);
          return "New York";
        },
        complete: (_, text) =>
          Array.from({ length: 120 }, (_, index) => `A${index}`).filter((code) => code.startsWith(text)),
      },
    ],
    prompts: [
      {
        name: "planTrip",
        title: "Plan a trip",
        description: "Plans a trip",
        arguments: [
          { name: "to", description: "Where to", required: true },
          { name: "budget", description: "In dollars" },
        ],
        get: ({ to, budget }) => `Plan a trip to ${to} for ${budget ?? "any amount"}`,
        complete: (name, text) => (name === "to" ? ["Paris", "Perth"].filter((city) => city.startsWith(text)) : []),
      },
    ],
  };
};

export const manyTools = (count: number): Tool[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `tool_${index}`,
    title: `Tool ${index}`,
    description: "One of many",
    effect: "read",
    input: object({}),
    run: () => ({ index }),
  }));
