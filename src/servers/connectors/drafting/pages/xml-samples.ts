import { Failure } from "../../../../model/failure.ts";
import { isJsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import type { ConnectorTool } from "../../connector.ts";
import { documentLine, isSafeValue } from "../document-text.ts";
import { type ConnectorFrame, checkDraftedTool, type Notes } from "../draft.ts";
import { readRequest, readResponse, type SampledRequest } from "../samples/read-samples.ts";
import type { FieldFacts } from "../samples/sample-shape.ts";
import type { BodySample } from "./code-samples.ts";
import type { DescribedOperation } from "./described-operation.ts";
import type { Field } from "./section-fields.ts";

interface Sampled {
  readonly tool: ConnectorTool;
  /** Where its arguments stand in the XML. */
  readonly origins?: SampledRequest["origins"];
}

/** Replaces body, result and error of a tool by what samples in XML show; returns a sentence if they cannot be read. */
export const withXmlSamples = async (
  tool: ConnectorTool,
  { xml, fields }: DescribedOperation,
  frame: ConnectorFrame,
  notes: Notes,
): Promise<Sampled | string> => {
  const { requests, responses, errors } = xml;
  if (requests.length + responses.length === 0) return { tool };
  try {
    const request = await readRequest(named("request", requests), {
      notes: {},
      note: notes.note,
      facts: factsOf(
        fields.filter(({ topic }) => topic !== "response"),
        notes,
      ),
    });
    const set = { name: tool.name, request: [], response: named("response", responses), error: named("error", errors) };
    const answer = await readResponse(set, {
      notes: {},
      note: notes.note,
      facts: factsOf(
        fields.filter(({ topic }) => topic === "response"),
        notes,
      ),
    });
    const { response: _, output: __, ...rest } = tool;
    const made: ConnectorTool = {
      ...rest,
      ...(request !== undefined && inputWith(tool, request)),
      parse: answer.parse,
      ...(answer.mapping !== undefined && { response: { mapping: answer.mapping } }),
      ...(answer.schema !== undefined && { output: answer.schema }),
    };
    const checked = await checkDraftedTool(made, frame);
    return typeof checked === "string" ? checked : { tool: checked, origins: request?.origins ?? [] };
  } catch (error) {
    if (error instanceof Failure) return `Its sample cannot be read: ${error.message}`;
    throw error;
  }
};

const named = (file: string, samples: readonly BodySample[]) =>
  samples.map(({ text }, index) => ({ file: `${file} sample ${index + 1}`, format: "xml" as const, text }));

/** An argument of the address that has the name of a field of the body gets another one. */
const inputWith = (
  { input, request }: ConnectorTool,
  { schema, mapping, body }: SampledRequest,
): Pick<ConnectorTool, "input" | "request"> => {
  const inBody = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const others = isJsonObject(input["properties"]) ? input["properties"] : {};
  const renamed = (name: string): string =>
    Object.hasOwn(inBody, name)
      ? `${name}_${request.bindings?.find(({ argument }) => argument === name)?.in ?? "other"}`
      : name;
  const lists = [input["required"], schema["required"]].map((list) => (Array.isArray(list) ? (list as string[]) : []));
  const required = [...(lists[0] as string[]).map(renamed), ...(lists[1] as string[])];
  return {
    input: {
      ...schema,
      properties: {
        ...Object.fromEntries(Object.entries(others).map(([name, value]) => [renamed(name), value])),
        ...inBody,
      },
      ...(required.length > 0 && { required }),
    },
    request: {
      ...request,
      ...(request.bindings !== undefined && {
        bindings: request.bindings.map((binding) => ({
          ...binding,
          argument: renamed(binding.argument),
          name: binding.name ?? binding.argument,
        })),
      }),
      ...(mapping !== undefined && { mapping }),
      body,
    },
  };
};

const local = (step: string): string => (step.split(":").at(-1) ?? "").replace(/^@/, "").toLowerCase();

type Facts = NonNullable<Parameters<typeof readRequest>[1]["facts"]>;

/** Finds what the document says about an element: the row whose path ends like the element's. */
const factsOf = (fields: readonly Field[], notes: Notes): Facts => {
  const rows = fields.map((field) => ({ field, steps: field.steps.map(local) }));
  const repeated = rows
    .filter(({ field }) => isRepeated(field))
    .map(({ field, steps }) => ({ field, element: elementOf(field, steps) }));
  return {
    factsOf(steps) {
      const path = steps.map(local);
      const fitting = rows.filter((row) => isOnPath(row.steps, path));
      const [best] = fitting.sort((a, b) => b.steps.length - a.steps.length);
      if (best !== undefined) return factOf(best.field, notes);
      // "room/child@age, optional, up to 8 elements": the element may be absent, not its attribute.
      const list = repeated.find(({ field, element }) => isOfAttribute(field) && isOnPath(element, path));
      return list?.field.required === undefined ? undefined : { schema: {}, required: list.field.required };
    },
    isList: (steps) => repeated.some(({ element }) => element.length > 0 && isOnPath(element, steps.map(local))),
  };
};

const isOfAttribute = ({ name, schema }: Field): boolean => name.includes("@") && schema["type"] !== "array";

/** The element that a row about a repeated element or its attribute repeats. */
const elementOf = (field: Field, steps: readonly string[]): readonly string[] =>
  isOfAttribute(field) ? steps.slice(0, -1) : steps;

const REPEATED =
  /\b(?:repeat\w*|multiple|one (?:element|entry) (?:per|for each)|(?:up to|at most|max\.?|bis zu) \d{1,4} (?:elements|entries|times|elemente|einträge)|mehrfach|wiederhol\w*|ein element (?:pro|je))\b|\b[01]\.\.(?:n|\*)/i;

const isRepeated = ({ schema, description, quote }: Field): boolean =>
  schema["type"] === "array" || REPEATED.test(description) || /\b[01]\.\.(?:n|\*)/.test(quote);

/** The last step is the same; the ones before it stand on the path in order. The root of the document is not on it. */
const isOnPath = (row: readonly string[], path: readonly string[]): boolean => {
  if (row.at(-1) !== path.at(-1)) return false;
  let at = path.length - 1;
  return row
    .slice(0, -1)
    .reverse()
    .every((step, index) => {
      const found = path.lastIndexOf(step, at - 1);
      if (found >= 0) at = found;
      return found >= 0 || index === row.length - 2;
    });
};

const factOf = (field: Field, notes: Notes): FieldFacts => {
  const { name, schema, description } = field;
  const required = isRepeated(field) && isOfAttribute(field) ? undefined : field.required;
  const text = documentLine(description, 500, `the field ${name}`, notes.note);
  const [only, ...others] = Array.isArray(schema["enum"]) ? (schema["enum"] as unknown[]) : [];
  const isConstant = only !== undefined && others.length === 0;
  const { type, items: _, ...limits } = schema;
  const safe = isSafeValue(limits) ? limits : {};
  return {
    schema: {
      ...(type === "object" || type === "array" || type === "boolean" ? bounds(limits) : (safe as Schema)),
      ...(typeof type === "string" && type !== "object" && type !== "array" && { type }),
      ...(text !== "" && { description: text }),
    },
    ...(required !== undefined && { required }),
    ...(isConstant && isSafeValue(only) && { constant: String(only) }),
  };
};

const bounds = ({ minItems, maxItems }: Readonly<Record<string, unknown>>): Schema => ({
  ...(typeof minItems === "number" && { minItems }),
  ...(typeof maxItems === "number" && { maxItems }),
});
