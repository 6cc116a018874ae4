import type { Schema } from "../../../components/schema-form/schema.ts";

/** What tools/list says of a tool, as far as this page needs it. */
export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Schema;
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean };
}

export type Arguments = Readonly<Record<string, unknown>>;

/** What a tool does to the world, as far as it says so. */
export const effectOf = ({ annotations = {} }: Tool): "reads" | "changes" | "destroys" => {
  if (annotations.readOnlyHint) return "reads";
  return annotations.destructiveHint === false ? "changes" : "destroys";
};
