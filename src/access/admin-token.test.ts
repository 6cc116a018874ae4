import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/fixtures/temporary-folder.ts";
import { adminCheck, keptAdminToken } from "./admin-token.ts";

describe("the admin token", () => {
  it("is created once, readable only by its owner", async () => {
    const folder = join(temporaryFolder(), "data");
    const first = await keptAdminToken(folder);
    expect(first).toMatchObject({ isNew: true, file: join(folder, "admin-token") });
    expect(first.token).toMatch(/^taxiway-[\w-]{32}$/);
    expect((await stat(first.file as string)).mode & 0o777).toBe(0o600);
    expect(await keptAdminToken(folder)).toEqual({ ...first, isNew: false });
  });

  it("is the same for processes that start at the same time", async () => {
    const folder = temporaryFolder();
    const tokens = await Promise.all(Array.from({ length: 8 }, () => keptAdminToken(folder)));
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(1);
    expect(tokens.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect((await readFile(join(folder, "admin-token"), "utf8")).trim()).toBe(tokens[0]?.token);
  });

  it("rejects a file without a valid token", async () => {
    const folder = temporaryFolder();
    await writeFile(join(folder, "admin-token"), "");
    await expect(keptAdminToken(folder)).rejects.toThrow(/too short/);
  });
});

describe("the check of an Authorization header", () => {
  const isAdmin = adminCheck("a-token-of-some-length");

  it.each([
    ["Bearer a-token-of-some-length", true],
    ["bearer a-token-of-some-length", true],
    ["Bearer a-token-of-some-lengt", false],
    ["Bearer a-token-of-some-length2", false],
    ["Basic a-token-of-some-length", false],
    ["a-token-of-some-length", false],
    ["Bearer ", false],
    [undefined, false],
  ])("for %s returns %s", (authorization, expected) => {
    expect(isAdmin(authorization)).toBe(expected);
  });
});
