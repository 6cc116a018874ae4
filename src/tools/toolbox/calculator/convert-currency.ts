import type { Clock } from "../../../model/clock.ts";
import { invalid } from "../../../model/failure.ts";
import type { Conversion } from "./convert-units.ts";
import type { CurrencyRates, RateTable } from "./currency-rates.ts";
import { CURRENCY_NAMES } from "./embedded-rates.ts";
import { divide, multiply, parseRatio, toNumber } from "./ratio.ts";
import { plainName } from "./unit-index.ts";

export interface CurrencyConversion extends Conversion {
  readonly rate: {
    /** How much of the target one unit buys. */
    readonly value: number;
    readonly date: string;
    readonly source: string;
    readonly age_days: number;
  };
}

export interface ConvertCurrencyOptions {
  readonly rates: CurrencyRates;
  readonly clock: Clock;
}

interface Currency {
  readonly code: string;
  readonly note?: string;
}

const RATE_DIGITS = 8;
const OLD_AFTER_DAYS = 30;
const DAY_MS = 86_400_000;

export const isCurrencyCode = (name: string): boolean => /^[A-Za-z]{3}$/.test(name.trim());

export const isCurrencyName = (name: string): boolean =>
  Object.hasOwn(CURRENCY_NAMES, plainName(name)) || isoCodes().has(name.trim().toUpperCase());

const isoCodes = (): ReadonlySet<string> => {
  iso ??= new Set(Intl.supportedValuesOf("currency"));
  return iso;
};
let iso: ReadonlySet<string> | undefined;

export const convertCurrency = async (
  value: number,
  fromName: string,
  toName: string,
  { rates, clock }: ConvertCurrencyOptions,
): Promise<CurrencyConversion> => {
  const table = await rates.table();
  const from = currencyOf(table, "from_unit", fromName);
  const to = currencyOf(table, "to_unit", toName);
  const rate = divide(parseRatio(String(table.rates[to.code])), parseRatio(String(table.rates[from.code])));
  const exact = multiply(parseRatio(String(value)), rate);
  const result = rounded(toNumber(exact, 15), to.code);
  const rateValue = toNumber(rate, RATE_DIGITS);
  const age_days = Math.max(0, Math.floor((clock.now() - Date.parse(table.date)) / DAY_MS));
  const notes = [
    from.note,
    to.note,
    age_days > OLD_AFTER_DAYS ? `The rates are ${age_days} days old.` : undefined,
    rates.embedded ? "Not a market rate: good for rehearsals, not for payments." : undefined,
  ].filter((note) => note !== undefined);
  return {
    value,
    from_unit: from.code,
    to_unit: to.code,
    result,
    text: `${value} ${from.code} = ${result} ${to.code} at 1 ${from.code} = ${rateValue} ${to.code} of ${table.date}`,
    dimension: "currency",
    notes,
    rate: { value: rateValue, date: table.date, source: rates.source, age_days },
  };
};

const currencyOf = (table: RateTable, field: string, name: string): Currency => {
  const named = Object.hasOwn(CURRENCY_NAMES, plainName(name)) ? CURRENCY_NAMES[plainName(name)] : undefined;
  const code = named?.[0] ?? name.trim().toUpperCase();
  const note = named?.[1];
  if (Object.hasOwn(table.rates, code)) return { code, ...(note !== undefined && { note }) };
  throw invalid(`There is no rate for ${code}.`, {
    field,
    value: name,
    allowed: Object.keys(table.rates),
    hint: "Use one of the currencies that have a rate.",
  });
};

/** To the smallest coin and two digits beyond, so that small amounts do not vanish. */
const rounded = (amount: number, code: string): number => {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency: code,
  }).resolvedOptions();
  return Number(amount.toFixed(maximumFractionDigits + 2));
};
