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
    if (style === "deepObject") return inBrackets(name, value).map(([key, text]) => parameter(key, text, argument));
    if (explode) return value.map((entry) => parameter(name, plainText(entry), argument));
    const joined = value.map((entry) => encoded(plainText(entry), argument)).join(DELIMITERS[style]);
    return [[name, `${encoded(name, argument)}=${joined}`]];
  }
  if (!isJsonObject(value)) return [parameter(name, plainText(value), argument)];
  if (style === "deepObject") return inBrackets(name, value).map(([key, text]) => parameter(key, text, argument));
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  if (explode) return members.map(([key, member]) => parameter(key, plainText(member), argument));
  const parts = members.flatMap(([key, member]) => [encoded(key, argument), encoded(plainText(member), argument)]);
  return [[name, `${encoded(name, argument)}=${parts.join(DELIMITERS[style])}`]];
};

/**
 * Names the texts in a list or an object as most frameworks read them: `a[b]`, `list[]`, and `list[0][b]` for objects in
 * lists. OpenAPI does not define the names of lists in `deepObject`.
 */
export const inBrackets = (name: string, value: unknown): readonly Parameter[] => {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => inBrackets(isNested(entry) ? `${name}[${index}]` : `${name}[]`, entry));
  }
  if (!isJsonObject(value)) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, member]) => inBrackets(`${name}[${key}]`, member));
};

const isNested = (value: unknown): boolean => typeof value === "object" && value !== null;
