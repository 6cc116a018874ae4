import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { stdio } from "./stdio.ts";

/** Each prints the tables of one run; what is compared runs side by side in it. */
const BENCHMARKS: Readonly<Record<string, () => Promise<string>>> = { stdio };

const PAGE = new URL("../docs/performance.md", import.meta.url);

const machine = (): string => {
  const [cpu] = cpus();
  return `${cpus().length} cores (${cpu?.model.trim()}), ${process.platform} ${process.arch}, Node ${process.versions.node}`;
};

/** Replaces what stands between the benchmark's marks on the page. */
const writeToPage = (name: string, report: string): void => {
  const [start, end] = [`<!-- bench ${name} -->`, `<!-- end of bench ${name} -->`];
  const page = readFileSync(PAGE, "utf8");
  const [before, after] = [page.indexOf(start), page.indexOf(end)];
  if (before === -1 || after < before) throw new Error(`docs/performance.md has no place for ${name}`);
  writeFileSync(PAGE, `${page.slice(0, before + start.length)}\n${report}\n${page.slice(after)}`);
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: "boolean" } } });
const [name = ""] = positionals;
const run = BENCHMARKS[name];
if (run === undefined) {
  console.log(`npm run bench -- <name> [--write]\nNames: ${Object.keys(BENCHMARKS).join(", ")}`);
  process.exitCode = name === "" ? 0 : 1;
} else {
  const report = `${new Date().toISOString().slice(0, 10)}, ${machine()}.\n\n${await run()}`;
  console.log(report);
  if (values.write) writeToPage(name, report);
}
