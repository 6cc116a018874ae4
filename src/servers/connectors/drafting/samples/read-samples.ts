import { isJsonObject } from "../../../../model/json.ts";
import type { Schema } from "../../../../model/schema.ts";
import { parseXml } from "../../../../platform/xml/parse-xml.ts";
import type { XmlValue } from "../../../../platform/xml/xml-element.ts";
import type { BodyFormat, ParseStep, XmlOptions } from "../../connector.ts";
import { readDocument } from "../../read-document.ts";
import type { Note } from "../draft.ts";
import { step } from "../expressions.ts";
import type { Sample, SampleSet } from "./sample-files.ts";
import type { ToolNotes } from "./sample-notes.ts";
import {
  addSample,
  emptyNode,
  type FieldFacts,
  markLists,
  type SampleMember,
  shapeOf,
  withFacts,
} from "./sample-shape.ts";
import { arrayPaths, originsOf, readMapping, shapeSchema, writeMapping } from "./shape-mapping.ts";
import { jsonSchema } from "./value-schema.ts";

export interface SampledRequest {
  readonly body: BodyFormat;
  readonly mapping?: string;
  /** An object schema with one property per argument. */
  readonly schema: Schema;
  /** The only argument is the whole body. */
  readonly isWhole?: boolean;
  /** Where each argument stands in the XML; see `originsOf`. */
  readonly origins?: ReturnType<typeof originsOf>;
}

interface SampledResponse {
  readonly parse: ParseStep;
  readonly mapping?: string;
  readonly schema?: Schema;
}

interface Reading {
  readonly notes: ToolNotes;
  /** What a document says about elements, by their paths below the root. */
  readonly facts?: {
    factsOf(steps: readonly string[]): FieldFacts | undefined;
    isList(steps: readonly string[]): boolean;
  };
  note(sentence: string): void;
}

