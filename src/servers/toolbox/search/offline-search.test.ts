import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { createOfflineSearch } from "./offline-search.ts";

const silent = () => {};
const log = { debug: silent, info: silent, warn: silent, error: silent };
const nothing = { places: { airports: () => [], airport: () => undefined }, airlines: [] };
const known = { id: "a", title: "Harbour", url: "taxiway://a", text: "A quiet harbour.", kind: "glossary" as const };

describe("search without a network", () => {
  it("does not wait for a folder longer than it may, and finds its documents later", async () => {
    const corpus = await mkdtemp(join(tmpdir(), "taxiway-slow-"));
    try {
      const names = Array.from({ length: 1_000 }, (_, number) => join(corpus, `${number}.txt`));
      await Promise.all(names.map((name) => writeFile(name, "another harbour")));
      const search = createOfflineSearch({
        documents: () => [known],
        reference: () => nothing,
        corpus,
        seed: "s",
        log,
      });
      const first = await search.web("harbour", 5, 0);
      expect(first.warnings).toEqual([expect.stringMatching(/still being read/)]);
      expect(first.results[0]).toMatchObject({ title: "Harbour", source: "Taxiway glossary" });
      await vi.waitFor(async () => {
        const later = await search.web("harbour", 5, 10_000);
        expect([later.total, later.warnings]).toEqual([1_001, []]);
      });
      search.close();
    } finally {
      await rm(corpus, { recursive: true });
    }
  });

  it("loads its documents once, when first asked, and again only if that failed", async () => {
    const documents = vi.fn(async () => [known]).mockRejectedValueOnce(new Error("not yet"));
    const search = createOfflineSearch({ documents, reference: () => nothing, seed: "s", log });
    expect(documents).not.toHaveBeenCalled();
    await expect(search.web("harbour", 5, 0)).rejects.toThrow("not yet");
    const answers = await Promise.all([search.web("harbour", 5, 0), search.web("quiet", 5, 0)]);
    expect(answers.map(({ total }) => total)).toEqual([1, 1]);
    expect(documents).toHaveBeenCalledTimes(2);
  });
});
