import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import { placeholdersOf } from "../../check-request.ts";
import type { Binding, HttpStep } from "../../connector.ts";
import { headerProblem } from "../../header-names.ts";
import { looksLikeInstruction } from "../document-text.ts";
import type { Note } from "../draft.ts";
import type { Operation } from "./operations.ts";
import { schemaOfParameter } from "./prepare-swagger.ts";

/** A value the API takes, before it has a unique argument name. */
export interface ArgumentSource {
  readonly in: Binding["in"];
  /** The API's own name. */
  readonly name: string;
  /** More than one if variants of a body disagree. */
  readonly schemas: readonly unknown[];
  readonly description: unknown;
  readonly required: boolean;
  readonly style?: Binding["style"];
  readonly explode?: boolean;
  /** The argument is the whole body. */
  readonly isWhole?: boolean;
  /** Sent in every call, and not an argument for callers. */
  readonly fixed?: string;
}

export interface NamedArgument extends ArgumentSource {
  readonly argument: string;
}

/** The limit of the strictest clients. */
const LONGEST = 64;
const plainName = (name: string): string => {
  if (looksLikeInstruction(name)) return "value";
  const plain = name
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_.-]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, LONGEST);
  // Names such as `constructor` exist on every JavaScript object.
  return plain === "" || Object.hasOwn(Object.prototype, plain) ? `${plain && `${plain}_`}value` : plain;
};

/** Assigns unique argument names; clashing ones get their place appended, such as `id__path` and `id__body`. */
export const nameArguments = (sources: readonly ArgumentSource[]): NamedArgument[] => {
  const counts = new Map<string, number>();
  for (const { name } of sources) counts.set(plainName(name), (counts.get(plainName(name)) ?? 0) + 1);
  const taken = new Set<string>();
  return sources.map((source) => {
    const plain = plainName(source.name);
    const wanted = counts.get(plain) === 1 ? plain : `${plain.slice(0, LONGEST - 8)}__${source.in}`;
    let argument = wanted;
    for (let count = 2; taken.has(argument); count++) argument = `${wanted.slice(0, LONGEST - 4)}_${count}`;
    taken.add(argument);
    return { ...source, argument };
  });
};

