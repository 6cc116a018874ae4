import { isJsonObject } from "../../model/json.ts";
import type { Schema } from "../../model/schema.ts";
import { subschemasOf } from "./subschemas.ts";

/** A tool as listed by `tools/list`. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: Schema;
  readonly outputSchema?: Schema;
}

/** Model APIs, and hosts with their own rules. `openai-strict` is structured outputs, which hosts rarely use. */
export type Provider =
  | "mcp"
  | "anthropic"
  | "openai"
  | "openai-strict"
  | "gemini"
  | "bedrock"
  | "mistral"
  | "moonshot"
  | "llama.cpp"
  | "vscode"
  | "cursor";

export interface ProviderProblem {
  readonly providers: readonly Provider[];
  /** `refused`: the tool, or every request that offers it, fails. `lossy`: a part of the tool is ignored. */
  readonly level: "refused" | "lossy";
  /** Path within the input schema; empty for the tool itself. */
  readonly path: readonly string[];
  /** Completes "the tool …" or "the schema …". */
  readonly problem: string;
}

interface ToolRule extends Pick<ProviderProblem, "level" | "providers"> {
  broken(tool: ListedTool, server: string): string | undefined;
}

interface SchemaRule extends Pick<ProviderProblem, "level" | "providers"> {
  /** `isTop` is true for the input schema itself. */
  broken(schema: Schema, isTop: boolean): string | undefined;
}

const refused = <Broken>(providers: readonly Provider[], broken: Broken) =>
  ({ level: "refused", providers, broken }) as const;
const lossy = <Broken>(providers: readonly Provider[], broken: Broken) =>
  ({ level: "lossy", providers, broken }) as const;

const isObjectSchema = (schema: Schema | undefined): boolean => schema?.["type"] === "object";
const has = (schema: Schema, keywords: readonly string[]): string | undefined =>
  keywords.find((keyword) => Object.hasOwn(schema, keyword));
const named = (keyword: string | undefined): string | undefined => keyword && `has ${keyword}`;
const propertiesOf = ({ properties }: Schema): Schema => (isJsonObject(properties) ? properties : {});
const branchesOf = ({ anyOf }: Schema): readonly Schema[] => (Array.isArray(anyOf) ? anyOf.filter(isJsonObject) : []);

const MAX_TOOL_NAME_LENGTH = 64;
export const MAX_DESCRIPTION_LENGTH = 1_024;
/** For server and tool name together, with the colon between them. */
export const MAX_NAME_PAIR_LENGTH = 60;
const MAX_GRAMMAR_LENGTH = 2_000;
export const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Each rule names the documentation or the issue that it comes from. */
const TOOL_RULES: readonly ToolRule[] = [
  // documentation of the APIs; codex#1289, foundry-dev-tools#201
  refused(["anthropic", "openai", "bedrock", "mistral", "vscode"], ({ name }) =>
    /^[a-zA-Z0-9_-]{1,64}$/.test(name) ? undefined : "has a name that is not 1 to 64 of A-Z a-z 0-9 _ -",
  ),
  // documentation of functionDeclarations
  refused(["gemini"], ({ name }) =>
    /^[a-zA-Z_]/.test(name) ? undefined : "has a name that begins with neither a letter nor _",
  ),
  // composio#2788, awslabs/mcp#1283: such tools are filtered out
  refused(["cursor"], ({ name }, server) =>
    `${server}:${name}`.length <= MAX_NAME_PAIR_LENGTH
      ? undefined
      : `has a name that is too long: '${server}:${name}' has more than ${MAX_NAME_PAIR_LENGTH} characters`,
  ),
  // vscode#243602, claude-code#16425
  lossy(["anthropic", "openai", "vscode"], ({ name }, server) =>
    `mcp__${server}__${name}`.length <= MAX_TOOL_NAME_LENGTH
      ? undefined
      : `has more than ${MAX_TOOL_NAME_LENGTH} characters in its name with the prefix of a host: mcp__${server}__${name}`,
  ),
  // sentry-mcp#106, goose#739
  refused(["openai"], ({ description = "" }) =>
    description.length <= MAX_DESCRIPTION_LENGTH
      ? undefined
      : `has a description of ${description.length} characters; at most ${MAX_DESCRIPTION_LENGTH}`,
  ),
  // MCP 2025-11-25; claude-code#88049: SDK clients refuse the whole list
  refused(["mcp", "openai", "bedrock"], ({ inputSchema }) =>
    isObjectSchema(inputSchema) ? undefined : "has an input schema that is not an object",
  ),
  // SDK v1 refuses the whole list
  refused(["mcp"], ({ outputSchema }) =>
    outputSchema === undefined || isObjectSchema(outputSchema)
      ? undefined
      : "has an output schema that is not an object",
  ),
];

