import type { Schema } from "../../model/schema.ts";
import { checkInput } from "./check-input.ts";
import type { Call, Tool } from "./tool.ts";
import { loadValidators, type Validate } from "./validators.ts";

export interface ToolAnswer {
  /** The arguments as the tool had them. */
  readonly input: unknown;
  readonly output: unknown;
  /** What the caller should know about the call itself, such as fields that were ignored. */
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

/** The first few ways in which an output does not fit its schema, or undefined when it does. */
export const outputMisfits = async (
  schema: Schema,
  output: unknown,
  foreign = false,
): Promise<readonly string[] | undefined> =>
  (await outputCheck(schema, foreign))(output)
    ?.slice(0, 5)
    .map(({ instancePath, message }) => `${instancePath || "/"} ${message}`);

const verifyOutput = async (tool: Tool, schema: Schema, output: unknown): Promise<void> => {
  const misfits = await outputMisfits(schema, output);
  if (misfits !== undefined)
    throw new Error(`The output of ${tool.name} does not fit its schema: ${misfits.join("; ")}`);
};

/** Checks the arguments, runs the tool and, if asked to, checks what came out. */
export const callTool = async (tool: Tool, raw: unknown, call: Call, checkOutput = false): Promise<ToolAnswer> => {
  const checked = checkInput(tool, raw);
  const { input, warnings } = checked instanceof Promise ? await checked : checked;
  const output = await tool.run(input as never, call);
  if (checkOutput && tool.output !== undefined) await verifyOutput(tool, tool.output, output);
  return { input, output, warnings };
};
