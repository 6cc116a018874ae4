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
  it("lets others work while it is filled", async () => {
    const index = await createOfflineIndex();
    let turns = 0;
    let done = false;
    const count = () => {
      turns++;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    await index.put(
      Array.from({ length: 3_000 }, (_, number) => about("many different words ".repeat(20), `d${number}`)),
    );
    done = true;
    expect(turns).toBeGreaterThan(5);
  });

  it("forgets what is dropped, and knows only the last of what is put twice", async () => {
    const index = await createOfflineIndex();
    await index.put([about(`old words ${"x ".repeat(3_000)}`)]);
    await index.put([about("new words")]);
    const count = (query: string) => index.search(readQuery(query), { limit: 5 }).total;
    expect([count("old"), count("new")]).toEqual([0, 1]);
    index.drop("a");
    expect(count("new")).toBe(0);
  });

  it("shows a long document once, by the passage that fits", async () => {
    const index = await createOfflineIndex();
    const filler = "plain prose without end ".repeat(300);
    await index.put([about(`${filler} the lighthouse stands here ${filler} a lighthouse again`)]);
    const { hits, total } = index.search(readQuery("lighthouse"), { limit: 5 });
    expect(total).toBe(1);
    expect(hits[0]?.snippet).toContain("lighthouse");
  });

  it("finds only what is accepted, and the weightier of equals first", async () => {
    const index = await createOfflineIndex();
    await index.put([about("harbour", "a"), about("harbour", "b"), about("harbour", "c")]);
    const { hits } = index.search(readQuery("harbour"), {
      limit: 5,
      accept: ({ id }) => id !== "a",
      weigh: ({ id }) => (id === "c" ? 2 : 1),
    });
    expect(hits.map(({ id }) => id)).toEqual(["c", "b"]);
  });

  it("answers hostile questions as well", async () => {
    const index = await createOfflineIndex();
    await index.put([about("__proto__ constructor toString hasOwnProperty")]);
    for (const query of ["__proto__", "constructor", "hasOwnProperty", "a".repeat(400), "( OR * ) AND ~"])
      expect(index.search(readQuery(query), { limit: 5 }).total).toBeLessThanOrEqual(1);
    expect(index.search(readQuery("constructor"), { limit: 5 }).total).toBe(1);
  });
});
