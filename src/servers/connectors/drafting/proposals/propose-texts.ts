import { parseForeignJson } from "../../../../mcp/tools/foreign-json.ts";
import type { ConnectorTool } from "../../connector.ts";
import { type Candidate, checkDrafted, createNotes, type Draft, type Frame, tokenCost } from "../draft.ts";
import { askForJson, type ChatEndpoint, ChatError } from "./chat-endpoint.ts";
import { type Proposal, readProposals, SYSTEM_PROMPT, userPrompt, withProposal } from "./proposal.ts";

const AT_ONCE = 20;

/** What a model answered about some of a draft's tools. */
export interface ModelAnswers {
  /** Each is about `AT_ONCE` tools, in the draft's order. */
  readonly texts: readonly string[];
  /** Why there are no more. */
  readonly problem?: string;
}

/**
 * The draft with names and descriptions that a model thinks better, each marked as proposed. `apply` is where the answers
 * are read: like every document from outside, in a worker.
 */
export const proposeTexts = async (
  draft: Draft,
  endpoint: ChatEndpoint,
  apply: (draft: Draft, answers: ModelAnswers) => Promise<Draft> = applyProposals,
): Promise<Draft> => apply(draft, await askForTexts(draft, endpoint));

const askForTexts = async (draft: Draft, endpoint: ChatEndpoint): Promise<ModelAnswers> => {
  const { tools, title } = draft.connector;
  const candidates = candidatesOf(draft);
  const texts: string[] = [];
  for (let from = 0; from < tools.length; from += AT_ONCE) {
    const question = userPrompt(title, tools.slice(from, from + AT_ONCE), candidates);
    try {
      texts.push(await askForJson(endpoint, SYSTEM_PROMPT, question));
    } catch (error) {
      if (error instanceof ChatError) return { texts, problem: error.message };
      throw error;
    }
  }
  return { texts };
};

/**
 * What the model says is as little believed as the API's documents: only names and texts are taken, and only such as
 * could stand in any draft. Where that does not work, the draft stays as it was, and a problem says why.
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
    const asked = tools.slice(index * AT_ONCE, (index + 1) * AT_ONCE);
    const answer = jsonIn(text);
    if (answer === undefined) return true;
    for (const proposal of readProposals(answer, asked)) proposals.set(proposal.tool, proposal);
    return false;
  });
  if (unread >= 0) missing(unread * AT_ONCE, "The model did not answer with JSON.");
  else if (problem !== undefined) missing(texts.length * AT_ONCE, problem);
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

/** Models like to put JSON into a fence. Undefined if there is none. */
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

/** Undefined where nothing of the proposal could be used. */
const proposedTool = async (
  tool: ConnectorTool,
  { name, ...texts }: Proposal,
  frame: Frame,
  taken: Set<string>,
): Promise<ConnectorTool | undefined> => {
  const isFree = name !== undefined && !taken.has(name);
  const isEmpty = texts.title === undefined && texts.description === undefined && texts.arguments.size === 0;
  if (!isFree && isEmpty) return undefined;
  const checked = await checkDrafted(withProposal(tool, { ...texts, ...(isFree && { name }) }), frame);
  if (typeof checked === "string") return undefined;
  taken.add(checked.name);
  return checked;
};

const proposedCandidate = (candidate: Candidate, before: ConnectorTool, after: ConnectorTool): Candidate => {
  const notes = createNotes();
  for (const problem of candidate.problems) notes.note(problem);
  if (before.name !== after.name) notes.note(`A model proposed its name; it was ${before.name}.`);
  if (before.description !== after.description)
    notes.note("A model proposed its description: read it before you approve it.");
  return { ...candidate, tool: after.name, token_cost: tokenCost(after), problems: notes.all() };
};