export const readRequest = async (
  samples: readonly Sample[],
  reading: Reading,
): Promise<SampledRequest | undefined> => {
  const [first] = samples;
  if (first === undefined) return undefined;
  if (samples.length === 1 && reading.facts === undefined)
    reading.note("There is only one request sample: everything in it is treated as required.");
  const alike = samples.filter(({ format }) => format === first.format);
  if (first.format === "json") {
    const values = await readJson(alike);
    const schema = jsonSchema(values, "input");
    const body = { format: "json" } as const;
    return values.every(isJsonObject) ? { body, schema } : { body, schema: wrapped("body", schema), isWhole: true };
  }
  const { root, members, namespaces } = readXml(alike, "keep", reading);
  const isLatin = alike.some(({ text }) => /^\s*<\?xml[^>]*encoding\s*=\s*["'](?:iso-8859-1|latin-?1)["']/i.test(text));
  const xml: XmlOptions = {
    ...(Object.keys(namespaces).length > 0 && { namespaces }),
    ...(isLatin && { encoding: "iso-8859-1" as const }),
  };
  return {
    body: { format: "xml", root, ...(Object.keys(xml).length > 0 && { xml }) },
    mapping: writeMapping(members),
    schema: shapeSchema({ kind: "object", members }, "input", describe(reading)),
    origins: originsOf(members),
  };
};

export const readResponse = async (set: SampleSet, reading: Reading): Promise<SampledResponse> => {
  const [first] = set.response;
  if (first === undefined) {
    reading.note("There is no response sample: the tool returns what the API responds with.");
    return { parse: { format: "auto" } };
  }
  const alike = set.response.filter(({ format }) => format === first.format);
  if (first.format === "json") {
    const values = await readJson(alike);
    const schema = jsonSchema(values, "output");
    if (values.every(isJsonObject)) return { parse: { format: "json" }, schema };
    return { parse: { format: "json" }, mapping: '{ "items": body }', schema: wrapped("items", schema) };
  }
  const { members } = readXml(alike, "ignore", reading);
  const arrays = arrayPaths(members).sort();
  const error = errorOf(set, reading);
  return {
    parse: { format: "xml", ...(arrays.length > 0 && { xml: { arrays } }), ...(error !== undefined && { error }) },
    mapping: readMapping(members),
    schema: shapeSchema({ kind: "object", members }, "output", (name, steps) => {
      const { description } = describe(reading)(name, steps);
      return description === undefined ? {} : { description };
    }),
  };
};

const wrapped = (name: string, schema: Schema): Schema => ({
  type: "object",
  properties: { [name]: schema },
  required: [name],
});

const describe =
  ({ notes: { fields = {} }, facts }: Reading) =>
  (name: string, steps: readonly string[]): Schema => ({
    ...facts?.factsOf(steps)?.schema,
    ...(Object.hasOwn(fields, name) && { description: fields[name] }),
  });

const readJson = async (samples: readonly Sample[]): Promise<unknown[]> => {
  const values: unknown[] = [];
  for (const { file, text } of samples) {
    const limits = { mostBytes: 1_000_000, deepest: 60, mostValues: 100_000 };
    values.push((await readDocument(text, { ...limits, name: file, field: file })).value);
  }
  return values;
};

interface ReadXml {
  readonly root: string;
  readonly members: readonly SampleMember[];
  readonly namespaces: Readonly<Record<string, string>>;
}

/** Merges the samples into one structure; those whose root differs from the first one's are skipped. */
const readXml = (samples: readonly Sample[], mode: "keep" | "ignore", { notes, note, facts }: Reading): ReadXml => {
  const tree = emptyNode();
  const namespaces = new Map<string, string>();
  let root: string | undefined;
  for (const { file, text } of samples) {
    const [[name, value] = ["", ""]] = Object.entries(parseXml(text, { namespaces: mode, trim: true }));
    root ??= name;
    if (name !== root) {
      note(`${file} was skipped: its root is ${name}, not ${root}.`);
      continue;
    }
    collectNamespaces(value, namespaces, note);
    addSample(tree, value);
  }
  if (facts !== undefined) markLists(tree, facts.isList);
  const names = notes.names ?? {};
  const shape = shapeOf("", tree, (name) => (Object.hasOwn(names, name) ? names[name] : undefined));
  const shown = shape.kind === "object" ? shape.members : [];
  const members = facts === undefined ? shown : withFacts(shown, facts.factsOf);
  return { root: root ?? "request", members, namespaces: Object.fromEntries(namespaces) };
};

/** All namespaces are declared at the root, so a prefix can have only one meaning. */
const collectNamespaces = (value: XmlValue, known: Map<string, string>, note: Note): void => {
  if (Array.isArray(value)) for (const each of value) collectNamespaces(each, known, note);
  if (!isJsonObject(value)) return;
  for (const [name, part] of Object.entries(value)) {
    const [, prefix] = /^@xmlns(?::(.+))?$/.exec(name) ?? [];
    if (name.startsWith("@xmlns")) {
      const address = String(part);
      if ((known.get(prefix ?? "") ?? address) !== address)
        note(`The ${prefix === undefined ? "default namespace" : `prefix ${prefix}`} has two meanings.`);
      else if (prefix !== "xsi" && prefix !== "xsd") known.set(prefix ?? "", address);
    } else if (!name.startsWith("@")) collectNamespaces(part as XmlValue, known, note);
  }
};

/** Some APIs respond with 200 and report the error in an element of its own. */
const errorOf = ({ response, error }: SampleSet, { note }: Reading): string | undefined => {
  for (const { file, text } of [...error, ...response]) {
    const [[, value] = []] = Object.entries(parseXml(text, { namespaces: "ignore", trim: true }));
    const name = isJsonObject(value) ? Object.keys(value).find((each) => /^(?:errors?|fault)$/i.test(each)) : undefined;
    if (name === undefined) continue;
    note(`Responses with the element ${name} are treated as errors, as in ${file}.`);
    const access = `body.${step(name)}`;
    return `$exists(${access}) ? $join([${access}.**[$type($) = "string"]], "; ")`;
  }
  return undefined;
};
