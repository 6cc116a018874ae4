import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** Words that hide who does something; caller, client, operator, tenant and attacker say it. */
const VAGUE = /\b(?:whoever|somebody|nobody|anybody|strangers?|anew)\b/i;

/** Word lists, and the texts that the analysis of documents is tested with, are data. */
const DATA = /\/data\/|node_modules|documents\/language\/.*\.test\.ts$/;
const isProse = (path: string): boolean => /\.(?:tsx?|css|html)$/.test(path) && !DATA.test(path);

it.each(["src", "web"])("%s names actors with the words of the industry", (folder) => {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).filter(isProse);
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    readFileSync(join(root, folder, file), "utf8")
      .split("\n")
      .flatMap((line, index) => (VAGUE.test(line) ? [`${folder}/${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
