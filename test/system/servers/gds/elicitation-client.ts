import { composeInProcess } from "../../../fixtures/in-process.ts";
import type { Environment, ToolResult, Answer as Wire } from "../../../fixtures/taxiway.ts";
import { type Call, planTrip } from "./trip.ts";
import type { Answer, Form } from "./user.ts";

/** A question of the modern era, as sent by the server. */
export interface Asked {
  readonly name: string;
  readonly form: Form;
  readonly requestState: string;
}

export interface Round {
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly requestState?: string | undefined;
}

const meta = (capabilities: object) => ({
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": capabilities,
});

/** The product on an accessible store, and a modern client that writes its own rounds. */
export const openAskedClient = async (env: Environment = {}, capabilities: object = { elicitation: {} }) => {
  const { taxiway, caller } = await composeInProcess({ TAXIWAY_CONFIRM_BOOKINGS: "true", ...env });
  const { store } = await taxiway.open();
  const { ask } = caller();

  /** One round with any outcome. */
  const send = (tool: string, input: object, { answers, requestState }: Round = {}): Promise<Wire> =>
    ask("tools/call", {
      name: tool,
      arguments: input,
      _meta: meta(capabilities),
      ...(answers && { inputResponses: answers }),
      ...(requestState !== undefined && { requestState }),
    });

  const resultOf = ({ result, error }: Wire): ToolResult => {
    if (error) throw new Error(`${error.code} ${error.message}`);
    return result as ToolResult;
  };

  /** Calls as another client, without elicitation. */
  const other = caller();
  const unasked: Call = (tool, input) => other.call(tool, input);

  const keys = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const key of store.scan("")) found.push(key);
    return found.filter((key) => /pnr|seats|idempotency|bookings/.test(key)).sort();
  };

  return {
    send,
    unasked,
    keys,
    trip: await planTrip(unasked),
    /** A round that ends with the tool's answer. */
    call: async (tool: string, input: object, round: Round) => resultOf(await send(tool, input, round)),
    /** A round that ends with a question. */
    async question(tool: string, input: object, round: Round = {}): Promise<Asked> {
      const { result, error } = await send(tool, input, round);
      if (result?.resultType !== "input_required") throw new Error(`did not ask: ${JSON.stringify(result ?? error)}`);
      const [[name, { params }], ...more] = Object.entries(result.inputRequests) as [[string, { params: Form }]];
      if (more.length > 0) throw new Error("asked more than one question");
      return { name, form: params, requestState: result.requestState };
    },
  };
};

/** The next round: the answer with its state. */
export const replying = ({ name, requestState }: Asked, answer: Answer | Record<string, unknown>): Round => ({
  answers: { [name]: answer },
  requestState,
});
