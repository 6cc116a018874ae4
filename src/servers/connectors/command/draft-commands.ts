import { invalid } from "../../../model/failure.ts";
import type { Draft } from "../drafting/draft.ts";
import { type Command, table } from "./command.ts";
import { readFolder, readText } from "./files.ts";

const sourceOf = async (source: string | undefined, samples: unknown): Promise<Record<string, unknown>> => {
  if (typeof samples === "string") return { xml_samples: await readFolder(samples) };
  if (source === undefined) {
    throw invalid("The source is missing: give an OpenAPI file or URL, or a folder with --xml-samples.", {
      hint: "Run taxiway connector draft --help.",
    });
  }
  return /^https?:\/\//i.test(source) ? { url: source } : { openapi: await readText(source) };
};

export const draftCommand: Command = {
  usage: "<openapi.yaml|json|url> | --xml-samples <folder>",
  about: "Drafts tools from an API's documentation. Nothing is approved or published yet.",
  words: [0, 1],
  options: {
    "xml-samples": { type: "string" },
    name: { type: "string" },
    "base-url": { type: "string" },
    propose: { type: "boolean" },
  },
  async run([source], options, { ask }) {
    const { name, "base-url": base_url, propose, "xml-samples": samples } = options;
    const body = {
      ...(await sourceOf(source, samples)),
      ...(name !== undefined && { name }),
      ...(base_url !== undefined && { base_url }),
      ...(propose === true && { propose }),
    };
    const draft = (await ask("POST", "/drafts", { body })) as Draft;
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

const HEADINGS = ["TOOL", "OPERATION", "RISK", "TOKENS", "REMARKS"] as const;
const WIDEST_OPERATION = 48;

/** Formats a draft for a terminal: candidates by tag, remarks, and problems of the document. */
export const draftTable = ({ connector, candidates, problems }: Draft): string => {
  const rows = candidates.map(({ tool, operation, risk, token_cost, problems: remarks, deprecated }) => [
    tool,
    operation.length > WIDEST_OPERATION ? `${operation.slice(0, WIDEST_OPERATION - 1)}…` : operation,
    risk,
    String(token_cost),
    [deprecated ? "deprecated" : "", remarks.length > 0 ? `${remarks.length}` : ""].filter(Boolean).join(", "),
  ]);
  const [heading = "", ...lines] = table(HEADINGS, rows, HEADINGS.indexOf("TOKENS")).split("\n");
  const groups = candidates.flatMap(({ tags: [tag = ""] }, index) => {
    const isNew = index === 0 || (candidates[index - 1]?.tags[0] ?? "") !== tag;
    return [...(isNew && tag !== "" ? ["", `# ${tag}`] : []), lines[index] ?? ""];
  });
  const remarks = candidates.flatMap(({ tool, problems: own }) => own.map((problem) => `  ${tool}: ${problem}`));
  const total = candidates.reduce((sum, { token_cost }) => sum + token_cost, 0);
  return [
    `${connector.title} (${connector.name}) at ${connector.base_url}`,
    "",
    heading,
    ...groups,
    "",
    `${candidates.length} candidates, none approved; about ${total} tokens if all are listed.`,
    "Tokens are estimated at one per four characters of name, description and input schema.",
    ...(remarks.length > 0 ? ["", "Remarks", ...remarks] : []),
    ...(problems.length > 0 ? ["", "The document", ...problems.map((problem) => `  ${problem}`)] : []),
  ].join("\n");
};
