import type { JsonObject } from "../../../../model/json.ts";
import { jsonSchema } from "../samples/value-schema.ts";
import { withFields } from "./body-schema.ts";
import { type BodySample, jsonIn } from "./code-samples.ts";
import type { DescribedOperation } from "./described-operation.ts";
import type { Field } from "./section-fields.ts";

/** Combines what fields and samples say about a response. XML is drafted from its samples. */
export const responseOf = (
  responses: readonly BodySample[],
  fields: readonly Field[],
): Pick<DescribedOperation, "response"> => {
  const values = jsonIn(responses);
  if (responses.some(({ format }) => format === "xml")) return {};
  if (values.length === 0 && fields.length === 0) {
    return responses.length > 0 ? { response: { type: "text/plain", schema: { type: "string" } } } : {};
  }
  const sampled = values.length > 0 ? (jsonSchema(values, "output") as JsonObject) : { type: "object" };
  return { response: { type: "application/json", schema: withFields(sampled, fields, "output") } };
};
