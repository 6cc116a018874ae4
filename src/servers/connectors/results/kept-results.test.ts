import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../../platform/stores/memory.ts";
import { createKeptResults, RESULT_URI } from "./kept-results.ts";

const json = (content: string) => ({ content, mimeType: "application/json" });

const setUp = () => {
  let now = 1_000;
  const clock = { now: () => now, configured: true };
  const store = createMemoryStore({ now: clock.now });
  return {
    results: createKeptResults({ store, clock, keepMs: 60_000, maxBytes: 100 }),
    pass: (ms: number) => {
      now += ms;
    },
  };
};

describe("kept results", () => {
  it("are readable by their tenant until they expire", async () => {
    const { results, pass } = setUp();
    const uri = (await results.keep("acme", json('{"ü":1}'))) as string;
    expect(uri).toMatch(/^taxiway:\/\/results\/[\w-]{24}$/);
    expect(await results.read("acme", uri)).toEqual(json('{"ü":1}'));
    expect(await results.read("other", uri)).toBeUndefined();
    pass(59_999);
    expect(await results.read("acme", uri)).toBeDefined();
    pass(1);
    expect(await results.read("acme", uri)).toBeUndefined();
  });

  it("have URIs that cannot be guessed", async () => {
    const { results } = setUp();
    expect(await results.keep("acme", json("1"))).not.toBe(await results.keep("acme", json("1")));
    for (const uri of [
      "",
      "taxiway://results/",
      RESULT_URI,
      "taxiway://results/../x",
      "gds://results/aaaaaaaaaaaaaaaaaaaaaaaa",
    ]) {
      expect(await results.read("acme", uri)).toBeUndefined();
    }
  });

  it("do not include results over the size limit", async () => {
    const { results } = setUp();
    expect(await results.keep("acme", json("ü".repeat(51)))).toBeUndefined();
    expect(await results.keep("acme", { content: Buffer.alloc(101), mimeType: "image/png" })).toBeUndefined();
  });

  it("may be files", async () => {
    const { results } = setUp();
    const file = { content: Buffer.from([0, 255, 10]), mimeType: "application/pdf" };
    const uri = (await results.keep("acme", file)) as string;
    expect(await results.read("acme", uri)).toEqual(file);
    expect(await results.read("other", uri)).toBeUndefined();
  });
});
