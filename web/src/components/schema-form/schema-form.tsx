import { useMemo } from "react";
import type { Problem } from "../../api/client.ts";
import { isObject } from "../../format/json.ts";
import { Fields, Part } from "./compound-parts.tsx";
import { type FormContext, FormProvider, type LabelSource } from "./form-context.ts";
import { fieldKey, type Problems, withValue } from "./form-value.ts";
import { resolved, type Schema, shapeOf } from "./schema.ts";
import "./schema-form.css";

interface SchemaFormProps {
  /** An object schema, such as a tool's inputSchema. */
  readonly schema: Schema;
  /** Start with `initialValue(schema, worldTime())`; send `withoutEmpty(value)`. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** From `checkValue`, or from the server's response through `problemsOf`. */
  readonly problems?: Problems;
  readonly disabled?: boolean;
  /** Use titles for questions to people, names for tool arguments. */
  readonly labelBy?: LabelSource;
}

const NO_PROBLEMS: Problems = {};

/** A controlled form generated from a JSON Schema. */
export const SchemaForm = (props: SchemaFormProps) => {
  const { schema, value, onChange, problems = NO_PROBLEMS, disabled = false, labelBy = "name" } = props;
  const form = useMemo<FormContext>(
    () => ({
      root: schema,
      problems,
      disabled,
      labelBy,
      change: (path, next) => onChange(withValue(value, path, next)),
    }),
    [schema, value, onChange, problems, disabled, labelBy],
  );
  const whole = resolved(schema, schema);
  const shape = shapeOf(whole, schema);
  return (
    <FormProvider value={form}>
      {shape.kind === "object" ? (
        <Fields fields={shape.fields} value={isObject(value) ? value : {}} path={[]} />
      ) : isEmpty(whole) ? (
        <p className="soft">This tool takes no arguments.</p>
      ) : (
        <Part name="arguments" schema={whole} value={value} required path={[]} />
      )}
    </FormProvider>
  );
};

const isEmpty = ({ properties, additionalProperties, oneOf, anyOf }: Schema): boolean =>
  (!isObject(properties) || Object.keys(properties).length === 0) &&
  (additionalProperties === undefined || additionalProperties === false) &&
  oneOf === undefined &&
  anyOf === undefined;

/** Problems of a server response by field; under `""` if they name no field. */
export const problemsOf = ({ field, message, hint, problems = [] }: Omit<Problem, "kind">): Problems => ({
  ...Object.fromEntries(problems.map((each) => [fieldKey(each.field), each.message])),
  [field === undefined ? "" : fieldKey(field)]: [message, hint].filter(Boolean).join(" "),
});
