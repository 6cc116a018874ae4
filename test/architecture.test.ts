import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const source = join(root, "src");
const contracts = new Set([
  "admin/admin.ts",
  "stores/store.ts",
  "stores/store-failure.ts",
  "stores/paged-log.ts",
  "stores/bus.ts",
  "suppliers/supplier.ts",
  "sandboxes/sandbox.ts",
  "suppliers/flight-shop.ts",
  "suppliers/flight-option.ts",
]);

const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
const block = /```rooms\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
const rules = new Map(
  block
    .trim()
    .split("\n")
    .map((line) => {
      const [room = "", allowed = ""] = line.split(":");
      return [room.trim(), allowed.split(",").map((word) => word.trim())] as const;
    }),
);

const roomOf = (path: string): string => (path.includes("/") ? (path.split("/")[0] as string) : "root");

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

describe("the rooms of docs/architecture.md", () => {
  it("are the folders of src", () => {
    expect(new Set(files.map(roomOf))).toEqual(new Set(rules.keys()));
  });

  it("import only what the table allows", () => {
    expect(imports.length).toBeGreaterThan(100);
    const forbidden = imports.filter(({ file, target }) => {
      const [from, to] = [roomOf(file), roomOf(target)];
      const allowed = rules.get(from) ?? [];
      const mayEnter = from === to || allowed.includes(to);
      return !mayEnter && !(allowed.includes(`${to} contract`) && contracts.has(target));
    });
    expect(forbidden.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });
});
