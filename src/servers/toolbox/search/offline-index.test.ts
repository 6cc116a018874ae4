import { describe, expect, it } from "vitest";
import { createOfflineIndex } from "./offline-index.ts";
import { readQuery } from "./words.ts";

const about = (text: string, id = "a") => ({
  id,
  title: "Note",
  url: `taxiway://${id}`,
  text,
  kind: "document" as const,
});

describe("the offline index", () => {
  it("yields to the event loop while documents are added", async () => {
    const index = await createOfflineIndex();
    let turns = 0;
    let done = false;
    const count = () => {
      turns++;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    await index.put(
      Array.from({ length: 1_000 }, (_, number) => about("many different words ".repeat(20), `d${number}`)),
    );
    done = true;
    expect(turns).toBeGreaterThan(1);
  });

  it("drops documents and replaces those with the same id", async () => {
    const index = await createOfflineIndex();
    await index.put([about(`old words ${"x ".repeat(3_000)}`)]);
    await index.put([about("new words")]);
    const count = (query: string) => index.search(readQuery(query), 5).total;
    expect([count("old"), count("new")]).toEqual([0, 1]);
    index.drop("a");
    expect(count("new")).toBe(0);
  });

  it("returns a long document once, with the best passage", async () => {
    const index = await createOfflineIndex();
    const filler = "plain prose without end ".repeat(300);
    await index.put([about(`${filler} the lighthouse stands here ${filler} a lighthouse again`)]);
    const { hits, total } = index.search(readQuery("lighthouse"), 5);
    expect(total).toBe(1);
    expect(hits[0]?.snippet).toContain("lighthouse");
  });

  it("ranks the document with the higher weight first", async () => {
    const index = await createOfflineIndex();
    await index.put([about("harbour", "a"), { ...about("harbour", "b"), weight: 2 }, about("harbour", "c")]);
    expect(index.search(readQuery("harbour"), 5).hits[0]?.id).toBe("b");
  });

  it("handles names of Object.prototype and search operators as words", async () => {
    const index = await createOfflineIndex();
    await index.put([about("__proto__ constructor toString hasOwnProperty")]);
    for (const query of ["__proto__", "constructor", "hasOwnProperty", "a".repeat(400), "( OR * ) AND ~"])
      expect(index.search(readQuery(query), 5).total).toBeLessThanOrEqual(1);
    expect(index.search(readQuery("constructor"), 5).total).toBe(1);
  });
});
