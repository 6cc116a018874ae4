import { initialValue } from "../../../components/schema-form/initial-value.ts";
import { isObject } from "../../../components/schema-form/schema.ts";
import type { Known } from "../../../components/schema-form/suggestions.ts";
import type { Arguments, Tool } from "./tool.ts";

/** What a tool's form begins with, so that it can be run at once: LHR to JFK in five weeks. */
export const firstArguments = (
  { inputSchema }: Pick<Tool, "inputSchema">,
  today: Date,
  known: Known = {},
): Arguments => {
  const value = initialValue(inputSchema, today, known);
  return isObject(value) ? value : {};
};
