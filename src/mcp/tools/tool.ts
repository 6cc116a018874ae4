import type { Caller } from "../../model/caller.ts";
import { type MaybePromise, whenReady } from "../../model/maybe-promise.ts";
import type { Schema, Static } from "../../model/schema.ts";
import type { CallNotes } from "./call-record.ts";

/** The side effects of a tool; `mcp/protocol/` translates them into MCP annotations. */
export type Effect =
  /** Read-only. */
  | "read"
  /** Creates something with each call. */
  | "create"
  /** Deletes or cancels something; a repeated call has no further effect. */
  | "destructive";

/** MCP annotations: hints for clients, which the server itself does not rely on. */
export interface Annotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** One call, from the point of view of the tool. */
export interface Call {
  readonly caller: Caller;
  /** Aborted when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /** Sends a progress notification, if the client asked for progress. */
  progress(done: number, total?: number, message?: string): void;
  /** Sends a log message, if the client wants messages of that level. */
  message(level: MessageLevel, data: unknown): void;
  /** The capabilities that the client declared. */
  readonly client: { readonly [capability: string]: unknown };
  /** Returns whether the client can answer this kind of question. */
  canAsk(question: Question): boolean;
  /**
   * Asks the client and resolves with one answer per question. A legacy client is asked while the call waits. For a
   * modern client the call ends here and runs again from the start with the answers, so ask before any side effect.
   * `state` is returned in the next round, sealed so that the client cannot change it.
   */
  ask(questions: Questions, state?: string): Promise<Answers>;
  readonly state: string | undefined;
  /** The W3C trace context of the request, if any. */
  readonly traceparent: string | undefined;
  /** Adds facts that only the tool knows to the record of its call. */
  note(notes: CallNotes): void;
  /** Closes the connection but continues the call; the client resumes the stream, if it can. */
  disconnect(): void;
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

/** A tool: built in, registered by another service, or generated from an API's documentation. */
export interface Tool {
  readonly name: string;
  /** Further names that callers may use; they are not listed. */
  readonly aliases?: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  /** The schema shown to clients. Some model APIs reject anyOf, oneOf, allOf, not and enum at its top level. */
  readonly input: Schema;
  /** The schema that arguments are validated against, where it is stricter than `input`. */
  readonly enforced?: Schema;
  readonly output?: Schema;
  /** Names of arguments whose values are not logged. */
  readonly secretArguments?: ReadonlySet<string>;
  /**
   * Its schemas come from outside. Unknown fields are rejected, and regular expressions run in an engine with linear
   * time.
   */
  readonly foreign?: true;
  /**
   * How unknown fields are handled. Default: a tool that writes rejects them, a read-only tool drops them with a
   * warning.
   */
  readonly unknownFields?: "drop" | "refuse";
  /** What to do instead, by the names of unknown fields that callers often send. */
  readonly fieldHints?: ReadonlyMap<string, string>;
  /** The annotations of its owner, which override those derived from `effect`. */
  readonly annotations?: Annotations;
  /** Further metadata for clients, sent as `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Runs the tool. The input has been validated, with defaults filled in and unknown fields removed. */
  run(input: never, call: Call): unknown;
  /** Returns the output as a few lines of text with everything a model needs. Default, and for undefined: JSON. */
  compact?(output: never, input: never): string | undefined;
  /** Suggests what an invalid value was probably meant to be, such as "did you mean JFK?". */
  suggest?(field: string, value: unknown): MaybePromise<string | undefined>;
}

interface Definition<Services, I extends Schema, O extends Schema>
  extends Omit<Tool, "input" | "output" | "run" | "compact" | "suggest"> {
  readonly input: I;
  readonly output: O;
  run(input: Static<I>, context: Services & Call): MaybePromise<Static<O>>;
  compact?(output: Static<O>, input: Static<I>): string | undefined;
  suggest?(field: string, value: unknown, services: Services): string | undefined;
}

/** A value that is created on first use. */
export type Lazy<T> = () => MaybePromise<T>;

/** A tool without its services. They are created with the first call, because listing tools needs none. */
export type ToolDefinition<Services> = (services: Lazy<Services>) => Tool;

/** Defines a tool with typed input, output and services. */
export const defineTool =
  <Services>() =>
  <I extends Schema, O extends Schema>(definition: Definition<Services, I, O>): ToolDefinition<Services> =>
  (services) => ({
    ...definition,
    run(input: Static<I>, call: Call) {
      // The call belongs to this tool alone, so it is extended in place, which costs less than a copy.
      return whenReady(services(), (ready) => definition.run(input, Object.assign(call, ready)));
    },
    suggest: async (field: string, value: unknown) => definition.suggest?.(field, value, await services()),
  });
