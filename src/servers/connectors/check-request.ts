import { type ReportProblem, shortened } from "../../mcp/tools/input-problem.ts";
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
  body: ["deepObject"],
};
const POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/;
/** Pointers through a prototype would lead out of the body that is being built. */
const PROTOTYPES = /(?:^|\/)__proto__(?:\/|$)|\/(?:constructor|prototype)\//;

/** Checks what the schema cannot express about the request of a tool and the steps that depend on it. */
export const checkRequest = (tool: ConnectorTool, at: string, report: ReportProblem): void => {
  checkPath(tool.request.path, `${at}.request.path`, report);
  checkBindings(tool, `${at}.request`, report);
  checkHeaders(tool, at, report);
  checkBody(tool, at, report);
};

/** The names in braces. */
export const placeholdersOf = (path: string): readonly string[] =>
  [...path.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);

/** Why a path is invalid, as the end of "it must …"; undefined if it is valid. */
export const pathProblem = (path: string): string | undefined => {
  const fixed = path.replace(PLACEHOLDER, "x");
  if (!path.startsWith("/")) return "begin with /";
  if (/[{}]/.test(fixed)) return "have its names in braces, such as /orders/{id}";
  if (/[\s\p{Cc}\p{Cf}\\?#]/u.test(fixed)) return "be a path alone, without spaces, backslashes, query or fragment";
  if (path.startsWith("//")) return "begin with a single /";
  return fixed.slice(1).split("/").some(climbs) ? "not leave base_url" : undefined;
};

const climbs = (segment: string): boolean => {
  try {
    return /^\.{1,2}$|[/\\\p{Cc}]/u.test(decodeURIComponent(segment));
  } catch {
    return true;
  }
};

const checkPath = (path: string, field: string, report: ReportProblem): void => {
  const problem = pathProblem(path);
  if (problem !== undefined) report(field, problem, { value: shortened(path) });
};

const checkBindings = (tool: ConnectorTool, at: string, report: ReportProblem): void => {
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
      report(`${field}.argument`, `name an argument of input, fixed or made, got '${shortened(argument)}'`, {
        value: shortened(argument),
        allowed: [...names].slice(0, 50),
        ...(near && { hint: `Did you mean "${near}"?` }),
      });
    }
    const key = `${place} ${place === "header" ? name.toLowerCase() : name}`;
    if (bound.has(key)) report(field, `not set '${shortened(name)}' in the ${place} a second time`);
    bound.add(key);
    checkPlace(binding, name, field, request.method, report);
    if (place !== "path") continue;
    if (!wanted.has(name))
      report(`${field}.name`, `be one of the names in braces in ${at}.path, got '${shortened(name)}'`);
    else if (!isAlwaysGiven(input, { ...fixed, ...made }, argument)) {
      report(`${field}.argument`, "be required in input, fixed or made, because every part of a path needs a value", {
        value: shortened(argument),
      });
    }
  }
  for (const name of wanted) {
    if (!bound.has(`path ${name}`)) {
      report(`${at}.path`, `have a binding for {${shortened(name)}}`, {
        hint: `Add { argument: ${String(shortened(name))}, in: path } to bindings.`,
      });
    }
  }
};

const isAlwaysGiven = (input: Schema, given: object, argument: string): boolean => {
  const required = input["required"];
  const property = (input["properties"] as Record<string, unknown> | undefined)?.[argument];
  return (
    Object.hasOwn(given, argument) ||
    (Array.isArray(required) && required.includes(argument)) ||
    (isJsonObject(property) && "default" in property)
  );
};