/** The keywords of Gemini's `parameters`, a subset of those of OpenAPI. */
const GEMINI_KEYWORDS = new Set(
  `type format title description nullable enum maxItems minItems properties required minProperties
  maxProperties minLength maxLength pattern example anyOf propertyOrdering default items minimum
  maximum`.split(/\s+/),
);
const BESIDE_ANY_OF = new Set(["anyOf", "description", "title", "nullable"]);
const NOVA_KEYWORDS = new Set(["type", "properties", "required"]);
const STRICT_FORMATS = new Set(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]);
const COMPOSITIONS = ["anyOf", "oneOf", "allOf"];
const CONDITIONS = ["if", "then", "else"];

const SCHEMA_RULES: readonly SchemaRule[] = [
  // claude-code#4886, #95504; langchainjs#9804; senpi#1947: every request fails, or the tool is dropped
  refused(["anthropic", "openai", "bedrock"], (schema, isTop) =>
    isTop ? named(has(schema, [...COMPOSITIONS, ...CONDITIONS, "enum", "not", "$ref"])) : undefined,
  ),
  // zed#28521: Nova takes type, properties and required at the top level
  lossy(["bedrock"], (schema, isTop) =>
    isTop ? named(Object.keys(schema).find((keyword) => !NOVA_KEYWORDS.has(keyword))) : undefined,
  ),
  // OmniRoute#13552
  refused(["anthropic"], (schema) => {
    const name = Object.keys(propertiesOf(schema)).find((each) => !PROPERTY_NAME.test(each));
    return name === undefined
      ? undefined
      : `has a property '${name.slice(0, 80)}', whose name is not 1 to 64 of A-Z a-z 0-9 _ . -`;
  }),
  // vscode#257537, mcp-server-excel#672
  refused(["openai", "gemini", "vscode"], ({ type, items }) =>
    [type].flat().includes("array") && !isJsonObject(items) ? "is an array without one items schema" : undefined,
  ),
  // gitlab-mcp#166, zed#44875
  refused(["gemini"], (schema) =>
    named(has(schema, ["$ref", "const", "oneOf", "allOf", "not", "patternProperties", "if", "prefixItems"])),
  ),
  // gitlab-mcp#166: dropped by clients, or refused
  lossy(["gemini"], (schema) => named(Object.keys(schema).find((keyword) => !GEMINI_KEYWORDS.has(keyword)))),
  // inspect_ai#3097: TYPE_UNSPECIFIED
  refused(["gemini"], (schema) => {
    const branches = branchesOf(schema);
    if (branches.length === 0) return undefined;
    const beside = Object.keys(schema).find((keyword) => !BESIDE_ANY_OF.has(keyword));
    if (beside !== undefined) return `has anyOf beside ${beside}`;
    return branches.some((branch) => has(branch, ["type", "anyOf", "$ref"]) === undefined)
      ? "has a branch of anyOf without type"
      : undefined;
  }),
  // google_workspace_mcp#1099: Proto field is not repeating
  refused(["gemini"], ({ type }) => (Array.isArray(type) ? "has a list of types" : undefined)),
  // mcp-server-brave-search#12
  refused(["gemini"], ({ type, enum: values }) =>
    Array.isArray(values) && (type !== "string" || values.some((value) => typeof value !== "string"))
      ? "has an enum with values other than strings"
      : undefined,
  ),
  // documentation of Schema
  refused(["gemini"], (schema) => {
    const { type, required, properties } = schema;
    if (properties !== undefined && type !== "object") return "has properties without type object";
    const names = type === "object" && Array.isArray(required) ? required : [];
    const missing = names.find((name) => !Object.hasOwn(propertiesOf(schema), String(name)));
    return missing === undefined
      ? undefined
      : `requires '${String(missing).slice(0, 80)}', which is not one of its properties`;
  }),
  // mcp-obsidian#21: should be non-empty for OBJECT type
  lossy(["gemini", "openai-strict"], (schema, isTop) =>
    !isTop && isObjectSchema(schema) && Object.keys(propertiesOf(schema)).length === 0
      ? "is an object without properties"
      : undefined,
  ),
  // nestweaver#172
  refused(["moonshot"], (schema) =>
    schema["type"] !== undefined && branchesOf(schema).length > 0 ? "has anyOf beside type" : undefined,
  ),
  // json-schema-to-grammar: only the branches are kept
  refused(["llama.cpp"], (schema) =>
    schema["properties"] === undefined
      ? undefined
      : named(has(schema, ["anyOf", "oneOf"]))?.concat(" beside properties"),
  ),
  // kubernetes-mcp-server#758, llama.cpp#27580: the request fails
  refused(["llama.cpp"], ({ pattern }) =>
    typeof pattern === "string" && !isGrammarPattern(pattern)
      ? "has a pattern that is not anchored at both ends, or has a shorthand class or a look-around"
      : undefined,
  ),
  // llama.cpp#25746
  lossy(["llama.cpp"], ({ maxLength }) =>
    Number(maxLength) >= MAX_GRAMMAR_LENGTH ? `has a maxLength of ${MAX_GRAMMAR_LENGTH} or more` : undefined,
  ),
  // documentation of structured outputs
  lossy(["openai-strict"], (schema) => {
    const { format, additionalProperties: others } = schema;
    if (typeof format === "string" && !STRICT_FORMATS.has(format)) return `has the format ${format}`;
    if (others === true || isJsonObject(others)) return "is an open object";
    return named(
      has(schema, [
        ...["allOf", "oneOf", "not", ...CONDITIONS, "dependentRequired", "dependentSchemas", "patternProperties"],
        "unevaluatedProperties",
        "propertyNames",
        "contains",
        "uniqueItems",
      ]),
    );
  }),
];

