import { describe, expect, it } from "vitest";
import { Failure } from "../../model/failure.ts";
import { array, integer, maybe, object, oneOf, type Schema, string } from "../../model/schema.ts";
import { checkInput } from "./check-input.ts";
import type { Tool } from "./tool.ts";

const toolWith = (input: Schema, more: Partial<Tool> = {}): Tool => ({
  name: "bookFlight",
  title: "Book",
  description: "",
  effect: "create",
  input,
  run: () => undefined,
  ...more,
});

const bookFlight = toolWith(
  object(
    {
      origin: maybe(string({ pattern: "^[A-Z]{3}$" })),
      date: maybe(string({ format: "date" })),
      pickup: maybe(string({ format: "date-time" })),
      cabin: maybe(oneOf(["economy", "business"], { default: "economy" })),
      seats: maybe(integer({ minimum: 1, maximum: 9 })),
      email: maybe(string({ format: "email" })),
      passengers: maybe(
        array(object({ firstName: string({ minLength: 1, maxLength: 5 }), age: maybe(integer()) }), { minItems: 1 }),
      ),
      contactEmail: maybe(string()),
      contactPhone: maybe(string()),
    },
    { anyOf: [{ required: ["contactEmail"] }, { required: ["contactPhone"] }] },
  ),
  { suggest: (field, value) => (field === "origin" && value === "new york" ? "Did you mean NYC?" : undefined) },
);

/** Read-only. */
const tolerant = { ...bookFlight, effect: "read" } as const;
const contact = { contactEmail: "a@b.co" };
const failureOf = async (raw: unknown, tool = bookFlight): Promise<Failure> => {
  const thrown = await Promise.resolve(checkInput(tool, raw)).catch((error: unknown) => error);
  if (!(thrown instanceof Failure)) throw new Error("The input is valid");
  return thrown;
};

describe("a valid input", () => {
  it("is copied and completed with defaults", async () => {
    const raw = { ...contact, passengers: [{ firstName: "Ada" }] };
    const sent = structuredClone(raw);
    const { input, warnings } = await checkInput(bookFlight, raw);
    expect(input).toEqual({ ...sent, cabin: "economy" });
    expect(raw).toEqual(sent);
    expect((input as typeof raw).passengers[0]).not.toBe(raw.passengers[0]);
    expect(warnings).toEqual([]);
  });

  it("loses unknown fields at every level, with a warning for each", async () => {
    const raw = { ...contact, passenger: 1, passengers: [{ firstName: "Ada", fistName: "A" }], zzz: { deep: true } };
    const { input, warnings } = await checkInput(tolerant, raw);
    expect(input).toEqual({ ...contact, cabin: "economy", passengers: [{ firstName: "Ada" }] });
    expect(warnings).toEqual([
      '"passenger" is not a field of bookFlight and was ignored; did you mean "passengers"?',
      '"passengers[0].fistName" is not a field of bookFlight and was ignored; did you mean "firstName"?',
      '"zzz" is not a field of bookFlight and was ignored.',
    ]);
  });

  it("gets a hint where a misplaced field belongs", async () => {
    const { warnings } = await checkInput(tolerant, { ...contact, firstName: "Ada" });
    expect(warnings).toEqual([
      '"firstName" is not a field of bookFlight and was ignored; did you mean "passengers[0].firstName"?',
    ]);
  });

  it("is rejected for an unknown field when the tool writes, unless the tool drops unknown fields", async () => {
    const raw = { ...contact, passengers: [{ firstName: "Ada", fistName: "A" }] };
    const refused = await Promise.resolve()
      .then(() => checkInput(bookFlight, raw))
      .catch((error: Failure) => error);
    expect(refused).toMatchObject({
      kind: "invalid",
      details: { field: "passengers[0].fistName", allowed: ["firstName", "age"], hint: 'Did you mean "firstName"?' },
    });
    expect((await checkInput({ ...bookFlight, unknownFields: "drop" }, raw)).warnings).toHaveLength(1);
  });

  it("keeps unknown fields that the schema allows", async () => {
    const open = toolWith(object({ a: string() }, { additionalProperties: true }));
    const { input, warnings } = await checkInput(open, { a: "x", b: { c: [1] } });
    expect(input).toEqual({ a: "x", b: { c: [1] } });
    expect(warnings).toEqual([]);
  });

  it("cannot reach a prototype", async () => {
    const raw = JSON.parse(
      `{"contactEmail":"x","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}`,
    );
    const { input } = await checkInput(tolerant, raw);
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
    expect(Object.keys(input as object)).toEqual(["contactEmail", "cabin"]);
    const open = toolWith({ type: "object", additionalProperties: true }, { effect: "read" });
    const free = await checkInput(open, JSON.parse('{"a":{"__proto__":{"polluted":1}}}'));
    expect((free.input as { a: { polluted?: number } }).a.polluted).toBeUndefined();
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it("gets a limited number of warnings about unknown fields", async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`zz${index}`, index]));
    const { warnings } = await checkInput(tolerant, { ...contact, ...many });
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toBe("480 further unknown fields were ignored.");
  });
});

