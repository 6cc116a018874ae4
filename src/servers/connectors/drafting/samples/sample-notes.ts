import { explainSchemaError } from "../../../../mcp/tools/explain-schema-error.ts";
import { validationFailure } from "../../../../mcp/tools/input-problem.ts";
import { loadValidators, type Validate } from "../../../../mcp/tools/validators.ts";
import type { Schema } from "../../../../model/schema.ts";
import type { AuthStep, Connector, ConnectorTool, RequestStep } from "../../connector.ts";
import { readDocument } from "../../read-document.ts";

/** API details that samples do not show, from a notes file. */
export interface SampleNotes {
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly base_url?: string;
  readonly credentials?: Connector["credentials"];
  readonly tools?: Readonly<Record<string, ToolNotes>>;
}

export interface ToolNotes {
  readonly title?: string;
  readonly description?: string;
  readonly method?: RequestStep["method"];
  readonly path?: string;
  readonly risk?: ConnectorTool["risk"];
  readonly auth?: readonly AuthStep[];
  /** Query parameters with a sample value each. */
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** New names for XML fields. */
  readonly names?: Readonly<Record<string, string>>;
  /** Descriptions of fields, by their new names. */
  readonly fields?: Readonly<Record<string, string>>;
}

const text: Schema = { type: "string", maxLength: 4_000 };
const texts: Schema = { type: "object", additionalProperties: text };
const FORM: Schema = {
  type: "object",
  properties: {
    name: text,
    title: text,
    description: text,
    base_url: text,
    credentials: { type: "array" },
    tools: {
      type: "object",
      additionalProperties: {
        type: "object",
        properties: {
          title: text,
          description: text,
          method: { enum: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] },
          path: text,
          risk: { enum: ["read", "write", "destructive"] },
          auth: { type: "array" },
          query: { type: "object", additionalProperties: { type: ["string", "number", "boolean"] } },
          names: { type: "object", additionalProperties: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9_]{0,63}$" } },
          fields: texts,
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

const LIMITS = {
  name: "The notes file",
  field: "notes",
  mostBytes: 200_000,
  deepest: 20,
  mostValues: 20_000,
} as const;

let check: Validate | undefined;

export const readNotes = async (source: string | undefined): Promise<SampleNotes> => {
  if (source === undefined) return {};
  const { value } = await readDocument(source, LIMITS);
  check ??= (await loadValidators()).allErrors(FORM);
  const errors = check(value) ?? [];
  if (errors.length > 0) throw validationFailure(errors.map((error) => explainSchemaError(error, "the notes")));
  return (value ?? {}) as SampleNotes;
};