/** Returns whether the grammars of llama.cpp, Ollama and LM Studio support the pattern. */
export const isGrammarPattern = (pattern: string): boolean =>
  pattern.startsWith("^") && pattern.endsWith("$") && !/\\[dDwWsSbB]|\(\?[=!<]/.test(pattern);

/** Returns what model APIs would refuse or ignore in an input schema. */
export const schemaProblems = (schema: Schema): readonly ProviderProblem[] =>
  [...subschemasOf(schema).values()].flatMap(({ schema: each, path }) =>
    SCHEMA_RULES.flatMap(({ level, providers, broken }) => {
      const problem = broken(each, path.length === 0);
      return problem === undefined ? [] : [{ level, providers, path, problem }];
    }),
  );

/**
 * Returns what model APIs and hosts would refuse or ignore in a tool. `server` is the name under which hosts know its
 * server, because they put it before the tool name.
 */
export const providerProblems = (tool: ListedTool, server: string): readonly ProviderProblem[] => [
  ...TOOL_RULES.flatMap(({ level, providers, broken }) => {
    const problem = broken(tool, server);
    return problem === undefined ? [] : [{ level, providers, path: [], problem }];
  }),
  ...schemaProblems(tool.inputSchema),
];

/** Returns the problems that would make a tool, or every request that offers it, fail. */
export const refusedByProviders = (tool: ListedTool, server: string): readonly ProviderProblem[] =>
  providerProblems(tool, server).filter(({ level }) => level === "refused");
