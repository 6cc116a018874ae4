import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkValue, Unparsed } from "../schema-form/form-value.ts";
import { argumentsFromQuery, effectOf, hasUnparsedJson, initialArguments, type Tool } from "./arguments.ts";
import { inputRequestIn, outcomeOf, replyTo } from "./outcome.ts";
import { saveArguments, savedArguments } from "./saved-arguments.ts";

const TODAY = new Date("2026-11-16T12:00:00Z");
const SNAPSHOTS = new URL("../../../../test/snapshots/tools/", import.meta.url);

const toolNamed = (path: string): Tool => JSON.parse(readFileSync(new URL(`${path}.json`, SNAPSHOTS), "utf8"));

describe("the initial arguments of a tool", () => {
  it("search from London to New York in five weeks", () => {
    expect(initialArguments(toolNamed("gds/searchFlights"), TODAY)).toMatchObject({
      origin: "LHR",
      destination: "JFK",
      departureDate: "2026-12-21",
      cabin: "economy",
    });
    expect(initialArguments(toolNamed("flights/search_flights"), TODAY)).toMatchObject({
      origin: "LHR",
      destination: "JFK",
      departure_date: "2026-12-21",
    });
  });

  it("follow the order of the schema", () => {
    const [first, second] = Object.keys(initialArguments(toolNamed("gds/searchFlights"), TODAY));
    expect([first, second]).toEqual(["origin", "destination"]);
  });

  it("start each flight of a trip where the previous one ended, some days later", () => {
    const { slices } = initialArguments(toolNamed("flights/search_multi_city"), TODAY);
    expect(slices).toEqual([
      { origin: "LHR", destination: "JFK", departure_date: "2026-12-21" },
      { origin: "JFK", destination: "SFO", departure_date: "2026-12-25" },
    ]);
  });

  it("end a stay after it begins, and a rental after its pick-up", () => {
    expect(initialArguments(toolNamed("gds/searchHotels"), TODAY)).toMatchObject({
      cityCode: "NYC",
      checkInDate: "2026-12-21",
      checkOutDate: "2026-12-25",
    });
    expect(initialArguments(toolNamed("gds/searchCars"), TODAY)).toMatchObject({
      pickupLocationCode: "JFK",
      pickupDate: "2026-12-21T10:00",
      dropoffDate: "2026-12-25T10:00",
    });
  });

  const searches = ["gds", "flights"].flatMap((server) =>
    readdirSync(new URL(`${server}/`, SNAPSHOTS))
      .filter((file) => file.startsWith("search"))
      .map((file) => `${server}/${file.replace(".json", "")}`),
  );
  it.each(searches)("are valid for %s", (path) => {
    const tool = toolNamed(path);
    expect(checkValue(tool.inputSchema, initialArguments(tool, TODAY))).toEqual({});
  });

  it("use the example in a description, and end a stay after it begins", () => {
    const inputSchema = {
      type: "object",
      required: ["hotelId", "arrivalDate", "departureDate"],
      properties: {
        hotelId: { type: "string", description: "The hotel's number (e.g. 9100)." },
        arrivalDate: { type: "string", format: "date" },
        departureDate: { type: "string", format: "date" },
      },
    };
    expect(initialArguments({ inputSchema }, TODAY)).toEqual({
      hotelId: "9100",
      arrivalDate: "2026-12-21",
      departureDate: "2026-12-25",
    });
  });

  it("include the last booking", () => {
    const tool = toolNamed("gds/retrieveBooking");
    expect(initialArguments(tool, TODAY, { pnr: "TEST-V7BQNZ" })).toEqual({ pnr: "TEST-V7BQNZ", detail: "lean" });
    expect(initialArguments(tool, TODAY)).toEqual({ detail: "lean" });
  });

  it("keep the schema's examples and defaults", () => {
    const inputSchema = {
      type: "object",
      required: ["origin", "city"],
      properties: { origin: { type: "string", examples: ["FRA"] }, city: { type: "string", default: "Graz" } },
    };
    expect(initialArguments({ inputSchema }, TODAY)).toEqual({ origin: "FRA", city: "Graz" });
  });
});

describe("arguments from a link", () => {
  const schema = toolNamed("gds/searchFlights").inputSchema;

  it("fill in fields of the tool with the right type, and ignore everything else", () => {
    const query = { origin: "FRA", maxResults: "5", nonsense: "x", passengers: "{}" };
    expect(argumentsFromQuery(schema, query)).toEqual({ origin: "FRA", maxResults: 5 });
  });

  it("omit an invalid number", () => {
    expect(argumentsFromQuery(schema, { maxResults: "many" })).toEqual({});
  });
});

describe("saved arguments", () => {
  const storage = () => {
    const held = new Map<string, string>();
    return {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, text: string) => void held.set(key, text),
    };
  };

  it("are restored for the same tool of the same server", () => {
    const its = storage();
    saveArguments(its, "gds", "searchFlights", { origin: "FRA" });
    expect(savedArguments(its, "gds", "searchFlights")).toEqual({ origin: "FRA" });
    expect(savedArguments(its, "flights", "searchFlights")).toBeUndefined();
  });

  it("are not saved if they are huge, and do not fail if the storage is full", () => {
    const its = storage();
    saveArguments(its, "gds", "a", { text: "x".repeat(100_000) });
    expect(savedArguments(its, "gds", "a")).toBeUndefined();
    const full = {
      getItem: () => "no json",
      setItem: () => {
        throw new Error("full");
      },
    };
    expect(() => saveArguments(full, "gds", "a", {})).not.toThrow();
    expect(savedArguments(full, "gds", "a")).toBeUndefined();
  });
});

