import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createTracing } from "./request-id.ts";

describe("tracing", () => {
  it("knows the request behind every step of its work, and of no other's", async () => {
    const tracing = createTracing(true);
    const work = async (): Promise<string | undefined> => {
      await nextTurn();
      return tracing.current();
    };
    expect(await Promise.all([tracing.run("one", work), tracing.run("two", work)])).toEqual(["one", "two"]);
    expect(tracing.current()).toBeUndefined();
  });

  it("is a plain call when it is off", () => {
    const tracing = createTracing(false);
    expect(tracing.run("one", () => tracing.current() ?? "nobody")).toBe("nobody");
  });
});
