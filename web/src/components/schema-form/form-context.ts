import { createContext, useContext } from "react";
import { said } from "../../format/text.ts";
import type { Path, Problems } from "./form-value.ts";
import { type Schema, textIn } from "./schema.ts";

export interface FormContext {
  /** What references lead into. */
  readonly root: Schema;
  readonly problems: Problems;
  readonly disabled: boolean;
  readonly calledBy: CalledBy;
  change(path: Path, value: unknown): void;
}

const Context = createContext<FormContext>({
  ...{ root: {}, problems: {}, disabled: false, calledBy: "name", change: () => undefined },
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

const LONGEST_LABEL = 120;
const LONGEST_HELP = 2_000;

/** What a part is called: by its name, as whoever calls the tool has to write it; questions to people are by their title. */
export type CalledBy = "name" | "title";

export const labelOf = (name: string, schema: Schema, by: CalledBy): string => {
  const title = by === "title" ? textIn(schema["title"]) : undefined;
  return said(title ?? name, LONGEST_LABEL);
};

/** What a stranger says about it. Undefined for nothing. */
export const helpOf = ({ description }: Schema): string | undefined =>
  said(textIn(description)?.trim() ?? "", LONGEST_HELP) || undefined;

export const problemText = (problem: string | undefined): string | undefined =>
  problem === undefined ? undefined : said(problem, LONGEST_HELP);

/** One of the values to choose from. */
export const valueText = (value: unknown): string =>
  said(typeof value === "string" ? value : (JSON.stringify(value) ?? ""), LONGEST_LABEL);

/** What may be shown in an empty field as an example. */
export const exampleText = ({ examples }: Schema): string | undefined => {
  const [first] = Array.isArray(examples) ? examples : [];
  return first === undefined || typeof first === "object" ? undefined : valueText(first);
};
