import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createTracing, requestIdOf, traceIdOf } from "./request-id.ts";

const ACCEPTABLE = /^[A-Za-z0-9._:/+=@-]{1,128}$/;

describe("a request ID", () => {
  it.each(["a", "0d9f3c1e-58a4-4d0e-8a35-7d1a3f0f6c22", "Root=1-67/ab+c@x_y.z:0", "x".repeat(128)])(
    "is taken from the client if it is safe for logs: %s",
    (id) => expect(requestIdOf(id)).toBe(id),
  );

  it.each([undefined, "", "x".repeat(129), "a b", "a\nb", "a\n", 'a"b', "é", "a,b"])(
    "is a new one instead of %j",
    (id) => {
      const made = requestIdOf(id);
      expect(made).not.toBe(id);
      expect(made).toMatch(ACCEPTABLE);
    },
  );

  it("is unique", () => {
    expect(new Set(Array.from({ length: 1_000 }, () => requestIdOf(undefined))).size).toBe(1_000);
  });
});

describe("a trace ID", () => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const parent = "00f067aa0ba902b7";

  it.each([
    `00-${trace}-${parent}-01`,
    `00-${trace}-${parent}-ff`,
    `01-${trace}-${parent}-00`,
    `cc-${trace}-${parent}-00-what-the-future-brings`,
  ])("is read from %s", (header) => expect(traceIdOf(header)).toBe(trace));

  it.each([
    undefined,
    "",
    trace,
    `ff-${trace}-${parent}-01`,
    `0-${trace}-${parent}-01`,
    `00-${"0".repeat(32)}-${parent}-01`,
    `00-${trace}-${"0".repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${parent}-01`,
    `00-${trace}-${parent}`,
    `00-${trace}-${parent}-1`,
    `00-${trace}-${parent}-01-more`,
    `00-${trace}-${parent}-01\n`,
    `cc-${trace}-${parent}-00.more`,
  ])("is not read from %j", (header) => expect(traceIdOf(header)).toBeUndefined());
});

describe("tracing", () => {
  it("knows the request of each asynchronous step", async () => {
    const tracing = createTracing(true);
    const work = async (): Promise<string | undefined> => {
      await nextTurn();
      return tracing.current();
    };
    expect(await Promise.all([tracing.run("one", work), tracing.run("two", work)])).toEqual(["one", "two"]);
    expect(tracing.current()).toBeUndefined();
  });

  it("does nothing when it is off", () => {
    const tracing = createTracing(false);
    expect(tracing.run("one", () => tracing.current() ?? "none")).toBe("none");
  });
});
