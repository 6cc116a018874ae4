import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Log } from "../../../../../src/model/log.ts";
import { createCorpus } from "../../../../../src/servers/toolbox/search/corpus.ts";
import { createOfflineIndex, type OfflineIndex } from "../../../../../src/servers/toolbox/search/offline-index.ts";
import { readQuery } from "../../../../../src/servers/toolbox/search/words.ts";

const silent = () => {};
const log: Log = { debug: silent, info: silent, warn: silent, error: silent };

let folder: string;
let index: OfflineIndex;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "taxiway-corpus-"));
  index = await createOfflineIndex();
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the documents folder", () => {
  it("skips named pipes", async () => {
    execFileSync("mkfifo", [join(folder, "pipe.txt")]);
    await writeFile(join(folder, "plain.txt"), "an eel");
    expect(await createCorpus({ folder, index, log }).refresh()).toEqual([]);
    expect(index.search(readQuery("eel"), 5).hits.map(({ url }) => url)).toEqual(["taxiway://corpus/plain.txt"]);
  });

  it("with 20,000 files stays within its limits and does not block the event loop", async () => {
    for (let from = 0; from < 20_000; from += 500)
      await Promise.all(
        Array.from({ length: 500 }, (_, number) =>
          writeFile(join(folder, `n${String(from + number).padStart(5, "0")}.txt`), `sparrow number ${from + number}`),
        ),
      );
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const warnings = await createCorpus({ folder, index, log }).refresh();
    clearInterval(timer);
    expect(warnings).toHaveLength(1);
    expect(index.search(readQuery("sparrow"), 1).total).toBe(5_000);
    expect(index.search(readQuery("sparrow number 4999"), 1).hits[0]?.url).toBe("taxiway://corpus/n04999.txt");
    expect(turns).toBeGreaterThan(20);
  });
});
