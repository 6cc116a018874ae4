import type { Clock } from "../../../model/clock.ts";
import { type Failure, invalid } from "../../../model/failure.ts";
import { type Conversion, convertUnits } from "./convert-units.ts";
import { CURRENCY_NAMES, type CurrencyRates, type RateTable } from "./currency-rates.ts";
import { exact, findUnits, plainName } from "./unit-index.ts";

export interface ConversionsOptions {
  readonly rates: CurrencyRates;
  readonly clock: Clock;
}

const RATE_DIGITS = 8;
const OLD_AFTER_DAYS = 30;
const DAY_MS = 86_400_000;

/** Units and currencies share some names, such as pound and cup: what the other one is decides. */
export const createConversions =
  (options: ConversionsOptions) =>
  async (value: number, from: string, to: string): Promise<Conversion> => {
    if (isUnit(from) && isUnit(to)) return convertUnits(value, from, to);
    if (isCurrency(from) && isCurrency(to)) return convertCurrency(value, from, to, options);
    if (isCurrencyName(from) && isUnit(to)) throw mixed(from, to, to);
    if (isUnit(from) && isCurrencyName(to)) throw mixed(to, from, to);
    return convertUnits(value, from, to);
  };

const isUnit = (name: string): boolean => findUnits(name).length > 0;

let iso: ReadonlySet<string> | undefined;

const isCurrencyName = (name: string): boolean => {
  iso ??= new Set(Intl.supportedValuesOf("currency"));
  return CURRENCY_NAMES.has(plainName(name)) || iso.has(codeOf(name));
};

/** A table may have rates for codes that are on no list. */
const isCurrency = (name: string): boolean =>
  isCurrencyName(name) || (/^[A-Z]{3}$/.test(codeOf(name)) && !isUnit(name));

const codeOf = (name: string): string => name.trim().toUpperCase();

const mixed = (currency: string, unit: string, to: string): Failure =>
  invalid(
    `${currency} is a currency, ${unit} measures ${findUnits(unit)[0]?.unit.dimension}: one cannot become the other.`,
    { field: "to_unit", value: to, hint: "Convert currencies into currencies, and units into units of the same kind." },
  );

const convertCurrency = async (
  value: number,
  fromName: string,
  toName: string,
  { rates, clock }: ConversionsOptions,
): Promise<Conversion> => {
  const table = await rates.table();
  const from = pricedIn(table, "from_unit", fromName);
  const to = pricedIn(table, "to_unit", toName);
  const [bought, sold] = [exact(to.rate), exact(from.rate)];
  const rate = bought.div(sold).toSignificantDigits(RATE_DIGITS).toNumber();
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency: to.code,
  }).resolvedOptions();
  // Two digits beyond the smallest coin, so that small amounts do not vanish.
  const result = bought
    .times(value)
    .div(sold)
    .toDecimalPlaces(maximumFractionDigits + 2)
    .toNumber();
  const age_days = Math.max(0, Math.floor((clock.now() - Date.parse(table.date)) / DAY_MS));
  return {
    value,
    from_unit: from.code,
    to_unit: to.code,
    result,
    text: `${value} ${from.code} = ${result} ${to.code} at 1 ${from.code} = ${rate} ${to.code} of ${table.date}`,
    dimension: "currency",
    notes: [
      from.note,
      to.note,
      age_days > OLD_AFTER_DAYS ? `The rates are ${age_days} days old.` : undefined,
      rates.embedded ? "Not a market rate: good for rehearsals, not for payments." : undefined,
    ].filter((note) => note !== undefined),
    rate: { value: rate, date: table.date, source: rates.source, age_days },
  };
};

const pricedIn = (table: RateTable, field: string, name: string) => {
  const [code, note] = CURRENCY_NAMES.get(plainName(name)) ?? [codeOf(name)];
  if (Object.hasOwn(table.rates, code)) return { code, note, rate: table.rates[code] as number };
  throw invalid(`There is no rate for ${code}.`, {
    field,
    value: name,
    allowed: Object.keys(table.rates),
    hint: "Use one of the currencies that have a rate.",
  });
};
