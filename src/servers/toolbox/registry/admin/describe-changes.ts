import { isDeepStrictEqual } from "node:util";
import type { RegisteredTool } from "../../../../console/contract.ts";
import { foreignText } from "../../../../mcp/tools/clean-text.ts";
import { diffSchemas } from "../../../../mcp/tools/diff-schemas.ts";
import type { Schema } from "../../../../model/schema.ts";
import type { FunctionDescription, ToolDescription } from "../tool-description.ts";

const MOST_CHANGES = 50;
const LONGEST_QUOTE = 300;

/**
 * Describes visible differences between two descriptions. Texts are quoted, because models read them and the
 * administrator must see them.
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
    return [`Its backend changed from ${was.kind} at ${quoted(was.url)} to ${is.kind} at ${quoted(is.url)}.`];
  if (was.url !== is.url) return replaced("Its address", was.url, is.url);
  const isSame = before.endpoint === after.endpoint && before.mcp_url === after.mcp_url;
  return isSame ? [] : ["The query string of its address changed."];
};

const aboutFunctions = (
  before: readonly FunctionDescription[],
  after: readonly FunctionDescription[],
): readonly string[] => {
  const [was, is] = [byName(before), byName(after)];
  return [
    ...before.filter(({ name }) => !is.has(name)).map(({ name }) => `${name} was removed. (breaking)`),
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
  ...(isDeepStrictEqual(before.annotations, after.annotations) ? [] : [`The annotations of ${after.name} changed.`]),
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
    return [`The ${of} schema of ${name} was ${after === undefined ? "removed" : "added"}.`];
  }
  const differences = diffSchemas(before, after, of).map(
    ({ message, breaking }) => `${name}: ${foreignText(message, LONGEST_QUOTE)}${breaking ? " (breaking)" : ""}`,
  );
  if (differences.length > 0 || isDeepStrictEqual(before, after)) return differences;
  return [`The ${of} schema of ${name} changed.`];
};

const replaced = (what: string, before: string | number | undefined, after: string | number | undefined): string[] => {
  if (before === after) return [];
  if (before === undefined) return [`${what} was set to ${quoted(after)}.`];
  if (after === undefined) return [`${what} was removed; it was ${quoted(before)}.`];
  return [`${what} changed from ${quoted(before)} to ${quoted(after)}.`];
};

const quoted = (value: string | number = "nowhere"): string => `“${foreignText(String(value), LONGEST_QUOTE)}”`;

const byName = (functions: readonly FunctionDescription[]): ReadonlyMap<string, FunctionDescription> =>
  new Map(functions.map((each) => [each.name, each]));

/** Returns the address of a tool's backend, without its query string, which may contain a key. */
export const addressOf = ({ endpoint, mcp_url }: ToolDescription): RegisteredTool["backend"] => {
  if (endpoint !== undefined) return { kind: "http", url: withoutQuery(endpoint) };
  if (mcp_url !== undefined) return { kind: "mcp", url: withoutQuery(mcp_url) };
  // Registered without an address.
  return { kind: "http" };
};

const withoutQuery = (address: string): string => {
  const [before = ""] = address.split(/[?#]/, 1);
  return before === address ? address : `${before}?…`;
};
