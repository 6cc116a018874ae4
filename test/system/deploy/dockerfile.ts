import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../../..");
const read = (name: string): string => readFileSync(join(ROOT, "deploy", name), "utf8");

interface Instruction {
  readonly name: string;
  readonly text: string;
}

export interface Stage {
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** The stages of deploy/Dockerfile. */
export const readStages = (): readonly Stage[] => {
  const lines = read("Dockerfile")
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n/g, " ")
    .split("\n");
  const instructions = lines.flatMap((line): Instruction[] => {
    const [, name, text] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    return name === undefined || text === undefined ? [] : [{ name, text }];
  });
  const starts = instructions.flatMap(({ name }, index) => (name === "FROM" ? [index] : []));
  return starts.map((start, index) => ({
    name: / AS (\S+)$/.exec(instructions[start]?.text ?? "")?.[1] ?? "",
    instructions: instructions.slice(start + 1, starts[index + 1]),
  }));
};

export interface Copy {
  /** Another stage; the repository if absent. */
  readonly from?: string;
  readonly sources: readonly string[];
  readonly destination: string;
}

export const copyIn = (text: string): Copy => {
  const [, from, paths = ""] = /^(?:--from=(\S+) +)?(.*)$/.exec(text) ?? [];
  const words = paths.split(/ +/);
  return { sources: words.slice(0, -1), destination: words.at(-1) ?? "", ...(from !== undefined && { from }) };
};

/** Every source of a COPY from the repository, in any stage. */
export const copiedFromRepository = (): readonly string[] =>
  readStages()
    .flatMap(({ instructions }) => instructions)
    .filter(({ name }) => name === "COPY")
    .map(({ text }) => copyIn(text))
    .flatMap(({ from, sources }) => (from === undefined ? sources : []));

/** `*` matches anything within one name; a folder matches everything below it. */
const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*")}(/|$)`).test(path);

/** Whether Dockerfile.dockerignore includes it: the last matching line decides. */
const isLetThrough = (path: string): boolean => {
  const rules = read("Dockerfile.dockerignore").trim().split("\n");
  return rules.findLast((rule) => matches(rule.replace(/^!/, ""), path))?.startsWith("!") ?? true;
};

/** The files of the repository that Docker copies for one source. */
export const filesOf = (source: string): readonly string[] => {
  const folder = dirname(source);
  const found = readdirSync(join(ROOT, folder))
    .map((name) => join(folder, name))
    .filter((path) => matches(source, path));
  return found
    .flatMap((path) => (statSync(join(ROOT, path)).isDirectory() ? filesBelow(path) : [path]))
    .filter(isLetThrough);
};

const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
