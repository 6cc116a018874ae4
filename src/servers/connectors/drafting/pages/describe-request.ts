import type { JsonObject } from "../../../../model/json.ts";
import { placeholdersOf } from "../../check-request.ts";
import { jsonSchema, valueSchema, valueType } from "../samples/value-schema.ts";
import { schemeOfField } from "./auth-sections.ts";
import { withFields } from "./body-schema.ts";
import { type EndpointSamples, jsonIn } from "./code-samples.ts";
import type { DescribedBody, Parameter, Scheme } from "./described-operation.ts";
import type { Place } from "./field-words.ts";
import { SECRET_HEADER, schemeOfHeader, schemesOfCurl } from "./header-schemes.ts";
import type { Field } from "./section-fields.ts";
import { isPlaceholder, parseTarget, type Target } from "./target.ts";

interface RequestParts {
  readonly parameters: readonly Parameter[];
  readonly body?: DescribedBody;
  readonly schemes: readonly Scheme[];
  readonly headers: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/** Set by Taxiway, or by the HTTP client. */
const OWN_HEADERS = new Set(
  "accept accept-encoding authorization cache-control connection content-length content-type cookie host origin referer user-agent".split(
    " ",
  ),
);
/** Combines what targets, fields and samples say about a request. */
export const describeRequest = (
  method: string,
  targets: readonly Target[],
  fields: readonly Field[],
  samples: EndpointSamples,
  general: readonly Scheme[],
): RequestParts => {
  const [target] = targets as [Target];
  const asked = queryOf([...targets, ...samples.curls.flatMap(({ url }) => parseTarget(url) ?? [])]);
  const inPath = placeholdersOf(target.path);
  const sent = fields.filter(({ topic }) => topic !== "response" && topic !== "error");
  const takesBody = method !== "GET" && method !== "HEAD" && (method !== "DELETE" || samples.requests.length > 0);
  const placed = sent.map((field) => ({ field, place: placeOf(field, { inPath, asked, takesBody }) }));
  const at = (wanted: Place): readonly Field[] =>
    placed.filter(({ place }) => place === wanted).map(({ field }) => field);
  const problems: string[] = [];

  const given = headersOf(samples);
  const shown = [
    ...placed.flatMap(({ field, place }) => schemeOfField({ ...field, ...(place !== "path" && { place }) })),
    ...samples.headers.flatMap(([name, value]) => schemeOfHeader(name, value, `${name}: ${value}`)),
    ...samples.curls.flatMap(schemesOfCurl),
  ];
  const schemes = unique([...shown, ...general.filter(({ scheme }) => isUsed(scheme, general, asked))]);
  const secret = new Set(schemes.map(({ scheme }) => String(scheme["name"] ?? "").toLowerCase()));
  const isSecret = (name: string): boolean => secret.has(name.toLowerCase());
  const parameters = [
    ...inPath.map((name) =>
      parameterOf(
        name,
        "path",
        at("path").find((field) => isNamed(field, name)),
        [],
      ),
    ),
    ...[...new Set([...asked.keys(), ...at("query").map(({ name }) => name)])]
      .filter((name) => !isSecret(name))
      .map((name) =>
        parameterOf(
          name,
          "query",
          at("query").find((field) => field.name === name),
          asked.get(name) ?? [],
        ),
      ),
  ];
  const documented = at("header").filter(({ name }) => !OWN_HEADERS.has(name.toLowerCase()) && !isSecret(name));
  const headers = given.filter(
    ([name, value]) =>
      !OWN_HEADERS.has(name.toLowerCase()) &&
      !SECRET_HEADER.test(name) &&
      !isPlaceholder(value) &&
      !documented.some((field) => field.name.toLowerCase() === name.toLowerCase()),
  );
  for (const [name, value] of headers)
    problems.push(`It always sends the header ${name}: ${value}, as the samples do.`);
  const body = takesBody ? bodyOf(at("body"), samples, given) : undefined;
  if (body !== undefined && samples.requests.length === 1 && !at("body").some((field) => field.isDecided))
    problems.push("There is only one request sample: everything in it is treated as required.");
  return {
    parameters: [
      ...parameters,
      ...documented.map((field) => parameterOf(field.name, "header", field, [])),
      ...at("cookie").map((field) => parameterOf(field.name, "cookie", field, [])),
    ],
    ...(body !== undefined && { body }),
    schemes,
    headers: Object.fromEntries(headers.slice(0, 20).map(([name, value]) => [name, value])),
    problems,
  };
};

/** Credentials in the query of some endpoints are not for the others. */
const isUsed = (scheme: JsonObject, all: readonly Scheme[], asked: ReadonlyMap<string, unknown>): boolean => {
  const isNamed = all.some((each) => each.scheme["in"] === "query" && asked.has(String(each.scheme["name"])));
  return scheme["in"] !== "query" || !isNamed || asked.has(String(scheme["name"]));
};

const unique = (schemes: readonly Scheme[]): readonly Scheme[] => [
  ...new Map(schemes.map((each) => [each.name, each])).values(),
];

/** Sample values of the query's parameters. */
const queryOf = (targets: readonly Target[]): ReadonlyMap<string, readonly string[]> => {
  const values = new Map<string, string[]>();
  for (const { query } of targets) {
    for (const [name, value] of query)
      values.set(name, [...(values.get(name) ?? []), ...(value === "" ? [] : [value])]);
  }
  return values;
};

interface Known {
  readonly inPath: readonly string[];
  readonly asked: ReadonlyMap<string, unknown>;
  readonly takesBody: boolean;
}

const PLACES: ReadonlySet<string> = new Set(["path", "query", "header", "body", "cookie"]);

const placeOf = (field: Field, { inPath, asked, takesBody }: Known): Place => {
  const isInPath = inPath.some((name) => isNamed(field, name));
  const said = field.place ?? (PLACES.has(field.topic ?? "") ? (field.topic as Place) : undefined);
  if (isInPath && said !== "body") return "path";
  if (said === "query" || said === "header" || said === "cookie" || (said === "body" && takesBody)) return said;
  if (asked.has(field.name)) return "query";
  if (/^(?:x-[\w-]+|authorization|content-type|accept(?:-\w+)?)$/i.test(field.name)) return "header";
  return takesBody && said !== "path" ? "body" : "query";
};

const plain = (name: string): string => name.replace(/[^a-z0-9]/gi, "").toLowerCase();
const isNamed = (field: Field, name: string): boolean => plain(field.name) === plain(name);

const parameterOf = (
  name: string,
  place: Parameter["in"],
  field: Field | undefined,
  values: readonly string[],
): Parameter => {
  const sampled = values.length > 0 ? valueSchema(valueType(name, values), values) : { type: "string" };
  const said = field?.schema ?? {};
  const isTyped = said["type"] !== undefined;
  return {
    name,
    in: place,
    required: place === "path" || field?.required === true,
    schema: {
      ...(isTyped ? {} : sampled),
      ...(isTyped && values[0] !== undefined && sampled["examples"] !== undefined && { examples: sampled["examples"] }),
      ...said,
    },
    description: field?.description ?? "",
  };
};

type Header = readonly [name: string, value: string, quote: string];

const headersOf = ({ curls, headers }: EndpointSamples): readonly Header[] => {
  const all = [
    ...curls.flatMap((curl): Header[] => curl.headers.map(([name, value]) => [name, value, curl.line])),
    ...headers.map(([name, value]): Header => [name, value, `${name}: ${value}`]),
  ];
  return [...new Map(all.map((header) => [header[0].toLowerCase(), header])).values()];
};

/** XML is drafted from its samples. */
const bodyOf = (
  fields: readonly Field[],
  { requests, curls }: EndpointSamples,
  headers: readonly Header[],
): DescribedBody | undefined => {
  const [first] = requests;
  if (first?.format === "xml") return undefined;
  const said = headers
    .find(([name]) => /^content-type$/i.test(name))?.[1]
    .split(";", 1)[0]
    ?.trim()
    .toLowerCase();
  const multipart = curls.find(({ body }) => body?.kind === "multipart")?.body;
  if (multipart?.kind === "multipart" || said === "multipart/form-data") {
    const parts = multipart?.kind === "multipart" ? multipart.parts : [];
    const properties = Object.fromEntries(
      parts.map(({ name, value, isFile }) => [
        name,
        isFile
          ? { type: "string", format: "binary" }
          : valueSchema(valueType(name, [value]), isPlaceholder(value) ? [] : [value]),
      ]),
    );
    return {
      type: "multipart/form-data",
      schema: withFields({ type: "object", properties }, fields, "input"),
      required: true,
    };
  }
  if (curls.some(({ body }) => body?.kind === "file") && first === undefined && !/json|form/.test(said ?? "")) {
    return { type: said ?? "application/octet-stream", schema: { type: "string", format: "binary" }, required: true };
  }
  const pairs = requests.filter(({ format }) => format === "form");
  if (first?.format === "form" || said === "application/x-www-form-urlencoded") {
    const values = queryOf(pairs.flatMap(({ text }) => parseTarget(`/?${text.replace(/&\s+/g, "&")}`) ?? []));
    const properties = Object.fromEntries(
      [...values].map(([name, texts]) => [name, valueSchema(valueType(name, texts), texts)]),
    );
    const sampled = { type: "object", properties, ...(fields.length === 0 && { required: [...values.keys()] }) };
    return {
      type: "application/x-www-form-urlencoded",
      schema: withFields(sampled, named(fields), "input"),
      required: true,
    };
  }
  const values = jsonIn(requests);
  if (values.length === 0 && fields.length === 0) {
    return first?.format === "text"
      ? { type: said ?? "text/plain", schema: { type: "string" }, required: true }
      : undefined;
  }
  const sampled: JsonObject = values.length > 0 ? (jsonSchema(values, "input") as JsonObject) : { type: "object" };
  const schema = withFields(sampled, fields, "input");
  return {
    type: said !== undefined && /json/.test(said) ? said : "application/json",
    schema,
    required: isRequired(schema),
  };
};

const isRequired = (schema: JsonObject): boolean =>
  schema["type"] !== "object" || (Array.isArray(schema["required"]) && schema["required"].length > 0);

/** Names of form fields may have brackets, which are no steps. */
const named = (fields: readonly Field[]): readonly Field[] =>
  fields.map((field) => ({ ...field, steps: [field.name] }));
