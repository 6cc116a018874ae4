import type { Found } from "../../mcp/tools/check-text.ts";
import { shortened } from "../../mcp/tools/explain-misfit.ts";
import { nearestName } from "../../mcp/tools/nearest-name.ts";
import { isJsonObject } from "../../model/json.ts";
import type { Schema } from "../../model/schema.ts";
import type { Binding, ConnectorTool, XmlOptions } from "./connector.ts";
import { headerProblem, isHeaderValue } from "./header-names.ts";

const PLACEHOLDER = /\{([^{}/]+)\}/g;
const XML_NAME = /^(?:([A-Za-z_][\w.-]*):)?[A-Za-z_][\w.-]*$/;
const XML_PATH = /^[\w.:@-]+$/;
const STYLES: Readonly<Record<Binding["in"], readonly NonNullable<Binding["style"]>[]>> = {
  path: ["simple"],
  header: ["simple"],
  cookie: ["form"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  body: [],
};
const POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/;
/** Going through them leads out of the body that is being built. */
const PROTOTYPES = /(?:^|\/)__proto__(?:\/|$)|\/(?:constructor|prototype)\//;

export const bodyless = (method: string): boolean => method === "GET" || method === "HEAD";

/** What a schema cannot say about the request of a tool, and the steps that lean on it. */
export const checkRequest = (tool: ConnectorTool, at: string, found: Found): void => {
  checkPath(tool.request.path, `${at}.request.path`, found);
  checkBindings(tool, `${at}.request`, found);
  checkHeaders(tool, at, found);
  checkBody(tool, at, found);
};

/** Names in braces. */
export const placeholdersOf = (path: string): readonly string[] =>
  [...path.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);

/** Why a path cannot be used, as the end of "it must …"; undefined if it can. */
export const pathProblem = (path: string): string | undefined => {
  const fixed = path.replace(PLACEHOLDER, "x");
  if (!path.startsWith("/")) return "begin with /";
  if (/[{}]/.test(fixed)) return "have its names in braces, such as /orders/{id}";
  if (/[\s\p{Cc}\p{Cf}\\?#]/u.test(fixed)) return "be a path alone: no blanks, backslashes, query or fragment";
  const segments = fixed.slice(1).split("/");
  if (segments.slice(0, -1).includes("")) return "not have empty parts";
  return segments.some(climbs) ? "not climb out of base_url" : undefined;
};

const climbs = (segment: string): boolean => {
  try {
    return /^\.{1,2}$|[/\\\p{Cc}]/u.test(decodeURIComponent(segment));
  } catch {
    return true;
  }
};

const checkPath = (path: string, field: string, found: Found): void => {
  const problem = pathProblem(path);
  if (problem !== undefined) found(field, problem, { value: shortened(path) });
};

const checkBindings = (tool: ConnectorTool, at: string, found: Found): void => {
  const { input, fixed = {}, made = {}, request } = tool;
  const properties = isJsonObject(input["properties"]) ? input["properties"] : {};
  const names = new Set([...Object.keys(properties), ...Object.keys(fixed), ...Object.keys(made)]);
  const wanted = new Set(placeholdersOf(request.path));
  const bound = new Set<string>();
  for (const [index, binding] of (request.bindings ?? []).entries()) {
    const field = `${at}.bindings[${index}]`;
    const { argument, in: place, name = argument } = binding;
    if (!names.has(argument)) {
      const near = nearestName(argument, names);
      found(`${field}.argument`, `name an argument of input, fixed or made, got '${shortened(argument)}'`, {
        value: shortened(argument),
        allowed: [...names].slice(0, 50),
        ...(near && { hint: `Did you mean "${near}"?` }),
      });
    }
    const key = `${place} ${place === "header" ? name.toLowerCase() : name}`;
    if (bound.has(key)) found(field, `not fill '${shortened(name)}' in the ${place} a second time`);
    bound.add(key);
    checkPlace(binding, name, field, request.method, found);
    if (place !== "path") continue;
    if (!wanted.has(name)) found(`${field}.name`, `stand in braces in ${at}.path, got '${shortened(name)}'`);
    else if (!isAlwaysThere(input, { ...fixed, ...made }, argument)) {
      found(`${field}.argument`, "be required in input, fixed or made: a path has no gaps", {
        value: shortened(argument),
      });
    }
  }
  for (const name of wanted) {
    if (!bound.has(`path ${name}`)) {
      found(`${at}.path`, `have a binding for {${shortened(name)}}`, {
        hint: `Add { argument: ${String(shortened(name))}, in: path } to bindings.`,
      });
    }
  }
};

const isAlwaysThere = (input: Schema, given: object, argument: string): boolean => {
  const required = input["required"];
  const property = (input["properties"] as Record<string, unknown> | undefined)?.[argument];
  return (
    Object.hasOwn(given, argument) ||
    (Array.isArray(required) && required.includes(argument)) ||
    (isJsonObject(property) && "default" in property)
  );
};

const checkPlace = (binding: Binding, name: string, field: string, method: string, found: Found): void => {
  const { in: place, style } = binding;
  if (style !== undefined && !STYLES[place].includes(style)) {
    const allowed = STYLES[place];
    found(
      `${field}.style`,
      allowed.length === 0 ? "be left out in the body" : `be ${allowed.join(" or ")} in the ${place}`,
    );
  }
  if (place === "header") {
    const problem = headerProblem(name, "argument");
    if (problem !== undefined) found(`${field}.name`, problem, { value: shortened(name) });
  }
  if (place === "cookie" && headerProblem(name, "credential") !== undefined) {
    found(`${field}.name`, "be the name of a cookie", { value: shortened(name) });
  }
  if (place !== "body") {
    if (name === "") found(`${field}.name`, "not be empty");
    return;
  }
  if (bodyless(method)) found(field, `not put anything into the body of a ${method}`);
  if ((name.startsWith("/") && !POINTER.test(name)) || PROTOTYPES.test(name)) {
    found(`${field}.name`, "be a name, or a JSON Pointer such as /order/id", { value: shortened(name) });
  }
};

const checkHeaders = ({ request, http }: ConnectorTool, at: string, found: Found): void => {
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    const field = `${at}.request.headers.${String(shortened(name)).replace(/[^\x21-\x7e]/g, "?")}`;
    const problem = headerProblem(name, "document");
    if (problem !== undefined) found(field, problem);
    if (!isHeaderValue(value)) found(field, "have a value that fits into one line of a header");
  }
  const key = http?.idempotency_header;
  const problem = key === undefined ? undefined : headerProblem(key, "argument");
  if (problem !== undefined) found(`${at}.http.idempotency_header`, problem, { value: shortened(key) });
};

const checkBody = ({ request, parse }: ConnectorTool, at: string, found: Found): void => {
  const { body, mapping, method, bindings = [] } = request;
  if (body === undefined) {
    if (mapping !== undefined || bindings.some((binding) => binding.in === "body")) {
      found(`${at}.request.body`, "say how the body is written, such as { format: json }");
    }
  } else if (bodyless(method)) found(`${at}.request.body`, `be left out: a ${method} has no body`);
  if (body !== undefined) {
    const { format, root, xml } = body as { format: string; root?: string; xml?: XmlOptions };
    if (format !== "xml") {
      if (root !== undefined) found(`${at}.request.body.root`, "only be given with format: xml");
      if (xml !== undefined) found(`${at}.request.body.xml`, "only be given with format: xml");
    } else if (root !== undefined) {
      const [matched, prefix] = XML_NAME.exec(root) ?? [];
      if (matched === undefined)
        found(`${at}.request.body.root`, "be the name of an XML element", { value: shortened(root) });
      else if (prefix !== undefined && !Object.hasOwn(xml?.namespaces ?? {}, prefix)) {
        found(`${at}.request.body.xml.namespaces`, `declare the prefix '${prefix}' of the root`);
      }
      if (xml !== undefined) checkXml(xml, `${at}.request.body.xml`, found);
    }
  }
  if (parse.xml === undefined) return;
  if (parse.format !== "xml") found(`${at}.parse.xml`, "only be given with format: xml");
  checkXml(parse.xml, `${at}.parse.xml`, found);
};

const checkXml = ({ namespaces = {}, arrays = [] }: XmlOptions, at: string, found: Found): void => {
  for (const [prefix, address] of Object.entries(namespaces)) {
    const isName = prefix === "" || (XML_NAME.test(prefix) && !prefix.includes(":") && !/^xml/i.test(prefix));
    if (!isName) found(`${at}.namespaces`, `have XML names for prefixes, got '${shortened(prefix)}'`);
    if (/[\s\p{Cc}<>"]/u.test(address)) found(`${at}.namespaces.${prefix}`, "be the address of a namespace");
  }
  for (const [index, path] of arrays.entries()) {
    if (!XML_PATH.test(path)) {
      found(`${at}.arrays[${index}]`, "be a path of element names, such as members.member", { value: shortened(path) });
    }
  }
};
