import { appendFile, mkdir, open, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { invalid } from "../../../model/failure.ts";
import type { Report, ReportKind } from "../command/rehearse-options.ts";
import { journalText } from "../journal/journal.ts";
import { jsonReport } from "./json-report.ts";
import { junitReport } from "./junit-report.ts";
import { markdownReport } from "./markdown-report.ts";
import type { Summary } from "./summary.ts";

const WRITERS: Readonly<Record<Exclude<ReportKind, "journal">, (summary: Summary) => string>> = {
  json: jsonReport,
  junit: junitReport,
  md: markdownReport,
};

/** Throws a Failure if a report could not be written later, after all the work. */
export const checkReports = async (reports: readonly Report[]): Promise<void> => {
  for (const { kind, path } of reports) {
    try {
      await mkdir(kind === "journal" ? path : dirname(path), { recursive: true });
      if (kind !== "journal") await (await open(path, "a")).close();
    } catch (error) {
      throw invalid(`${path} cannot be written: ${(error as Error).message}`);
    }
  }
};

/** `appended` is a file that others write to as well, such as the summary of a job. */
export const writeReports = async (
  reports: readonly Report[],
  summary: Summary,
  appended: string | undefined,
): Promise<void> => {
  for (const { kind, path } of reports) {
    if (kind === "journal") await writeJournals(path, summary);
    else await (path === appended ? appendFile : writeFile)(path, WRITERS[kind](summary));
  }
};

/** A file of JSON lines for each run. */
const writeJournals = async (folder: string, { tasks }: Summary): Promise<void> => {
  for (const { scenario, trial, journal } of tasks.flatMap(({ runs }) => runs)) {
    const name = `${scenario.id.replaceAll("/", ".")}.${trial}.jsonl`;
    await writeFile(join(folder, name), journalText(journal));
  }
};
