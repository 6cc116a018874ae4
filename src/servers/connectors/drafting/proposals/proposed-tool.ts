import { hidesSomething } from "../../../../mcp/tools/clean-text.ts";
import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import { pathProblem } from "../../check-request.ts";
import type { Binding, BodyFormat, RequestStep } from "../../connector.ts";
import { documentLine, documentText, looksLikeInstruction } from "../document-text.ts";
import type { Note } from "../draft.ts";
import type { ModelAnswers } from "../source.ts";
import { LONGEST_NAME } from "../tool-name.ts";
import { jsonIn } from "./answer-json.ts";
import { LINKS, TOOL_NAME } from "./proposal.ts";
import { proposedSchema } from "./proposed-schema.ts";

/** A tool that a model proposed, with clean texts. What it says about the API is not checked yet. */
export interface ProposedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly method: RequestStep["method"];
  readonly path: string;
  readonly input: Schema;
  readonly bindings: readonly Binding[];
  readonly body?: BodyFormat;
  readonly output?: Schema;
  /** JSONata over `{input, body, status, headers}`. */
  readonly mapping?: string;
}

const METHODS: ReadonlySet<unknown> = new Set<RequestStep["method"]>(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
const PLACES: ReadonlySet<unknown> = new Set<Binding["in"]>(["path", "query", "header", "cookie", "body"]);
const BODIES: ReadonlySet<unknown> = new Set<BodyFormat["format"]>(["json", "form", "multipart"]);
/** In one answer, and in all of them. */
const MOST_TOOLS = 50;
const MOST_IN_ALL = 100;
const MOST_ARGUMENTS = 60;
const LONGEST_MAPPING = 5_000;
const LEAST_DESCRIPTION = 10;

export const leftOut = (what: string, why: string): string => `A proposal of the model was left out: ${what}. ${why}`;

/** Reads the tools in a model's answers, which are untrusted like the document. Notes what is dropped, and why. */
export const readProposedTools = ({ texts, problem }: ModelAnswers, note: Note): readonly ProposedTool[] => {
  const found = texts.flatMap((text, index): ProposedTool[] => {
    const answer = jsonIn(text);
    if (!isJsonObject(answer) || !Array.isArray(answer["tools"])) {
      note(`The model's answer to question ${index + 1} cannot be used: it is not JSON with a list of tools.`);
      return [];
    }
    const listed = answer["tools"] as unknown[];
    if (listed.length > MOST_TOOLS)
      note(`The model proposed ${listed.length} tools in one answer: only ${MOST_TOOLS} were read.`);
    return listed.slice(0, MOST_TOOLS).flatMap((raw) => {
      const read = isJsonObject(raw) ? readTool(raw) : "It is not an object.";
      if (typeof read !== "string") return [read];
      note(leftOut(shownName(raw), read));
      return [];
    });
  });
  if (problem !== undefined) note(`The model was not asked about the rest of the page. ${problem}`);
  if (found.length > MOST_IN_ALL) note(`The model proposed ${found.length} tools: only ${MOST_IN_ALL} were read.`);
  return found.slice(0, MOST_IN_ALL);
};

/** Names a proposal in a remark, without repeating what could be an instruction. */
const shownName = (raw: unknown): string => {
  const { method, path } = isJsonObject(raw) ? raw : {};
  const isShown = METHODS.has(method) && typeof path === "string" && /^\/[\w{}/.-]{0,100}$/.test(path);
  return isShown ? `${method as string} ${path}` : "a tool without a usable method and path";
};

/** Returns a sentence if it cannot be used. */
const readTool = (raw: JsonObject): ProposedTool | string => {
  const { name, method, path, body } = raw;
  if (typeof name !== "string" || !TOOL_NAME.test(name) || name.length > LONGEST_NAME || looksLikeInstruction(name))
    return `Its name must be snake_case of at most ${LONGEST_NAME} characters.`;
  if (!METHODS.has(method)) return "Its method must be GET, HEAD, POST, PUT, PATCH or DELETE.";
  const problem = typeof path === "string" && path.length <= 500 ? pathProblem(path) : "begin with /";
  if (problem !== undefined) return `Its path must ${problem}.`;
  const description = text(documentText(raw["description"], 1_000, name, () => undefined));
  if (description.length < LEAST_DESCRIPTION) return "Its description is missing, or may not be shown to models.";
  if (body !== undefined && body !== null && !BODIES.has(body)) return "Its body must be json, form or multipart.";
  const input = proposedSchema(raw["input"] ?? { type: "object" }, "input");
  if (typeof input === "string") return `Its ${input}`;
  const output = raw["output"] === undefined ? undefined : proposedSchema(raw["output"], "output");
  if (typeof output === "string") return `Its ${output}`;
  const bindings = readBindings(raw["bindings"] ?? [], input);
  if (typeof bindings === "string") return bindings;
  const mapping = readMapping(raw["mapping"]);
  if (mapping === false) return "Its mapping is too long, or has a text that may not be shown to models.";
  const hasBody = bindings.some((binding) => binding.in === "body");
  return {
    name,
    title: text(documentLine(raw["title"], 100, name, () => undefined)) || name.replaceAll("_", " "),
    description,
    method: method as RequestStep["method"],
    path: path as string,
    input,
    bindings,
    ...(hasBody && { body: { format: (body ?? "json") as "json" } }),
    ...(output !== undefined && { output }),
    ...(output !== undefined && mapping !== undefined && { mapping }),
  };
};

const text = (clean: string): string => (LINKS.test(clean) ? "" : clean);

/** Every argument has to go somewhere: there is no mapping of the request that could use the others. */
const readBindings = (raw: unknown, input: Schema): readonly Binding[] | string => {
  const names = Object.keys((input["properties"] as object | undefined) ?? {});
  if (names.length > MOST_ARGUMENTS) return `It has more than ${MOST_ARGUMENTS} arguments.`;
  const listed = Array.isArray(raw) ? (raw as unknown[]) : [];
  if (listed.length > MOST_ARGUMENTS * 2) return "It has too many bindings.";
  const bindings: Binding[] = [];
  for (const each of listed) {
    const { argument, in: place, name } = isJsonObject(each) ? each : {};
    if (typeof argument !== "string" || !names.includes(argument))
      return "One of its bindings names no argument of its input.";
    if (!PLACES.has(place)) return `Its argument ${argument} must go to path, query, header, cookie or body.`;
    const isNamed = typeof name === "string" && name !== argument;
    if (isNamed && (name.length > 100 || hidesSomething(name) || looksLikeInstruction(name)))
      return `Its argument ${argument} is sent under a name that is not allowed.`;
    bindings.push({ argument, in: place as Binding["in"], ...(isNamed && { name }) });
  }
  const unbound = names.find((name) => !bindings.some(({ argument }) => argument === name));
  return unbound === undefined ? bindings : `Its argument ${unbound} goes nowhere: it has no binding.`;
};

/** False if it may not be used. A mapping can write texts into results, which models read. */
const readMapping = (raw: unknown): string | undefined | false => {
  if (raw === undefined || raw === null || raw === "") return undefined;
  if (typeof raw !== "string" || raw.length > LONGEST_MAPPING) return false;
  return hidesSomething(raw) || looksLikeInstruction(raw) || LINKS.test(raw) ? false : raw;
};
