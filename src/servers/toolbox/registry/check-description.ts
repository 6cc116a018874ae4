import { setImmediate as nextTurn } from "node:timers/promises";
import { checkSchema, createPatternCheck, loadMetaCheck, type SchemaChecks } from "../../../mcp/tools/check-schema.ts";
import { checkJsonSize } from "../../../mcp/tools/foreign-json.ts";
import {
  checkText,
  type InputProblem,
  MAX_PROBLEMS,
  type ReportProblem,
  shortened,
  validationFailure,
} from "../../../mcp/tools/input-problem.ts";
import { portableSchema } from "../../../mcp/tools/portable-schema.ts";
import { refusedByProviders } from "../../../mcp/tools/provider-rules.ts";
import { loadValidators } from "../../../mcp/tools/validators.ts";
import { isJsonObject } from "../../../model/json.ts";
import type { Schema } from "../../../model/schema.ts";
import { MOST_FUNCTIONS, type PartialTool, readDescription } from "./description-schema.ts";
import { type FunctionDescription, type ToolDescription, wireName } from "./tool-description.ts";

const MOST_BYTES = 262_144;
const LONGEST_DESCRIPTION = 2_000;
const LONGEST_TITLE = 200;
const LONGEST_VERSION = 50;
/** Always reserved. */
const RESERVED = "toolbox";

/**
 * Validates the untrusted `tool` of a `tools/register` message. Returns a copy with defaults filled in and hidden
 * characters removed; throws a Failure that lists all problems. A valid description is returned unchanged.
 */
export const checkDescription = async (
  raw: unknown,
  { reserved }: { readonly reserved: ReadonlySet<string> },
): Promise<ToolDescription> => {
  if (!isJsonObject(raw)) throw validationFailure([{ field: "tool", message: "tool must be an object." }]);
  const unfit = checkJsonSize(raw, { name: "tool", maxBytes: MOST_BYTES, hint: "Register it as several tools." });
  if (unfit !== undefined) throw validationFailure([unfit]);
  const problems: InputProblem[] = [];
  const found: ReportProblem = (field, must, details = {}) =>
    void problems.push({ field, message: `${field} must ${must}.`, ...details });

  const tool = await readDescription(raw, problems);
  const taken = new Set([RESERVED, ...[...reserved].map((name) => name.toLowerCase())]);
  const about = checkTool(tool, taken, found);
  const functions = await checkFunctions(tool, problems, found);
  if (problems.length === 0) problems.push(...functions.flatMap((each, i) => refusedByModels(about.name, each, i)));
  if (problems.length > 0) throw validationFailure(problems);
  return { ...about, functions };
};

const checkTool = (
  tool: PartialTool,
  taken: ReadonlySet<string>,
  found: ReportProblem,
): Omit<ToolDescription, "functions"> => {
  const { name = "", description, category, endpoint, mcp_url, version } = tool;
  if (tool.name !== undefined) checkName("tool.name", name, found);
  if (taken.has(name.toLowerCase())) {
    found("tool.name", `not be '${name}', which is reserved`, {
      value: name,
      hint: `Choose another name, such as 'my_${name}'.`,
    });
  }
  if (endpoint !== undefined && mcp_url !== undefined) {
    found("tool.mcp_url", "not be given together with tool.endpoint", {
      hint: "Use tool.endpoint for a service that speaks the registry's JSON-RPC, or tool.mcp_url for an MCP server.",
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

const checkFunctions = async (
  tool: PartialTool,
  problems: InputProblem[],
  found: ReportProblem,
): Promise<FunctionDescription[]> => {
  if (tool.functions?.length === 0 && tool.mcp_url === undefined) {
    found("tool.functions", `be a list of 1 to ${MOST_FUNCTIONS} functions`, {
      allowed: `1 to ${MOST_FUNCTIONS} functions`,
      hint: "Only a tool with an mcp_url may omit them: they are then read from the MCP server.",
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
    if (problems.length >= MAX_PROBLEMS) break;
    if (each === undefined) continue;
    const field = `tool.functions[${index}]`;
    if (each.name !== undefined) checkUnique(`${field}.name`, tool.name ?? "", each.name, names, found);
    checked.push(checkFunction(each, index, { problems, found, checks, described: tool.mcp_url !== undefined }));
    // Compiling schemas is slow; yield to other requests.
    await nextTurn();
  }
  return checked;
};

/** Clients send all tools to a model API together: one invalid tool would fail every request. */
const refusedByModels = (tool: string, about: FunctionDescription, index: number): readonly InputProblem[] =>
  refusedByProviders(
    {
      name: wireName(tool, about.name),
      inputSchema: portableSchema(about.parameters),
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

const checkUnique = (field: string, tool: string, name: string, names: Set<string>, found: ReportProblem): void => {
  checkName(field, name, found);
  const wire = wireName(tool, name).toLowerCase();
  if (names.has(wire)) {
    found(field, `differ from the names before it in more than upper and lower case, got '${name}'`, { value: name });
  }
  names.add(wire);
};

interface FunctionChecks {
  readonly problems: InputProblem[];
  readonly found: ReportProblem;
  readonly checks: SchemaChecks;
  /** The function only selects a tool of an MCP server, so its name is enough. */
  readonly described: boolean;
}

const checkFunction = (
  each: Partial<FunctionDescription>,
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

/** Suggests a valid name, such as `My_tool_beta` for `My tool (beta)`. */
const nearName = (name: string): string | undefined => {
  const near = name
    .slice(0, 200)
    .replaceAll(/[^A-Za-z0-9-]+/g, "_")
    .replace(/^[^A-Za-z]+/, "")
    .slice(0, 40)
    .replace(/_$/, "");
  return NAME.test(near) ? near : undefined;
};

const checkName = (field: string, name: string, found: ReportProblem): void => {
  if (NAME.test(name)) return;
  const near = nearName(name);
  found(field, `be ${NAME_FORM}, got '${shortened(name)}'`, {
    value: shortened(name),
    allowed: NAME_FORM,
    ...(near && { hint: `Such as '${near}'.` }),
  });
};

const checkCategory = (field: string, raw: string, found: ReportProblem): string => {
  const category = raw.toUpperCase();
  if (!CATEGORY.test(category)) {
    found(field, `be one short word, such as ${KNOWN_CATEGORIES.join(", ")}, got '${shortened(raw)}'`, {
      value: shortened(raw),
      allowed: KNOWN_CATEGORIES,
      hint: "Other words of letters, digits, '_' and '-' are also allowed.",
    });
  }
  return category;
};

/** Checks only the form of the URL; the outbound policy decides whether it may be called. */
const checkUrl = (field: string, raw: string, found: ReportProblem): string => {
  const allowed = `an http or https address of at most ${LONGEST_URL} characters, without user name and password`;
  const url = raw.length <= LONGEST_URL && !/[\s\p{Cc}]/u.test(raw) ? parseUrl(raw) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    found(field, `be ${allowed}, got '${shortened(raw)}'`, { value: shortened(raw), allowed });
    return raw;
  }
  if (url.username !== "" || url.password !== "") {
    // The URL is not repeated in the message because it has a password.
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
