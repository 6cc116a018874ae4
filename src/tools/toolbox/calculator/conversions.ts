import { invalid } from "../../../model/failure.ts";
import {
  type ConvertCurrencyOptions,
  type CurrencyConversion,
  convertCurrency,
  isCurrencyCode,
  isCurrencyName,
} from "./convert-currency.ts";
import { type Conversion, convertUnits } from "./convert-units.ts";
import { unitIndex } from "./unit-index.ts";

/** Units and currencies share some names, such as pound and cup: what the other one is decides. */
export const createConversions =
  (options: ConvertCurrencyOptions) =>
  async (value: number, from: string, to: string): Promise<Conversion & Partial<CurrencyConversion>> => {
    if (isUnit(from) && isUnit(to)) return convertUnits(value, from, to);
    if (isCurrency(from) && isCurrency(to)) return convertCurrency(value, from, to, options);
    if (isCurrencyName(from) && isUnit(to)) throw mixed(from, to, to);
    if (isUnit(from) && isCurrencyName(to)) throw mixed(to, from, to);
    return convertUnits(value, from, to);
  };

const isUnit = (name: string): boolean => unitIndex().find(name).length > 0;

/** A table may have rates for codes that are on no list. */
const isCurrency = (name: string): boolean => isCurrencyName(name) || (isCurrencyCode(name) && !isUnit(name));

const mixed = (currency: string, unit: string, to: string) =>
  invalid(
    `${currency} is a currency, ${unit} measures ${unitIndex().find(unit)[0]?.unit.dimension}: one cannot become the other.`,
    { field: "to_unit", value: to, hint: "Convert currencies into currencies, and units into units of the same kind." },
  );
