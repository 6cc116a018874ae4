import { createContext, useContext } from "react";
import { textIn } from "../../format/json.ts";
import { brief } from "../../format/text.ts";
import type { Path, Problems } from "./form-value.ts";
import type { Schema } from "./schema.ts";

export interface FormContext {
  /** What references lead into. */
  readonly root: Schema;
  readonly problems: Problems;
  readonly disabled: boolean;
  readonly labelBy: LabelSource;
  change(path: Path, value: unknown): void;
}

const Context = createContext<FormContext>({
  root: {},
  problems: {},
  disabled: false,
  labelBy: "name",
  change: () => undefined,
});

export const FormProvider = Context.Provider;
export const useForm = (): FormContext => useContext(Context);

/** Of every part of the form, whatever its kind. */
export interface PartProps {
  readonly name: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly required: boolean;
  readonly path: Path;
}

const MAX_LABEL_LENGTH = 120;
const MAX_HELP_LENGTH = 2_000;

/** What a part is called: by its name, as whoever calls the tool has to write it; questions to people are by their title. */
export type LabelSource = "name" | "title";

export const labelOf = (name: string, schema: Schema, by: LabelSource): string => {
  const title = by === "title" ? textIn(schema["title"]) : undefined;
  return brief(title ?? name, MAX_LABEL_LENGTH);
};

/** What a stranger says about it. Undefined for nothing. */
export const helpOf = ({ description }: Schema): string | undefined =>
  brief(textIn(description)?.trim() ?? "", MAX_HELP_LENGTH) || undefined;

export const problemText = (problem: string | undefined): string | undefined =>
  problem === undefined ? undefined : brief(problem, MAX_HELP_LENGTH);

/** One of the values to choose from. */
export const valueText = (value: unknown): string =>
  brief(typeof value === "string" ? value : (JSON.stringify(value) ?? ""), MAX_LABEL_LENGTH);

/** What may be shown in an empty field as an example. */
export const exampleText = ({ examples }: Schema): string | undefined => {
  const [first] = Array.isArray(examples) ? examples : [];
  return first === undefined || typeof first === "object" ? undefined : valueText(first);
};