/** A body name that differs from its argument is written as a JSON Pointer. */
export const bindingOf = ({ argument, in: place, name, style, explode, isWhole }: NamedArgument): Binding => ({
  argument,
  in: place,
  ...(place === "body" && isWhole && { name: "" }),
  ...(place === "body" &&
    !isWhole &&
    name !== argument && { name: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` }),
  ...(place !== "body" && name !== argument && { name }),
  ...(style !== undefined && { style }),
  ...(explode !== undefined && { explode }),
});

type Place = Exclude<Binding["in"], "body">;

const DEFAULT_STYLES: Readonly<Record<Place, NonNullable<Binding["style"]>>> = {
  path: "simple",
  header: "simple",
  query: "form",
  cookie: "form",
};
const STYLES: Readonly<Record<Place, readonly string[]>> = {
  path: ["simple"],
  header: ["simple"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  cookie: ["form"],
};
/** The specification says to ignore these: they follow from bodies and security. */
const IGNORED_HEADERS = /^(?:accept|content-type|authorization)$/i;
const IDEMPOTENCY = /^(?:x-)?idempotency-key$/i;

export interface Parameters {
  readonly sources: readonly ArgumentSource[];
  readonly http: HttpStep | undefined;
}

/** Reads the parameters in path, query, headers and cookies. */
export const readParameters = (operation: Operation, note: Note): Parameters => {
  const placeholders = new Set(placeholdersOf(operation.path));
  const sources: ArgumentSource[] = [];
  let http: HttpStep | undefined;
  for (const parameter of [...withoutQueryOfPath(operation, placeholders), ...parametersInQueryOfPath(operation)]) {
    const { name, in: place } = parameter;
    if (typeof name !== "string" || name === "" || typeof place !== "string" || !Object.hasOwn(DEFAULT_STYLES, place)) {
      if (place !== "body" && place !== "formData")
        note(`A parameter in ${JSON.stringify(place)?.slice(0, 50)} was left out.`);
      continue;
    }
    if (place === "header" && IDEMPOTENCY.test(name)) {
      http = { idempotent: true, idempotency_header: name };
      continue;
    }
    if (isSendable(place as Place, name, placeholders, parameter["required"] === true, note)) {
      sources.push(sourceOf(parameter, name, place as Place, note));
    }
  }
  for (const name of placeholders) {
    if (sources.some((source) => source.in === "path" && source.name === name)) continue;
    note(`The path parameter {${name}} is not described.`);
    sources.push({ in: "path", name, schemas: [{ type: "string" }], description: undefined, required: true });
  }
  for (const [name, fixed] of operation.query.filter(([, text]) => !hasPlaceholder(text))) {
    sources.push({ in: "query", name, schemas: [], description: undefined, required: true, fixed });
  }
  return { sources, http };
};

const PLACEHOLDERS = /\{([^{}]+)\}/g;
const hasPlaceholder = (text: string): boolean => text.search(PLACEHOLDERS) >= 0;
const namesIn = (text: string): readonly string[] => [...text.matchAll(PLACEHOLDERS)].map(([, name = ""]) => name);

/** Parameters that the documented path does not write itself: `/weather?city={city}` has `city`, wherever it is declared. */
const withoutQueryOfPath = (
  { parameters, query }: Operation,
  placeholders: ReadonlySet<string>,
): readonly JsonObject[] => {
  const written = new Set(query.map(([name]) => name));
  const filled = new Set(query.flatMap(([, text]) => namesIn(text)));
  return parameters.filter(({ name, in: place }) => {
    if (place === "path") return placeholders.has(String(name)) || !filled.has(String(name));
    return place !== "query" || !(written.has(String(name)) || filled.has(String(name)));
  });
};

const parametersInQueryOfPath = ({ parameters, query }: Operation): readonly JsonObject[] =>
  query
    .filter(([, text]) => hasPlaceholder(text))
    .map(([key, text]) => {
      const [name, ...more] = namesIn(text);
      const declared = parameters.find(
        (each) => each["name"] === name && (each["in"] === "path" || each["in"] === "query"),
      );
      const isAlone = text === `{${name}}` && more.length === 0;
      if (isAlone && declared !== undefined) {
        const { style: _, ...about } = declared;
        return {
          ...about,
          name: key,
          in: "query",
          required: declared["in"] === "path" || declared["required"] === true,
        };
      }
      const description = isAlone ? undefined : `Written as ${text}.`;
      return { name: key, in: "query", required: true, schema: { type: "string" }, description };
    });

const isSendable = (
  place: Place,
  name: string,
  placeholders: ReadonlySet<string>,
  required: boolean,
  note: Note,
): boolean => {
  if (place === "path" && !placeholders.has(name)) {
    note(`The path parameter ${name} does not occur in the path and was left out.`);
    return false;
  }
  if (place === "cookie" && headerProblem(name, "credential") !== undefined) return false;
  if (place !== "header") return true;
  if (IGNORED_HEADERS.test(name)) return false;
  if (headerProblem(name, "argument") === undefined) return true;
  note(`The header ${name} cannot be an argument${required ? ", although the API requires it" : ""}.`);
  return false;
};

const sourceOf = (parameter: JsonObject, name: string, place: Place, note: Note): ArgumentSource => {
  const { schema, content, description, required, style, explode } = parameter;
  const [media] = isJsonObject(content) ? Object.entries(content) : [];
  if (media !== undefined) note(`${name} is sent as ${media[0]} in the ${place}: callers pass it as text.`);
  const shown = schema ?? (media === undefined ? schemaOfParameter(parameter) : { type: "string" });
  const standard = DEFAULT_STYLES[place];
  const given = typeof style === "string" ? style : standard;
  const known = STYLES[place].includes(given);
  if (!known) note(`${name} has the unknown style ${given.slice(0, 30)}; ${standard} is used instead.`);
  const used = known ? (given as NonNullable<Binding["style"]>) : standard;
  const explodes = used === "form" || used === "deepObject";
  return {
    in: place,
    name,
    schemas: [shown],
    description,
    required: place === "path" || required === true,
    ...(used !== standard && { style: used }),
    ...(typeof explode === "boolean" && explode !== explodes && used !== "deepObject" && { explode }),
  };
};
