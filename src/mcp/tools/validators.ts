import type { Ajv, ErrorObject, Options, ValidateFunction } from "ajv";
import { isJsonObject } from "../../model/json.ts";
import type { Schema } from "../../model/schema.ts";

/** Returns the validation errors of a value, or undefined if it fits. Input validators also fill in defaults. */
export type Validate = (value: unknown) => readonly ErrorObject[] | undefined;

export interface Validators {
  /** Stops at the first error. Used for every call. */
  input(schema: Schema): Validate;
  /** Finds all errors with the values, for error messages. */
  allErrors(schema: Schema): Validate;
  output(schema: Schema): Validate;
}

const RFC3339_DATE_TIME = /^\d{4}-\d\d-\d\d[Tt](?:[01]\d|2[0-3]):\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const CALENDAR_DATE = /^\d{4}-\d\d-\d\d$/;
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Checked by hand: a round trip through Date took a tenth of a search. */
const isDate = (text: string): boolean => {
  if (!CALENDAR_DATE.test(text)) return false;
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  const days = month === 2 && isLeap(Number(text.slice(0, 4))) ? 29 : DAYS_IN_MONTH[month - 1];
  return days !== undefined && day >= 1 && day <= days;
};

// The date-time of ajv-formats accepts "+05" and a blank for the T, which Date.parse rejects or reads as local time.
const isDateTime = (text: string): boolean =>
  RFC3339_DATE_TIME.test(text) && isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));

/** A date and time with UTC offset, or without one in local time. */
const LOCAL_DATE_TIME = /^\d{4}-\d\d-\d\d[Tt](?:[01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const isLocalDateTime = (text: string): boolean =>
  isDateTime(text) || (LOCAL_DATE_TIME.test(text) && isDate(text.slice(0, 10)));

/** Ajv fills in defaults before it checks `required`, so the default of a required field would replace the missing value. */
const withoutRequiredDefaults = (schema: unknown, isRequired = false): unknown => {
  if (!isJsonObject(schema)) return schema;
  const { properties, items, required } = schema;
  const names = Array.isArray(required) ? required : [];
  const copy: Record<string, unknown> = { ...schema };
  if (isRequired) delete copy["default"];
  if (items !== undefined) copy["items"] = withoutRequiredDefaults(items);
  if (isJsonObject(properties)) {
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
        // Compiling the meta-schema costs more than all nine tools. Foreign schemas are checked at registration.
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
    // Ajv retains memory for every schema it has compiled. Foreign tools come and go, so each has its own instance.
    const shared = foreign ? undefined : create();
    return (schema) => {
      const ajv = shared ?? create();
      const checked = options.useDefaults ? (withoutRequiredDefaults(schema) as Schema) : schema;
      const fits = ajv.compile(checked) as ValidateFunction;
      // Otherwise Ajv would retain the schemas of removed tools.
      ajv.removeSchema(checked);
      const check: Validate = (value) => (fits(value) ? undefined : (fits.errors ?? []));
      return guard?.withinEffort(check) ?? check;
    };
  };
  return {
    input: make({ useDefaults: true }),
    allErrors: make({ useDefaults: true, allErrors: true, verbose: true }),
    output: make({ allErrors: true }),
  };
};

let own: Promise<Validators> | undefined;
let foreign: Promise<Validators> | undefined;

/**
 * Loads the validators with the first call, because importing Ajv takes longer than everything else between start and
 * `tools/list`. Validators of `foreign` schemas take bounded time, whatever the schema and the value.
 */
export const loadValidators = (from?: { readonly foreign?: boolean | undefined }): Promise<Validators> => {
  if (from?.foreign) {
    foreign ??= load(true);
    return foreign;
  }
  own ??= load(false);
  return own;
};
