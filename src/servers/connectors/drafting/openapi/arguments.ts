import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import { placeholdersOf } from "../../check-request.ts";
import type { Binding, HttpStep } from "../../connector.ts";
import { headerProblem } from "../../header-names.ts";
import { speaksToModels } from "../document-text.ts";
import type { Operation } from "./operations.ts";
import { schemaOfParameter } from "./prepare-swagger.ts";

/** What an argument will be made of, before it has a name that nobody else has. */
export interface ArgumentSource {
  readonly in: Binding["in"];
  /** As the API calls it. */
  readonly name: string;
  /** Several where variants of a body differ. */
  readonly schemas: readonly unknown[];
  readonly description: unknown;
  readonly required: boolean;
  readonly style?: Binding["style"];
  readonly explode?: boolean;
  /** The whole body, not a part of it. */
  readonly isWhole?: boolean;
}

export interface NamedArgument extends ArgumentSource {
  readonly argument: string;
}

/** What the strictest clients take. */
const LONGEST = 64;
const plainName = (name: string): string => {
  if (speaksToModels(name)) return "value";
  const plain = name
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_.-]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, LONGEST);
  // Whoever asks an object in JavaScript for one of these gets something, also where it has none.
  return plain === "" || Object.hasOwn(Object.prototype, plain) ? `${plain && `${plain}_`}value` : plain;
};

/** Flat where a name is the only one of its kind; `id__path` and `id__body` where it is not. */
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

/** Pointers begin with a slash, so that a name that differs from its argument's is always one. */
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

const USUAL: Readonly<Record<Place, NonNullable<Binding["style"]>>> = {
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
/** Which the specification itself says to ignore: they follow from bodies and security. */
const SAID_ELSEWHERE = /^(?:accept|content-type|authorization)$/i;
const IDEMPOTENCY = /^(?:x-)?idempotency-key$/i;

export interface Parameters {
  readonly sources: readonly ArgumentSource[];
  readonly http: HttpStep | undefined;
}

/** What an operation takes in path, query, headers and cookies. */
export const readParameters = ({ parameters, path }: Operation, note: (sentence: string) => void): Parameters => {
  const placeholders = new Set(placeholdersOf(path));
  const sources: ArgumentSource[] = [];
  let http: HttpStep | undefined;
  for (const parameter of parameters) {
    const { name, in: place } = parameter;
    if (typeof name !== "string" || name === "" || typeof place !== "string" || !Object.hasOwn(USUAL, place)) {
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
    note(`{${name}} in the path is not described.`);
    sources.push({ in: "path", name, schemas: [{ type: "string" }], description: undefined, required: true });
  }
  return { sources, http };
};

const isSendable = (
  place: Place,
  name: string,
  placeholders: ReadonlySet<string>,
  required: boolean,
  note: (sentence: string) => void,
): boolean => {
  if (place === "path" && !placeholders.has(name)) {
    note(`The parameter ${name} is not in the path, and was left out.`);
    return false;
  }
  if (place === "cookie" && headerProblem(name, "credential") !== undefined) return false;
  if (place !== "header") return true;
  if (SAID_ELSEWHERE.test(name)) return false;
  if (headerProblem(name, "argument") === undefined) return true;
  note(`The header ${name} cannot be an argument${required ? ", although the API wants it" : ""}.`);
  return false;
};

const sourceOf = (
  parameter: JsonObject,
  name: string,
  place: Place,
  note: (sentence: string) => void,
): ArgumentSource => {
  const { schema, content, description, required, style, explode } = parameter;
  const [media] = isJsonObject(content) ? Object.entries(content) : [];
  if (media !== undefined) note(`${name} is sent as ${media[0]} in the ${place}: it is given as that text.`);
  const given = schema ?? (media === undefined ? schemaOfParameter(parameter) : { type: "string" });
  const usual = USUAL[place];
  const told = typeof style === "string" ? style : usual;
  const known = STYLES[place].includes(told);
  if (!known) note(`${name} is written in the style ${told.slice(0, 30)}, which is not known: ${usual} is used.`);
  const used = known ? (told as NonNullable<Binding["style"]>) : usual;
  const explodes = used === "form" || used === "deepObject";
  return {
    in: place,
    name,
    schemas: [given],
    description,
    required: place === "path" || required === true,
    ...(used !== usual && { style: used }),
    ...(typeof explode === "boolean" && explode !== explodes && used !== "deepObject" && { explode }),
  };
};
