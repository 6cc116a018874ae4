import { invalid } from "../../../model/failure.ts";
import { isJsonObject, type JsonObject } from "../../../model/json.ts";
import type { AuthStep, Binding, ConnectorTool, RequestStep } from "../connector.ts";
import { headerProblem, isHeaderValue } from "../header-names.ts";
import { encoded, type Parameter, parameter, plainText, queryParameters, simpleText } from "./serialize-parameters.ts";

/** A request before its body is serialized: first without credentials, then with them. */
export interface BuiltRequest {
  readonly method: RequestStep["method"];
  /** Below the base address, percent-encoded. */
  readonly path: string;
  readonly query: readonly Parameter[];
  readonly headers: readonly Parameter[];
  readonly cookies: readonly Parameter[];
  /** Undefined: the request has no body. */
  readonly body: unknown;
}

type Placed = readonly [binding: Binding, name: string, value: unknown];

/** Builds the request from the input and its bindings. `mapped` is the result of the request mapping, if the tool has one. */
export const buildRequest = ({ request }: ConnectorTool, input: JsonObject, mapped: unknown): BuiltRequest => {
  const given = (request.bindings ?? [])
    .map((binding): Placed => [binding, binding.name ?? binding.argument, ownMember(input, binding.argument)])
    // null is a value in a body, where it clears a member. Elsewhere it cannot be written.
    .filter(([{ in: place }, , value]) => value !== undefined && (value !== null || place === "body"));
  const within = (place: Binding["in"]) => given.filter(([binding]) => binding.in === place);
  return {
    method: request.method,
    path: filledPath(request.path, within("path")),
    query: within("query").flatMap(([binding, name, value]) => queryParameters(name, value, binding)),
    headers: [...Object.entries(request.headers ?? {}), ...within("header").map(header)],
    cookies: within("cookie").map(cookie),
    body: within("body").reduce((body, [, name, value]) => placed(body, bodyPath(name), value), mapped),
  };
};

const ownMember = (input: JsonObject, name: string): unknown => (Object.hasOwn(input, name) ? input[name] : undefined);

const filledPath = (path: string, bindings: readonly Placed[]): string => {
  const values = new Map(bindings.map(([binding, name, value]) => [name, { binding, value }]));
  const filled = path.replace(/\{([^{}/]+)\}/g, (_all, name: string) => {
    const { binding, value } = values.get(name) ?? {};
    if (binding === undefined) throw emptyInPath(name);
    const text = simpleText(value, binding.explode ?? false, (part) => encoded(part, binding.argument));
    if (text === "") throw emptyInPath(binding.argument);
    if (climbs(text)) {
      throw invalid(`${binding.argument} must not contain '.' or '..' as a path segment.`, {
        field: binding.argument,
        value: plainText(value),
      });
    }
    return text;
  });
  // Two harmless arguments can form '..' together.
  if (filled.split("/").some(climbs)) {
    throw invalid("The arguments together form '.' or '..' as a path segment.");
  }
  return filled;
};

/** Servers and proxies may decode more than once, so a segment that climbs after decoding is rejected too. */
const climbs = (segment: string): boolean =>
  /[.%]/.test(segment) &&
  decodeURIComponent(segment)
    .split(/[/\\]/)
    .some((part) => /^(?:\.|%2e){1,2}$/i.test(part));

const emptyInPath = (argument: string) =>
  invalid(`${argument} must not be empty: it is part of the request path.`, { field: argument });

const header = ([{ argument, explode = false }, name, value]: Placed): Parameter => {
  const text = simpleText(value, explode, (part) => part);
  const problem = headerProblem(name, "argument");
  if (problem !== undefined) throw invalid(`${argument} must ${problem}.`, { field: argument });
  if (isHeaderValue(text)) return [name, text];
  throw invalid(`${argument} must be one line of Latin-1 characters, because it is sent as a header.`, {
    field: argument,
    value: text,
  });
};

const cookie = ([{ argument }, name, value]: Placed): Parameter => [
  name,
  `${name}=${simpleText(value, false, (part) => encoded(part, argument))}`,
];

/** The path in the body that a binding names: a member, a JSON Pointer, or "" for the whole body. */
export const bodyPath = (name: string): readonly string[] => {
  if (name === "") return [];
  if (!name.startsWith("/")) return [name];
  return name
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
};

const LARGEST_INDEX = 1_000;
const isIndex = (token: string): boolean => /^\d{1,4}$/.test(token) && Number(token) < LARGEST_INDEX;

/** Returns the body with the value at that path. Copies what it changes, so that the caller's arguments stay as they are. */
const placed = (body: unknown, path: readonly string[], value: unknown): unknown => {
  const [token, ...rest] = path;
  if (token === undefined) return value;
  if (isIndex(token) && (body === undefined || Array.isArray(body))) {
    const list: unknown[] = [...(body ?? [])];
    list[Number(token)] = placed(list[Number(token)], rest, value);
    return Array.from(list, (entry) => entry ?? null);
  }
  const members = isJsonObject(body) ? body : {};
  const member = Object.hasOwn(members, token) ? members[token] : undefined;
  return { ...members, [token]: placed(member, rest, value) };
};

/** Adds the credentials, one text per auth step. They replace what an argument put in the same place. */
export const injectCredentials = (
  request: BuiltRequest,
  steps: readonly AuthStep[],
  texts: readonly string[],
): BuiltRequest =>
  steps.reduce((made, step, index) => INJECTIONS[step.in](made, step.name ?? "", texts[index] ?? ""), request);

type Inject = (request: BuiltRequest, name: string, text: string) => BuiltRequest;

const withHeader: Inject = (request, name, text) => ({
  ...request,
  headers: [...request.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase()), [name, text]],
});

const INJECTIONS: Readonly<Record<AuthStep["in"], Inject>> = {
  query: (request, name, text) => ({
    ...request,
    query: [...request.query.filter(([other]) => other !== name), parameter(name, text)],
  }),
  header: withHeader,
  bearer: (request, _name, text) => withHeader(request, "Authorization", `Bearer ${text}`),
  basic: (request, _name, text) => withHeader(request, "Authorization", `Basic ${text}`),
  cookie: (request, name, text) => ({
    ...request,
    cookies: [
      ...request.cookies.filter(([other]) => other !== name),
      [name, `${name}=${/[^\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]/.test(text) ? encodeURIComponent(text) : text}`],
    ],
  }),
  body: (request, name, text) => ({ ...request, body: placed(request.body, name.split("."), text) }),
};

/** The URL of a request. Throws if it would leave the base address. */
export const requestUrl = (base: URL, { path, query }: Pick<BuiltRequest, "path" | "query">): URL => {
  const prefix = base.pathname.replace(/\/$/, "");
  const url = new URL(`${base.origin}${prefix}${path}${searchOf(query)}`);
  const isBelow = url.origin === base.origin && (url.pathname === prefix || url.pathname.startsWith(`${prefix}/`));
  const isWhole = url.pathname.split("/").length === `${prefix}${path}`.split("/").length;
  if (!isBelow || !isWhole || url.hash !== "")
    throw new Error("A request would leave the base address of its connector.");
  return url;
};

export const searchOf = (query: BuiltRequest["query"]): string =>
  query.length === 0 ? "" : `?${query.map(([, text]) => text).join("&")}`;

export const cookieHeader = (cookies: BuiltRequest["cookies"]): readonly Parameter[] =>
  cookies.length === 0 ? [] : [["Cookie", cookies.map(([, text]) => text).join("; ")]];
