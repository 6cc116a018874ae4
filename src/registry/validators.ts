import type { Ajv, ErrorObject, Options, ValidateFunction } from "ajv";
import type { Schema } from "../model/schema.ts";

/** Returns the first misfit, or all of them, or undefined when the value fits. Fills defaults in where told to. */
export type Validate = (value: unknown) => readonly ErrorObject[] | undefined;

export interface Validators {
  /** Stops at the first misfit: what every call goes through. */
  input(schema: Schema): Validate;
  /** Finds every misfit, with the values: for the message to whoever sent them. */
  allMisfits(schema: Schema): Validate;
  output(schema: Schema): Validate;
}

const RFC3339_DATE_TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const CALENDAR_DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

const isDate = (text: string): boolean => {
  if (!CALENDAR_DATE.test(text)) return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
};

// The ready-made date-time lets "+05" and a blank for the T pass, which Date.parse then reads as nothing or as local.
const isDateTime = (text: string): boolean =>
  RFC3339_DATE_TIME.test(text) && isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));

const load = async (): Promise<Validators> => {
  const [{ Ajv2020 }, formats] = await Promise.all([import("ajv/dist/2020.js"), import("ajv-formats")]);
  const make = (options: Options): ((schema: Schema) => Validate) => {
    const ajv = new Ajv2020({
      strict: false,
      logger: false,
      // Compiling the meta-schema costs more than all nine tools. Schemas from outside are checked when registered.
      validateSchema: false,
      addUsedSchema: false,
      ...options,
    });
    formats.default.default(ajv as unknown as Ajv, { keywords: false });
    ajv.addFormat("date", isDate);
    ajv.addFormat("date-time", isDateTime);
    return (schema) => {
      const fits = ajv.compile(schema) as ValidateFunction;
      // Ajv would hold every schema it ever saw, also those of tools long gone.
      ajv.removeSchema(schema);
      return (value) => (fits(value) ? undefined : (fits.errors ?? []));
    };
  };
  return {
    input: make({ useDefaults: true }),
    allMisfits: make({ useDefaults: true, allErrors: true, verbose: true }),
    output: make({ allErrors: true }),
  };
};

let loading: Promise<Validators> | undefined;

/** Loaded with the first call: importing Ajv takes longer than everything else between start and `tools/list`. */
export const loadValidators = (): Promise<Validators> => {
  loading ??= load();
  return loading;
};