const checkPlace = (binding: Binding, name: string, field: string, method: string, report: ReportProblem): void => {
  const { in: place, style } = binding;
  if (style !== undefined && !STYLES[place].includes(style)) {
    report(`${field}.style`, `be ${STYLES[place].join(" or ")} in the ${place}`);
  }
  if (place === "header") {
    const problem = headerProblem(name, "argument");
    if (problem !== undefined) report(`${field}.name`, problem, { value: shortened(name) });
  }
  if (place === "cookie" && headerProblem(name, "credential") !== undefined) {
    report(`${field}.name`, "be the name of a cookie", { value: shortened(name) });
  }
  if (place !== "body") {
    if (name === "") report(`${field}.name`, "not be empty");
    return;
  }
  if (method === "HEAD") report(field, "not be bound to the body: a HEAD has no body");
  if ((name.startsWith("/") && !POINTER.test(name)) || PROTOTYPES.test(name)) {
    report(`${field}.name`, "be a name, or a JSON Pointer such as /order/id", { value: shortened(name) });
  }
};

const checkHeaders = ({ request, http }: ConnectorTool, at: string, report: ReportProblem): void => {
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    const field = `${at}.request.headers.${String(shortened(name)).replace(/[^\x21-\x7e]/g, "?")}`;
    const problem = headerProblem(name, "document");
    if (problem !== undefined) report(field, problem);
    if (!isHeaderValue(value)) report(field, "have a value of one line of Latin-1 characters");
  }
  const key = http?.idempotency_header;
  const problem = key === undefined ? undefined : headerProblem(key, "argument");
  if (problem !== undefined) report(`${at}.http.idempotency_header`, problem, { value: shortened(key) });
};

const checkBody = ({ request, parse }: ConnectorTool, at: string, report: ReportProblem): void => {
  const { body, mapping, method, bindings = [] } = request;
  if (body === undefined) {
    if (mapping !== undefined || bindings.some((binding) => binding.in === "body")) {
      report(`${at}.request.body`, "define the format of the body, such as { format: json }");
    }
  } else if (method === "HEAD") report(`${at}.request.body`, "be omitted: a HEAD has no body");
  if (body?.format === "bytes") {
    for (const [index, { in: place, name }] of bindings.entries()) {
      if (place === "body" && name !== "")
        report(`${at}.request.bindings[${index}].name`, 'be "": the argument is the whole body with format: bytes');
    }
  }
  if (body !== undefined) {
    const { format, root, xml } = body as { format: string; root?: string; xml?: XmlOptions };
    if (format !== "xml") {
      if (root !== undefined) report(`${at}.request.body.root`, "only be given with format: xml");
      if (xml !== undefined) report(`${at}.request.body.xml`, "only be given with format: xml");
    } else if (root !== undefined) {
      const [matched, prefix] = XML_NAME.exec(root) ?? [];
      if (matched === undefined)
        report(`${at}.request.body.root`, "be the name of an XML element", { value: shortened(root) });
      else if (prefix !== undefined && !Object.hasOwn(xml?.namespaces ?? {}, prefix)) {
        report(`${at}.request.body.xml.namespaces`, `declare the prefix '${prefix}' of the root`);
      }
      if (xml !== undefined) checkXml(xml, `${at}.request.body.xml`, report);
    }
  }
  if (parse.xml === undefined) return;
  if (parse.format !== "xml") report(`${at}.parse.xml`, "only be given with format: xml");
  checkXml(parse.xml, `${at}.parse.xml`, report);
};

const checkXml = ({ namespaces = {}, arrays = [] }: XmlOptions, at: string, report: ReportProblem): void => {
  for (const [prefix, address] of Object.entries(namespaces)) {
    const isName = prefix === "" || (XML_NAME.test(prefix) && !prefix.includes(":") && !/^xml/i.test(prefix));
    if (!isName) report(`${at}.namespaces`, `have XML names as prefixes, got '${shortened(prefix)}'`);
    if (/[\s\p{Cc}<>"]/u.test(address)) report(`${at}.namespaces.${prefix}`, "be the address of a namespace");
  }
  for (const [index, path] of arrays.entries()) {
    if (!XML_PATH.test(path)) {
      report(`${at}.arrays[${index}]`, "be a path of element names, such as members.member", {
        value: shortened(path),
      });
    }
  }
};
