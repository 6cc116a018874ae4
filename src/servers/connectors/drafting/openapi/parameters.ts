import { isJsonObject, type JsonObject } from "../../../../model/json.ts";
import { placeholdersOf } from "../../check-request.ts";
import type { Binding, HttpStep } from "../../connector.ts";
import { headerProblem } from "../../header-names.ts";
import type { ArgumentSource } from "./argument-source.ts";
import type { Operation } from "./operations.ts";
import { schemaOfParameter } from "./prepare-swagger.ts";

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
