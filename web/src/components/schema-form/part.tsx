import type { ComponentType } from "react";
import { ListPart, ObjectPart, VariantsPart } from "./compound-parts.tsx";
import { type PartProps, useForm } from "./form-context.ts";
import {
  ChoicePart,
  DatePart,
  DateTimePart,
  FlagPart,
  JsonPart,
  LocalTimePart,
  NumberPart,
  TextPart,
} from "./scalar-parts.tsx";
import { shapeOf } from "./schema.ts";

const SCALARS = {
  ...{ text: TextPart, date: DatePart, "date-time": DateTimePart, "date-time-local": LocalTimePart },
  ...{ number: NumberPart, flag: FlagPart, choice: ChoicePart, json: JsonPart },
} as const satisfies Readonly<Record<string, ComponentType<PartProps>>>;

/** One part of the form: what is right for its schema. */
export const Part = (props: PartProps) => {
  const { root } = useForm();
  const shape = shapeOf(props.schema, root);
  if (shape.kind === "object") return <ObjectPart {...props} shape={shape} />;
  if (shape.kind === "list") return <ListPart {...props} shape={shape} />;
  if (shape.kind === "variants") return <VariantsPart {...props} shape={shape} />;
  const Scalar = SCALARS[shape.kind];
  return <Scalar {...props} />;
};
