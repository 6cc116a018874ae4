import { explainSchemaError } from "../../../mcp/tools/explain-schema-error.ts";
import type { InputProblem } from "../../../mcp/tools/input-problem.ts";
import { loadValidators, type Validate } from "../../../mcp/tools/validators.ts";
import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import type { Schema } from "../../../model/schema.ts";
import type { FunctionDescription, ToolDescription } from "./tool-description.ts";

export const MOST_FUNCTIONS = 64;
const MAX_PROBLEMS = 20;

/** Fields of the right type only; their values are not validated yet. */
export type PartialTool = Partial<Omit<ToolDescription, "functions">> & {
  readonly functions?: readonly (Partial<FunctionDescription> | undefined)[];
};

const text: Schema = { type: "string" };
const hint: Schema = { type: "boolean" };

/** Types and ranges of a function's fields. Text is validated after hidden characters are removed. */
const FUNCTION: Schema = {
  type: "object",
  properties: {
    name: text,
    title: text,
    description: text,
    parameters: { type: "object" },
    returns: { type: "object" },
    annotations: {
      type: "object",
      properties: { readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint },
      additionalProperties: false,
    },
    timeout: { type: "number", minimum: 0.1, maximum: 60 },
    tags: {},
  },
  required: ["name"],
  additionalProperties: false,
};

/** `title` and `tags` of a tool are accepted and ignored. */
const TOOL: Schema = {
  type: "object",
  properties: {
    name: text,
    title: text,
    description: text,
    category: { type: "string", default: "OTHER" },
    functions: { type: "array", items: FUNCTION, default: [] },
    endpoint: text,
    mcp_url: text,
    version: text,
    health_check_interval: { type: "number", minimum: 5, maximum: 86_400, default: 60 },
    lease_seconds: { type: "number", minimum: 60, maximum: 2_592_000, default: 3_600 },
    tags: {},
  },
  required: ["name", "description"],
  additionalProperties: false,
};

/** Wrapped like the method's parameters, so that problems name fields as the sender does. */
const FORM: Schema = { type: "object", properties: { tool: TOOL } };

/** Common names that other systems use for these fields. */
const OTHER_NAMES: ReadonlyMap<unknown, string> = new Map([
  ["inputSchema", "parameters"],
  ["input_schema", "parameters"],
  ["outputSchema", "returns"],
  ["output_schema", "returns"],
  ["url", "endpoint"],
  ["callback_url", "endpoint"],
  ["base_url", "endpoint"],
  ["tools", "functions"],
  ["interval", "health_check_interval"],
  ["ttl", "lease_seconds"],
]);

let formCheck: Validate | undefined;

/** Checks types, ranges and unknown fields. Reports problems and returns the description without the wrong fields. */
export const readDescription = async (raw: JsonObject, problems: InputProblem[]): Promise<PartialTool> => {
  const tool = structuredClone(withoutNulls(raw)) as Record<string, unknown>;
  const listed = tool["functions"];
  if (Array.isArray(listed)) {
    if (listed.length > MOST_FUNCTIONS) problems.push(tooMany(listed.length));
    tool["functions"] = listed.slice(0, MOST_FUNCTIONS).map((each) => (isJsonObject(each) ? withoutNulls(each) : each));
  }
  formCheck ??= (await loadValidators()).allErrors(FORM);
  const errors = formCheck({ tool }) ?? [];
  for (const error of errors.slice(0, MAX_PROBLEMS)) {
    const problem = explainSchemaError(error, "a tool's description");
    const meant = OTHER_NAMES.get(error.params["additionalProperty"]);
    problems.push(meant === undefined ? problem : { ...problem, hint: `Use "${meant}" instead.` });
  }
  const wrong = new Set(errors.map(({ instancePath }) => instancePath));
  const right = (fields: JsonObject, at: string): JsonObject =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !wrong.has(`${at}/${name}`)));
  const { functions, ...about } = right(tool, "/tool");
  return {
    ...about,
    ...(Array.isArray(functions) && {
      functions: functions.map((each, index) =>
        isJsonObject(each) ? right(each, `/tool/functions/${index}`) : undefined,
      ),
    }),
  };
};

/** Some clients send null for omitted fields. */
const withoutNulls = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

const tooMany = (count: number): InputProblem => {
  const allowed = `at most ${MOST_FUNCTIONS} functions`;
  const message = `tool.functions must be ${allowed}, got ${count}.`;
  return { field: "tool.functions", message, allowed, hint: "Register them as several tools." };
};
