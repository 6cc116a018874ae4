import type { Ajv, ErrorObject, Options, ValidateFunction } from "ajv";
import type { Schema } from "../../model/schema.ts";

/** Returns the first misfit, or all of them, or undefined when the value fits. Fills defaults in where told to. */
export type Validate = (value: unknown) => readonly ErrorObject[] | undefined;

export interface Validators {
  /** Stops at the first misfit: what every call goes through. */
  input(schema: Schema): Validate;
  /** Finds every misfit, with the values: for the message to whoever sent them. */
  allMisfits(schema: Schema): Validate;
  output(schema: Schema): Validate;
}

const RFC3339_DATE_TIME = /^\d{4}-\d\d-\d\d[Tt](?:[01]\d|2[0-3]):\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const CALENDAR_DATE = /^\d{4}-\d\d-\d\d$/;
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** By hand: going through Date and back took a tenth of a search. */
const isDate = (text: string): boolean => {
  if (!CALENDAR_DATE.test(text)) return false;
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  const days = month === 2 && isLeap(Number(text.slice(0, 4))) ? 29 : DAYS_IN_MONTH[month - 1];
  return days !== undefined && day >= 1 && day <= days;
};

// The ready-made date-time lets "+05" and a blank for the T pass, which Date.parse then reads as nothing or as local.
const isDateTime = (text: string): boolean =>
  RFC3339_DATE_TIME.test(text) && isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));

/** With an offset, or without one and then local at the place it is about. */
const LOCAL_DATE_TIME = /^\d{4}-\d\d-\d\d[Tt](?:[01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const isLocalDateTime = (text: string): boolean =>
  isDateTime(text) || (LOCAL_DATE_TIME.test(text) && isDate(text.slice(0, 10)));

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Ajv fills defaults in before it looks for required fields; a default must not stand in for one that has to be sent. */
const withoutRequiredDefaults = (schema: unknown, isRequired = false): unknown => {
  if (!isObject(schema)) return schema;
  const { properties, items, required } = schema;
  const names = Array.isArray(required) ? required : [];
  const copy = { ...schema };
  if (isRequired) delete copy["default"];
  if (items !== undefined) copy["items"] = withoutRequiredDefaults(items);
  if (isObject(properties)) {
    copy["properties"] = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, withoutRequiredDefaults(field, names.includes(name))]),
    );
  }
  return copy;
};

const load = async (foreign: boolean): Promise<Validators> => {
  const [{ Ajv2020 }, formats, guard] = await Promise.all([
    import("ajv/dist/2020.js"),
    import("ajv-formats"),
    foreign ? import("./foreign-schemas.ts") : undefined,
  ]);
  const make = (options: Options): ((schema: Schema) => Validate) => {
    const create = () => {
      const ajv = new Ajv2020({
        strict: false,
        logger: false,
        // Compiling the meta-schema costs more than all nine tools. Schemas from outside are checked when registered.
        validateSchema: false,
        addUsedSchema: false,
        ...guard?.foreignOptions,
        ...options,
      });
      formats.default.default(ajv as unknown as Ajv, { keywords: false });
      ajv.addFormat("date", isDate);
      ajv.addFormat("date-time", isDateTime);
      ajv.addFormat("local-date-time", isLocalDateTime);
      guard?.guardAjv(ajv);
      return ajv;
    };
    // Ajv keeps something of all it ever compiled; tools from outside come and go, so each of them has its own.
    const kept = foreign ? undefined : create();
    return (schema) => {
      const ajv = kept ?? create();
      const checked = options.useDefaults ? (withoutRequiredDefaults(schema) as Schema) : schema;
      const fits = ajv.compile(checked) as ValidateFunction;
      // Ajv would hold every schema it ever saw, also those of tools long gone.
      ajv.removeSchema(checked);
      const check: Validate = (value) => (fits(value) ? undefined : (fits.errors ?? []));
      return guard?.withinEffort(check) ?? check;
    };
  };
  return {
    input: make({ useDefaults: true }),
    allMisfits: make({ useDefaults: true, allErrors: true, verbose: true }),
    output: make({ allErrors: true }),
  };
};

let own: Promise<Validators> | undefined;
let foreign: Promise<Validators> | undefined;

/**
 * Loaded with the first call: importing Ajv takes longer than everything else between start and `tools/list`. `foreign`
 * schemas came from outside: nothing in them, nor in what is held against them, can make the check hang.
 */
export const loadValidators = (from?: { readonly foreign?: boolean | undefined }): Promise<Validators> => {
  if (from?.foreign) {
    foreign ??= load(true);
    return foreign;
  }
  own ??= load(false);
  return own;
};
