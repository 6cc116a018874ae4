import { isJsonObject } from "../../../../model/json.ts";
import type { ApiDocument } from "./api-document.ts";
import type { ArgumentSource } from "./argument-source.ts";
import { formField } from "./form-fields.ts";
import { chooseMedia, type Media, mediaTypes } from "./media-types.ts";
import { objectShape } from "./object-shape.ts";
import type { Operation } from "./operations.ts";
import { isUnwanted, withDefaultTold } from "./schema-traits.ts";

export interface RequestBody {
  readonly media: Media;
  readonly sources: readonly ArgumentSource[];
  /** What its forms need, in sentences. */
  readonly choices: readonly string[];
}

/** "unsendable" for a body that only bytes can be. */
export const readRequestBody = (
  { raw, method, parameters }: Operation,
  { references }: ApiDocument,
  note: (sentence: string) => void,
): RequestBody | "unsendable" | undefined => {
  // The upgrader leaves a shared body of Swagger 2.0 among the parameters.
  const given =
    raw["requestBody"] ?? parameters.find((parameter) => isJsonObject(parameter["content"]) && !("in" in parameter));
  const body = references.follow(given)?.value;
  if (body === undefined) return undefined;
  if (method === "GET" || method === "HEAD") {
    note(`The body of this ${method} was left out.`);
    return undefined;
  }
  const types = mediaTypes(body["content"]);
  const media = chooseMedia(body["content"]);
  if (media === undefined) return types.length === 0 ? undefined : "unsendable";
  const required = body["required"] === true;
  const shape = media.kind === "text" ? undefined : objectShape(media.schema, references);
  const isForm = media.kind === "form" || media.kind === "multipart";
  if (shape === undefined) {
    if (isForm) return "unsendable";
    const text = media.kind === "text";
    const schemas = [text || media.schema === undefined ? (text ? { type: "string" } : {}) : media.schema];
    return {
      media,
      sources: [{ in: "body", name: "body", schemas, description: body["description"], required, isWhole: true }],
      choices: [],
    };
  }
  if (shape.isOpen) note("Its body may have further properties, which cannot be given.");
  if (shape.forms > 1) note(`Its body has ${shape.forms} forms: all properties of any of them can be given.`);
  const sources = [...shape.properties]
    .filter(([, schemas]) => !schemas.every((schema) => isUnwanted(schema, "input", references)))
    .map(
      ([name, schemas]): ArgumentSource => ({
        in: "body",
        name,
        schemas: shape.forms > 1 ? schemas.map(withDefaultTold) : schemas,
        description: undefined,
        required: required && shape.required.has(name),
      }),
    )
    .map((source) => (isForm ? formField(source, media, references) : source));
  return { media, sources, choices: shape.choices };
};
