import { explainMisfit, type Misfit } from "../../../mcp/tools/explain-misfit.ts";
import { loadValidators, type Validate } from "../../../mcp/tools/validators.ts";
import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import type { Schema } from "../../../model/schema.ts";
import type { FunctionDescription, ToolDescription } from "./tool-description.ts";

export const MOST_FUNCTIONS = 64;
const MOST_PROBLEMS = 20;

/** What has the right type is there, and may still say anything. */
export type Formed<T> = { readonly [K in keyof T]?: T[K] };
export type FormedTool = Formed<Omit<ToolDescription, "functions">> & {
  readonly functions?: readonly (Formed<FunctionDescription> | undefined)[];
};

const text: Schema = { type: "string" };
const hint: Schema = { type: "boolean" };

/** The types and ranges of a function's fields. What their texts may be is looked at when nothing is hidden in them. */
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

/** Those of a tool. `title` and `tags` are let pass, and not kept. */
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

/** As the parameters of the method have it, so that fields are named as their sender knows them. */
const FORM: Schema = { type: "object", properties: { tool: TOOL } };

/** What else these fields are called where services come from. */
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

/** Types, ranges, unknown fields. What is wrong goes to `problems`, and is left out of what comes back. */
export const formDescription = async (raw: JsonObject, problems: Misfit[]): Promise<FormedTool> => {
  const tool = structuredClone(withoutNulls(raw)) as Record<string, unknown>;
  const listed = tool["functions"];
  if (Array.isArray(listed)) {
    if (listed.length > MOST_FUNCTIONS) problems.push(tooMany(listed.length));
    tool["functions"] = listed.slice(0, MOST_FUNCTIONS).map((each) => (isJsonObject(each) ? withoutNulls(each) : each));
  }
  formCheck ??= (await loadValidators()).allMisfits(FORM);
  const misfits = formCheck({ tool }) ?? [];
  for (const misfit of misfits.slice(0, MOST_PROBLEMS)) {
    const problem = explainMisfit(misfit, "a tool's description");
    const meant = OTHER_NAMES.get(misfit.params["additionalProperty"]);
    problems.push(meant === undefined ? problem : { ...problem, hint: `It is called "${meant}" here.` });
  }
  const wrong = new Set(misfits.map(({ instancePath }) => instancePath));
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

/** Some languages send what was left out as null. */
const withoutNulls = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

const tooMany = (count: number): Misfit => {
  const allowed = `at most ${MOST_FUNCTIONS} functions`;
  const message = `tool.functions must be ${allowed}, got ${count}.`;
  return { field: "tool.functions", message, allowed, hint: "Register them as several tools." };
};
