import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const source = join(root, "src");

const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
const block = (name: string): readonly string[] =>
  (new RegExp(`\`\`\`${name}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? "").trim().split("\n");

const contracts = new Set(block("contracts"));
const rules = new Map(
  block("rooms").map((line) => {
    const [folder = "", allowed = ""] = line.split(":");
    return [folder.trim(), allowed.split(",").map((word) => word.trim())] as const;
  }),
);

/** The longest line of the table that a file is under. */
const ruleOf = (path: string): string | undefined =>
  [...rules.keys()]
    .filter((folder) => isIn(path, folder))
    .sort((a, b) => b.length - a.length)
    .at(0);

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".ts") && !path.endsWith(".test.ts"),
);

const imports = files.flatMap((file) => {
  const text = readFileSync(join(source, file), "utf8");
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map((match) => ({
    file,
    target: relative(source, resolve(source, dirname(file), match[1] as string)),
  }));
});

const isAllowed = (file: string, target: string): boolean => {
  const from = ruleOf(file) ?? "";
  if (isIn(target, from)) return true;
  return (rules.get(from) ?? []).some((entry) => {
    const [folder = "", only] = entry.split(" ");
    return isIn(target, folder) && (only !== "contract" || contracts.has(target));
  });
};

describe("the folders of docs/architecture.md", () => {
  it("cover every file of src, and each line of the table has files", () => {
    expect(files.filter((file) => ruleOf(file) === undefined)).toEqual([]);
    const used = new Set(files.map(ruleOf));
    expect([...rules.keys()].filter((folder) => !used.has(folder))).toEqual([]);
  });

  it("import only what the table allows", () => {
    expect(imports.length).toBeGreaterThan(100);
    const forbidden = imports.filter(({ file, target }) => !isAllowed(file, target));
    expect(forbidden.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  it("have the contract files that the page names", () => {
    expect([...contracts].filter((path) => !files.includes(path))).toEqual([]);
  });
});
