import { AUTH_FORMS } from "../drafting/credentials/auth-choice.ts";
import type { AuthQuestion, Draft } from "../drafting/draft.ts";
import type { OperationIndex } from "../drafting/operation-index.ts";
import { type Command, type CommandOption, listed, type Options, table } from "./command.ts";
import { readSource, readText } from "./files.ts";

const SOURCE = "<file|folder|url>";

const sourceOptions: Readonly<Record<string, CommandOption>> = {
  only: {
    ...{ type: "string", multiple: true, value: "tag:… | path:… | operation:…" },
    about: "Chooses operations; an asterisk stands for any characters.",
  },
  entry: { type: "string", value: "<file>", about: "The main file of a folder." },
  "base-url": { type: "string", value: "<url>", about: "Address of the API, in place of the document's." },
};

const bodyOf = async (source: string, options: Options): Promise<object> => {
  const { name, only, entry, auth, propose, "base-url": base_url, "keep-argument": keep_arguments } = options;
  const given = { name, only, entry, auth, propose, base_url, keep_arguments };
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...(await readSource(source)), ...Object.fromEntries(set) };
};

export const operationsCommand: Command = {
  usage: `${SOURCE} [--only tag:…|path:…|operation:… …]`,
  about: "Lists the operations of an API's documentation, to choose from before drafting. Saves nothing.",
  words: [1, 1],
  options: sourceOptions,
  async run([source = ""], options, { ask }) {
    const body = await bodyOf(source, options);
    return indexTable((await ask("POST", "/drafts/operations", { body })) as OperationIndex);
  },
};

export const draftCommand: Command = {
  usage: `${SOURCE} [--only tag:…|path:…|operation:… …]`,
  about: "Drafts tools from an API's documentation. Nothing is approved or published yet.",
  words: [1, 1],
  options: {
    ...sourceOptions,
    name: { type: "string", value: "<name>", about: "Name of the connector, served at /mcp/<name>." },
    auth: {
      ...{ type: "string", multiple: true, value: AUTH_FORMS.join(" | ") },
      about: "How the API authenticates callers, in place of what the document says.",
    },
    "keep-argument": {
      ...{ type: "string", multiple: true, value: "<name>" },
      about: "Keeps a parameter that looks like a secret as an argument, in place of a credential.",
    },
    propose: { type: "boolean", about: "Lets the configured model propose texts, and tools where a page is prose." },
  },
  async run([source = ""], options, { ask }) {
    const draft = (await ask("POST", "/drafts", { body: await bodyOf(source, options) })) as Draft;
    const { name: saved } = draft.connector;
    return [
      draftTable(draft),
      "",
      `Saved as the draft '${saved}'. Next: taxiway connector approve ${saved} <tool> …, then publish.`,
    ].join("\n");
  },
};

export const importCommand: Command = {
  usage: "<file>",
  about: "Saves a connector document (YAML or JSON) as a draft. Unchanged tools stay approved.",
  words: [1, 1],
  async run([file = ""], _options, { ask }) {
    const body = { document: await readText(file) };
    const { connector, tools } = (await ask("POST", "/import", { body })) as {
      readonly connector: { readonly name: string };
      readonly tools: readonly { readonly approved: boolean }[];
    };
    const approved = tools.filter((tool) => tool.approved).length;
    return `Saved as the draft '${connector.name}': ${tools.length} tools, ${approved} approved.`;
  },
};

const WIDEST = 48;
const shortened = (text: string): string => (text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text);

/** Formats a table with a heading per group of rows. */
const groupedTable = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  groups: readonly string[],
): string => {
  const [heading = "", ...lines] = table(headings, rows, headings.indexOf("TOKENS")).split("\n");
  const grouped = lines.flatMap((line, index) => {
    const group = groups[index] ?? "";
    return [...(group !== "" && group !== groups[index - 1] ? ["", `# ${group}`] : []), line];
  });
  return [heading, ...grouped].join("\n");
};

/** The question how the API authenticates callers, with the values of `--auth` that the document suggests. */
const questionOf = (question: AuthQuestion | undefined): readonly string[] =>
  question === undefined
    ? []
    : ["", question.text, ...question.guesses.map(({ auth, because }) => `  --auth ${auth}, because: ${because}`)];

const ESTIMATE = "Tokens are estimated at one per four characters of name, description and input schema.";

const sumOf = (all: readonly { readonly token_cost: number }[]): number =>
  all.reduce((sum, { token_cost }) => sum + token_cost, 0);

/** Formats an index for a terminal, in the order of the document. */
const indexTable = ({ title, base_url, operations, problems, auth_question }: OperationIndex): string =>
  [
    `${title} at ${base_url}`,
    "",
    groupedTable(
      ["OPERATION", "ID", "RISK", "TOKENS", "SUMMARY"],
      operations.map(({ operation, operation_id = "", risk, token_cost, deprecated, summary }) => [
        ...[shortened(operation), shortened(operation_id), risk, String(token_cost)],
        shortened(deprecated ? `deprecated: ${summary}` : summary),
      ]),
      operations.map(({ tags: [tag = ""] }) => tag),
    ),
    "",
    `${operations.length} operations; about ${sumOf(operations)} tokens if all are listed.`,
    ESTIMATE,
    ...listed("The document", problems),
    ...questionOf(auth_question),
    "",
    "Next: taxiway connector draft, with --only tag:…, path:… or operation:… to choose.",
  ].join("\n");

/** Formats a draft for a terminal: candidates by tag, remarks, and problems of the document. */
export const draftTable = ({ connector, candidates, problems, auth_question }: Draft): string =>
  [
    `${connector.title} (${connector.name}) at ${connector.base_url}`,
    "",
    groupedTable(
      ["TOOL", "OPERATION", "RISK", "TOKENS", "REMARKS"],
      candidates.map(({ tool, operation, risk, token_cost, problems: remarks, deprecated }, index) => [
        ...[tool, shortened(operation), risk, String(token_cost)],
        [
          deprecated ? "deprecated" : "",
          connector.tools[index]?.proposed ? "proposed" : "",
          remarks.length > 0 ? `${remarks.length}` : "",
        ]
          .filter(Boolean)
          .join(", "),
      ]),
      candidates.map(({ tags: [tag = ""] }) => tag),
    ),
    "",
    `${candidates.length} candidates, none approved; about ${sumOf(candidates)} tokens if all are listed.`,
    ESTIMATE,
    ...listed(
      "Remarks",
      candidates.flatMap(({ tool, problems: own }) => own.map((problem) => `${tool}: ${problem}`)),
    ),
    ...listed("The document", problems),
    ...questionOf(auth_question),
    ...listed(
      "Credentials to set",
      (connector.credentials ?? []).map(({ name }) => `taxiway connector credential ${connector.name} ${name}`),
    ),
  ].join("\n");
