import { mkdir, mkdtemp, rm, symlink, truncate, unlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Log } from "../../../model/log.ts";
import { type CorpusLimits, createCorpus } from "./corpus.ts";
import { createOfflineIndex, type OfflineIndex } from "./offline-index.ts";
import { readQuery } from "./words.ts";

const silent = () => {};
const log: Log = { debug: silent, info: silent, warn: silent, error: silent };

let folder: string;
let index: OfflineIndex;
let time: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "taxiway-corpus-"));
  index = await createOfflineIndex();
  time = 0;
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const corpusOf = (limits?: Partial<CorpusLimits>, at = folder) =>
  createCorpus({
    folder: at,
    index,
    log,
    now: () => time,
    ...(limits && {
      limits: { files: 100, totalBytes: 1e6, fileBytes: 1e5, depth: 5, entries: 1_000, ...limits },
    }),
  });

const write = async (path: string, content: string | Uint8Array) => {
  await mkdir(join(folder, path, ".."), { recursive: true });
  await writeFile(join(folder, path), content);
};

const found = (query: string) => index.search(readQuery(query), 20).hits.map(({ url }) => url);

describe("the documents folder", () => {
  it("is indexed with its subfolders: text, Markdown and HTML, with their titles", async () => {
    await write("plain.txt", "A walrus in the harbour.");
    await write("deep/er/guide.md", "# The walrus guide\n\nFeed the **walrus** at noon.");
    await write("page.html", "<html><title>Walrus &amp; sons</title><script>hedgehog()</script><p>A walrus page.</p>");
    await write("old.HTM", "<p>one more walrus</p>");
    await write("notes.pdf", "walrus");
    expect(await corpusOf().refresh()).toEqual([]);
    const { hits } = index.search(readQuery("walrus"), 20);
    expect(Object.fromEntries(hits.map(({ url, title }) => [url, title]))).toEqual({
      "taxiway://corpus/plain.txt": "plain.txt",
      "taxiway://corpus/deep/er/guide.md": "The walrus guide",
      "taxiway://corpus/page.html": "Walrus & sons",
      "taxiway://corpus/old.HTM": "old.HTM",
    });
    expect(hits.find(({ title }) => title === "The walrus guide")?.snippet).toBe(
      "The walrus guide Feed the walrus at noon.",
    );
    expect(found("hedgehog")).toEqual([]);
  });

  it("is checked for changes after a minute", async () => {
    await write("a.txt", "first badger");
    await write("b.txt", "second badger");
    const corpus = corpusOf();
    await corpus.refresh();
    await write("a.txt", "an otter now");
    await utimes(join(folder, "a.txt"), 1_000, 1_000);
    await unlink(join(folder, "b.txt"));
    await write("c.txt", "third badger");
    time = 59_000;
    await corpus.refresh();
    expect(found("badger")).toHaveLength(2);
    time = 60_000;
    await corpus.refresh();
    expect(found("badger")).toEqual(["taxiway://corpus/c.txt"]);
    expect(found("otter")).toEqual(["taxiway://corpus/a.txt"]);
  });

  it("does not follow links", async () => {
    const outside = await mkdtemp(join(tmpdir(), "taxiway-outside-"));
    try {
      await writeFile(join(outside, "secret.txt"), "a heron");
      await symlink(join(outside, "secret.txt"), join(folder, "link.txt"));
      await symlink(outside, join(folder, "linked"));
      await symlink(folder, join(folder, "loop"));
      await write("own.txt", "my heron");
      await corpusOf().refresh();
      expect(found("heron")).toEqual(["taxiway://corpus/own.txt"]);
    } finally {
      await rm(outside, { recursive: true });
    }
  });

  it("skips binary files and reads text in other encodings", async () => {
    await write("binary.txt", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 0x65, 0x65, 0x6c]));
    await write("empty.md", "");
    await write("latin.txt", Buffer.from("Ein Aal in M\xfcnchen", "latin1"));
    await write("utf16.txt", Buffer.from("\ufeffEin Aal in Gießen", "utf16le"));
    await write("bom.txt", "\ufeffEin Aal in Köln");
    await corpusOf().refresh();
    expect(found("Aal").sort()).toEqual(["bom", "latin", "utf16"].map((name) => `taxiway://corpus/${name}.txt`));
    expect(found("Muenchen Aal")).toContain("taxiway://corpus/latin.txt");
  });

  it("encodes file names in URLs", async () => {
    await write("Reise plan #1?.txt", "a stork");
    await corpusOf().refresh();
    expect(found("stork")).toEqual(["taxiway://corpus/Reise%20plan%20%231%3F.txt"]);
  });

  it("is limited in files, bytes, depth and entries, with a warning", async () => {
    for (let number = 0; number < 30; number++) await write(`f${String(number).padStart(2, "0")}.txt`, "a plover");
    await write("a/b/c/d.txt", "deep plover");
    const said = (limits: Partial<CorpusLimits>) => corpusOf(limits).refresh();
    expect(await said({ files: 10 })).toEqual([
      expect.stringMatching(/exceeds the limits of the index \(10 files, 1 MB\)/),
    ]);
    expect(found("plover")).toHaveLength(10);
    index = await createOfflineIndex();
    expect(await said({ totalBytes: 100 })).toHaveLength(1);
    expect(index.search(readQuery("plover"), 50).total).toBe(12);
    index = await createOfflineIndex();
    expect(await said({ depth: 3 })).toHaveLength(1);
    expect(found("deep")).toEqual([]);
    expect(await said({ entries: 20 })).toHaveLength(1);
    expect(await said({})).toEqual([]);
  });

  it("indexes only the beginning of a long file", async () => {
    await write("long.txt", `a pelican ${"x".repeat(100)} a cormorant`);
    await corpusOf({ fileBytes: 50 }).refresh();
    expect(found("pelican")).toHaveLength(1);
    expect(found("cormorant")).toEqual([]);
    await truncate(join(folder, "long.txt"), 0);
  });

  it("returns a warning while it does not exist", async () => {
    const corpus = corpusOf({}, join(folder, "later"));
    expect(await corpus.refresh()).toEqual(["The documents folder could not be read; it was not searched."]);
    await write("later/a.txt", "a magpie");
    time = 60_000;
    expect(await corpus.refresh()).toEqual([]);
    expect(found("magpie")).toEqual(["taxiway://corpus/a.txt"]);
  });
});
