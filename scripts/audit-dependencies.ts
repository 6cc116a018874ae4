/**
 * Checks the packages that users install: their licences, and known vulnerabilities if the registry reports them.
 * Tests pass the folder of another project.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Lock, licenceProblems, licenceTable, productionPackages } from "./audit/licence-problems.ts";
import { vulnerabilityReport } from "./audit/vulnerability-report.ts";

const folder = resolve(process.argv[2] ?? resolve(import.meta.dirname, ".."));
const lock = JSON.parse(readFileSync(resolve(folder, "package-lock.json"), "utf8")) as Lock;

const report = await vulnerabilityReport(folder);
const vulnerable = report.kind === "checked" ? report.problems : [];
console.log(
  report.kind === "checked"
    ? `Known vulnerabilities: ${vulnerable.length}.`
    : `Known vulnerabilities: not checked, the registry does not answer (${report.reason}).`,
);

const unlicensed = licenceProblems(lock, licenceTable());
console.log(
  `Licences: ${productionPackages(lock).size} production packages, ${unlicensed.length} with a licence that is not allowed.`,
);

for (const problem of [...vulnerable, ...unlicensed]) console.error(problem);
if (vulnerable.length + unlicensed.length > 0) process.exitCode = 1;
