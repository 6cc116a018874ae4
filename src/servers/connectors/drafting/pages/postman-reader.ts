import { invalid } from "../../../../model/failure.ts";
import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import { SECRET } from "../../../../model/redact.ts";
import { isSecretName, snakeCase } from "../../../../model/secret-names.ts";
import { readDocument } from "../../read-document.ts";
import { createNotes } from "../draft.ts";
import { jsonSchema, valueSchema, valueType } from "../samples/value-schema.ts";
import { MOST_SOURCE_BYTES } from "../source.ts";
import { type BodySample, type EndpointSamples, looseJson } from "./code-samples.ts";
import { describeRequest } from "./describe-request.ts";
import { responseOf } from "./describe-response.ts";
import type { DescribedApi, DescribedOperation } from "./described-operation.ts";
import { describedReader } from "./described-reader.ts";
import { fieldSchema } from "./field-schema.ts";
import { isRequiredText, type Place } from "./field-words.ts";
import { inlineText } from "./inline-text.ts";
import { postmanScheme } from "./postman-auth.ts";
import { type PostmanVariables, postmanVariables } from "./postman-variables.ts";
import type { Field } from "./section-fields.ts";
import { isMethod, parseTarget, type Target } from "./target.ts";

const LIMITS = {
  name: "The collection",
  field: "document",
  mostBytes: MOST_SOURCE_BYTES,
  mostYamlBytes: 0,
  deepest: 100,
  mostValues: 1_000_000,
} as const;
const MOST_REQUESTS = 2_000;
const DEEPEST = 20;

/** Reads a Postman collection in format 2.0 or 2.1. */
export const postmanReader = describedReader(async ({ text }) => {
  const { value } = await readDocument(text, LIMITS);
  if (!isJsonObject(value) || !Array.isArray(value["item"]))
    throw invalid("The collection has no requests.", { field: "document" });
  return describeCollection(value);
});

interface Item {
  readonly name: string;
  readonly folders: readonly string[];
  readonly request: JsonObject;
  readonly responses: readonly JsonObject[];
  /** Its own way to authenticate, or the one of the folder or collection around it. */
  readonly auth: unknown;
}

const describeCollection = (collection: JsonObject): DescribedApi => {
  const info = isJsonObject(collection["info"]) ? collection["info"] : {};
  const variables = postmanVariables(collection["variable"]);
  const notes = createNotes();
  const items = itemsOf(collection["item"], collection["auth"], []).slice(0, MOST_REQUESTS);
  const described = items.flatMap((item) => describeItem(item, variables, notes.note));
  const [base] = commonest(described.flatMap(({ server }) => server ?? []));
  const operations = described.map(({ server, ...operation }) => ({
    ...operation,
    ...(server !== undefined && server !== base && { server }),
  }));
  if (base === undefined) notes.note("The collection does not name the API's address: set base_url.");
  const text = textOf(info["description"]);
  return {
    title: typeof info["name"] === "string" ? info["name"] : "API",
    description: inlineText(text.split(/\n\s*\n/, 1)[0] ?? "").slice(0, 2_000),
    ...(base !== undefined && { base: { url: base, quote: base } }),
    operations,
    docs: text.length > 200 ? [{ title: "Overview", text }] : [],
    problems: notes.all(),
  };
};

const commonest = (values: readonly string[]): readonly string[] => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
};

const listOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);
const textOf = (value: unknown): string => {
  if (typeof value === "string") return value;
  return isJsonObject(value) && typeof value["content"] === "string" ? value["content"] : "";
};

const itemsOf = (list: unknown, auth: unknown, folders: readonly string[]): readonly Item[] =>
  listOf(list).flatMap((entry): readonly Item[] => {
    const name = typeof entry["name"] === "string" ? entry["name"] : "";
    const own = entry["auth"] ?? auth;
    if (Array.isArray(entry["item"]))
      return folders.length < DEEPEST ? itemsOf(entry["item"], own, [...folders, name]) : [];
    const request = typeof entry["request"] === "string" ? { url: entry["request"], method: "GET" } : entry["request"];
    if (!isJsonObject(request)) return [];
    return [{ name, folders, request, responses: listOf(entry["response"]), auth: request["auth"] ?? own }];
  });

