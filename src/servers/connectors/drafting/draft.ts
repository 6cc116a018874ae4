import { foreignText } from "../../../mcp/tools/foreign-text.ts";
import { shownDescription, shownSchema } from "../../../mcp/tools/shown-tool.ts";
import { Failure } from "../../../model/failure.ts";
import { checkConnector } from "../check-connector.ts";
import type { Connector, ConnectorTool } from "../connector.ts";

/** What somebody may make a connector of. Nothing in it is approved. */
export interface Draft {
  readonly connector: Connector;
  /** One per tool of the connector, in the same order: those of one tag together, the harmless first. */
  readonly candidates: readonly Candidate[];
  /** About the document as a whole, and what was left out of it. */
  readonly problems: readonly string[];
}

export interface Candidate {
  /** Its name in `connector.tools`. */
  readonly tool: string;
  /** Where it comes from: `GET /pets`. */
  readonly operation: string;
  readonly risk: ConnectorTool["risk"];
  readonly token_cost: number;
  /** What whoever approves it should know. */
  readonly problems: readonly string[];
  readonly tags: readonly string[];
  readonly deprecated: boolean;
}

/** Nobody's address: so that a draft without one can be looked at, and calls nobody. */
export const NOWHERE = "https://api.example.invalid";

/**
 * An estimate of what the tool costs in every conversation that lists it: one token for every four characters of what
 * clients put before a model, which is name, description and input schema as JSON.
 */
export const tokenCost = ({ name, description, input }: ConnectorTool): number =>
  Math.ceil(
    JSON.stringify({ name, description: shownDescription(description), input_schema: shownSchema(input) }).length / 4,
  );

const MOST_NOTES = 20;
const LONGEST_NOTE = 300;

/** Collects sentences, each once and on one line, whatever they quote. */
export interface Notes {
  note(sentence: string): void;
  all(): readonly string[];
}

export const createNotes = (): Notes => {
  const sentences = new Set<string>();
  return {
    note: (sentence) => void sentences.add(foreignText(sentence, LONGEST_NOTE)),
    all() {
      const told = [...sentences].slice(0, MOST_NOTES);
      const more = sentences.size - told.length;
      return more > 0 ? [...told, `There are ${more} more remarks of this kind.`] : told;
    },
  };
};

/** All of a connector but its tools. */
export type Frame = Omit<Connector, "tools">;

/**
 * The checks that a tool must pass anyway: what a document could smuggle past its drafting ends there. A text says why it
 * cannot be a tool.
 */
export const checkDrafted = async (tool: ConnectorTool, frame: Frame): Promise<ConnectorTool | string> => {
  try {
    const { tools } = await checkConnector({ ...frame, tools: [tool] });
    return tools[0] as ConnectorTool;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
};

/** A connector of tools that have been checked, one by one. */
export const checkFrame = async (frame: Frame, tools: readonly ConnectorTool[]): Promise<Connector> => ({
  ...(await checkConnector({ ...frame, tools: tools.slice(0, 1) })),
  tools,
});
