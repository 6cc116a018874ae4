import { useState } from "react";
import { numberIn, textIn } from "../../format/json.ts";
import { Combobox } from "../combobox.tsx";
import { Checkbox, Input, Select, TextArea } from "../field.tsx";
import { isAirportField, isBookingField, useBookingSuggestions, useCompletion } from "./field-suggestions.ts";
import { exampleText, helpOf, labelOf, type PartProps, problemText, useForm, valueText } from "./form-context.ts";
import { fromLocalInput, pathKey, toLocalInput, Unparsed } from "./form-value.ts";
import { shapeOf } from "./schema.ts";

/** Label, help and error that all parts share. */
const useTexts = ({ name, schema, required, path }: PartProps) => {
  const { problems, disabled, labelBy } = useForm();
  return {
    label: labelOf(name, schema, labelBy),
    required,
    disabled,
    problem: problemText(problems[pathKey(path)]),
    help: helpOf(schema),
  };
};

export const TextPart = (props: PartProps) => {
  const { schema, value, path, name } = props;
  const { change } = useForm();
  const texts = useTexts(props);
  const shown = value === undefined ? "" : String(value);
  const set = (text: string) => change(path, text === "" ? undefined : text);
  if (isAirportField(name, schema)) return <AirportPart {...props} />;
  if (isBookingField(name, schema)) return <BookingPart {...props} />;
  const long = shown.length > 120 || (numberIn(schema["maxLength"]) ?? 0) > 300;
  const inputProps = { ...texts, value: shown, onValue: set, placeholder: exampleText(schema) };
  if (long) return <TextArea {...inputProps} />;
  return <Input {...inputProps} type={textIn(schema["format"]) === "email" ? "email" : "text"} />;
};

const AirportPart = (props: PartProps) => {
  const { schema, value, path } = props;
  const { change } = useForm();
  const shown = value === undefined ? "" : String(value);
  const suggestions = useCompletion("airport", shown);
  const set = (text: string) => change(path, text || undefined);
  const inputProps = {
    ...useTexts(props),
    value: shown,
    onValue: set,
    placeholder: exampleText(schema) ?? "Code or city",
  };
  return <Combobox {...inputProps} suggestions={suggestions} normalize={airportCode} />;
};

/** Uppercases airport codes, but not while the user types `tokyo`. */
const airportCode = (text: string): string => (/^[a-z]{3}$/i.test(text.trim()) ? text.trim().toUpperCase() : text);

const BookingPart = (props: PartProps) => {
  const { schema, value, path } = props;
  const { change } = useForm();
  const shown = value === undefined ? "" : String(value);
  const suggestions = useBookingSuggestions(shown);
  const set = (text: string) => change(path, text === "" ? undefined : text);
  const inputProps = {
    ...useTexts(props),
    value: shown,
    onValue: set,
    placeholder: exampleText(schema) ?? "PNR or last name",
  };
  return <Combobox {...inputProps} suggestions={suggestions} />;
};

export const DatePart = (props: PartProps) => {
  const { value, path } = props;
  const { change } = useForm();
  const set = (text: string) => change(path, text === "" ? undefined : text);
  return <Input {...useTexts(props)} type="date" value={value === undefined ? "" : String(value)} onValue={set} />;
};

export const DateTimePart = (props: PartProps) => {
  const { change } = useForm();
  const texts = useTexts(props);
  const shown = toLocalInput(props.value);
  if (shown === undefined) return <TextPart {...props} />;
  const set = (text: string) => change(props.path, fromLocalInput(text));
  return <Input {...texts} label={`${texts.label} (UTC)`} type="datetime-local" value={shown} onValue={set} />;
};

const LOCAL_INPUT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/;

/** Local time at the place, sent unchanged. Values with an offset are edited as text. */
export const LocalTimePart = (props: PartProps) => {
  const { change } = useForm();
  const texts = useTexts(props);
  const { value = "" } = props;
  if (value !== "" && !LOCAL_INPUT.test(String(value))) return <TextPart {...props} />;
  const set = (text: string) => change(props.path, text === "" ? undefined : text);
  return (
    <Input {...texts} label={`${texts.label} (local time)`} type="datetime-local" value={String(value)} onValue={set} />
  );
};

export const NumberPart = (props: PartProps) => {
  const { schema, value, path } = props;
  const { root, change } = useForm();
  const shape = shapeOf(schema, root);
  const limits = shape.kind === "number" ? { min: shape.min, max: shape.max, step: shape.whole ? 1 : "any" } : {};
  const set = (text: string) => change(path, text === "" ? undefined : Number(text));
  return (
    <Input
      {...useTexts(props)}
      {...limits}
      type="number"
      value={value === undefined ? "" : String(value)}
      placeholder={exampleText(schema)}
      onValue={set}
    />
  );
};

export const FlagPart = (props: PartProps) => {
  const { schema, value, path, required } = props;
  const { change } = useForm();
  const { required: _, ...texts } = useTexts(props);
  // An unticked optional checkbox is omitted.
  const unticked = required || schema["default"] === true ? false : undefined;
  return <Checkbox {...texts} checked={value === true} onChecked={(on) => change(path, on ? true : unticked)} />;
};

export const ChoicePart = (props: PartProps) => {
  const { schema, value, path, required } = props;
  const { root, change } = useForm();
  const shape = shapeOf(schema, root);
  const values = shape.kind === "choice" ? shape.values : [];
  const at = values.indexOf(value);
  const none = at === -1 || !required ? [{ value: "", label: required ? "Choose…" : "–" }] : [];
  const titles = shape.kind === "choice" ? (shape.titles ?? []) : [];
  const choices = values.map((each, index) => ({ value: String(index), label: valueText(titles[index] ?? each) }));
  const set = (index: string) => change(path, index === "" ? undefined : values[Number(index)]);
  return (
    <Select {...useTexts(props)} value={at === -1 ? "" : String(at)} choices={[...none, ...choices]} onValue={set} />
  );
};

/** Edits any other value as JSON. Text that does not parse yet is kept as typed. */
export const JsonPart = (props: PartProps) => {
  const { value, path } = props;
  const { change } = useForm();
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: unknown }>();
  const shown = typed && Object.is(typed.value, value) ? typed.text : jsonText(value);
  const set = (text: string) => {
    const next = parsed(text);
    setTyped({ text, value: next });
    change(path, next);
  };
  return <TextArea {...useTexts(props)} value={shown} onValue={set} placeholder="JSON" />;
};

const jsonText = (value: unknown): string => {
  if (value instanceof Unparsed) return value.text;
  return value === undefined ? "" : JSON.stringify(value, null, 2);
};

const parsed = (text: string): unknown => {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return new Unparsed(text);
  }
};