describe("the outcome of a tool call", () => {
  it("is the structured result", () => {
    const response = { result: { content: [], structuredContent: { a: 1 } } };
    expect(outcomeOf({ response })).toMatchObject({ kind: "result", structured: { a: 1 } });
  });

  it("is the JSON of the text, if there is no structured result", () => {
    const response = { result: { content: [{ type: "text", text: '{"a":1}' }] } };
    expect(outcomeOf({ response })).toMatchObject({ structured: { a: 1 } });
    const words = { result: { content: [{ type: "text", text: "{not json" }] } };
    expect(outcomeOf({ response: words })).toMatchObject({ kind: "result", structured: undefined });
  });

  it("lists problems by field", () => {
    const data = {
      field: "destination",
      hint: "Give a code.",
      allowed: ["JFK", "LHR"],
      problems: [
        { field: "destination", message: "destination is required." },
        { field: "passengers[0].firstName", message: "firstName is required." },
      ],
    };
    const error = { code: -32_602, message: "destination is required.", data };
    const response = { result: { isError: true, content: [], _meta: { "taxiway/error": error } } };
    expect(outcomeOf({ response })).toEqual({
      kind: "problem",
      problem: {
        code: -32_602,
        message: "destination is required.",
        hint: "Give a code.",
        allowed: "JFK, LHR",
        fields: { "/destination": "destination is required.", "/passengers/0/firstName": "firstName is required." },
      },
    });
  });

  it("prefers the specific message to the generic one", () => {
    const error = { code: -32_000, message: "Server error", data: { details: "The log has more under 4d7d3eff." } };
    const response = { result: { isError: true, content: [], _meta: { "taxiway/error": error } } };
    expect(outcomeOf({ response })).toMatchObject({ problem: { message: "The log has more under 4d7d3eff." } });
  });

  it("is the JSON-RPC error, or the text of a failed tool", () => {
    const error = { code: -32_601, message: "There is no such tool." };
    expect(outcomeOf({ response: { error } })).toMatchObject({
      problem: { message: "There is no such tool.", fields: {} },
    });
    const failed = { isError: true, content: [{ type: "text", text: "Out of order." }] };
    expect(outcomeOf({ response: { result: failed } })).toMatchObject({ problem: { message: "Out of order." } });
  });

  it("is a question, if the tool requests input", () => {
    const response = { result: { resultType: "input_required", inputRequests: { a: {} } } };
    expect(outcomeOf({ response })).toEqual({
      kind: "question",
      request: { questions: [{ id: "a", message: "" }] },
      raw: { a: {} },
    });
  });

  it.each([undefined, null, 3, "text", [], { result: 3 }])("tolerates any response: %j", (response) => {
    expect(outcomeOf({ response }).kind).toBe("result");
  });
});

describe("input requested by a tool", () => {
  const requestedSchema = { type: "object", properties: { confirm: { type: "boolean" } }, required: ["confirm"] };
  const form = { method: "elicitation/create", params: { message: "Book it?", requestedSchema } };

  it("is a form with a message and a state to send back", () => {
    const request = inputRequestIn({ inputRequests: { q1: form }, requestState: "sealed" });
    expect(request).toEqual({
      questions: [{ id: "q1", message: "Book it?", schema: requestedSchema }],
      state: "sealed",
    });
    expect(replyTo(request, "accept", { q1: { confirm: true } })).toEqual({
      inputResponses: { q1: { action: "accept", content: { confirm: true } } },
      requestState: "sealed",
    });
  });

  it("is declined without content", () => {
    const request = inputRequestIn({ inputRequests: { q1: form } });
    expect(replyTo(request, "decline", { q1: { confirm: true } })).toEqual({
      inputResponses: { q1: { action: "decline" } },
    });
  });

  it.each([
    { method: "sampling/createMessage", params: {} },
    { method: "elicitation/create", params: { mode: "url", message: "Go there.", url: "https://x.example" } },
    { method: "elicitation/create", params: { message: "No schema." } },
    "nonsense",
  ])("has no form for %j", (request) => {
    const { questions } = inputRequestIn({ inputRequests: { a: request } });
    expect(questions[0]?.schema).toBeUndefined();
  });

  it.each([undefined, null, [], "x"])("is empty for %j", (inputRequests) => {
    expect(inputRequestIn({ inputRequests, requestState: 3 })).toEqual({ questions: [] });
  });
});

it("hasUnparsedJson finds unparsed JSON at any depth", () => {
  expect(hasUnparsedJson({ a: [{ b: new Unparsed("{") }] })).toBe(true);
  expect(hasUnparsedJson({ a: [{ b: "{" }] })).toBe(false);
});

it("a tool without annotations counts as destructive", () => {
  const tool = { name: "t", inputSchema: {} };
  expect(effectOf(tool)).toBe("destructive");
  expect(effectOf({ ...tool, annotations: { readOnlyHint: true } })).toBe("read-only");
  expect(effectOf({ ...tool, annotations: { destructiveHint: false } })).toBe("write");
});
