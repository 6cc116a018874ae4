import { parseArgs } from "node:util";
import { invalid } from "../../../model/failure.ts";

export interface RehearseOptions {
  readonly targets: readonly string[];
  readonly agent: AgentChoice;
  readonly trials: number;
  readonly jobs: number;
  readonly timeoutMs: number;
  readonly category?: string;
  readonly seed?: string;
  readonly reports: readonly Report[];
  /** The least pass^1. */
  readonly failUnder: number;
}

/** The name of a scripted agent is `gold`, that of a canary, or that of one which some scenario has of its own. */
export type AgentChoice = { readonly scripted: string } | { readonly command: string };

export type ReportKind = (typeof REPORTS)[number];
export interface Report {
  readonly kind: ReportKind;
  readonly path: string;
}

const REPORTS = ["json", "junit", "md", "journal"] as const;

const OPTIONS = {
  agent: { type: "string" },
  trials: { type: "string", default: "1" },
  jobs: { type: "string", default: "1" },
  timeout: { type: "string", default: "300" },
  category: { type: "string" },
  seed: { type: "string" },
  report: { type: "string", multiple: true, default: [] as string[] },
  "fail-under": { type: "string", default: "1" },
} as const;

/** Throws a Failure that says what is wrong with the command line. */
export const rehearseOptions = (args: readonly string[]): RehearseOptions => {
  const { values, positionals } = parsed(args);
  if (positionals.length === 0) {
    throw invalid("Name a scenario file, a folder, or a shipped pack such as core.", { hint: USAGE });
  }
  if (values.agent === undefined || values.agent.trim() === "") {
    throw invalid("--agent is required: the command of your agent, gold, or canary:<name>.", { hint: USAGE });
  }
  return {
    targets: positionals,
    agent: agentIn(values.agent),
    trials: numberIn("trials", values.trials, { least: 1, most: 1_000 }),
    jobs: numberIn("jobs", values.jobs, { least: 1, most: 64 }),
    timeoutMs: numberIn("timeout", values.timeout, { least: 0.1, most: 86_400, whole: false }) * 1_000,
    ...(values.category !== undefined && { category: values.category }),
    ...(values.seed !== undefined && { seed: seedIn(values.seed) }),
    reports: values.report.map(reportIn),
    failUnder: numberIn("fail-under", values["fail-under"], { least: 0, most: 1, whole: false }),
  };
};

export const USAGE = "taxiway rehearse --help shows all options.";

const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw invalid((error as Error).message.split(". ")[0] ?? "", { hint: USAGE });
  }
};

const numberIn = (
  name: string,
  text: string,
  { least, most, whole = true }: { readonly least: number; readonly most: number; readonly whole?: boolean },
): number => {
  const value = Number(text);
  if (text.trim() !== "" && value >= least && value <= most && (!whole || Number.isInteger(value))) return value;
  const kind = whole ? "a whole number" : "a number";
  throw invalid(`--${name} must be ${kind} from ${least} to ${most}, got '${text.slice(0, 40)}'.`);
};

const agentIn = (text: string): AgentChoice => {
  if (text === "gold") return { scripted: "gold" };
  if (!text.startsWith("canary:")) return { command: text };
  return { scripted: text.slice("canary:".length) };
};

const seedIn = (text: string): string => {
  if (text.length >= 1 && text.length <= 64) return text;
  throw invalid("--seed must have 1 to 64 characters.");
};

const reportIn = (text: string): Report => {
  const at = text.indexOf("=");
  const kind = text.slice(0, at) as ReportKind;
  const path = text.slice(at + 1);
  if (at > 0 && REPORTS.includes(kind) && path !== "") return { kind, path };
  throw invalid(`--report must be ${REPORTS.map((one) => `${one}=<path>`).join(", ")}, got '${text.slice(0, 100)}'.`);
};
