import { writeFile } from "node:fs/promises";
import { Failure, invalid } from "../../../model/failure.ts";
import { type ConnectorDiff, diffText } from "../drafting/diff-connectors.ts";
import type { Evidence } from "../drafting/draft.ts";
import { type Command, connectorPath, listed, table } from "./command.ts";

interface ShownTool {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly risk: string;
  readonly token_cost: number;
  readonly approved: boolean;
  readonly proposed?: boolean;
  readonly approved_by?: string;
  readonly problems: readonly string[];
  readonly evidence?: readonly Evidence[];
}

interface ShownDraft {
  readonly tools: readonly ShownTool[];
  readonly problems: readonly string[];
}

/** Proposed tools have a remark that says it. */
const guessesIn = (evidence: readonly Evidence[] = []): readonly string[] => {
  const guessed = evidence.filter(({ quote }) => quote === undefined).map(({ field }) => field.replace(/^input\./, ""));
  return guessed.length === 0 ? [] : [`Not found in the document: ${guessed.join(", ")}.`];
};

/** Shown again where tools are approved: another person may have drafted them. */
const remarksOf = (tools: readonly ShownTool[]): readonly string[] =>
  listed(
    "Remarks",
    tools.flatMap(({ name, problems, evidence, proposed }) =>
      [...problems, ...(proposed ? [] : guessesIn(evidence))].map((problem) => `${name}: ${problem}`),
    ),
  );

const toolTable = (tools: readonly ShownTool[]): string =>
  table(
    ["TOOL", "OPERATION", "RISK", "TOKENS", "APPROVED"],
    tools.map(({ name, method, path, risk, token_cost, approved, proposed, approved_by }) => [
      name,
      `${method} ${path}`,
      risk,
      String(token_cost),
      approved ? `yes, by ${approved_by}` : proposed ? "no, proposed" : "no",
    ]),
  );

export const approveCommand: Command = {
  usage: "<name> [<tool> …]",
  about: "Approves tools of a draft after review. Lists the tools if none is named; --all approves all of them.",
  words: [1, 1_001],
  options: {
    all: { type: "boolean", about: "Approves all tools." },
    withdraw: { type: "boolean", about: "Revokes the approval instead." },
  },
  async run([name = "", ...tools], { all, withdraw }, { ask }) {
    if (tools.length === 0 && all !== true) {
      const { tools: shown, problems } = (await ask("GET", connectorPath(name, "/draft"))) as ShownDraft;
      const remarks = [...remarksOf(shown), ...listed("The document", problems)];
      return [toolTable(shown), ...remarks, "", "Name the tools to approve, or use --all."].join("\n");
    }
    const body = { ...(tools.length > 0 && { tools }), ...(withdraw === true && { approved: false }) };
    const { tools: shown } = (await ask("POST", connectorPath(name, "/approve"), { body })) as ShownDraft;
    const named = shown.filter((tool) => tools.length === 0 || tools.includes(tool.name));
    return [toolTable(shown), ...remarksOf(named)].join("\n");
  },
};

export const publishCommand: Command = {
  usage: "<name>",
  about: "Publishes the approved tools of a draft as an immutable version, served at /mcp/<name>.",
  words: [1, 1],
  options: { "allow-breaking": { type: "boolean", about: "Publishes changes that callers have to follow." } },
  async run([name = ""], options, { ask }) {
    const diff = (await ask("GET", connectorPath(name, "/diff"))) as ConnectorDiff & {
      readonly left_out: readonly string[];
    };
    const body = { allow_breaking: options["allow-breaking"] === true };
    const published = (await ask("POST", connectorPath(name, "/publish"), { body }).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.details.error_type !== "breaking") throw error;
      const { hint } = error.details;
      throw new Failure(error.kind, `${diffText(diff)}\n\n${error.message}`, hint === undefined ? {} : { hint });
    })) as {
      readonly version: number;
      readonly tools: number;
      readonly unchanged: boolean;
      readonly credentials_missing: readonly string[];
    };
    const { version, tools, unchanged, credentials_missing } = published;
    const missing = listed(
      "Credentials to set, without which calls fail",
      credentials_missing.map((credential) => `taxiway connector credential ${name} ${credential}`),
    );
    if (unchanged) return [`No changes: version ${version} of '${name}' is already served.`, ...missing].join("\n");
    const left = diff.left_out.length;
    return [
      ...(diff.changes.length > 0 ? [diffText(diff), ""] : []),
      `Published version ${version} of '${name}' with ${tools} ${tools === 1 ? "tool" : "tools"}, at /mcp/${name}.`,
      ...(left > 0
        ? [`Left out because not approved: ${diff.left_out.slice(0, 10).join(", ")}${left > 10 ? " …" : ""}.`]
        : []),
      ...missing,
    ].join("\n");
  },
};

export const rollbackCommand: Command = {
  usage: "<name> [--to <version>]",
  about: "Serves an older version again immediately; default: the previous one.",
  words: [1, 1],
  options: { to: { type: "string", value: "<version>", about: "The version to serve; default: the previous one." } },
  async run([name = ""], { to }, { ask }) {
    if (to !== undefined && !/^\d{1,9}$/.test(String(to))) throw invalid("--to must be a version number.");
    const body = to === undefined ? {} : { version: Number(to) };
    const { version } = (await ask("POST", connectorPath(name, "/rollback"), { body })) as { readonly version: number };
    return `Version ${version} of '${name}' is now served.`;
  },
};

interface ShownConnector {
  readonly name: string;
  readonly title: string;
  readonly built_in: boolean;
  readonly version: number | null;
  readonly versions: number;
  readonly draft?: { readonly tools: number; readonly approved: number };
}

export const listCommand: Command = {
  usage: "",
  about: "Lists connectors, with their served versions and drafts.",
  words: [0, 0],
  async run(_words, _options, { ask }) {
    const { connectors } = (await ask("GET", "/connectors")) as { readonly connectors: readonly ShownConnector[] };
    return table(
      ["NAME", "SERVED", "VERSIONS", "DRAFT", "TITLE"],
      connectors.map(({ name, title, built_in, version, versions, draft }) => [
        name,
        built_in ? "built-in" : version === null ? "-" : `version ${version}`,
        String(versions),
        draft ? `${draft.approved} of ${draft.tools} approved` : "-",
        title,
      ]),
    );
  },
};

export const exportCommand: Command = {
  usage: "<name> [--version <number>|draft] [--json] [--out <file>]",
  about: "Exports the connector document as YAML, or JSON with --json. Secrets are not included.",
  words: [1, 1],
  options: {
    version: { type: "string", value: "<number> | draft", about: "Default: the served version." },
    json: { type: "boolean", about: "Writes JSON in place of YAML." },
    out: { type: "string", value: "<file>", about: "Writes to a file." },
  },
  async run([name = ""], { version, json, out }, { ask }) {
    const query = version === undefined ? {} : { version: String(version) };
    const document = await ask("GET", connectorPath(name, "/export"), { query });
    const text = json === true ? `${JSON.stringify(document, null, 2)}\n` : await inYaml(document);
    if (typeof out !== "string") return text.trimEnd();
    await writeFile(out, text).catch((error: NodeJS.ErrnoException) => {
      throw invalid(`${out} cannot be written: ${error.code === "ENOENT" ? "no such folder" : "write error"}.`);
    });
    return `Written to ${out}.`;
  },
};

const inYaml = async (document: unknown): Promise<string> => {
  const { dump } = await import("js-yaml");
  return dump(document, { lineWidth: 120, noRefs: true });
};
