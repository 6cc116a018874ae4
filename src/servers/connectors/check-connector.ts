import { setImmediate as nextTurn } from "node:timers/promises";
import { checkSchema, createPatternCheck, loadMetaCheck, type SchemaChecks } from "../../mcp/tools/check-schema.ts";
import { explainSchemaError } from "../../mcp/tools/explain-schema-error.ts";
import { checkJsonSize } from "../../mcp/tools/foreign-json.ts";
import {
  checkText,
  type InputProblem,
  MAX_PROBLEMS,
  type ReportProblem,
  shortened,
  validationFailure,
} from "../../mcp/tools/input-problem.ts";
import { loadValidators, type Validate } from "../../mcp/tools/validators.ts";
import { isJsonObject } from "../../model/json.ts";
import type { Schema } from "../../model/schema.ts";
import { checkAddresses } from "./check-addresses.ts";
import { checkAuth } from "./check-auth.ts";
import { checkRequest } from "./check-request.ts";
import { checkSigning } from "./check-signing.ts";
import type { Connector, ConnectorTool } from "./connector.ts";
import { connectorSchema, LONGEST, MOST_BYTES } from "./connector-schema.ts";
import { readDocument } from "./read-document.ts";

const LIMITS = {
  name: "The connector",
  field: "connector",
  mostBytes: MOST_BYTES,
  deepest: 64,
  mostValues: 500_000,
} as const;

/** Reads and checks a connector from YAML or JSON. */
export const readConnectorText = async (text: string): Promise<Connector> => {
  const { value } = await readDocument(text, LIMITS);
  return checkConnector(value);
};

/**
 * Checks an untrusted connector document. Returns a copy without hidden characters in its texts; a checked document passes
 * unchanged. Fails with a list of all problems.
 */
export const checkConnector = async (raw: unknown): Promise<Connector> => {
  if (!isJsonObject(raw)) throw validationFailure([{ field: "connector", message: "A connector must be an object." }]);
  const tooLarge = checkJsonSize(raw, {
    name: "connector",
    maxBytes: MOST_BYTES,
    hint: "Split it into several connectors.",
  });
  if (tooLarge !== undefined) throw validationFailure([tooLarge]);
  const problems = await schemaProblems(raw);
  if (problems.length > 0) throw validationFailure(problems);

  const { $schema: _, ...connector } = structuredClone(raw) as unknown as Connector & { readonly $schema?: string };
  const report: ReportProblem = (field, must, details = {}) =>
    void problems.push({ field, message: `${field} must ${must}.`, ...details });
  const about = cleanTexts(connector, report);
  checkAddresses(connector, report);
  checkUnique(connector.credentials ?? [], "credentials", report);
  checkUnique(connector.signing ?? [], "signing", report);
  checkSigning(connector, report);
  checkUnique(connector.docs ?? [], "docs", report);
  checkUnique(connector.tools, "tools", report);
  const tools = await checkTools(connector, problems, report);
  if (problems.length > 0) throw validationFailure(problems);
  return { ...about, tools };
};

let schemaCheck: Validate | undefined;

/** Problems that the published schema finds. */
const schemaProblems = async (raw: object): Promise<InputProblem[]> => {
  schemaCheck ??= (await loadValidators()).allErrors(connectorSchema);
  const errors = (schemaCheck(raw) ?? []).filter(({ keyword }) => keyword !== "if");
  return errors.slice(0, MAX_PROBLEMS).map((error) => explainSchemaError(error, "a connector"));
};

const cleanTexts = (connector: Connector, report: ReportProblem): Connector => {
  const { title, description, instructions, owner, credentials, docs } = connector;
  const clean = (field: string, value: string, most: number) => checkText(field, value, most, report);
  return {
    ...connector,
    title: clean("title", title, LONGEST.title),
    description: clean("description", description, LONGEST.description),
    ...(instructions !== undefined && { instructions: clean("instructions", instructions, LONGEST.instructions) }),
    ...(owner !== undefined && { owner: clean("owner", owner, LONGEST.owner) }),
    ...(credentials !== undefined && {
      credentials: credentials.map(({ description: about, ...slot }, index) => ({
        ...slot,
        ...(about !== undefined && {
          description: clean(`credentials[${index}].description`, about, LONGEST.description),
        }),
      })),
    }),
    ...(docs !== undefined && {
      docs: docs.map((doc, index) => ({
        ...doc,
        title: clean(`docs[${index}].title`, doc.title, LONGEST.title),
        text: clean(`docs[${index}].text`, doc.text, LONGEST.doc),
      })),
    }),
  };
};

