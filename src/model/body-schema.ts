import type { Schema } from "./schema.ts";

/** Words for the bodies of routes. */
export const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});
export const text = (description: string): Schema => ({ type: "string", minLength: 1, description });
export const flag = (description: string): Schema => ({ type: "boolean", description });
