import type { Schema } from "../../model/schema.ts";

// The parts of schemas that describe a connector document.

export const text = (most: number, description: string): Schema => ({
  type: "string",
  minLength: 1,
  maxLength: most,
  description,
});
export const oneOf = (values: readonly string[], description: string): Schema => ({
  type: "string",
  enum: values,
  description,
});
export const flag = (description: string): Schema => ({ type: "boolean", description });
export const count = (least: number, most: number, description: string): Schema => ({
  type: "integer",
  minimum: least,
  maximum: most,
  description,
});
export const list = (items: Schema, most: number, description: string): Schema => ({
  type: "array",
  items,
  maxItems: most,
  description,
});
export const object = (
  properties: Record<string, Schema>,
  required: readonly string[],
  description: string,
): Schema => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
  description,
});
export const named = (values: Schema, description: string): Schema => ({
  type: "object",
  additionalProperties: values,
  description,
});

/** A name within the document. */
export const word = (description: string): Schema => ({
  type: "string",
  pattern: "^[a-z][a-z0-9_]{0,39}$",
  description,
});
