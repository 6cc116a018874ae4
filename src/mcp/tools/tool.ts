import type { Caller } from "../../model/caller.ts";
import type { Schema, Static } from "../../model/schema.ts";

/** What a call may do to the world; becomes the MCP annotations in `mcp/protocol/`. */
export type Effect =
  /** Changes nothing. */
  | "read"
  /** Adds something new each time it is called. */
  | "create"
  /** Takes something away; a second call has no further effect. */
  | "destructive";

/** As MCP has them: hints for the client that shows the tool, believed by nobody else. */
export interface Annotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** One call, as a tool sees it. */
export interface Call {
  readonly caller: Caller;
  /** Aborted when the client cancels or goes away. */
  readonly signal: AbortSignal;
  /** Tells the client how far the call is, if it asked to be told. */
  progress(done: number, total?: number, message?: string): void;
  /** Tells the client what is happening, if it wants to know about things of that level. */
  message(level: MessageLevel, data: unknown): void;
  /** What the client said it can do. */
  readonly client: { readonly [capability: string]: unknown };
  /** Whether `ask` can reach somebody who answers that kind of question. */
  canAsk(question: Question): boolean;
  /**
   * Asks the client, and resolves with one answer per question. A client of the older protocol is asked while the call
   * waits; with a modern one the call ends here and starts again from its beginning with the answers, so ask before
   * anything is done. `state` comes back in the next round, sealed so that the client cannot change it.
   */
  ask(questions: Questions, state?: string): Promise<Answers>;
  readonly state: string | undefined;
  /** W3C trace context, if the request had one. */
  readonly traceparent: string | undefined;
  /** Lets the connection go, not the call: a client that can comes back for the rest. */
  hangUp(): void;
}

export interface Question {
  readonly method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  readonly params?: { readonly [name: string]: unknown };
}
export type Questions = Readonly<Record<string, Question>>;
export type Answers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** From least to most severe, as in syslog. */
export const MESSAGE_LEVELS = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const;
export type MessageLevel = (typeof MESSAGE_LEVELS)[number];

/**
 * A tool as every room above `tools/` knows it, whether it was written here, registered by another service or made
 * from an API's documentation.
 */
export interface Tool {
  readonly name: string;
  /** Other names that it answers to, without being listed under them. */
  readonly aliases?: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  /** What clients are shown: what every model API takes, so no anyOf, oneOf, allOf, not or enum at its top level. */
  readonly input: Schema;
  /** What the server checks, where that is more than `input` can say. */
  readonly enforced?: Schema;
  readonly output?: Schema;
  /**
   * Its schemas came from outside: fields that they do not know are refused, because their meaning is unknown here, and
   * their regular expressions run in an engine that cannot be made to hang.
   */
  readonly foreign?: true;
  /**
   * What becomes of fields that the schema does not have. A tool that writes refuses them before anything happens; one
   * that reads drops them and says so.
   */
  readonly unknownFields?: "drop" | "refuse";
  /** What its owner says about its effect, in place of what `effect` says. */
  readonly annotations?: Annotations;
  /** Further facts for whoever lists it. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The input has been checked against `input`, defaults filled in, unknown fields removed. */
  run(input: never, call: Call): unknown;
  /** The output in a few lines: everything needed to act on it. Without one, or undefined: its JSON. */
  compact?(output: never, input: never): string | undefined;
  /** Says what a value that failed the check was probably meant to be ("did you mean JFK?"). */
  suggest?(field: string, value: unknown): string | undefined | Promise<string | undefined>;
}

interface Definition<Services, I extends Schema, O extends Schema> {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  readonly input: I;
  readonly enforced?: Schema;
  readonly output: O;
  run(input: Static<I>, context: Services & Call): Static<O> | Promise<Static<O>>;
  compact?(output: Static<O>, input: Static<I>): string | undefined;
  suggest?(field: string, value: unknown, services: Services): string | undefined;
}

/** What is ready when it is first asked for, and not before. */
export type Lazy<T> = () => T | Promise<T>;

/** A tool that still waits for the services it runs on. They are asked for with a call: a list of tools needs none. */
export type ToolDefinition<Services> = (services: Lazy<Services>) => Tool;

export const defineTool =
  <Services>() =>
  <I extends Schema, O extends Schema>(definition: Definition<Services, I, O>): ToolDefinition<Services> =>
  (services) => ({
    ...definition,
    run(input: Static<I>, call: Call) {
      // The call is this tool's alone: what it needs is added to it, which costs less than a copy of both.
      const ready = services();
      return ready instanceof Promise
        ? ready.then((later) => definition.run(input, Object.assign(call, later)))
        : definition.run(input, Object.assign(call, ready));
    },
    suggest: async (field: string, value: unknown) => definition.suggest?.(field, value, await services()),
  });
