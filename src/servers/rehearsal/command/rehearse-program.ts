import { parseArgs } from "node:util";
import { Failure, invalid } from "../../../model/failure.ts";
import type { ModuleProgram, Terminal } from "../../module.ts";
import type { Rehearsal } from "../open-rehearsal.ts";
import { shippedScenarios } from "../scenario/shipped-scenarios.ts";
import { checkCommand } from "./check-command.ts";
import { HELP } from "./help.ts";
import { diffCommand, showCommand } from "./journal-commands.ts";
import { readTargets, UnreadableScenarios } from "./read-targets.ts";
import { rehearseCommand } from "./rehearse-command.ts";
import { USAGE } from "./rehearse-options.ts";
import { UnplayableScenario } from "./rehearse-trials.ts";
import { stdioCommand } from "./stdio-command.ts";

interface Parts extends Pick<Rehearsal, "runs" | "library"> {
  /** Of Taxiway. */
  readonly version: string;
  address(): string;
}

/** Wrong usage, or a wrong scenario. */
const WRONG = 2;

type Command = (args: readonly string[], parts: Parts & { readonly terminal: Terminal }) => Promise<number>;

const COMMANDS: Readonly<Record<string, Command>> = {
  async check(args, parts) {
    const { positionals, values } = parsed(args, { category: { type: "string" } });
    if (positionals.length === 0) throw invalid("Name a scenario file, a folder, or core.", { hint: USAGE });
    const scenarios = await readTargets({ targets: positionals, category: values.category }, parts.library);
    return checkCommand(scenarios, parts);
  },
  async list(args, { library, terminal }) {
    const { values } = parsed(args, { category: { type: "string" } });
    const targets = [...(await shippedScenarios()).keys()];
    for (const { from, scenario } of await readTargets({ targets, category: values.category }, library)) {
      terminal.print(`${from.padEnd(36)} ${scenario.category.padEnd(12)} ${scenario.title}`);
    }
    return 0;
  },
  async show(args, { terminal }) {
    const [path, ...more] = parsed(args, {}).positionals;
    if (path === undefined || more.length > 0) throw invalid("Name one journal.", { hint: USAGE });
    terminal.print(await showCommand(path));
    return 0;
  },
  async diff(args, { terminal }) {
    const [one, other, ...more] = parsed(args, {}).positionals;
    if (one === undefined || other === undefined || more.length > 0)
      throw invalid("Name two journals.", { hint: USAGE });
    terminal.print(await diffCommand(one, other));
    return 0;
  },
  async stdio(args, { runs, library, terminal }) {
    const { positionals, values } = parsed(args, { verdict: { type: "string" } });
    const [only, ...more] = await readTargets({ targets: positionals }, library);
    if (only === undefined || more.length > 0)
      throw invalid("--scenario must name one scenario, not a folder of several.");
    return stdioCommand(only.scenario, { runs, terminal, verdict: values.verdict });
  },
};

/** `taxiway rehearse …`. */
export const rehearseProgram =
  (parts: Parts): ModuleProgram =>
  async (args, terminal) => {
    const [word = "", ...rest] = args;
    if (args.length === 0 || args.includes("--help") || args.includes("-h")) {
      terminal.print(HELP.trimEnd());
      return args.length === 0 ? WRONG : 0;
    }
    try {
      if (Object.hasOwn(COMMANDS, word)) return await (COMMANDS[word] as Command)(rest, { ...parts, terminal });
      return await rehearseCommand(args, { ...parts, terminal });
    } catch (error) {
      const text = problemText(error);
      if (text === undefined) throw error;
      terminal.tell(text);
      return error instanceof Failure && error.kind === "failed" ? 1 : WRONG;
    }
  };

const problemText = (error: unknown): string | undefined => {
  if (error instanceof UnreadableScenarios) return error.message;
  if (error instanceof UnplayableScenario) return `${error.scenario.id}: ${error.message}`;
  if (!(error instanceof Failure)) return undefined;
  const { file, line, allowed, hint } = error.details;
  const where = typeof file === "string" ? `${file}:${line ?? 1}: ` : "";
  const choices = Array.isArray(allowed) ? `Use one of ${allowed.join(", ")}.` : "";
  return `${where}${[error.message, choices, hint].filter(Boolean).join(" ")}`;
};

const parsed = <Options extends NonNullable<Parameters<typeof parseArgs>[0]>["options"] & object>(
  args: readonly string[],
  options: Options,
) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw invalid((error as Error).message.split(". ")[0] ?? "", { hint: USAGE });
  }
};
