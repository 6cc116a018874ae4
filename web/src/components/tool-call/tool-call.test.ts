import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkValue, Unparsed } from "../schema-form/form-value.ts";
import {
  argumentsFromQuery,
  effectOf,
  hasUnparsedJson,
  initialArguments,
  saveArguments,
  savedArguments,
  type Tool,
} from "./arguments.ts";
import { inputRequestIn, outcomeOf, replyTo } from "./outcome.ts";

const TODAY = new Date("2026-11-16T12:00:00Z");
const SNAPSHOTS = new URL("../../../../test/snapshots/tools/", import.meta.url);

const toolNamed = (path: string): Tool => JSON.parse(readFileSync(new URL(`${path}.json`, SNAPSHOTS), "utf8"));

describe("what the form of a tool begins with", () => {
  it("is a search from London to New York in five weeks", () => {
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

  it("has its fields in the order of the schema", () => {
    const [first, second] = Object.keys(initialArguments(toolNamed("gds/searchFlights"), TODAY));
    expect([first, second]).toEqual(["origin", "destination"]);
  });

  it("lets every flight of a trip start where the last one ended, some days later", () => {
    const { slices } = initialArguments(toolNamed("flights/search_multi_city"), TODAY);
    expect(slices).toEqual([
      { origin: "LHR", destination: "JFK", departure_date: "2026-12-21" },
      { origin: "JFK", destination: "SFO", departure_date: "2026-12-25" },
    ]);
  });

  it("ends a stay after it has begun, and a rental after its pick-up", () => {
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
  it.each(searches)("lets %s be run at once", (path) => {
    const tool = toolNamed(path);
    expect(checkValue(tool.inputSchema, initialArguments(tool, TODAY))).toEqual({});
  });

  it("takes an example out of a description, and ends a stay after it has begun whatever its dates are called", () => {
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

  it("knows the booking that was made last", () => {
    const tool = toolNamed("gds/retrieveBooking");
    expect(initialArguments(tool, TODAY, { pnr: "TEST-V7BQNZ" })).toEqual({ pnr: "TEST-V7BQNZ", detail: "lean" });
    expect(initialArguments(tool, TODAY)).toEqual({ detail: "lean" });
  });

  it("leaves alone what the schema has an example or a default of", () => {
    const inputSchema = {
      type: "object",
      required: ["origin", "city"],
      properties: { origin: { type: "string", examples: ["FRA"] }, city: { type: "string", default: "Graz" } },
    };
    expect(initialArguments({ inputSchema }, TODAY)).toEqual({ origin: "FRA", city: "Graz" });
  });
});

describe("a link with arguments", () => {
  const schema = toolNamed("gds/searchFlights").inputSchema;

  it("fills in what the tool asks for, as its kind, and nothing else", () => {
    const query = { origin: "FRA", maxResults: "5", nonsense: "x", passengers: "{}" };
    expect(argumentsFromQuery(schema, query)).toEqual({ origin: "FRA", maxResults: 5 });
  });

  it("leaves out a number that is none", () => {
    expect(argumentsFromQuery(schema, { maxResults: "many" })).toEqual({});
  });
});

describe("arguments that are kept", () => {
  const storage = () => {
    const held = new Map<string, string>();
    return {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, text: string) => void held.set(key, text),
    };
  };

  it("come back for the same tool of the same server", () => {
    const its = storage();
    saveArguments(its, "gds", "searchFlights", { origin: "FRA" });
    expect(savedArguments(its, "gds", "searchFlights")).toEqual({ origin: "FRA" });
    expect(savedArguments(its, "flights", "searchFlights")).toBeUndefined();
  });

  it("are not kept when they are huge, and a full shelf stops nobody", () => {
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

describe("what a tool answered", () => {
  it("is its structured result", () => {
    const response = { result: { content: [], structuredContent: { a: 1 } } };
    expect(outcomeOf({ response })).toMatchObject({ kind: "result", structured: { a: 1 } });
  });

  it("is the JSON in its text, where there is no other", () => {
    const response = { result: { content: [{ type: "text", text: '{"a":1}' }] } };
    expect(outcomeOf({ response })).toMatchObject({ structured: { a: 1 } });
    const words = { result: { content: [{ type: "text", text: "{not json" }] } };
    expect(outcomeOf({ response: words })).toMatchObject({ kind: "result", structured: undefined });
  });

  it("says beside each field what was wrong with it", () => {
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

  it("is told by the sentence about it, not by the name of its kind", () => {
    const error = { code: -32_000, message: "Server error", data: { details: "The log has more under 4d7d3eff." } };
    const response = { result: { isError: true, content: [], _meta: { "taxiway/error": error } } };
    expect(outcomeOf({ response })).toMatchObject({ problem: { message: "The log has more under 4d7d3eff." } });
  });

  it("is a problem of JSON-RPC, or the text of a tool that failed without more words", () => {
    const error = { code: -32_601, message: "There is no such tool." };
    expect(outcomeOf({ response: { error } })).toMatchObject({
      problem: { message: "There is no such tool.", fields: {} },
    });
    const failed = { isError: true, content: [{ type: "text", text: "Out of order." }] };
    expect(outcomeOf({ response: { result: failed } })).toMatchObject({ problem: { message: "Out of order." } });
  });

  it("is a question, if the tool wants to know something first", () => {
    const response = { result: { resultType: "input_required", inputRequests: { a: {} } } };
    expect(outcomeOf({ response })).toEqual({
      kind: "question",
      request: { questions: [{ id: "a", message: "" }] },
      raw: { a: {} },
    });
  });

  it.each([undefined, null, 3, "text", [], { result: 3 }])("may be anything: %j", (response) => {
    expect(outcomeOf({ response }).kind).toBe("result");
  });
});

describe("what a tool asks before it goes on", () => {
  const requestedSchema = { type: "object", properties: { confirm: { type: "boolean" } }, required: ["confirm"] };
  const form = { method: "elicitation/create", params: { message: "Book it?", requestedSchema } };

  it("is a form with a message, and a state that goes back with the answer", () => {
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

  it("is answered with a no that says nothing else", () => {
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
  ])("has no form here when it is %j", (request) => {
    const { questions } = inputRequestIn({ inputRequests: { a: request } });
    expect(questions[0]?.schema).toBeUndefined();
  });

  it.each([undefined, null, [], "x"])("is nothing when it is %j", (inputRequests) => {
    expect(inputRequestIn({ inputRequests, requestState: 3 })).toEqual({ questions: [] });
  });
});

it("JSON that is still being typed is found wherever it stands", () => {
  expect(hasUnparsedJson({ a: [{ b: new Unparsed("{") }] })).toBe(true);
  expect(hasUnparsedJson({ a: [{ b: "{" }] })).toBe(false);
});

it("a tool that says nothing about itself may destroy", () => {
  const tool = { name: "t", inputSchema: {} };
  expect(effectOf(tool)).toBe("destroys");
  expect(effectOf({ ...tool, annotations: { readOnlyHint: true } })).toBe("reads");
  expect(effectOf({ ...tool, annotations: { destructiveHint: false } })).toBe("changes");
});
