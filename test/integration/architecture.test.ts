import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/architecture.md"), "utf8");

/** The lines of a fenced block of the page. */
const block = (name: string): readonly string[] =>
  (new RegExp(`\`\`\`${name}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? "").trim().split("\n");

const table = (name: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    block(name).map((line) => {
      const [room = "", entries = ""] = line.split(":");
      const words = entries.split(",").map((word) => word.trim());
      return [room.trim(), words.filter((word) => word !== "")] as const;
    }),
  );

const isIn = (path: string, room: string): boolean => path === room || path.startsWith(`${room}/`);

interface Import {
  readonly file: string;
  readonly target: string;
}

/** One tree of sources with its rules; paths are relative to its folder. */
const treeOf = (folder: string, rooms: string, contracts: ReadonlySet<string>) => {
  const source = join(root, folder);
  const rules = table(rooms);
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
  );
  const imports: readonly Import[] = files.flatMap((file) => {
    const text = readFileSync(join(source, file), "utf8");
    return [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map((match) => ({
      file,
      target: relative(source, resolve(source, dirname(file), match[1] as string)),
    }));
  });
  /** The most specific room that a file belongs to. */
  const roomOf = (path: string): string | undefined =>
    [...rules.keys()]
      .filter((room) => isIn(path, room))
      .sort((a, b) => b.length - a.length)
      .at(0);
  return { files, imports, rules, roomOf, contracts };
};
type Tree = ReturnType<typeof treeOf>;

const contracts = new Set(block("contracts"));
const TREES: readonly (readonly [name: string, tree: Tree])[] = [
  ["src", treeOf("src", "rooms", contracts)],
  ["web/src", treeOf("web/src", "web-rooms", new Set())],
];

const isAllowed = ({ rules, roomOf, contracts: open }: Tree, { file, target }: Import): boolean => {
  const from = roomOf(file) ?? "";
  const to = roomOf(target) ?? "";
  // Outside of its tree, the console may only know the types that it shares with the server.
  if (target.startsWith("..")) return TYPES_OF_THE_SERVER.has(target);
  if (from === to) return true;
  return (rules.get(from) ?? []).some((entry) => {
    const [room = "", only] = entry.split(" ");
    return isIn(to, room) && (only !== "contract" || open.has(target));
  });
};

const TYPES_OF_THE_SERVER = new Set([
  "../../src/console/contract.ts",
  "../../src/servers/connectors/connector.ts",
  "../../src/servers/connectors/pipeline.ts",
]);

describe.each(TREES)("the rooms of %s in docs/architecture.md", (_, tree) => {
  const { files, imports, rules, roomOf } = tree;

  it("cover every file, and each has files", () => {
    expect(files.filter((file) => roomOf(file) === undefined)).toEqual([]);
    const used = new Set(files.map(roomOf));
    expect([...rules.keys()].filter((room) => !used.has(room))).toEqual([]);
  });

  it("import only what their line allows", () => {
    expect(imports.length).toBeGreaterThan(100);
    const forbidden = imports.filter((each) => !isAllowed(tree, each));
    expect(forbidden.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  it("never import each other both ways", () => {
    const pairs = new Set(
      imports
        .filter(({ target }) => !tree.contracts.has(target))
        .map(({ file, target }) => [roomOf(file), roomOf(target)] as const)
        .filter(([from, to]) => from !== to && to !== undefined)
        .map(([from, to]) => `${from} -> ${to}`),
    );
    expect([...pairs].filter((pair) => pairs.has(pair.split(" -> ").reverse().join(" -> ")))).toEqual([]);
  });
});

describe("the contract files of docs/architecture.md", () => {
  it("are there", () => {
    const { files } = (TREES[0] as (typeof TREES)[0])[1];
    expect([...contracts].filter((path) => !files.includes(path))).toEqual([]);
  });
});

describe("the budgets of docs/architecture.md", () => {
  const budgets = block("budgets").map((line) => {
    const [room = "", lines = "", files = ""] = line.split(/[:,]/).map((part) => part.trim());
    return { room, lines: Number.parseInt(lines, 10), files: Number.parseInt(files, 10) };
  });
  const sources = TREES.flatMap(([folder, { files }]) => files.map((file) => join(folder, file)));
  const linesOf = (path: string): number => readFileSync(join(root, path), "utf8").split("\n").length - 1;

  it.each(budgets)("hold for $room: $lines lines in $files files", ({ room, lines, files }) => {
    const own = sources.filter((path) => isIn(path, room));
    expect(own.length).toBeGreaterThan(0);
    expect(own.length).toBeLessThanOrEqual(files);
    expect(own.map(linesOf).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(lines);
  });

  it("cover every file", () => {
    const rooms = budgets.map(({ room }) => room).filter((room) => room !== "src");
    expect(sources.filter((path) => !rooms.some((room) => isIn(path, room)))).toEqual([]);
  });
});
