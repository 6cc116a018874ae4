import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { createOfflineSearch } from "./offline-search.ts";

const silent = () => {};
const log = { debug: silent, info: silent, warn: silent, error: silent };
const known = { id: "a", title: "Harbour", url: "taxiway://a", text: "A quiet harbour.", kind: "glossary" as const };

describe("offline search", () => {
  it("answers before a slow documents folder is indexed, and finds its documents later", async () => {
    const corpus = await mkdtemp(join(tmpdir(), "taxiway-slow-"));
    try {
      const names = Array.from({ length: 200 }, (_, number) => join(corpus, `${number}.txt`));
      await Promise.all(names.map((name) => writeFile(name, "another harbour")));
      const search = createOfflineSearch({
        documents: () => [known],
        corpus,
        log,
      });
      const first = await search.search("harbour", 5, 0);
      expect(first.warnings).toEqual([expect.stringMatching(/still being indexed/)]);
      expect(first.results[0]).toMatchObject({ title: "Harbour", source: "Taxiway glossary" });
      await vi.waitFor(async () => {
        const later = await search.search("harbour", 5, 10_000);
        expect([later.total, later.warnings]).toEqual([201, []]);
      });
      search.close();
    } finally {
      await rm(corpus, { recursive: true });
    }
  });

  it("loads its documents with the first search, and again only after a failure", async () => {
    const documents = vi.fn(async () => [known]).mockRejectedValueOnce(new Error("not yet"));
    const search = createOfflineSearch({ documents, log });
    expect(documents).not.toHaveBeenCalled();
    await expect(search.search("harbour", 5, 0)).rejects.toThrow("not yet");
    const answers = await Promise.all([search.search("harbour", 5, 0), search.search("quiet", 5, 0)]);
    expect(answers.map(({ total }) => total)).toEqual([1, 1]);
    expect(documents).toHaveBeenCalledTimes(2);
  });
});
