import { invalid } from "../../../model/failure.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { Binding, ConnectorTool, RequestStep } from "../connector.ts";
import { headerProblem, isHeaderValue } from "../header-names.ts";
import { encoded, type Parameter, plainText, queryParameters, simpleText } from "./binding-text.ts";
import { boundPlace, placed } from "./body-place.ts";

/** A request before anybody's secrets are in it, and before its body is written. */
export interface BuiltRequest {
  readonly method: RequestStep["method"];
  /** Below the base address, encoded. */
  readonly path: string;
  readonly query: readonly Parameter[];
  readonly headers: readonly Parameter[];
  readonly cookies: readonly Parameter[];
  /** Undefined: none. */
  readonly body: unknown;
}

type Placed = readonly [binding: Binding, name: string, value: unknown];

/** `mapped` is what the mapping made of the input, if there is one. */
export const buildRequest = ({ request }: ConnectorTool, input: JsonObject, mapped: unknown): BuiltRequest => {
  const given = (request.bindings ?? [])
    .map((binding): Placed => [binding, binding.name ?? binding.argument, ownMember(input, binding.argument)])
    // In a body nothing is something: it empties what was there. Elsewhere it cannot be written.
    .filter(([{ in: place }, , value]) => value !== undefined && (value !== null || place === "body"));
  const within = (place: Binding["in"]) => given.filter(([binding]) => binding.in === place);
  return {
    method: request.method,
    path: filledPath(request.path, within("path")),
    query: within("query").flatMap(([binding, name, value]) => queryParameters(name, value, binding)),
    headers: [...Object.entries(request.headers ?? {}), ...within("header").map(header)],
    cookies: within("cookie").map(cookie),
    body: within("body").reduce((body, [, name, value]) => placed(body, boundPlace(name), value), mapped),
  };
};

const ownMember = (input: JsonObject, name: string): unknown => (Object.hasOwn(input, name) ? input[name] : undefined);

const filledPath = (path: string, bindings: readonly Placed[]): string => {
  const values = new Map(bindings.map(([binding, name, value]) => [name, { binding, value }]));
  const filled = path.replace(/\{([^{}/]+)\}/g, (_all, name: string) => {
    const { binding, value } = values.get(name) ?? {};
    if (binding === undefined) throw notThere(name);
    const text = simpleText(value, binding.explode ?? false, (part) => encoded(part, binding.argument));
    if (text === "") throw notThere(binding.argument);
    if (climbs(text)) {
      throw invalid(`${binding.argument} must not lead to another path with '.' or '..' between slashes.`, {
        field: binding.argument,
        value: plainText(value),
      });
    }
    return text;
  });
  // Two arguments may make what neither of them is.
  if (filled.split("/").some((segment) => climbs(segment))) throw invalid("The arguments lead to another path.");
  return filled;
};

/** Servers and proxies decode more than they should: what would climb after that must not be sent. */
const climbs = (segment: string): boolean =>
  decodeURIComponent(segment)
    .split(/[/\\]/)
    .some((part) => /^(?:\.|%2e){1,2}$/i.test(part));

const notThere = (argument: string) =>
  invalid(`${argument} must not be empty: it is a part of the address.`, { field: argument });

const header = ([{ argument, explode = false }, name, value]: Placed): Parameter => {
  const text = simpleText(value, explode, (part) => part);
  const problem = headerProblem(name, "argument");
  if (problem !== undefined) throw invalid(`${argument} must ${problem}.`, { field: argument });
  if (isHeaderValue(text)) return [name, text];
  throw invalid(`${argument} must fit into one line of a header: no line ends and no rare characters.`, {
    field: argument,
    value: text,
  });
};

const cookie = ([{ argument }, name, value]: Placed): Parameter => [
  name,
  `${name}=${simpleText(value, false, (part) => encoded(part, argument))}`,
];
