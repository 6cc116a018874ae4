import type { ConnectorTool } from "../../connector.ts";
import { MOST_BYTES, MOST_TOOLS } from "../../connector-schema.ts";
import type { Candidate } from "../draft.ts";
import { fitSchema } from "../fit-schema.ts";

export interface Drafted {
  readonly tool: ConnectorTool;
  readonly candidate: Candidate;
}

interface Fitted {
  readonly kept: readonly Drafted[];
  /** What was left out, as a sentence. */
  readonly remark?: string;
}

/** Reserved for the rest of the connector. */
const RESERVED_BYTES = 100_000;
/** Sizes of output schemas, tried in order; 0 leaves them out. */
const OUTPUT_BYTES = [2_048, 512, 0];
const MOST_NAMED = 5;

const bytesOf = ({ tool }: Drafted): number => Buffer.byteLength(JSON.stringify(tool));

/**
 * Makes the tools fit into one connector, whatever their order in the document: first all outputs get shorter, as clients
 * rarely show them to models, then the largest tools are left out.
 */
export const withinLimits = (
  drafted: readonly Drafted[],
  { bytes = MOST_BYTES - RESERVED_BYTES, tools = MOST_TOOLS } = {},
): Fitted => {
  let kept = drafted;
  let total = sum(kept);
  for (const most of OUTPUT_BYTES) {
    if (total <= bytes) break;
    kept = kept.map((each) => withShorterOutput(each, most));
    total = sum(kept);
  }
  const largest = kept.map((each) => [each, bytesOf(each)] as const).toSorted(([, a], [, b]) => b - a);
  const left = new Set<Drafted>();
  for (const [each, size] of largest) {
    if (total <= bytes && kept.length - left.size <= tools) break;
    left.add(each);
    total -= size;
  }
  if (left.size === 0) return { kept };
  const names = [...left].slice(0, MOST_NAMED).map(({ candidate }) => candidate.operation);
  const more = left.size > names.length ? ` and ${left.size - names.length} more` : "";
  return {
    kept: kept.filter((each) => !left.has(each)),
    remark:
      `${left.size} of ${drafted.length} operations were left out, the largest ones, because one connector cannot hold ` +
      `all. Choose by tag, path or name. Left out: ${names.join(", ")}${more}.`,
  };
};

const sum = (drafted: readonly Drafted[]): number => drafted.reduce((total, each) => total + bytesOf(each), 0);

const withShorterOutput = (drafted: Drafted, most: number): Drafted => {
  const { output, ...tool } = drafted.tool;
  if (output === undefined || Buffer.byteLength(JSON.stringify(output)) <= most) return drafted;
  const shorter = most === 0 ? undefined : fitSchema(output, most)?.schema;
  const { candidate } = drafted;
  const problem = "Its output schema was shortened, so that all operations fit into the connector.";
  const problems = candidate.problems.includes(problem) ? candidate.problems : [...candidate.problems, problem];
  return {
    tool: { ...tool, ...(shorter !== undefined && { output: shorter }) },
    candidate: { ...candidate, problems },
  };
};