const describeItem = (
  item: Item,
  variables: PostmanVariables,
  note: (sentence: string) => void,
): readonly DescribedOperation[] => {
  const { name, folders, request } = item;
  const method = String(request["method"] ?? "GET").toUpperCase();
  const raw = rawUrl(request["url"]);
  const address = variables.resolve(raw);
  const target = parseTarget(address);
  const shown = [...folders, name].join(" / ").slice(0, 200);
  if (target === undefined || !isMethod(method)) {
    note(
      target === undefined
        ? `${shown} was left out: its address is not usable.`
        : `${shown} was left out: tools cannot use the method ${method.slice(0, 20)}.`,
    );
    return [];
  }
  const fields = fieldsOf(request, variables);
  const samples = samplesOf(item, variables);
  const { scheme, problem } = postmanScheme(item.auth, variables);
  const parts = describeRequest(
    method,
    [named(target, request["url"])],
    fields,
    samples,
    scheme === undefined ? [] : [scheme],
  );
  const xml = (list: readonly BodySample[]) => list.filter(({ format }) => format === "xml");
  const graphql = graphqlOf(request["body"]);
  return [
    {
      ...parts,
      method,
      path: target.path,
      ...(target.origin !== undefined && { server: target.origin }),
      title: name,
      description: inlineText(textOf(request["description"]).slice(0, 4_000)),
      ...(folders[0] !== undefined && { tag: folders[0] }),
      ...(graphql !== undefined && { body: graphql.body, fixed: { query: graphql.query } }),
      ...responseOf(samples.responses, []),
      xml: { requests: xml(samples.requests), responses: xml(samples.responses), errors: xml(samples.errors) },
      fields,
      quotes: new Map([
        ["path", `${method} ${raw}`],
        ...fields.map((field): [string, string] => [field.name, field.quote]),
      ]),
      samples: [...samples.requests, ...samples.responses].map(({ text }) => text),
      problems: [...parts.problems, ...(problem === undefined ? [] : [problem])],
    },
  ];
};

const rawUrl = (url: unknown): string => {
  if (typeof url === "string") return url;
  if (!isJsonObject(url)) return "";
  if (typeof url["raw"] === "string") return url["raw"];
  const part = (value: unknown, separator: string): string =>
    Array.isArray(value) ? value.filter((each) => typeof each === "string").join(separator) : String(value ?? "");
  const protocol = typeof url["protocol"] === "string" ? `${url["protocol"]}://` : "";
  return `${protocol}${part(url["host"], ".")}/${part(url["path"], "/")}`;
};

/** All parameters of the query, also those that are switched off in the collection. */
const named = (target: Target, url: unknown): Target => {
  const listed = isJsonObject(url)
    ? listOf(url["query"]).flatMap(({ key }): [string, string][] =>
        typeof key === "string" && key !== "" ? [[key, ""]] : [],
      )
    : [];
  return { ...target, query: [...target.query, ...listed] };
};

