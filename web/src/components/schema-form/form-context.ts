import { type ComponentType, createContext, useContext } from "react";
import type { Problems } from "./check-value.ts";
import type { Path } from "./form-value.ts";
import type { CalledBy } from "./part-texts.ts";
import type { Schema } from "./schema.ts";

export interface FormContext {
  /** What references lead into. */
  readonly root: Schema;
  readonly problems: Problems;
  readonly disabled: boolean;
  readonly calledBy: CalledBy;
  change(path: Path, value: unknown): void;
  /** For parts that have parts. */
  readonly Part: ComponentType<PartProps>;
}

const Context = createContext<FormContext>({
  ...{ root: {}, problems: {}, disabled: false, calledBy: "name", change: () => undefined, Part: () => null },
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
