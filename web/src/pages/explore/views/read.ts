import { isObject, numberIn, textIn } from "../../../components/schema-form/schema.ts";

export { isObject, numberIn, textIn };

type Fields = Readonly<Record<string, unknown>>;

/** Whatever a server sent, read without trust: what is not as it should be is empty. */
export const objectsIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);

export const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

export const said = (value: unknown): string => textIn(value) ?? "";
