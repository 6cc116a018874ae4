import type { Schema } from "../../model/schema.ts";
import { checkInput } from "./check-input.ts";
import type { Call, Tool } from "./tool.ts";
import { loadValidators, type Validate } from "./validators.ts";

export interface ToolAnswer {
  /** The arguments that the tool received. */
  readonly input: unknown;
  readonly output: unknown;
  /** Warnings about the call itself, such as ignored fields. */
  readonly warnings: readonly string[];
}

const outputChecks = new WeakMap<Schema, Validate>();

const outputCheck = async (schema: Schema, foreign: boolean): Promise<Validate> => {
  const known = outputChecks.get(schema);
  if (known !== undefined) return known;
  const check = (await loadValidators({ foreign })).output(schema);
  outputChecks.set(schema, check);
  return check;
};

/** Returns the first few errors of an output that does not fit its schema, or undefined if it fits. */
export const outputErrors = async (
  schema: Schema,
  output: unknown,
  foreign = false,
): Promise<readonly string[] | undefined> =>
  (await outputCheck(schema, foreign))(output)
    ?.slice(0, 5)
    .map(({ instancePath, message }) => `${instancePath || "/"} ${message}`);

const verifyOutput = async (tool: Tool, schema: Schema, output: unknown): Promise<void> => {
  const errors = await outputErrors(schema, output);
  if (errors !== undefined) throw new Error(`The output of ${tool.name} does not fit its schema: ${errors.join("; ")}`);
};

/** Validates the arguments, runs the tool and, with `checkOutput`, validates its output. */
export const callTool = async (tool: Tool, raw: unknown, call: Call, checkOutput = false): Promise<ToolAnswer> => {
  const checked = checkInput(tool, raw);
  const { input, warnings } = checked instanceof Promise ? await checked : checked;
  const output = await tool.run(input as never, call);
  if (checkOutput && tool.output !== undefined) await verifyOutput(tool, tool.output, output);
  return { input, output, warnings };
};
