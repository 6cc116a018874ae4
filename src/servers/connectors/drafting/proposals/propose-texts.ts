import { parseForeignJson } from "../../../../mcp/tools/foreign-json.ts";
import type { ConnectorTool } from "../../connector.ts";
import { type Candidate, type ConnectorFrame, checkDraftedTool, createNotes, type Draft, tokenCost } from "../draft.ts";
import { askForJson, type ChatEndpoint, ChatError } from "./chat-endpoint.ts";
import { type Proposal, readProposals, SYSTEM_PROMPT, userPrompt, withProposal } from "./proposal.ts";

const BATCH = 20;

/** A model's answers about a draft's tools. */
export interface ModelAnswers {
  /** Each answer covers `BATCH` tools, in the draft's order. */
  readonly texts: readonly string[];
  /** Why there are no further answers. */
  readonly problem?: string;
}

/**
 * Asks a model for better names and descriptions and returns the draft with each change marked as proposed. `apply`
 * parses the answers, in a worker like every untrusted document.
 */
export const proposeTexts = async (
  draft: Draft,
  endpoint: ChatEndpoint,
  apply: (draft: Draft, answers: ModelAnswers) => Promise<Draft> = applyProposals,
): Promise<Draft> => apply(draft, await requestTexts(draft, endpoint));

const requestTexts = async (draft: Draft, endpoint: ChatEndpoint): Promise<ModelAnswers> => {
  const { tools, title } = draft.connector;
  const candidates = candidatesOf(draft);
  const texts: string[] = [];
  for (let from = 0; from < tools.length; from += BATCH) {
    const request = userPrompt(title, tools.slice(from, from + BATCH), candidates);
    try {
      texts.push(await askForJson(endpoint, SYSTEM_PROMPT, request));
    } catch (error) {
      if (error instanceof ChatError) return { texts, problem: error.message };
      throw error;
    }
  }
  return { texts };
};

/**
 * The model's answer is untrusted like the API's documents: only names and texts that could stand in any draft are
 * used. Where that fails, the draft stays as it was, with a problem that says why.
 */
export const applyProposals = async (draft: Draft, { texts, problem }: ModelAnswers): Promise<Draft> => {
  const notes = createNotes();
  for (const known of draft.problems) notes.note(known);
  const { tools, ...frame } = draft.connector;
  const candidates = candidatesOf(draft);
  const proposals = new Map<string, Proposal>();
  const missing = (from: number, why: string): void =>
    notes.note(`No texts were proposed for ${tools.length - from} of ${tools.length} tools. ${why}`);
  const unread = texts.findIndex((text, index) => {
    const asked = tools.slice(index * BATCH, (index + 1) * BATCH);
    const answer = jsonIn(text);
    if (answer === undefined) return true;
    for (const proposal of readProposals(answer, asked)) proposals.set(proposal.tool, proposal);
    return false;
  });
  if (unread >= 0) missing(unread * BATCH, "The model did not answer with JSON.");
  else if (problem !== undefined) missing(texts.length * BATCH, problem);
  const taken = new Set(tools.map(({ name }) => name));
  const proposed: { readonly tool: ConnectorTool; readonly candidate: Candidate }[] = [];
  for (const tool of tools) {
    const candidate = candidates.get(tool.name) as Candidate;
    const proposal = proposals.get(tool.name);
    const made = proposal === undefined ? undefined : await proposedTool(tool, proposal, frame, taken);
    proposed.push(
      made === undefined ? { tool, candidate } : { tool: made, candidate: proposedCandidate(candidate, tool, made) },
    );
  }
  return {
    connector: { ...frame, tools: proposed.map(({ tool }) => tool) },
    candidates: proposed.map(({ candidate }) => candidate),
    problems: notes.all(),
  };
};

const candidatesOf = (draft: Draft): ReadonlyMap<string, Candidate> =>
  new Map(draft.candidates.map((candidate) => [candidate.tool, candidate]));

const FENCE = "```";

/** Returns the JSON of an answer, which models often put in a code fence; undefined if there is none. */
const jsonIn = (text: string): unknown => {
  const start = text.indexOf(FENCE);
  const end = start < 0 ? -1 : text.indexOf(FENCE, start + FENCE.length);
  const fenced = end < 0 ? text : text.slice(start + FENCE.length, end).replace(/^json/, "");
  try {
    return parseForeignJson(Buffer.from(fenced));
  } catch {
    return undefined;
  }
};

/** Returns undefined if nothing of the proposal can be used. */
const proposedTool = async (
  tool: ConnectorTool,
  { name, ...texts }: Proposal,
  frame: ConnectorFrame,
  taken: Set<string>,
): Promise<ConnectorTool | undefined> => {
  const isFree = name !== undefined && !taken.has(name);
  const isEmpty = texts.title === undefined && texts.description === undefined && texts.arguments.size === 0;
  if (!isFree && isEmpty) return undefined;
  const checked = await checkDraftedTool(withProposal(tool, { ...texts, ...(isFree && { name }) }), frame);
  if (typeof checked === "string") return undefined;
  taken.add(checked.name);
  return checked;
};

const proposedCandidate = (candidate: Candidate, before: ConnectorTool, after: ConnectorTool): Candidate => {
  const notes = createNotes();
  for (const problem of candidate.problems) notes.note(problem);
  if (before.name !== after.name) notes.note(`A model proposed its name; it was ${before.name} before.`);
  if (before.description !== after.description)
    notes.note("A model proposed its description: review it before approving.");
  return { ...candidate, tool: after.name, token_cost: tokenCost(after), problems: notes.all() };
};
