import { createContext, useContext } from "react";
import { textIn } from "../../format/json.ts";
import { brief } from "../../format/text.ts";
import type { Path, Problems } from "./form-value.ts";
import type { Schema } from "./schema.ts";

export interface FormContext {
  /** The document that references resolve against. */
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

/** Props of every form part. */
export interface PartProps {
  readonly name: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly required: boolean;
  readonly path: Path;
}

const MAX_LABEL_LENGTH = 120;
const MAX_HELP_LENGTH = 2_000;

/** Arguments are labelled with their name, because callers must write it; questions to people with their title. */
export type LabelSource = "name" | "title";

export const labelOf = (name: string, schema: Schema, by: LabelSource): string => {
  const title = by === "title" ? textIn(schema["title"]) : undefined;
  return brief(title ?? name, MAX_LABEL_LENGTH);
};

/** The description as help text. It is untrusted, so it is sanitized and cut. */
export const helpOf = ({ description }: Schema): string | undefined =>
  brief(textIn(description)?.trim() ?? "", MAX_HELP_LENGTH) || undefined;

export const problemText = (problem: string | undefined): string | undefined =>
  problem === undefined ? undefined : brief(problem, MAX_HELP_LENGTH);

/** Display text of one allowed value. */
export const valueText = (value: unknown): string =>
  brief(typeof value === "string" ? value : (JSON.stringify(value) ?? ""), MAX_LABEL_LENGTH);

/** Placeholder for an empty field. */
export const exampleText = ({ examples }: Schema): string | undefined => {
  const [first] = Array.isArray(examples) ? examples : [];
  return first === undefined || typeof first === "object" ? undefined : valueText(first);
};
