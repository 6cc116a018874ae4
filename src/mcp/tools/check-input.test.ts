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

/** As one that reads. */
const tolerant = { ...bookFlight, effect: "read" } as const;
const contact = { contactEmail: "a@b.co" };
const failureOf = async (raw: unknown, tool = bookFlight): Promise<Failure> => {
  const thrown = await Promise.resolve(checkInput(tool, raw)).catch((error: unknown) => error);
  if (!(thrown instanceof Failure)) throw new Error("It fits");
  return thrown;
};

describe("an input that fits", () => {
  it("gets its defaults, in a copy", async () => {
    const raw = { ...contact, passengers: [{ firstName: "Ada" }] };
    const sent = structuredClone(raw);
    const { input, warnings } = await checkInput(bookFlight, raw);
    expect(input).toEqual({ ...sent, cabin: "economy" });
    expect(raw).toEqual(sent);
    expect((input as typeof raw).passengers[0]).not.toBe(raw.passengers[0]);
    expect(warnings).toEqual([]);
  });

  it("loses fields that nobody knows, at every level, and is told so", async () => {
    const raw = { ...contact, passenger: 1, passengers: [{ firstName: "Ada", fistName: "A" }], zzz: { deep: true } };
    const { input, warnings } = await checkInput(tolerant, raw);
    expect(input).toEqual({ ...contact, cabin: "economy", passengers: [{ firstName: "Ada" }] });
    expect(warnings).toEqual([
      '"passenger" is not a field of bookFlight and was ignored; did you mean "passengers"?',
      '"passengers[0].fistName" is not a field of bookFlight and was ignored; did you mean "firstName"?',
      '"zzz" is not a field of bookFlight and was ignored.',
    ]);
  });

  it("says where a field belongs that was given one level too high", async () => {
    const { warnings } = await checkInput(tolerant, { ...contact, firstName: "Ada" });
    expect(warnings).toEqual([
      '"firstName" is not a field of bookFlight and was ignored; did you mean "passengers[0].firstName"?',
    ]);
  });

  it("is refused for such a field where the tool writes, unless it is told to be tolerant", async () => {
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

  it("keeps unknown fields where the schema allows them", async () => {
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

  it("says no more than is useful about many unknown fields", async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`zz${index}`, index]));
    const { warnings } = await checkInput(tolerant, { ...contact, ...many });
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toBe("480 further unknown fields were ignored.");
  });
});

describe("an input that does not fit", () => {
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
    [{ email: "nobody" }, "email must be an e-mail address, got 'nobody'", undefined],
    [{ passengers: [] }, "passengers must have at least 1 entry, got []", undefined],
    [{ passengers: [{ firstName: "Bartholomew" }] }, "passengers[0].firstName must have 1 to 5 characters", undefined],
    [{ passengers: [{}] }, "passengers[0].firstName is required", undefined],
    [{ passengers: [{ first_name: "A" }] }, "passengers[0].firstName is required", 'You sent "first_name"'],
  ])("%j is refused in a sentence", async (raw, message, hint) => {
    const failure = await failureOf({ ...contact, ...raw });
    expect(failure.kind).toBe("invalid");
    expect(failure.message).toContain(message);
    if (hint === undefined) expect(failure.details.hint).toBeUndefined();
    else expect(failure.details.hint).toContain(hint);
  });

  it("names the field, the value and what is allowed", async () => {
    const { details } = await failureOf({ ...contact, cabin: "steerage" });
    expect(details).toEqual({ field: "cabin", value: "steerage", allowed: ["economy", "business"] });
  });

  it("says which of two fields is needed", async () => {
    const { message, details } = await failureOf({});
    expect(message).toBe("bookFlight needs contactEmail or contactPhone.");
    expect(details).toMatchObject({ field: "contactEmail", allowed: ["contactEmail", "contactPhone"] });
  });

  it("lists every problem, ten at most", async () => {
    const two = await failureOf({ ...contact, origin: "x", seats: 0 });
    expect(two.details["problems"]).toMatchObject([{ field: "origin" }, { field: "seats" }]);
    const many = await failureOf({ ...contact, passengers: Array.from({ length: 50 }, () => ({})) });
    expect(many.details["problems"]).toHaveLength(10);
  });

  it("does not repeat a large value", async () => {
    const long = await failureOf({ ...contact, origin: "x".repeat(50_000) });
    expect(long.message.length).toBeLessThan(200);
    expect(String(long.details.value).length).toBeLessThan(200);
    const wide = await failureOf({ ...contact, origin: Array.from({ length: 5000 }, () => ({ a: 1 })) });
    expect(wide.message).toBe("origin must be text, got a list of 5000.");
  });

  it("is not explained piece by piece when it is huge", async () => {
    const failure = await failureOf({ ...contact, passengers: Array.from({ length: 100_000 }, () => ({})) });
    expect(failure.message).toContain("too large to list");
  });

  it("is refused for an unknown field where the schema says so", async () => {
    const strict = toolWith(object({ origin: string() }, { additionalProperties: false }));
    const { message, details } = await failureOf({ origin: "JFK", orign: "x" }, strict);
    expect(message).toBe('"orign" is not a field of bookFlight.');
    expect(details.hint).toBe('Did you mean "origin"?');
  });
});