const fieldsOf = (request: JsonObject, variables: PostmanVariables): readonly Field[] => {
  const url = isJsonObject(request["url"]) ? request["url"] : {};
  const body = isJsonObject(request["body"]) ? request["body"] : {};
  const read = (list: unknown, place: Place): Field[] =>
    listOf(list).flatMap((entry): Field[] => {
      const { key, value } = entry;
      if (typeof key !== "string" || key === "" || key.length > 200) return [];
      const description = inlineText(textOf(entry["description"]).slice(0, 2_000));
      const example = variables.resolve(typeof value === "string" ? value : "");
      const required = isRequiredText(description);
      const isFile = entry["type"] === "file";
      const said = fieldSchema({
        type: isFile ? "file" : "",
        values: "",
        default: "",
        length: "",
        example: /\{\{|^:|^</.test(example) ? "" : example,
        description,
      });
      return [
        {
          name: key,
          steps: [key],
          place,
          ...(required !== undefined && { required }),
          isDecided: required !== undefined,
          schema:
            said["type"] === undefined && example !== ""
              ? { ...said, ...valueSchema(valueType(key, [example]), [example]) }
              : said,
          description: description.replace(/^\(?(?:Required|Optional)\)?[.:]?\s*/i, ""),
          quote: [key, shownValue(key, value), description].filter((text) => text !== "").join(" | "),
        },
      ];
    });
  return [
    ...read(url["variable"], "path"),
    ...read(url["query"], "query"),
    ...read(request["header"], "header").filter(({ quote }) => quote.split(" | ").length > 2),
    ...read(body["urlencoded"], "body"),
    ...read(body["formdata"], "body"),
  ];
};

const shownValue = (key: string, value: unknown): string => {
  if (typeof value !== "string") return "";
  return value === "" || value.includes("{{") || !isSecretName(snakeCase(key)) ? value : SECRET;
};

const samplesOf = ({ request, responses }: Item, variables: PostmanVariables): EndpointSamples => {
  const headers = listOf(request["header"]).flatMap(({ key, value, disabled }): [string, string][] =>
    typeof key === "string" && typeof value === "string" && disabled !== true ? [[key, variables.resolve(value)]] : [],
  );
  const type = bodyType(request["body"]);
  const requests = [
    request,
    ...responses.flatMap((response) =>
      isJsonObject(response["originalRequest"]) ? [response["originalRequest"]] : [],
    ),
  ];
  const answers = responses.flatMap((response) => {
    const text = typeof response["body"] === "string" ? response["body"].trim() : "";
    return text === "" || text.length > 200_000
      ? []
      : [{ code: Number(response["code"] ?? 200), sample: { format: formatOf(text), text } as BodySample }];
  });
  return {
    requests: unique(requests.flatMap((each) => bodyOf(each["body"], variables))),
    responses: answers.filter(({ code }) => code < 300).map(({ sample }) => sample),
    errors: answers.filter(({ code }) => code >= 400).map(({ sample }) => sample),
    curls: [],
    headers:
      type === undefined || headers.some(([name]) => /^content-type$/i.test(name))
        ? headers
        : [...headers, ["Content-Type", type]],
  };
};

const unique = (samples: readonly BodySample[]): readonly BodySample[] => [
  ...new Map(samples.map((each) => [each.text, each])).values(),
];

const formatOf = (text: string): BodySample["format"] =>
  /^[[{]/.test(text) ? "json" : /^<(?:\?xml|[A-Za-z_])/.test(text) ? "xml" : "text";

const TYPES: Readonly<Record<string, string>> = {
  urlencoded: "application/x-www-form-urlencoded",
  formdata: "multipart/form-data",
  file: "application/octet-stream",
};

const bodyType = (body: unknown): string | undefined => (isJsonObject(body) ? TYPES[String(body["mode"])] : undefined);

const bodyOf = (body: unknown, variables: PostmanVariables): readonly BodySample[] => {
  if (!isJsonObject(body) || body["mode"] !== "raw" || typeof body["raw"] !== "string") return [];
  const text = variables.resolve(body["raw"]).trim();
  return text === "" || text.length > 200_000 ? [] : [{ format: formatOf(text), text }];
};

/** The query of GraphQL is part of the tool; its variables are arguments. */
const graphqlOf = (body: unknown) => {
  const graphql = isJsonObject(body) && body["mode"] === "graphql" ? body["graphql"] : undefined;
  if (!isJsonObject(graphql) || typeof graphql["query"] !== "string") return undefined;
  const variables = typeof graphql["variables"] === "string" ? graphql["variables"].trim() : "";
  const value = variables === "" ? undefined : looseJson(variables);
  const properties = {
    query: { type: "string" },
    ...(isJsonObject(value) && { variables: jsonSchema([value], "input") as JsonObject }),
  };
  return {
    query: graphql["query"],
    body: {
      type: "application/json",
      required: true,
      schema: { type: "object", properties, required: Object.keys(properties) },
    },
  };
};
