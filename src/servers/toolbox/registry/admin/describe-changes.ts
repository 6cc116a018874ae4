import { isDeepStrictEqual } from "node:util";
import { foreignText } from "../../../../mcp/tools/clean-text.ts";
import { diffSchemas } from "../../../../mcp/tools/diff-schemas.ts";
import type { Schema } from "../../../../model/schema.ts";
import type { FunctionDescription, ToolDescription } from "../tool-description.ts";
import { addressOf } from "./backend-address.ts";

const MOST_CHANGES = 50;
const LONGEST_QUOTE = 300;

/**
 * What somebody would notice of a description that comes in the place of another, as sentences. Texts are quoted: a model
 * reads them, and whoever decides has to see what it would read.
 */
export const describeChanges = (before: ToolDescription, after: ToolDescription): readonly string[] => {
  const changes = [...aboutTool(before, after), ...aboutFunctions(before.functions, after.functions)];
  if (changes.length <= MOST_CHANGES) return changes;
  return [...changes.slice(0, MOST_CHANGES), `There are ${changes.length - MOST_CHANGES} more changes.`];
};

const aboutTool = (before: ToolDescription, after: ToolDescription): readonly string[] => [
  ...replaced("Its description", before.description, after.description),
  ...replaced("Its category", before.category, after.category),
  ...replaced("Its version", before.version, after.version),
  ...aboutAddress(before, after),
];

const aboutAddress = (before: ToolDescription, after: ToolDescription): readonly string[] => {
  const [was, is] = [addressOf(before), addressOf(after)];
  if (was.kind !== is.kind)
    return [`It ran as ${was.kind} at ${quoted(was.url)} and runs as ${is.kind} at ${quoted(is.url)} now.`];
  if (was.url !== is.url) return replaced("Its address", was.url, is.url);
  const isSame = before.endpoint === after.endpoint && before.mcp_url === after.mcp_url;
  return isSame ? [] : ["Its address differs behind the question mark."];
};

const aboutFunctions = (
  before: readonly FunctionDescription[],
  after: readonly FunctionDescription[],
): readonly string[] => {
  const [was, is] = [byName(before), byName(after)];
  return [
    ...before.filter(({ name }) => !is.has(name)).map(({ name }) => `${name} is gone. (breaking)`),
    ...after.flatMap((now) => {
      const old = was.get(now.name);
      return old === undefined ? [`${now.name} is new: ${quoted(now.description)}.`] : aboutFunction(old, now);
    }),
  ];
};

const aboutFunction = (before: FunctionDescription, after: FunctionDescription): readonly string[] => [
  ...replaced(`The description of ${after.name}`, before.description, after.description),
  ...replaced(`The title of ${after.name}`, before.title, after.title),
  ...aboutSchema(after.name, "input", before.parameters, after.parameters),
  ...aboutSchema(after.name, "output", before.returns, after.returns),
  ...(isDeepStrictEqual(before.annotations, after.annotations)
    ? []
    : [`${after.name} says other things about what it may do (annotations).`]),
  ...replaced(`The timeout of ${after.name}`, before.timeout, after.timeout),
];

const aboutSchema = (
  name: string,
  of: "input" | "output",
  before: Schema | undefined,
  after: Schema | undefined,
): readonly string[] => {
  if (before === undefined || after === undefined) {
    if (before === after) return [];
    return [`The ${of} of ${name} is ${after === undefined ? "not described any more" : "described now"}.`];
  }
  const told = diffSchemas(before, after, of).map(
    ({ message, breaking }) => `${name}: ${foreignText(message, LONGEST_QUOTE)}${breaking ? " (breaking)" : ""}`,
  );
  if (told.length > 0 || isDeepStrictEqual(before, after)) return told;
  return [`The schema of the ${of} of ${name} is another.`];
};

const replaced = (what: string, before: string | number | undefined, after: string | number | undefined): string[] => {
  if (before === after) return [];
  if (before === undefined) return [`${what} is ${quoted(after)} now; there was none.`];
  if (after === undefined) return [`${what} was ${quoted(before)}; there is none any more.`];
  return [`${what} was ${quoted(before)} and is ${quoted(after)} now.`];
};

const quoted = (value: string | number = "nowhere"): string => `“${foreignText(String(value), LONGEST_QUOTE)}”`;

const byName = (functions: readonly FunctionDescription[]): ReadonlyMap<string, FunctionDescription> =>
  new Map(functions.map((each) => [each.name, each]));