const checkUnique = (entries: readonly { readonly name: string }[], field: string, report: ReportProblem): void => {
  const seen = new Set<string>();
  for (const [index, { name }] of entries.entries()) {
    if (seen.has(name)) report(`${field}[${index}].name`, `differ from the names before it, got '${shortened(name)}'`);
    seen.add(name);
  }
};

const checkTools = async (
  connector: Connector,
  problems: InputProblem[],
  report: ReportProblem,
): Promise<ConnectorTool[]> => {
  const [meta, validators, { linearRegExp }, expression] = await Promise.all([
    loadMetaCheck(),
    loadValidators({ foreign: true }),
    import("../../mcp/tools/foreign-schemas.ts"),
    loadExpressionCheck(),
  ]);
  const slots = new Map((connector.credentials ?? []).map((slot) => [slot.name, slot]));
  const checked: ConnectorTool[] = [];
  for (const [index, tool] of connector.tools.entries()) {
    if (problems.length >= MAX_PROBLEMS) break;
    const checks = { meta, validators, pattern: createPatternCheck(linearRegExp) };
    checkAuth(tool.auth ?? [], slots, `tools[${index}]`, report);
    checked.push(checkTool(tool, index, { problems, report, checks, expression }));
    // Compiling schemas takes time: let other requests run in between.
    await nextTurn();
  }
  return checked;
};

interface ToolChecks {
  readonly problems: InputProblem[];
  readonly report: ReportProblem;
  readonly checks: SchemaChecks;
  readonly expression: ExpressionCheck;
}

const checkTool = (
  tool: ConnectorTool,
  index: number,
  { problems, report, checks, expression }: ToolChecks,
): ConnectorTool => {
  const at = `tools[${index}]`;
  const text = (field: "title" | "description" | "category" | "safety_notes") => {
    const value = tool[field];
    return value !== undefined && { [field]: checkText(`${at}.${field}`, value, LONGEST[field], report) };
  };
  const schema = (of: "input" | "output", given: Schema): Schema =>
    checkSchema(given, ["tools", String(index), of], problems, checks);
  const { input, output } = tool;
  const clean: ConnectorTool = {
    ...tool,
    ...text("title"),
    ...text("description"),
    ...text("category"),
    ...text("safety_notes"),
    input: schema("input", input),
    ...(output !== undefined && { output: schema("output", output) }),
  };
  checkRequest(clean, at, report);
  checkExpressions(clean, at, expression, report);
  checkArguments(clean, at, report);
  return clean;
};

const checkArguments = ({ input, fixed = {}, response }: ConnectorTool, at: string, report: ReportProblem): void => {
  const properties = isJsonObject(input["properties"]) ? input["properties"] : {};
  for (const name of Object.keys(fixed)) {
    if (Object.hasOwn(properties, name)) report(`${at}.fixed.${name}`, "not be an argument of input as well");
  }
  const cursor = response?.paging?.argument;
  if (cursor !== undefined && !Object.hasOwn(properties, cursor)) {
    report(`${at}.response.paging.argument`, `name an argument of input, got '${shortened(cursor)}'`);
  }
};

/** Says why an expression does not compile, as the end of a sentence; undefined if it does. */
type ExpressionCheck = (expression: string) => string | undefined;

let expressionCheck: Promise<ExpressionCheck> | undefined;

const loadExpressionCheck = (): Promise<ExpressionCheck> => {
  expressionCheck ??= import("jsonata").then(({ default: jsonata }) => (expression) => {
    try {
      jsonata(expression);
      return undefined;
    } catch (error) {
      if (error instanceof RangeError) return "it nests too deep";
      const { message = "", position } = error as { message?: string; position?: number };
      const reason = message.slice(0, 150) || "it cannot be read";
      return position === undefined ? reason : `${reason} (at character ${position})`;
    }
  });
  return expressionCheck;
};

const checkExpressions = (
  { request, parse, response }: ConnectorTool,
  at: string,
  problemOf: ExpressionCheck,
  report: ReportProblem,
): void => {
  const expressions: readonly (readonly [field: string, expression: string | undefined])[] = [
    ["request.mapping", request.mapping],
    ["parse.error", parse.error],
    ["response.mapping", response?.mapping],
    ["response.text", response?.text],
    ["response.paging.next", response?.paging?.next],
  ];
  for (const [field, expression] of expressions) {
    const problem = expression === undefined ? undefined : problemOf(expression);
    if (problem !== undefined) report(`${at}.${field}`, `be JSONata: ${problem}`);
  }
};
