import { type ComponentType, type ReactNode, useId } from "react";
import { isObject } from "../../format/json.ts";
import { worldTime } from "../../format/time.ts";
import { Button } from "../button.tsx";
import { RequiredMark } from "../field.tsx";
import { helpOf, labelOf, type PartProps, problemText, useForm, valueText } from "./form-context.ts";
import { pathKey, withoutItem } from "./form-value.ts";
import { newItemValue } from "./initial-value.ts";
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
import { type ObjectField, type Schema, type Shape, shapeOf, variantFor } from "./schema.ts";

const SCALARS = {
  text: TextPart,
  date: DatePart,
  "date-time": DateTimePart,
  "date-time-local": LocalTimePart,
  number: NumberPart,
  flag: FlagPart,
  choice: ChoicePart,
  json: JsonPart,
} as const satisfies Readonly<Record<string, ComponentType<PartProps>>>;

/** Renders the control that fits the schema. */
export const Part = (props: PartProps) => {
  const { root } = useForm();
  const shape = shapeOf(props.schema, root);
  if (shape.kind === "object") return <ObjectPart {...props} shape={shape} />;
  if (shape.kind === "list") return <ListPart {...props} shape={shape} />;
  if (shape.kind === "variants") return <VariantsPart {...props} shape={shape} />;
  const Scalar = SCALARS[shape.kind];
  return <Scalar {...props} />;
};

type PropsFor<K extends Shape["kind"]> = PartProps & { readonly shape: Extract<Shape, { kind: K }> };

/** An object: its fields if set, or a button to add it. */
const ObjectPart = ({ shape, ...props }: PropsFor<"object">) => {
  const { name, schema, value, path, required } = props;
  const { change, root, disabled, labelBy } = useForm();
  const label = labelOf(name, schema, labelBy);
  const present = isObject(value);
  const add = () => change(path, newItemValue(schema, name, root, worldTime()) ?? {});
  return (
    <Group
      {...props}
      action={
        present
          ? !required && { text: `Remove ${label}`, icon: "cross" as const, run: () => change(path, undefined) }
          : { text: `Add ${label}`, icon: "plus" as const, run: add }
      }
      disabled={disabled}
    >
      {present && <Fields fields={shape.fields} value={value} path={path} />}
    </Group>
  );
};

interface FieldsProps {
  readonly fields: readonly ObjectField[];
  readonly value: Readonly<Record<string, unknown>>;
  readonly path: PartProps["path"];
}

export const Fields = ({ fields, value, path }: FieldsProps) => {
  const { root } = useForm();
  const context = fields.filter((field) => !isSettled(field, value[field.name], root));
  return (
    <div className="form-fields">
      {context.map(({ name, schema, required }) => (
        <Part key={name} {...{ name, schema, required, value: value[name], path: [...path, name] }} />
      ))}
    </div>
  );
};

/** The field allows a single value and has it, so there is nothing to ask. */
const isSettled = ({ schema, required }: ObjectField, value: unknown, root: Schema): boolean => {
  const shape = shapeOf(schema, root);
  return required && shape.kind === "choice" && shape.values.length === 1 && shape.values[0] === value;
};

const ListPart = ({ shape, ...props }: PropsFor<"list">) => {
  const { name, schema, value, path } = props;
  const { change, root, disabled, labelBy } = useForm();
  const label = labelOf(name, schema, labelBy);
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const add = () => change([...path, list.length], newItemValue(shape.items, name, root, worldTime()));
  const remove = (index: number) => {
    const rest = withoutItem(list, index);
    change(path, rest.length === 0 && !props.required ? undefined : rest);
  };
  return (
    <Group
      {...props}
      action={list.length < shape.max && { text: `Add to ${label}`, icon: "plus", run: add }}
      disabled={disabled}
    >
      {list.length > 0 && (
        <ol className="form-items">
          {list.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity
            <li key={index}>
              <Part name={`${name} ${index + 1}`} schema={shape.items} value={item} required path={[...path, index]} />
              <Button
                variant="quiet"
                small
                icon="trash"
                aria-label={`Remove ${label} ${index + 1}`}
                disabled={disabled}
                onClick={() => remove(index)}
              />
            </li>
          ))}
        </ol>
      )}
    </Group>
  );
};

/** A value with several allowed shapes. */
const VariantsPart = ({ shape: { variants }, ...props }: PropsFor<"variants">) => {
  const { name, schema, value, path } = props;
  const { change, root, disabled, labelBy } = useForm();
  const id = useId();
  const at = value === undefined && !props.required ? -1 : variantFor(variants, value, root);
  const chosen = variants[at];
  const shape = chosen && shapeOf(chosen.schema, root);
  const choose = (index: number) => {
    const next = variants[index];
    change(path, next ? newItemValue(next.schema, name, root, worldTime()) : undefined);
  };
  return (
    <Group {...props} disabled={disabled}>
      <select
        className="control"
        id={id}
        aria-label={`Kind of ${labelOf(name, schema, labelBy)}`}
        value={at}
        disabled={disabled}
        onChange={({ target }) => choose(Number(target.value))}
      >
        {!props.required && <option value={-1}>–</option>}
        {variants.map(({ title }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat
          <option key={index} value={index}>
            {valueText(title)}
          </option>
        ))}
      </select>
      {shape?.kind === "object" && <Fields fields={shape.fields} value={isObject(value) ? value : {}} path={path} />}
      {chosen && shape?.kind !== "object" && (
        <Part {...props} schema={{ ...chosen.schema, description: "" }} key={at} />
      )}
    </Group>
  );
};

interface GroupProps extends PartProps {
  readonly action?: { readonly text: string; readonly icon: "plus" | "cross"; readonly run: () => void } | false;
  readonly disabled: boolean;
  readonly children: ReactNode;
}

const Group = ({ name, schema, path, required, action, disabled, children }: GroupProps) => {
  const { problems, labelBy } = useForm();
  const problem = problemText(problems[pathKey(path)]);
  const about = helpOf(schema);
  return (
    <fieldset className="form-group">
      <legend>
        {labelOf(name, schema, labelBy)}
        {required && <RequiredMark />}
      </legend>
      {about !== undefined && <p className="field-help">{about}</p>}
      {problem !== undefined && <p className="field-problem">{problem}</p>}
      {children}
      {action && (
        <Button small icon={action.icon} disabled={disabled} onClick={action.run}>
          {action.text}
        </Button>
      )}
    </fieldset>
  );
};
