import { invalid } from "../../../model/failure.ts";
import type { Invocation } from "../../../model/invocation.ts";
import type { StepTrace } from "../pipeline.ts";
import { type Command, connectorPath, table } from "./command.ts";
import { readText } from "./files.ts";

interface Tested {
  readonly ok: boolean;
  readonly sent: boolean;
  readonly source?: string;
  readonly text?: string;
  readonly result?: unknown;
  readonly stopped_after?: string;
  readonly error?: { readonly message: string; readonly hint?: string };
  readonly warnings?: readonly string[];
  readonly steps: readonly StepTrace[];
  readonly correlation_id: string;
}

const LONGEST = 4_000;

const shown = (value: unknown): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "nothing");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}\n… ${text.length - LONGEST} more characters` : text;
};
const indented = (text: string): string => text.replaceAll(/^/gm, "    ");

const stepText = ({ step, milliseconds, in: seen, out, error }: StepTrace): string =>
  [
    `${step}  ${milliseconds.toFixed(1)} ms`,
    `  in\n${indented(shown(seen))}`,
    error === undefined ? `  out\n${indented(shown(out))}` : `  error\n${indented(error)}`,
  ].join("\n");

const outcomeText = ({ ok, text, result, stopped_after, error, sent, source }: Tested): string => {
  if (!ok) return ["Failed.", error?.message, error?.hint].filter(Boolean).join(" ");
  if (stopped_after !== undefined) {
    return `Stopped after ${stopped_after}${sent ? "" : ": no request was sent. Add --yes to send a request that changes data"}.`;
  }
  return [`Answered by ${source}.`, text, shown(result)].filter(Boolean).join("\n");
};

const argumentsIn = async (inline: unknown, file: unknown): Promise<unknown> => {
  const text = typeof inline === "string" ? inline : typeof file === "string" ? await readText(file) : "{}";
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("The arguments are not valid JSON.", { hint: `For example: --arguments '{"id": 7}'.` });
  }
};

export const testCommand: Command = {
  usage: "<name> <tool> [--arguments <json>] [--until <step>]",
  about:
    "Runs one tool and shows input and output of each step, with secrets masked. Changes are sent only with --yes.",
  words: [2, 2],
  options: {
    arguments: { type: "string", value: "<json>", about: "Arguments of the tool." },
    "arguments-file": { type: "string", value: "<file>", about: "The same, from a file." },
    until: { type: "string", value: "<step>", about: "Stops after this step." },
    version: { type: "string", value: "<number> | draft", about: "The version to test." },
    yes: { type: "boolean", about: "Sends requests that change data." },
    json: { type: "boolean", about: "Prints JSON." },
  },
  async run([name = "", tool = ""], options, { ask }) {
    const { until, version, yes, json } = options;
    const body = {
      tool,
      arguments: await argumentsIn(options["arguments"], options["arguments-file"]),
      ...(until !== undefined && { until }),
      ...(version !== undefined && { version }),
      ...(yes === true && { confirm: true }),
    };
    const tested = (await ask("POST", connectorPath(name, "/test"), { body })) as Tested;
    if (json === true) return JSON.stringify(tested, null, 2);
    return [
      ...tested.steps.map(stepText),
      "",
      outcomeText(tested),
      ...(tested.warnings ?? []).map((warning) => `Note: ${warning}`),
      `Correlation ID ${tested.correlation_id}.`,
    ].join("\n");
  },
};

interface ShownCredential {
  readonly name: string;
  readonly kind: string;
  readonly hosts: readonly string[];
  readonly set: boolean;
  readonly description?: string;
}

const valueIn = (text: string): unknown => {
  const value = text.replace(/\r?\n$/, "");
  if (!value.trimStart().startsWith("{")) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

export const credentialCommand: Command = {
  usage: "<name> [<credential>] [--remove]",
  about: `Lists the credentials a connector needs, or sets one from stdin: a string, or {"user": …, "password": …}.`,
  words: [1, 2],
  options: { remove: { type: "boolean", about: "Deletes the stored value." } },
  async run([name = "", credential], { remove }, { ask, readStdin }) {
    const listed = async () => {
      const answer = await ask("GET", connectorPath(name, "/credentials"));
      return (answer as { readonly credentials: readonly ShownCredential[] }).credentials;
    };
    if (credential === undefined) {
      const rows = (await listed()).map(({ name: slot, kind, hosts, set, description = "" }) => [
        slot,
        kind,
        hosts.join(", "),
        set ? "yes" : "no",
        description,
      ]);
      return table(["CREDENTIAL", "KIND", "HOSTS", "SET", "ABOUT"], rows);
    }
    const place = connectorPath(name, `/credentials/${encodeURIComponent(credential)}`);
    if (remove === true) {
      await ask("DELETE", place);
      return `Deleted the credential '${credential}' of '${name}'.`;
    }
    await ask("PUT", place, { body: { value: valueIn(await readStdin()) } });
    const { hosts = [] } = (await listed()).find((each) => each.name === credential) ?? {};
    return `Saved the credential '${credential}' of '${name}', encrypted, to be sent to ${hosts.join(" and ")} only. It cannot be shown again.`;
  },
};

export const invocationsCommand: Command = {
  usage: "[<name>]",
  about: "Lists recent calls, newest first.",
  words: [0, 1],
  options: {
    limit: { type: "string", value: "<number>", about: "The most calls to list." },
    outcome: { type: "string", value: "<outcome>", about: "Lists only calls with this outcome." },
    json: { type: "boolean", about: "Prints JSON." },
  },
  async run([server], { limit, outcome, json }, { ask }) {
    const query = {
      ...(server !== undefined && { server }),
      ...(limit !== undefined && { limit: String(limit) }),
      ...(outcome !== undefined && { outcome: String(outcome) }),
    };
    const page = (await ask("GET", "/invocations", { query })) as { readonly invocations: readonly Invocation[] };
    if (json === true) return JSON.stringify(page, null, 2);
    return table(
      ["AT", "CALLER", "TOOL", "VERSION", "OUTCOME", "MS", "CORRELATION ID"],
      page.invocations.map(({ at: when, who, key_id, server: of, tool, version, ...rest }) => [
        when,
        key_id ?? who ?? "-",
        `${of}/${tool}`,
        String(version ?? "-"),
        rest.outcome === "ok" ? "ok" : `error (${rest.error?.kind ?? "?"})`,
        rest.milliseconds.toFixed(1),
        rest.correlation_id,
      ]),
    );
  },
};
