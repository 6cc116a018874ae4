import { invalid } from "../../../model/failure.ts";
import { isJsonObject } from "../../../model/json.ts";
import type { Binding } from "../connector.ts";

/** A parameter and its text on the wire; in a query and in cookies the text includes the name. */
export type Parameter = readonly [name: string, text: string];

/** Percent-encodes a text. Rejects an unpaired surrogate, which cannot be sent. */
export const encoded = (text: string, argument: string): string => {
  try {
    return encodeURIComponent(text);
  } catch {
    throw invalid(`${argument} contains half of a surrogate pair, which cannot be sent.`, { field: argument });
  }
};

export const parameter = (name: string, value: string, argument = name): Parameter => [
  name,
  `${encoded(name, argument)}=${encoded(value, argument)}`,
];

export const plainText = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);

/** The `simple` style of OpenAPI, for paths and headers: values separated by commas. */
export const simpleText = (value: unknown, explode: boolean, encode: (text: string) => string): string => {
  if (Array.isArray(value)) return value.map((entry) => encode(plainText(entry))).join(",");
  if (!isJsonObject(value)) return encode(plainText(value));
  return Object.entries(value)
    .map(([name, member]) => `${encode(name)}${explode ? "=" : ","}${encode(plainText(member))}`)
    .join(",");
};

const DELIMITERS = { form: ",", simple: ",", spaceDelimited: "%20", pipeDelimited: "%7C", deepObject: "," } as const;

/** Query parameters in the styles of OpenAPI. */
export const queryParameters = (
  name: string,
  value: unknown,
  { argument, style = "form", explode = style === "form" || style === "deepObject" }: Binding,
): readonly Parameter[] => {
  if (Array.isArray(value)) {
    if (explode) return value.map((entry) => parameter(name, plainText(entry), argument));
    const joined = value.map((entry) => encoded(plainText(entry), argument)).join(DELIMITERS[style]);
    return [[name, `${encoded(name, argument)}=${joined}`]];
  }
  if (!isJsonObject(value)) return [parameter(name, plainText(value), argument)];
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  if (style === "deepObject") return members.flatMap(([key, member]) => deep(`${name}[${key}]`, member, argument));
  if (explode) return members.map(([key, member]) => parameter(key, plainText(member), argument));
  const parts = members.flatMap(([key, member]) => [encoded(key, argument), encoded(plainText(member), argument)]);
  return [[name, `${encoded(name, argument)}=${parts.join(DELIMITERS[style])}`]];
};

const deep = (name: string, value: unknown, argument: string): readonly Parameter[] => {
  if (Array.isArray(value)) return value.map((entry) => parameter(name, plainText(entry), argument));
  if (!isJsonObject(value)) return [parameter(name, plainText(value), argument)];
  return Object.entries(value).flatMap(([key, member]) => deep(`${name}[${key}]`, member, argument));
};
