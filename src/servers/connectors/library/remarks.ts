import { isJsonObject } from "../../../model/json.ts";
import type { Connector, ConnectorTool } from "../connector.ts";
import type { AuthQuestion, Draft as Candidates, Evidence } from "../drafting/draft.ts";

/** What drafting reports besides the document, for every reader of the draft. Never part of the document. */
export interface Remarks {
  /** About the whole document. */
  readonly problems: readonly string[];
  readonly auth_question?: AuthQuestion;
  /** By tool name. */
  readonly tools: Readonly<Record<string, ToolRemarks>>;
}

export interface ToolRemarks {
  readonly problems: readonly string[];
  readonly evidence?: readonly Evidence[];
  readonly deprecated?: boolean;
}

export const NO_REMARKS: Remarks = { problems: [], tools: {} };

/** Longer remarks are dropped with a sentence that says so: a record has to hold the connector too. */
const MOST_CHARACTERS = 1_000_000;

export const remarksOf = ({ candidates, problems, auth_question }: Candidates): Remarks => {
  let left = MOST_CHARACTERS;
  const tools: [string, ToolRemarks][] = [];
  for (const { tool, problems: own, evidence, deprecated } of candidates) {
    if (own.length === 0 && evidence === undefined && !deprecated) continue;
    const remarks = { problems: own, ...(evidence && { evidence }), ...(deprecated && { deprecated }) };
    left -= JSON.stringify(remarks).length;
    if (left < 0) break;
    tools.push([tool, remarks]);
  }
  return {
    problems: left < 0 ? [...problems, "There are too many remarks to keep: some tools are without theirs."] : problems,
    ...(auth_question && { auth_question }),
    tools: Object.fromEntries(tools),
  };
};

export const toolRemarks = ({ tools }: Remarks, name: string): ToolRemarks | undefined =>
  Object.hasOwn(tools, name) ? tools[name] : undefined;

/** The remarks that still apply to an edited draft. A tool with a new name gets those of the tools that are gone and made the same request. */
export const keptRemarks = (before: Remarks, was: Connector, is: Connector): Remarks => {
  const known = new Set(was.tools.map(({ name }) => name));
  const names = new Set(is.tools.map(({ name }) => name));
  const gone = was.tools.filter(({ name }) => !names.has(name));
  const kept = is.tools.flatMap((tool): [string, ToolRemarks][] => {
    const earlier = known.has(tool.name) ? [tool] : gone.filter((other) => targetOf(other) === targetOf(tool));
    const [first, ...others] = earlier.flatMap(({ name }) => toolRemarks(before, name) ?? []);
    if (first === undefined) return [];
    const problems = new Set([first, ...others].flatMap((remarks) => remarks.problems));
    return [[tool.name, { ...first, problems: [...problems] }]];
  });
  return { ...before, tools: Object.fromEntries(kept) };
};

const targetOf = ({ request: { method, base_url = "", path } }: ConnectorTool): string =>
  `${method} ${base_url} ${path}`;

/** Records of older versions have no remarks. */
export const readRemarks = (stored: unknown): Remarks => {
  if (typeof stored !== "string") return NO_REMARKS;
  try {
    const remarks: unknown = JSON.parse(stored);
    const isOne = isJsonObject(remarks) && Array.isArray(remarks["problems"]) && isJsonObject(remarks["tools"]);
    return isOne ? (remarks as unknown as Remarks) : NO_REMARKS;
  } catch {
    return NO_REMARKS;
  }
};
