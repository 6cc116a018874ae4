import type { ConnectorTool } from "../../connector.ts";
import { type Candidate, type ConnectorFrame, checkDraftedTool, createNotes, type Draft, tokenCost } from "../draft.ts";
import type { ModelAnswers } from "../source.ts";
import { jsonIn } from "./answer-json.ts";
import { askModel, type ChatEndpoint } from "./chat-endpoint.ts";
import { type Proposal, readProposals, SYSTEM_PROMPT, userPrompt, withProposal } from "./proposal.ts";

const BATCH = 20;

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
  const { title } = draft.connector;
  const tools = askedAbout(draft);
  const candidates = candidatesOf(draft);
  const questions: string[] = [];
  for (let from = 0; from < tools.length; from += BATCH)
    questions.push(userPrompt(title, tools.slice(from, from + BATCH), candidates));
  return askModel(endpoint, SYSTEM_PROMPT, questions);
};

/** The texts of a tool that a model proposed are its own already. */
const askedAbout = ({ connector }: Draft): readonly ConnectorTool[] =>
  connector.tools.filter(({ proposed }) => proposed !== true);

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
  const questioned = askedAbout(draft);
  const missing = (from: number, why: string): void =>
    notes.note(`No texts were proposed for ${questioned.length - from} of ${questioned.length} tools. ${why}`);
  const unread = texts.findIndex((text, index) => {
    const asked = questioned.slice(index * BATCH, (index + 1) * BATCH);
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
    ...draft,
    connector: { ...frame, tools: proposed.map(({ tool }) => tool) },
    candidates: proposed.map(({ candidate }) => candidate),
    problems: notes.all(),
  };
};

const candidatesOf = (draft: Draft): ReadonlyMap<string, Candidate> =>
  new Map(draft.candidates.map((candidate) => [candidate.tool, candidate]));

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
