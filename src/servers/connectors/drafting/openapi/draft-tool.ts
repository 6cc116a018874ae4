import { isJsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import { describesCredential } from "../../../../model/secret-names.ts";
import type { AuthStep, BodyFormat, ConnectorTool, RequestStep, ResponseStep } from "../../connector.ts";
import { documentLine, documentText, joinTexts, shortText } from "../document-text.ts";
import type { Note, Notes } from "../draft.ts";
import { path } from "../expressions.ts";
import { riskOf } from "../risk.ts";
import type { ApiDocument } from "./api-document.ts";
import { type ArgumentSource, bindingOf, type NamedArgument, nameArguments, readParameters } from "./arguments.ts";
import { describeOperation, isUninformative, repeats } from "./operation-texts.ts";
import type { Operation } from "./operations.ts";
import { type RequestBody, readRequestBody } from "./request-body.ts";
import { type DraftedResponse, readResponse } from "./responses.ts";
import { inputSchema, outputSchema, type SchemaOptions } from "./tool-schemas.ts";
import { writeXmlMapping } from "./xml-mapping.ts";

const LONGEST_DESCRIPTION = 1_000;
const LONGEST_TITLE = 100;

export interface ToolOptions {
  readonly document: ApiDocument;
  /** The base URL of an operation that is not below the connector's. */
  readonly ownBase?: string | undefined;
  readonly auth: readonly AuthStep[];
  readonly schemas: Omit<SchemaOptions, "note" | "references">;
  readonly notes: Notes;
}

/** Drafts a tool. Returns undefined, with the reason in the notes, if the request cannot be built. */
export const draftTool = (
  operation: Operation,
  name: string,
  { document, ownBase, auth, schemas, notes }: ToolOptions,
): ConnectorTool | undefined => {
  const { note } = notes;
  const { sources, http } = readParameters(operation, note);
  const body = readRequestBody(operation, document, note);
  if (body === "unsendable") {
    note("Its body has a media type that cannot be sent.");
    return undefined;
  }
  const isSecret = ({ in: place, name: called }: ArgumentSource) =>
    auth.some((step) => step.in === place && step.name?.toLowerCase() === called.toLowerCase());
  const args = nameArguments([...sources.filter((source) => !isSecret(source)), ...(body?.sources ?? [])]);
  const answer = readResponse(operation, document, note);
  const options = { ...schemas, references: document.references, note };
  const output = outputSchema(answer.schema, options);
  const given = args.filter(({ fixed }) => fixed === undefined);
  const paging = pagingOf(given, output, note);
  const response = {
    ...(answer.mapping !== undefined && { mapping: answer.mapping }),
    ...(paging !== undefined && { paging }),
  };
  const risk = riskOf(operation.method, name, note);
  return {
    name,
    ...textsOf(operation, answer, body?.choices ?? [], note),
    risk,
    ...(risk === "destructive" && { safety_notes: "A call may delete data that cannot be restored." }),
    approved: false,
    input: inputSchema(given, options),
    ...fixedOf(args),
    request: { ...requestOf(operation, args, body, answer, document, note), ...baseOf(ownBase, auth, note) },
    ...(auth.length > 0 && { auth }),
    ...(http !== undefined && { http }),
    parse: answer.parse,
    ...(Object.keys(response).length > 0 && { response }),
    ...(output !== undefined && { output }),
  };
};

const baseOf = (
  url: string | undefined,
  auth: readonly AuthStep[],
  note: Note,
): Pick<RequestStep, "base_url"> | undefined => {
  if (url === undefined) return undefined;
  const receives = auth.length > 0 ? ", which also receives the credentials" : "";
  note(`It is called at ${url}${receives}.`);
  if (!url.startsWith("https:")) note("It is called over plain HTTP, without encryption.");
  return { base_url: url };
};

const fixedOf = (args: readonly NamedArgument[]): Pick<ConnectorTool, "fixed"> => {
  const fixed = args.flatMap(({ argument, fixed: text }) => (text === undefined ? [] : [[argument, text] as const]));
  return fixed.length === 0 ? {} : { fixed: Object.fromEntries(fixed) };
};

const requestOf = (
  { method, path }: Operation,
  args: readonly NamedArgument[],
  body: RequestBody | undefined,
  { accept }: DraftedResponse,
  { references }: ApiDocument,
  note: Note,
): RequestStep => {
  const inBody = args.filter((each) => each.in === "body");
  const xml = body?.media.kind === "xml" ? writeXmlMapping(body.media.schema, inBody, references, note) : undefined;
  const bindings = args.filter((each) => xml === undefined || each.in !== "body").map(bindingOf);
  const headers = {
    ...(accept !== undefined && accept !== "application/json" && { Accept: accept }),
    ...contentType(body),
  };
  const format: BodyFormat | undefined =
    xml !== undefined
      ? { format: "xml", root: xml.root, ...(xml.xml !== undefined && { xml: xml.xml }) }
      : body && { format: FORMATS[body.media.kind as keyof typeof FORMATS] };
  return {
    method,
    path,
    ...(bindings.length > 0 && { bindings }),
    ...(xml !== undefined && { mapping: xml.mapping }),
    ...(format !== undefined && { body: format }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
};

const FORMATS = {
  json: "json",
  form: "form",
  multipart: "multipart",
  ndjson: "text",
  text: "text",
  bytes: "bytes",
} as const;

/** Returns the header where it does not follow from the body format. */
const contentType = (body: RequestBody | undefined): Record<string, string> => {
  const { kind, type, types = [] } = body?.media ?? {};
  if (type === undefined || kind === "form" || kind === "multipart" || /\*|^application\/json$/.test(type)) return {};
  if (types.length > 1) return {};
  return { "Content-Type": type };
};

const COMMON_ANSWERS =
  /^(?:ok|success(?:ful)?(?: (?:operation|response))?|(?:default )?response|created|accepted|updated|deleted|gone|done|no content)?\.?$/i;

const textsOf = (
  { raw, method, path, tags }: Operation,
  { description: returned }: DraftedResponse,
  choices: readonly string[],
  note: Note,
): Pick<ConnectorTool, "title" | "description" | "category"> => {
  const informative = (text: string): string => (isUninformative(text, raw["operationId"]) ? "" : text);
  const summary = informative(documentLine(raw["summary"], LONGEST_DESCRIPTION, "its summary", note));
  const about = informative(documentText(raw["description"], LONGEST_DESCRIPTION, "its description", note));
  const answers = documentLine(returned, 200, "its answer", note);
  const written = joinTexts(summary, about);
  if (written === "") note("Its description was made from method and path: write a better one before approving it.");
  const said = written === "" ? describeOperation(method, path) : written;
  const whole = [
    said,
    ...choices,
    ...(COMMON_ANSWERS.test(answers) || repeats(answers, said) ? [] : [`Returns: ${answers}`]),
    ...(raw["deprecated"] === true ? ["Deprecated."] : []),
  ].reduce((text, part) => `${/[.!?:]$/.test(text) ? text : `${text}.`} ${part}`);
  const title = shortText(summary, LONGEST_TITLE);
  const category = documentLine(tags[0], 100, "its tag", note);
  return {
    ...(title !== "" && { title }),
    description: shortText(whole, LONGEST_DESCRIPTION),
    ...(category !== "" && { category }),
  };
};

const CURSORS =
  /^(?:(?:next|page|start|paging|continuation)?_?(?:cursor|token|marker|key)|starting_?after|after|scroll_?id|bookmark)$/i;
/** More often credentials, or the keys of what is requested. */
const AMBIGUOUS = /^(?:key|token)$/i;
const NEXT =
  /^(?:(?:next|end|continuation|scroll)_?(?:page_?)?(?:cursor|token|marker|key|id)|cursor|next|after|bookmark)$/i;
const COUNTED = /^(?:page|page_?number|offset|skip|start_?index)$/i;

/** Detects cursor paging from the names of an argument and of a result property. */
const pagingOf = (args: readonly NamedArgument[], output: Schema | undefined, note: Note): ResponseStep["paging"] => {
  const queries = args.filter((each) => each.in === "query" || each.in === "body");
  const cursor = queries.find(({ name, description }) => CURSORS.test(name) && !describesCredential(`${description}`));
  const next = cursor && output && nextMember(output, output, []);
  if (cursor !== undefined && next !== undefined) return { next: path(next), argument: cursor.argument };
  if (cursor !== undefined && !AMBIGUOUS.test(cursor.name)) {
    note(`${cursor.argument} looks like a page cursor, but the response schema has no next cursor.`);
    return undefined;
  }
  const counted = queries.find(({ name }) => COUNTED.test(name));
  if (counted !== undefined) note(`Results are paged by the argument ${counted.argument}.`);
  return undefined;
};

const DEEPEST = 2;

const nextMember = (schema: Schema, root: Schema, above: readonly string[]): readonly string[] | undefined => {
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const members = Object.entries(properties).map(([name, raw]) => [name, resolved(raw, root)] as const);
  const own = members.find(([name, { type, format }]) => {
    const types = [type].flat();
    return NEXT.test(name) && format !== "uri" && (types.includes("string") || types.includes("integer"));
  });
  if (own !== undefined) return [...above, own[0]];
  if (above.length >= DEEPEST) return undefined;
  for (const [name, member] of members) {
    const found = [member["type"]].flat().includes("object") ? nextMember(member, root, [...above, name]) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};

const resolved = (raw: unknown, root: Schema): Schema => {
  if (!isJsonObject(raw)) return {};
  const name = typeof raw["$ref"] === "string" ? raw["$ref"].replace(/^#\/\$defs\//, "") : undefined;
  const definitions = isJsonObject(root["$defs"]) ? root["$defs"] : {};
  const target = name === undefined ? undefined : definitions[name];
  return isJsonObject(target) ? target : raw;
};
