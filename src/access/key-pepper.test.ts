import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/fixtures/temporary-folder.ts";
import { givenPepper, keptPepper } from "./key-pepper.ts";

describe("the pepper", () => {
  it("is created once, readable only by its owner", async () => {
    const folder = join(temporaryFolder(), "data");
    const first = await keptPepper(folder);
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect((await stat(join(folder, "key-pepper"))).mode & 0o777).toBe(0o600);
    expect(await keptPepper(folder)).toEqual(first);
    expect(await keptPepper(temporaryFolder())).not.toEqual(first);
  });

  it("is the same for processes that start at the same time", async () => {
    const folder = temporaryFolder();
    const peppers = await Promise.all(Array.from({ length: 8 }, () => keptPepper(folder)));
    expect(new Set(peppers.map(String)).size).toBe(1);
  });

  it("may be configured, if it is long enough", () => {
    expect(givenPepper("p".repeat(32))).toEqual(Buffer.from("p".repeat(32)));
    expect(() => givenPepper("p".repeat(31))).toThrow(/at least 32 characters/);
  });

  it("is not replaced when its file is damaged, because that would invalidate every key", async () => {
    const folder = temporaryFolder();
    await writeFile(join(folder, "key-pepper"), "short\n");
    await expect(keptPepper(folder)).rejects.toThrow(/may be damaged/);
  });
});
