import { parseArgs } from "node:util";
import { nearestName } from "../../../mcp/tools/nearest-name.ts";
import type { AdminApi } from "../../../model/admin-route.ts";
import { Failure, type FailureDetails, invalid } from "../../../model/failure.ts";
import type { Grant } from "../../../model/grant.ts";
import { isJsonObject } from "../../../model/json.ts";
import type { Command, CommandContext, Options } from "./command.ts";
import { draftCommand, importCommand, operationsCommand } from "./draft-commands.ts";
import { credentialCommand, invocationsCommand, testCommand } from "./running-commands.ts";
import { approveCommand, exportCommand, listCommand, publishCommand, rollbackCommand } from "./version-commands.ts";

interface CommandServices {
  readonly admin: AdminApi;
  /** Who runs the command: decides the tenant and is recorded. */
  readonly grant: Grant;
  /** For secrets, which must not appear on a command line. */
  readStdin(): Promise<string>;
}

/** Runs a subcommand and returns what to print. Throws a Failure that says what to do. */
export const connectorCommand = async (args: readonly string[], services: CommandServices): Promise<string> => {
  const [name = "--help", ...rest] = args;
  if (name === "--help" || name === "-h" || name === "help") return overview();
  const command = connectorCommands.get(name);
  if (command === undefined) throw unknownCommand(name);
  if (rest.includes("--help") || rest.includes("-h")) return helpOf(name, command);
  const { positionals, values } = parsed(name, command, rest);
  const [least, most] = command.words;
  if (positionals.length < least || positionals.length > most) {
    throw invalid(`Wrong number of arguments for taxiway connector ${name}: expected ${command.usage || "none"}.`, {
      hint: `Run taxiway connector ${name} --help.`,
    });
  }
  return command.run(positionals, values, { ask: asking(services), readStdin: services.readStdin });
};

const asking =
  ({ admin, grant }: CommandServices): CommandContext["ask"] =>
  async (method, path, request = {}) => {
    const { status, body } = await admin({ ...request, method, path, grant });
    if (status < 400) return body;
    const { kind, message, ...details } = (body as { error: Refused }).error;
    throw new Failure(kind, [message, ...reasonsIn(details, message)].join("\n"), details);
  };

interface Refused extends FailureDetails {
  readonly kind: Failure["kind"];
  readonly message: string;
}

/** A terminal shows the message alone, so what else was wrong, and what is allowed, becomes part of it. */
const reasonsIn = ({ problems, allowed }: FailureDetails, message: string): readonly string[] => {
  const reasons = (Array.isArray(problems) ? problems : []).flatMap((problem: unknown): string[] => {
    const text = isJsonObject(problem) ? problem["message"] : problem;
    return typeof text === "string" && !message.startsWith(text) ? [`  ${text}`] : [];
  });
  return [...reasons, ...(Array.isArray(allowed) ? [`Allowed: ${allowed.join(", ")}.`] : [])];
};

const parsed = (name: string, { options = {} }: Command, args: readonly string[]) => {
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    return { positionals, values: values as Options };
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(". ")[0] ?? "") : "";
    throw invalid(`${reason}.`, { hint: `Run taxiway connector ${name} --help to list the options.` });
  }
};

const unknownCommand = (name: string): Failure => {
  const names = [...connectorCommands.keys()];
  const near = nearestName(name, names);
  return invalid(`Unknown command 'taxiway connector ${name.slice(0, 40)}'.`, {
    allowed: names,
    hint: near === undefined ? "Run taxiway connector --help to list the commands." : `Did you mean ${near}?`,
  });
};

const overview = (): string => {
  const lines = [...connectorCommands].map(
    ([name, { usage, about }]) => [`${name} ${usage}`.trimEnd(), about] as const,
  );
  const width = Math.max(...lines.map(([call]) => call.length));
  return [
    "Usage: taxiway connector <command>",
    "",
    ...lines.map(([call, about]) => `  ${call.padEnd(width)}  ${about}`),
    "",
    "Run taxiway connector <command> --help for details.",
  ].join("\n");
};

const helpOf = (name: string, { usage, about, options = {} }: Command): string => {
  const flags = Object.entries(options).map(
    ([flag, { value, multiple, about: told }]) =>
      `  --${flag}${value === undefined ? "" : ` ${value}`}${multiple ? " …" : ""}\n      ${told}`,
  );
  return [
    `Usage: taxiway connector ${name} ${usage}`.trimEnd(),
    "",
    about,
    ...(flags.length > 0 ? ["", "Options:", ...flags] : []),
  ].join("\n");
};

/** In the order of a typical workflow. */
const connectorCommands: ReadonlyMap<string, Command> = new Map([
  ["operations", operationsCommand],
  ["draft", draftCommand],
  ["approve", approveCommand],
  ["credential", credentialCommand],
  ["test", testCommand],
  ["publish", publishCommand],
  ["rollback", rollbackCommand],
  ["list", listCommand],
  ["export", exportCommand],
  ["import", importCommand],
  ["invocations", invocationsCommand],
]);
