import { setImmediate as nextTurn } from "node:timers/promises";
import { checkJsonSize } from "../../../mcp/tools/check-json-size.ts";
import { createPatternCheck } from "../../../mcp/tools/check-pattern.ts";
import { checkSchema, type SchemaChecks } from "../../../mcp/tools/check-schema.ts";
import { checkText, type Found } from "../../../mcp/tools/check-text.ts";
import { type Misfit, shortened } from "../../../mcp/tools/explain-misfit.ts";
import { loadMetaCheck } from "../../../mcp/tools/meta-schema.ts";
import { refusedByProviders } from "../../../mcp/tools/provider-rules.ts";
import { MOST_PROBLEMS, refusal } from "../../../mcp/tools/refusal.ts";
import { shownSchema } from "../../../mcp/tools/shown-tool.ts";
import { loadValidators } from "../../../mcp/tools/validators.ts";
import { isJsonObject } from "../../../model/json.ts";
import type { Schema } from "../../../model/schema.ts";
import { type Formed, type FormedTool, formDescription, MOST_FUNCTIONS } from "./description-form.ts";
import { type FunctionDescription, type ToolDescription, wireName } from "./tool-description.ts";

const MOST_BYTES = 262_144;
const LONGEST_DESCRIPTION = 2_000;
const LONGEST_TITLE = 200;
const LONGEST_VERSION = 50;
/** Nobody's, whatever is registered. */
const RESERVED = "toolbox";

/**
 * The `tool` of a `tools/register`, whoever sent it: a copy with its defaults filled in and nothing hidden in its texts.
 * Fails with everything that is wrong with it. What has been checked passes again as it is.
 */
export const checkDescription = async (
  raw: unknown,
  { reserved }: { readonly reserved: ReadonlySet<string> },
): Promise<ToolDescription> => {
  if (!isJsonObject(raw)) throw refusal([{ field: "tool", message: "tool must be an object." }]);
  const unfit = checkJsonSize(raw, { name: "tool", mostBytes: MOST_BYTES, hint: "Register it as several tools." });
  if (unfit !== undefined) throw refusal([unfit]);
  const problems: Misfit[] = [];
  const found: Found = (field, must, details = {}) =>
    void problems.push({ field, message: `${field} must ${must}.`, ...details });

  const tool = await formDescription(raw, problems);
  const taken = new Set([RESERVED, ...[...reserved].map((name) => name.toLowerCase())]);
  const about = checkTool(tool, taken, found);
  const functions = await checkFunctions(tool, problems, found);
  if (problems.length === 0) problems.push(...functions.flatMap((each, i) => refusedByModels(about.name, each, i)));
  if (problems.length > 0) throw refusal(problems);
  return { ...about, functions };
};

const checkTool = (tool: FormedTool, taken: ReadonlySet<string>, found: Found): Omit<ToolDescription, "functions"> => {
  const { name = "", description, category, endpoint, mcp_url, version } = tool;
  if (tool.name !== undefined) checkName("tool.name", name, found);
  if (taken.has(name.toLowerCase())) {
    found("tool.name", `not be '${name}', which comes with Taxiway`, {
      value: name,
      hint: `Choose another name, such as 'my_${name}'.`,
    });
  }
  if (endpoint !== undefined && mcp_url !== undefined) {
    found("tool.mcp_url", "not be given together with tool.endpoint", {
      hint: "Keep tool.endpoint for a service that speaks the registry's JSON-RPC, tool.mcp_url for an MCP server.",
    });
  }
  return {
    name,
    description:
      description === undefined ? "" : checkText("tool.description", description, LONGEST_DESCRIPTION, found),
    category: category === undefined ? "" : checkCategory("tool.category", category, found),
    ...(endpoint !== undefined && { endpoint: checkUrl("tool.endpoint", endpoint, found) }),
    ...(mcp_url !== undefined && { mcp_url: checkUrl("tool.mcp_url", mcp_url, found) }),
    ...(version !== undefined && { version: checkText("tool.version", version, LONGEST_VERSION, found) }),
    health_check_interval: tool.health_check_interval ?? 0,
    lease_seconds: tool.lease_seconds ?? 0,
  };
};

const checkFunctions = async (tool: FormedTool, problems: Misfit[], found: Found): Promise<FunctionDescription[]> => {
  if (tool.functions?.length === 0 && tool.mcp_url === undefined) {
    found("tool.functions", `be a list of 1 to ${MOST_FUNCTIONS} functions`, {
      allowed: `1 to ${MOST_FUNCTIONS} functions`,
      hint: "Only a tool with an mcp_url may leave them out: they are then taken from the MCP server.",
    });
  }
  const [meta, validators, { linearRegExp }] = await Promise.all([
    loadMetaCheck(),
    loadValidators({ foreign: true }),
    import("../../../mcp/tools/foreign-schemas.ts"),
  ]);
  const checks: SchemaChecks = { meta, validators, pattern: createPatternCheck(linearRegExp) };
  const names = new Set<string>();
  const checked: FunctionDescription[] = [];
  for (const [index, each] of (tool.functions ?? []).entries()) {
    if (problems.length >= MOST_PROBLEMS) break;
    if (each === undefined) continue;
    const field = `tool.functions[${index}]`;
    if (each.name !== undefined) checkUnique(`${field}.name`, tool.name ?? "", each.name, names, found);
    checked.push(checkFunction(each, index, { problems, found, checks, described: tool.mcp_url !== undefined }));
    // Compiling schemas takes its time; others get a turn in between.
    await nextTurn();
  }
  return checked;
};

