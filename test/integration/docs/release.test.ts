import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deadPaths } from "../../../scripts/package/dead-paths.ts";
import { publishProblem, releasedChangelog } from "../../../scripts/package/release.ts";
import { linkRepository, repositoryFields } from "../../../scripts/package/repository.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";

const CHANGELOG = "# Changelog\n\n## 0.2.0 (unreleased)\n\n- Something.\n\n## 0.1.0 (2026-01-01)\n";

describe("a release", () => {
  it("dates the version on top of the changelog", () => {
    expect(releasedChangelog(CHANGELOG, "0.2.0", "2026-11-18")).toBe(CHANGELOG.replace("(unreleased)", "(2026-11-18)"));
  });

  it.each([
    ["a version that is not on top", "0.3.0"],
    ["a version that is released", "0.1.0"],
    ["what is not a version", "v0.2"],
  ])("rejects %s", (_, version) => {
    expect(() => releasedChangelog(CHANGELOG, version, "2026-11-18")).toThrow(/0\.2\.0/);
  });

  it("publishes a tag only if package and changelog have its version", () => {
    const released = releasedChangelog(CHANGELOG, "0.2.0", "2026-11-18");
    expect(publishProblem("v0.2.0", { version: "0.2.0", changelog: released })).toBeUndefined();
    expect(publishProblem("v0.2.0", { version: "0.2.0", changelog: CHANGELOG })).toMatch(/unreleased/);
    expect(publishProblem("v0.2.0", { version: "0.1.0", changelog: released })).toMatch(/version 0\.1\.0/);
    expect(publishProblem("v0.3.0", { version: "0.3.0", changelog: released })).toMatch(/begins with 0\.2\.0/);
  });
});

describe("links to the repository", () => {
  const page = "Report it <!-- repository security -->on its page<!-- end -->.";

  it("are left out while there is no owner", () => {
    expect(repositoryFields("")).toEqual({});
    expect(linkRepository(page, "")).toBe(page);
  });

  it("are written once there is an owner, and removed again without one", () => {
    const linked = linkRepository(page, "acme");
    expect(linked).toContain("[on its page](https://github.com/acme/taxiway/security)");
    expect(linkRepository(linked, "")).toBe(page);
    expect(repositoryFields("acme").bugs).toEqual({ url: "https://github.com/acme/taxiway/issues" });
  });
});

describe("the check of paths in documents", () => {
  it("finds files and folders that do not exist, and ignores patterns", () => {
    const root = temporaryFolder();
    mkdirSync(join(root, "src/model"), { recursive: true });
    writeFileSync(join(root, "src/model/json.ts"), "");
    const text =
      "`src/model/json.ts`, `src/model/`, `src/gone.ts`, `docs/none/`, `src/<server>/module.ts`, `test/*.ts`";
    expect(deadPaths(text, root)).toEqual(["src/gone.ts", "docs/none/"]);
  });
});
