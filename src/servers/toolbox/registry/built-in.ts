import type { Annotations } from "../../../mcp/tools/tool.ts";
import type { Schema, Static } from "../../../model/schema.ts";
import type { Backend, BackendHealth, FunctionCall, Outcome } from "./backend.ts";
import type { FunctionDescription, ToolDescription } from "./tool-description.ts";

/** A built-in tool, run in this process behind the same interface as registered ones. */
export interface BuiltIn {
  readonly description: ToolDescription;
  readonly backend: Backend;
}

interface BuiltInFunction<I extends Schema, O extends Schema> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: I;
  readonly returns: O;
  readonly annotations: Annotations;
  /** Seconds. */
  readonly timeout?: number;
  run(input: Static<I>, call: FunctionCall): Promise<Static<O>> | Static<O>;
  /** Shown to a model instead of the output as text. */
  blocks?(output: Static<O>): Outcome["blocks"];
}

interface AnyFunction extends FunctionDescription {
  invoke(call: FunctionCall): Promise<Outcome>;
}

/** Creates a built-in function with typed input and output; the input is already validated. */
export const builtInFunction = <I extends Schema, O extends Schema>(definition: BuiltInFunction<I, O>): AnyFunction => {
  const { run, blocks, ...description } = definition;
  return {
    ...description,
    async invoke(call) {
      const data = await run(call.arguments as Static<I>, call);
      const shown = blocks?.(data);
      return shown === undefined ? { data } : { data, blocks: shown };
    },
  };
};

interface BuiltInDefinition {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly version: string;
  readonly functions: readonly AnyFunction[];
  /** Checks the tool's dependencies. Default: always healthy. */
  check?(signal: AbortSignal): Promise<BackendHealth>;
  close?(): Promise<void>;
}

export const builtIn = ({ functions, check, close, ...about }: BuiltInDefinition): BuiltIn => {
  const byName = new Map(functions.map((known) => [known.name, known]));
  const capabilities = functions.map(({ name }) => name);
  return {
    description: {
      ...about,
      functions: functions.map(({ invoke: _, ...description }) => description),
      health_check_interval: 60,
      lease_seconds: Number.POSITIVE_INFINITY,
    },
    backend: {
      async call(call) {
        const found = byName.get(call.functionName);
        if (found === undefined) throw new Error(`${about.name} has no function ${call.functionName}`);
        return found.invoke(call);
      },
      check: async (signal) => ({
        version: about.version,
        capabilities,
        ...(check === undefined ? { status: "healthy" } : await check(signal)),
      }),
      close: async () => close?.(),
    },
  };
};