/** Tools of all services are offered together: one that a model API refuses would make every request fail. */
const refusedByModels = (tool: string, about: FunctionDescription, index: number): readonly Misfit[] =>
  refusedByProviders(
    {
      name: wireName(tool, about.name),
      inputSchema: shownSchema(about.parameters),
      ...(about.returns && { outputSchema: about.returns }),
    },
    "toolbox",
  ).map(({ problem, providers, path }) => {
    const field = [`tool.functions[${index}].parameters`, ...path].join(".");
    return {
      field,
      message: `${field} cannot be offered to every model: it ${problem}.`,
      hint: `Refused by ${providers.join(", ")}. Change it, and register again.`,
    };
  });

const checkUnique = (field: string, tool: string, name: string, names: Set<string>, found: Found): void => {
  checkName(field, name, found);
  const wire = wireName(tool, name).toLowerCase();
  if (names.has(wire)) {
    found(field, `differ from the names before it in more than upper and lower case, got '${name}'`, { value: name });
  }
  names.add(wire);
};

interface FunctionChecks {
  readonly problems: Misfit[];
  readonly found: Found;
  readonly checks: SchemaChecks;
  /** An MCP server describes it: its name is enough to choose it. */
  readonly described: boolean;
}

const checkFunction = (
  each: Formed<FunctionDescription>,
  index: number,
  { problems, found, checks, described }: FunctionChecks,
): FunctionDescription => {
  const field = `tool.functions[${index}]`;
  const { name = "", title, description = described ? name : undefined, annotations, timeout, returns } = each;
  if (description === undefined) {
    found(`${field}.description`, "say what the function does, and when to use it", {
      allowed: `1 to ${LONGEST_DESCRIPTION} characters`,
    });
  }
  const schema = (of: "parameters" | "returns", given: Schema): Schema =>
    checkSchema(given, ["tool", "functions", String(index), of], problems, checks);
  return {
    name,
    ...(title !== undefined && { title: checkText(`${field}.title`, title, LONGEST_TITLE, found) }),
    description:
      description === undefined ? "" : checkText(`${field}.description`, description, LONGEST_DESCRIPTION, found),
    parameters: schema("parameters", each.parameters ?? { type: "object", properties: {} }),
    ...(returns !== undefined && { returns: schema("returns", returns) }),
    ...(annotations !== undefined && { annotations }),
    ...(timeout !== undefined && { timeout }),
  };
};

const NAME = /^[A-Za-z](?:[A-Za-z0-9-]|_(?!_|$)){0,39}$/;
const NAME_FORM = "1 to 40 letters, digits, '-' and single '_', beginning with a letter and not ending in '_'";
const CATEGORY = /^[A-Z][A-Z0-9_-]{0,39}$/;
const KNOWN_CATEGORIES = ["SEARCH", "CALCULATION", "AI_GENERATION", "ANALYSIS", "TIME"];
const LONGEST_URL = 2_000;

/** `My tool (beta)` as `My_tool_beta`, if that makes a name. */
const nearName = (name: string): string | undefined => {
  const near = name
    .slice(0, 200)
    .replaceAll(/[^A-Za-z0-9-]+/g, "_")
    .replace(/^[^A-Za-z]+/, "")
    .slice(0, 40)
    .replace(/_$/, "");
  return NAME.test(near) ? near : undefined;
};

export const checkName = (field: string, name: string, found: Found): void => {
  if (NAME.test(name)) return;
  const near = nearName(name);
  found(field, `be ${NAME_FORM}, got '${shortened(name)}'`, {
    value: shortened(name),
    allowed: NAME_FORM,
    ...(near && { hint: `Such as '${near}'.` }),
  });
};

export const checkCategory = (field: string, raw: string, found: Found): string => {
  const category = raw.toUpperCase();
  if (!CATEGORY.test(category)) {
    found(field, `be one short word, such as ${KNOWN_CATEGORIES.join(", ")}, got '${shortened(raw)}'`, {
      value: shortened(raw),
      allowed: KNOWN_CATEGORIES,
      hint: "Other words of letters, digits, '_' and '-' are fine too.",
    });
  }
  return category;
};

/** Whether it may be called is for others to say. */
export const checkUrl = (field: string, raw: string, found: Found): string => {
  const allowed = `an http or https address of at most ${LONGEST_URL} characters, without user name and password`;
  const url = raw.length <= LONGEST_URL && !/[\s\p{Cc}]/u.test(raw) ? parseUrl(raw) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    found(field, `be ${allowed}, got '${shortened(raw)}'`, { value: shortened(raw), allowed });
    return raw;
  }
  if (url.username !== "" || url.password !== "") {
    // Not repeated: it is a password.
    found(field, "not contain a user name or password", {
      allowed,
      hint: "Calls to the endpoint are signed with the tool's own secret; check the signature instead.",
    });
  }
  return url.href;
};

const parseUrl = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};
