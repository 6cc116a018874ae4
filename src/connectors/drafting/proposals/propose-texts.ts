import type { ConnectorTool } from "../../connector.ts";
import { checkDrafted, type Frame } from "../check-drafted.ts";
import { type Candidate, createNotes, type Draft, tokenCost } from "../draft.ts";
import { askForJson, type ChatEndpoint, ChatError } from "./chat-endpoint.ts";
import { type Proposal, readProposals, withProposal } from "./proposal.ts";
import { SYSTEM_PROMPT, userPrompt } from "./proposal-prompt.ts";

const AT_ONCE = 20;

/**
 * The draft with names and descriptions that a model thinks better, each marked as proposed. What the model says is as
 * little believed as the API's documents: only names and texts are taken, and only such as could stand in any draft. Where
 * that does not work, the draft stays as it was, and a problem says why.
 */
export const proposeTexts = async (draft: Draft, endpoint: ChatEndpoint): Promise<Draft> => {
  const notes = createNotes();
  for (const problem of draft.problems) notes.note(problem);
  const { tools, ...frame } = draft.connector;
  const candidates = new Map(draft.candidates.map((candidate) => [candidate.tool, candidate]));
  const proposals = new Map<string, Proposal>();
  for (let from = 0; from < tools.length; from += AT_ONCE) {
    const asked = tools.slice(from, from + AT_ONCE);
    try {
      const answer = await askForJson(endpoint, SYSTEM_PROMPT, userPrompt(frame.title, asked, candidates));
      for (const proposal of readProposals(answer, asked)) proposals.set(proposal.tool, proposal);
    } catch (error) {
      if (!(error instanceof ChatError)) throw error;
      notes.note(`No texts were proposed for ${tools.length - from} of ${tools.length} tools. ${error.message}`);
      break;
    }
  }
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
