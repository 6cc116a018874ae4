import { invalid } from "../../../model/failure.ts";
import type { Draft } from "../drafting/draft.ts";
import { draftTable } from "../drafting/draft-table.ts";
import type { Command } from "./command.ts";
import { readFolder, readText } from "./files.ts";

const sourceOf = async (source: string | undefined, samples: unknown): Promise<Record<string, unknown>> => {
  if (typeof samples === "string") return { xml_samples: await readFolder(samples) };
  if (source === undefined) {
    throw invalid("Name an OpenAPI document, its address, or a folder with --xml-samples.", {
      hint: "taxiway connector draft --help says more.",
    });
  }
  return /^https?:\/\//i.test(source) ? { url: source } : { openapi: await readText(source) };
};

export const draftCommand: Command = {
  usage: "<openapi.yaml|json|url> | --xml-samples <folder>",
  about: "Makes candidate tools of an API's documentation. Nothing is approved, nothing is published.",
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
  about: "Keeps a connector's document (YAML or JSON) as a draft. Tools that are as they were stay approved.",
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
