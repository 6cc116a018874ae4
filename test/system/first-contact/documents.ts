import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../../..");

export const readme = (): string => readFileSync(join(ROOT, "README.md"), "utf8");

export interface Document {
  readonly path: string;
  readonly text: string;
}

/** README.md and everything below docs/. */
export const documents = (): readonly Document[] =>
  ["README.md", ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" }).map((path) => `docs/${path}`)]
    .filter((path) => path.endsWith(".md"))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));

/** Returns the fenced blocks of a document in one language, "" for blocks without one. */
export const blocksIn = (text: string, language: string): readonly string[] =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, named]) => named === language)
    .map(([, , block]) => block as string);

/** Returns the first request in the README as a shell command, for a server on another port. */
export const firstRequest = (port: number): string => {
  const command = blocksIn(readme(), "").find((block) => block.startsWith("curl "));
  if (command === undefined) throw new Error("README.md shows no request");
  return command.replace("127.0.0.1:3000", `127.0.0.1:${port}`);
};
