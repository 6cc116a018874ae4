import { setImmediate as nextTurn } from "node:timers/promises";
import { checkJsonSize } from "../../mcp/tools/check-json-size.ts";
import { createPatternCheck } from "../../mcp/tools/check-pattern.ts";
import { checkSchema, type SchemaChecks } from "../../mcp/tools/check-schema.ts";
import { checkText, type Found } from "../../mcp/tools/check-text.ts";
import { explainMisfit, type Misfit, shortened } from "../../mcp/tools/explain-misfit.ts";
import { loadMetaCheck } from "../../mcp/tools/meta-schema.ts";
import { MOST_PROBLEMS, refusal } from "../../mcp/tools/refusal.ts";
import { loadValidators, type Validate } from "../../mcp/tools/validators.ts";
import { isJsonObject } from "../../model/json.ts";
import type { Schema } from "../../model/schema.ts";
import { checkAddresses } from "./check-addresses.ts";
import { checkAuth } from "./check-auth.ts";
import { checkExpressions, type ExpressionCheck, loadExpressionCheck } from "./check-expression.ts";
import { checkRequest } from "./check-request.ts";
import type { Connector, ConnectorTool } from "./connector.ts";
import { connectorSchema, LONGEST, MOST_BYTES } from "./connector-schema.ts";
import { readDocument } from "./read-document.ts";

const LIMITS = {
  name: "The connector",
  field: "connector",
  mostBytes: MOST_BYTES,
  mostYamlBytes: MOST_BYTES,
  deepest: 64,
  mostValues: 500_000,
} as const;

/** A connector's document, YAML or JSON, checked. */
export const readConnectorText = async (text: string): Promise<Connector> => {
  const { value } = await readDocument(text, LIMITS);
  return checkConnector(value);
};

/**
 * A connector's document, whoever wrote it: a copy with nothing hidden in its texts. Fails with everything that is wrong
 * with it. What has been checked passes again as it is.
 */
export const checkConnector = async (raw: unknown): Promise<Connector> => {
  if (!isJsonObject(raw)) throw refusal([{ field: "connector", message: "A connector must be an object." }]);
  const unfit = checkJsonSize(raw, {
    name: "connector",
    mostBytes: MOST_BYTES,
    hint: "Make several connectors of it.",
  });
  if (unfit !== undefined) throw refusal([unfit]);
  const problems = await formProblems(raw);
  if (problems.length > 0) throw refusal(problems);

  const { $schema: _, ...connector } = structuredClone(raw) as unknown as Connector & { readonly $schema?: string };
  const found: Found = (field, must, details = {}) =>
    void problems.push({ field, message: `${field} must ${must}.`, ...details });
  const about = cleanTexts(connector, found);
  checkAddresses(connector, found);
  checkUnique(connector.credentials ?? [], "credentials", found);
  checkUnique(connector.docs ?? [], "docs", found);
  checkUnique(connector.tools, "tools", found);
  const tools = await checkTools(connector, problems, found);
  if (problems.length > 0) throw refusal(problems);
  return { ...about, tools };
};

let formCheck: Validate | undefined;

/** What the published schema says. */
const formProblems = async (raw: object): Promise<Misfit[]> => {
  formCheck ??= (await loadValidators()).allMisfits(connectorSchema);
  const misfits = (formCheck(raw) ?? []).filter(({ keyword }) => keyword !== "if");
  return misfits.slice(0, MOST_PROBLEMS).map((misfit) => explainMisfit(misfit, "a connector"));
};

const cleanTexts = (connector: Connector, found: Found): Connector => {
  const { title, description, instructions, owner, credentials, docs } = connector;
  const clean = (field: string, value: string, most: number) => checkText(field, value, most, found);
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

const checkUnique = (entries: readonly { readonly name: string }[], field: string, found: Found): void => {
  const seen = new Set<string>();
  for (const [index, { name }] of entries.entries()) {
    if (seen.has(name)) found(`${field}[${index}].name`, `differ from the names before it, got '${shortened(name)}'`);
    seen.add(name);
  }
};

const checkTools = async (connector: Connector, problems: Misfit[], found: Found): Promise<ConnectorTool[]> => {
  const [meta, validators, { linearRegExp }, expression] = await Promise.all([
    loadMetaCheck(),
    loadValidators({ foreign: true }),
    import("../../mcp/tools/foreign-schemas.ts"),
    loadExpressionCheck(),
  ]);
  const slots = new Map((connector.credentials ?? []).map((slot) => [slot.name, slot]));
  const checked: ConnectorTool[] = [];
  for (const [index, tool] of connector.tools.entries()) {
    if (problems.length >= MOST_PROBLEMS) break;
    const checks = { meta, validators, pattern: createPatternCheck(linearRegExp) };
    checkAuth(tool.auth ?? [], slots, `tools[${index}]`, found);
    checked.push(checkTool(tool, index, { problems, found, checks, expression }));
    // Compiling schemas takes its time; others get a turn in between.
    await nextTurn();
  }
  return checked;
};

interface ToolChecks {
  readonly problems: Misfit[];
  readonly found: Found;
  readonly checks: SchemaChecks;
  readonly expression: ExpressionCheck;
}

const checkTool = (
  tool: ConnectorTool,
  index: number,
  { problems, found, checks, expression }: ToolChecks,
): ConnectorTool => {
  const at = `tools[${index}]`;
  const text = (field: "title" | "description" | "category" | "safety_notes") => {
    const value = tool[field];
    return value !== undefined && { [field]: checkText(`${at}.${field}`, value, LONGEST[field], found) };
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
  checkRequest(clean, at, found);
  checkExpressions(clean, at, expression, found);
  checkArguments(clean, at, found);
  return clean;
};

const checkArguments = ({ input, fixed = {}, response }: ConnectorTool, at: string, found: Found): void => {
  const properties = isJsonObject(input["properties"]) ? input["properties"] : {};
  for (const name of Object.keys(fixed)) {
    if (Object.hasOwn(properties, name)) found(`${at}.fixed.${name}`, "not be an argument of input as well");
  }
  const cursor = response?.paging?.argument;
  if (cursor !== undefined && !Object.hasOwn(properties, cursor)) {
    found(`${at}.response.paging.argument`, `name an argument of input, got '${shortened(cursor)}'`);
  }
};