describe("an invalid input", () => {
  it.each([
    [{ origin: "new york" }, "origin must be three capital letters, got 'new york'", "Did you mean NYC?"],
    [{ date: "2026-02-30" }, "date must be a date written YYYY-MM-DD, got '2026-02-30'", "no such day"],
    [{ date: "12/15/2026" }, "date must be a date written YYYY-MM-DD, got '12/15/2026'", "such as 2026-12-15"],
    [{ date: "2026-12-15T10:00:00Z" }, "date must be", "Leave out the time: 2026-12-15"],
    [{ pickup: "2026-12-15T08:30" }, "pickup must be a date and time with UTC offset", "2026-12-15T08:30:00-05:00"],
    [{ pickup: "2026-12-15T08:30:00+05" }, "pickup must be", "2026-12-15T08:30:00-05:00"],
    [{ cabin: "busines" }, "cabin must be one of economy or business, got 'busines'", "Did you mean business?"],
    [{ seats: 12 }, "seats must be 1 to 9, got 12", undefined],
    [{ seats: "2" }, "seats must be a whole number, got '2'", undefined],
    [{ email: "ada" }, "email must be an e-mail address, got 'ada'", undefined],
    [{ passengers: [] }, "passengers must have at least 1 entry, got []", undefined],
    [{ passengers: [{ firstName: "Bartholomew" }] }, "passengers[0].firstName must have 1 to 5 characters", undefined],
    [{ passengers: [{}] }, "passengers[0].firstName is required", undefined],
    [{ passengers: [{ first_name: "A" }] }, "passengers[0].firstName is required", 'You sent "first_name"'],
  ])("is rejected with an explanation: %j", async (raw, message, hint) => {
    const failure = await failureOf({ ...contact, ...raw });
    expect(failure.kind).toBe("invalid");
    expect(failure.message).toContain(message);
    if (hint === undefined) expect(failure.details.hint).toBeUndefined();
    else expect(failure.details.hint).toContain(hint);
  });

  it("is reported with field, value and allowed values", async () => {
    const { details } = await failureOf({ ...contact, cabin: "steerage" });
    expect(details).toEqual({ field: "cabin", value: "steerage", allowed: ["economy", "business"] });
  });

  it("is reported with the choice of missing fields", async () => {
    const { message, details } = await failureOf({});
    expect(message).toBe("bookFlight needs contactEmail or contactPhone.");
    expect(details).toMatchObject({ field: "contactEmail", allowed: ["contactEmail", "contactPhone"] });
  });

  it("is reported with at most ten problems", async () => {
    const two = await failureOf({ ...contact, origin: "x", seats: 0 });
    expect(two.details["problems"]).toMatchObject([{ field: "origin" }, { field: "seats" }]);
    const many = await failureOf({ ...contact, passengers: Array.from({ length: 50 }, () => ({})) });
    expect(many.details["problems"]).toHaveLength(10);
  });

  it("is reported without repeating a large value", async () => {
    const long = await failureOf({ ...contact, origin: "x".repeat(50_000) });
    expect(long.message.length).toBeLessThan(200);
    expect(String(long.details.value).length).toBeLessThan(200);
    const wide = await failureOf({ ...contact, origin: Array.from({ length: 5000 }, () => ({ a: 1 })) });
    expect(wide.message).toBe("origin must be text, got a list of 5000.");
  });

  it("is not explained in detail when it is huge", async () => {
    const failure = await failureOf({ ...contact, passengers: Array.from({ length: 100_000 }, () => ({})) });
    expect(failure.message).toContain("too large to list");
  });

  it("is rejected for an unknown field that the schema forbids", async () => {
    const strict = toolWith(object({ origin: string() }, { additionalProperties: false }));
    const { message, details } = await failureOf({ origin: "JFK", orign: "x" }, strict);
    expect(message).toBe('"orign" is not a field of bookFlight.');
    expect(details.hint).toBe('Did you mean "origin"?');
  });
});
