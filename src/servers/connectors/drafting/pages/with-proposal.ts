import type { ProposedTool } from "../proposals/proposed-tool.ts";
import { jsonIn, samplesIn } from "./code-samples.ts";
import type { DescribedOperation } from "./described-operation.ts";
import type { Block } from "./page.ts";
import { queryIn } from "./proposed-mentions.ts";
import { partsOf } from "./section-fields.ts";
import type { Section } from "./sections.ts";
import { parseTarget } from "./target.ts";

/** Adds what a model proposed for an endpoint, with the samples that the proposal has to fit. */
export const withProposal = (
  operation: DescribedOperation,
  tool: ProposedTool,
  { mention, blocks }: Section,
  base: string | undefined,
): DescribedOperation => {
  const isNew = mention.proposal !== undefined;
  const { requests, responses, curls } = samplesIn(partsOf(blocks).code, operation.method);
  const own = curls.filter(({ method }) => method === operation.method);
  const sent = own.flatMap(({ url }) => parseTarget(url)?.query.map(([name]) => name) ?? []);
  const secrets = new Set(operation.schemes.map(({ scheme }) => String(scheme["name"] ?? "").toLowerCase()));
  const query = new Set([...queryIn(blocks, operation.path, base), ...sent]);
  const proposal = {
    tool,
    isNew,
    requests: jsonIn(requests),
    responses: jsonIn(responses),
    query: [...query].filter((name) => !secrets.has(name.toLowerCase())),
    sentences: sentencesIn(blocks).slice(0, MOST_SENTENCES),
  };
  if (!isNew) return { ...operation, proposal };
  const { body: _, ...rest } = operation;
  return {
    ...rest,
    title: tool.name.replaceAll("_", " "),
    description: tool.description,
    // What the rules read of a section whose endpoint they did not find is not certain enough.
    parameters: operation.parameters.filter((parameter) => parameter.in === "path"),
    problems: [],
    proposal,
  };
};

const MOST_SENTENCES = 2_000;

const sentencesIn = (blocks: readonly Block[]): readonly string[] =>
  blocks.slice(0, MOST_SENTENCES).flatMap((block) => {
    if (block.kind === "table") return block.rows.map((row) => row.join(" | "));
    return block.kind === "code" ? [] : block.text.split(/(?<=[.!?])\s+/);
  });
