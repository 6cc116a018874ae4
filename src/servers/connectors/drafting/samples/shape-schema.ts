import type { Schema } from "../../../../model/schema.ts";
import type { SampleMember, SampleShape } from "./sample-shape.ts";
import { valueSchema } from "./value-type.ts";

/** What callers give is required where every sample had it; what they get is only promised where a mapping always makes it. */
export const shapeSchema = (
  shape: SampleShape,
  of: "input" | "output",
  describe: (name: string) => string | undefined,
): Schema => {
  if (shape.kind === "flag") return { type: "boolean" };
  if (shape.kind === "value") return valueSchema(shape.type, of === "input" ? shape.texts : []);
  const required = shape.members.filter((member) => isPromised(member, of)).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(
      shape.members.map(({ name, isList, shape: inner }) => {
        const schema = shapeSchema(inner, of, describe);
        const description = describe(name);
        const told = description === undefined ? {} : { description };
        return [name, isList ? { type: "array", items: schema, ...told } : { ...schema, ...told }];
      }),
    ),
    ...(required.length > 0 && { required }),
  };
};

const isPromised = ({ required, isList, shape }: SampleMember, of: "input" | "output"): boolean =>
  of === "input" ? required && shape.kind !== "flag" : isList || shape.kind === "flag";
