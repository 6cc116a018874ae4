import { foreignText } from "../../../mcp/tools/clean-text.ts";
import { portableDescription, portableSchema } from "../../../mcp/tools/portable-schema.ts";
import { Failure, invalid } from "../../../model/failure.ts";
import { checkConnector } from "../check-connector.ts";
import type { Connector, ConnectorTool } from "../connector.ts";
import { withHosts } from "./with-hosts.ts";

/** Candidate tools for a connector; none is approved. */
export interface Draft {
  readonly connector: Connector;
  /** One per tool, in the order of `connector.tools`: grouped by tag, read-only ones first. */
  readonly candidates: readonly Candidate[];
  /** Problems of the whole document, and what was left out of it. */
  readonly problems: readonly string[];
  /** Asked if the document does not say how callers authenticate. */
  readonly auth_question?: AuthQuestion;
  /** What has to be tried before a person sees the draft. */
  readonly trials?: readonly MappingTrial[];
}

/** Sample responses that the result of a proposed tool has to fit. */
export interface MappingTrial {
  readonly tool: string;
  readonly samples: readonly unknown[];
}

export interface AuthQuestion {
  readonly text: string;
  /** Values for `auth`, and the sentences that suggest them. */
  readonly guesses: readonly { readonly auth: string; readonly because: string }[];
}

/** Where the document says what a field of a tool says; without a quote it does not say it. */
export interface Evidence {
  readonly field: string;
  readonly quote?: string;
}

export interface Candidate {
  /** Name in `connector.tools`. */
  readonly tool: string;
  /** Source operation, such as `GET /pets`. */
  readonly operation: string;
  readonly risk: ConnectorTool["risk"];
  readonly token_cost: number;
  /** What to check before approving it. */
  readonly problems: readonly string[];
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Set where the document is prose. */
  readonly evidence?: readonly Evidence[];
}

const WHAT_HELPS =
  "Taxiway looks for lines such as `GET /pets`, curl commands, and tables with a method and a path. Name the endpoints like that, send an OpenAPI document, or let a model propose tools (propose, --propose).";

export const NO_ENDPOINT = `No endpoint was found in the document by rules. ${WHAT_HELPS}`;

/** The error for a document without endpoints. `hasProposals`: a model was asked as well. */
export const noEndpoint = (problems: readonly string[], hasProposals = false): Failure =>
  invalid(`No endpoint was found in the document${hasProposals ? ", and no proposal of the model can be used" : ""}.`, {
    field: "document",
    problems,
    ...(!hasProposals && { hint: WHAT_HELPS }),
  });

/** Base URL of a draft without one; nothing can be called there. */
export const PLACEHOLDER_URL = "https://api.example.invalid";

/**
 * Estimates the tokens a tool adds to every conversation that lists it: one for every four characters of what clients
 * show a model, which is name, description and input schema.
 */
export const tokenCost = ({ name, description, input }: ConnectorTool): number =>
  Math.ceil(
    JSON.stringify({ name, description: portableDescription(description), input_schema: portableSchema(input) })
      .length / 4,
  );

const MOST_NOTES = 20;
const LONGEST_NOTE = 300;

/** Adds a remark, one sentence, to a draft or candidate. */
export type Note = (sentence: string) => void;

/** Collects sentences on one line each, without duplicates. */
export interface Notes {
  note(sentence: string): void;
  all(): readonly string[];
}

export const createNotes = (): Notes => {
  const sentences = new Set<string>();
  return {
    note: (sentence) => void sentences.add(foreignText(sentence, LONGEST_NOTE)),
    all() {
      const shown = [...sentences].slice(0, MOST_NOTES);
      const more = sentences.size - shown.length;
      return more > 0 ? [...shown, `There are ${more} more remarks.`] : shown;
    },
  };
};

export type ConnectorFrame = Omit<Connector, "tools">;

/**
 * Runs the checks of every connector on a drafted tool, so that nothing a document smuggled past drafting remains.
 * Returns the tool, or a sentence that says why it is invalid.
 */
export const checkDraftedTool = async (tool: ConnectorTool, frame: ConnectorFrame): Promise<ConnectorTool | string> => {
  try {
    const { tools } = await checkConnector(withHosts({ ...frame, tools: [tool] }));
    return tools[0] as ConnectorTool;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
};

/** Returns a connector of tools that were already checked one by one. */
export const checkDraftedConnector = async (
  frame: ConnectorFrame,
  tools: readonly ConnectorTool[],
): Promise<Connector> => ({
  ...(await checkConnector({ ...withHosts({ ...frame, tools }), tools: tools.slice(0, 1) })),
  tools,
});
