import type { Decimal } from "decimal.js";
import { nearestName } from "../../../mcp/tools/nearest-name.ts";
import type { Clock } from "../../../model/clock.ts";
import { type Failure, invalid } from "../../../model/failure.ts";
import { type CurrencyRates, currencyNames, type RateTable } from "./currency-rates.ts";
import { exact, findUnits, type Match, plainName, symbolsOf, type Unit, unitNames } from "./units.ts";

interface Conversion {
  readonly value: number;
  readonly from_unit: string;
  readonly to_unit: string;
  readonly result: number;
  readonly text: string;
  readonly dimension: string;
  readonly notes: readonly string[];
  /** For currencies only. */
  readonly rate?: {
    readonly value: number;
    readonly date: string;
    readonly source: string;
    readonly age_days: number;
  };
}

export interface ConversionsOptions {
  readonly rates: CurrencyRates;
  readonly clock: Clock;
}

/** Units and currencies share names such as pound; the other name decides which is meant. */
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

let isoCodes: ReadonlySet<string> | undefined;

const isCurrencyName = (name: string): boolean => {
  isoCodes ??= new Set(Intl.supportedValuesOf("currency"));
  return currencyNames().has(plainName(name)) || isoCodes.has(codeOf(name));
};

/** Accepts any three capital letters: the operator's table may have codes of its own. */
const isCurrency = (name: string): boolean =>
  isCurrencyName(name) || (/^[A-Z]{3}$/.test(codeOf(name)) && !isUnit(name));

const codeOf = (name: string): string => name.trim().toUpperCase();

const mixed = (currency: string, unit: string, to: string): Failure =>
  invalid(
    `${currency} is a currency, ${unit} measures ${findUnits(unit)[0]?.unit.dimension}: they cannot be converted into each other.`,
    { field: "to_unit", value: to, hint: "Convert currencies into currencies, and units into units of the same kind." },
  );

const RATE_DIGITS = 8;
const OLD_AFTER_DAYS = 30;
const DAY_MS = 86_400_000;

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
  // Two digits more than the smallest coin, so that small amounts do not become 0.
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
  const { code, note } = currencyNames().get(plainName(name)) ?? { code: codeOf(name) };
  if (Object.hasOwn(table.rates, code)) return { code, note, rate: table.rates[code] as number };
  throw invalid(`There is no rate for ${code}.`, {
    field,
    value: name,
    allowed: Object.keys(table.rates),
    hint: "Use one of the currencies that have a rate.",
  });
};

/** The decimal digits that a double always keeps. */
const DIGITS = 15;

/** Calculates with exact decimals and rounds the result once. */
const convertUnits = (value: number, fromName: string, toName: string): Conversion => {
  const [{ unit: from, note: fromNote }, { unit: to, note: toNote }] = compatiblePair(fromName, toName);
  const refuse = (message: string, hint: string): Failure => invalid(message, { field: "value", value, hint });
  const [numerator, denominator] = inBaseUnit(value, from);
  if (from.dimension === "temperature" && numerator.isNegative()) {
    const hint = "Absolute zero is 0 K, -273.15 °C or -459.67 °F.";
    throw refuse(`${value} ${from.symbol} is below absolute zero.`, hint);
  }
  if (denominator.isZero() || (to.reciprocal && numerator.isZero())) {
    throw refuse(`${value} ${fromName} has no counterpart: it would be infinite.`, "Use a value other than 0.");
  }
  const [factor, divisor] = to.factor;
  const result = rounded(
    to.reciprocal
      ? denominator.times(factor).div(numerator.times(divisor))
      : numerator.times(divisor).div(denominator.times(factor)).minus(to.zeroPoint),
  );
  if (!Number.isFinite(result)) {
    throw refuse(`${value} ${from.symbol} is too large a number in ${to.symbol}.`, "Use a smaller value.");
  }
  return {
    value,
    from_unit: from.symbol,
    to_unit: to.symbol,
    result,
    text: `${value} ${from.symbol} = ${result} ${to.symbol}`,
    dimension: from.dimension,
    notes: [...new Set([fromNote, toNote, temperatureNote(value, from, to)])].filter((note) => note !== undefined),
  };
};

const inBaseUnit = (value: number, { factor, zeroPoint, reciprocal }: Unit): [Decimal, Decimal] =>
  reciprocal ? [factor[0], factor[1].times(value)] : [exact(value).plus(zeroPoint).times(factor[0]), factor[1]];

const rounded = (amount: Decimal): number => amount.toSignificantDigits(DIGITS).toNumber();

/** A temperature and a difference of temperatures convert differently, and the input does not tell which one it is. */
const temperatureNote = (value: number, from: Unit, to: Unit): string | undefined => {
  if (from.zeroPoint.equals(to.zeroPoint)) return undefined;
  const difference = rounded(from.factor[0].times(to.factor[1]).times(value).div(from.factor[1].times(to.factor[0])));
  return `This is a temperature as a thermometer shows it. A difference of ${value} ${from.symbol} is a difference of ${difference} ${to.symbol}.`;
};

/** Returns the likeliest two units of one dimension that the names can mean. */
const compatiblePair = (fromName: string, toName: string): readonly [Match, Match] => {
  const sources = unitsNamed("from_unit", fromName);
  const targets = unitsNamed("to_unit", toName);
  const [best] = sources
    .flatMap((source, i) => targets.map((target, j) => ({ source, target, rank: i + j })))
    .filter(({ source, target }) => source.unit.dimension === target.unit.dimension)
    .sort((a, b) => a.rank - b.rank);
  if (best !== undefined) {
    return [withCaseNote(best.source, fromName, sources), withCaseNote(best.target, toName, targets)];
  }
  const [from, to] = [sources, targets].map((matches) => matches[0]?.unit) as [Unit, Unit];
  throw invalid(
    `${fromName} measures ${from.dimension}, ${toName} measures ${to.dimension}: they cannot be converted into each other.`,
    {
      field: "to_unit",
      value: toName,
      allowed: symbolsOf(from.dimension),
      hint: `Choose a unit of ${from.dimension}.`,
    },
  );
};

const unitsNamed = (field: string, name: string): readonly Match[] => {
  const matches = findUnits(name);
  if (matches.length > 0) return matches;
  const names = [...unitNames(), ...currencyNames().keys()].filter(({ length }) => length > 2);
  const near = nearestName(name, names)?.replaceAll("_", " ");
  const examples = "km, pounds, °C, US gallon, GiB, knots, L/100km, or a currency code such as EUR";
  throw invalid(`There is no unit “${name.slice(0, 60)}”.`, {
    field,
    value: name.slice(0, 60),
    hint: near === undefined ? `Use a symbol or a name such as ${examples}.` : `Did you mean ${near}?`,
  });
};

/** Notes the choice where only the case tells two units apart, such as MB and Mb. */
const withCaseNote = (match: Match, name: string, candidates: readonly Match[]): Match => {
  const { unit } = match;
  const others = candidates.filter((other) => other !== match && other.unit.dimension === unit.dimension);
  if (name.trim() === unit.symbol || others.length === 0) return match;
  const note = `“${name}” was read as ${unit.symbol}, not as ${others.map((other) => other.unit.symbol).join(" or ")}.`;
  return { unit, note: match.note === undefined ? note : `${note} ${match.note}` };
};
