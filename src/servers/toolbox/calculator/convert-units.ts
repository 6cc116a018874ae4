import type { Decimal } from "decimal.js";
import { nearestName } from "../../../mcp/tools/nearest-name.ts";
import { type Failure, invalid } from "../../../model/failure.ts";
import { CURRENCY_NAMES } from "./currency-rates.ts";
import { exact, findUnits, type Match, symbolsOf, type Unit, unitNames } from "./unit-index.ts";

export interface Conversion {
  readonly value: number;
  readonly from_unit: string;
  readonly to_unit: string;
  readonly result: number;
  readonly text: string;
  readonly dimension: string;
  readonly notes: readonly string[];
  /** Of currencies: how much of the target one unit buys. */
  readonly rate?: {
    readonly value: number;
    readonly date: string;
    readonly source: string;
    readonly age_days: number;
  };
}

/** What a double can hold of any decimal. */
const DIGITS = 15;

/** Exact until it is shown. */
export const convertUnits = (value: number, fromName: string, toName: string): Conversion => {
  const [{ unit: from, note: fromNote }, { unit: to, note: toNote }] = fittingPair(fromName, toName);
  const refuse = (message: string, hint: string): Failure => invalid(message, { field: "value", value, hint });
  const [above, below] = inBase(value, from);
  if (from.dimension === "temperature" && above.isNegative()) {
    const hint = "Absolute zero is 0 K, -273.15 °C or -459.67 °F.";
    throw refuse(`${value} ${from.symbol} is below absolute zero.`, hint);
  }
  if (below.isZero() || (to.reciprocal && above.isZero())) {
    throw refuse(`${value} ${fromName} has no counterpart: it would be infinite.`, "Use a value other than 0.");
  }
  const [factor, divisor] = to.factor;
  const result = shown(
    to.reciprocal
      ? below.times(factor).div(above.times(divisor))
      : above.times(divisor).div(below.times(factor)).minus(to.zeroPoint),
  );
  if (!Number.isFinite(result)) {
    throw refuse(`${value} ${from.symbol} is too much to be written in ${to.symbol}.`, "Use a smaller value.");
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

const inBase = (value: number, { factor: [above, below], zeroPoint, reciprocal }: Unit): [Decimal, Decimal] =>
  reciprocal ? [above, below.times(value)] : [exact(value).plus(zeroPoint).times(above), below];

const shown = (amount: Decimal): number => amount.toSignificantDigits(DIGITS).toNumber();

/** A reading and a difference are converted differently; a model cannot tell which one is asked for. */
const temperatureNote = (value: number, from: Unit, to: Unit): string | undefined => {
  if (from.zeroPoint.equals(to.zeroPoint)) return undefined;
  const [above, below] = from.factor;
  const difference = shown(above.times(to.factor[1]).times(value).div(below.times(to.factor[0])));
  return `This is a temperature as a thermometer shows it. A difference of ${value} ${from.symbol} is a difference of ${difference} ${to.symbol}.`;
};

/** A name may mean several things: the first two that are of one dimension are meant. */
const fittingPair = (fromName: string, toName: string): readonly [Match, Match] => {
  const sources = found("from_unit", fromName);
  const targets = found("to_unit", toName);
  const [fitting] = sources
    .flatMap((source, i) => targets.map((target, j) => ({ source, target, remoteness: i + j })))
    .filter(({ source, target }) => source.unit.dimension === target.unit.dimension)
    .sort((a, b) => a.remoteness - b.remoteness);
  if (fitting !== undefined) {
    return [withCaseNote(fitting.source, fromName, sources), withCaseNote(fitting.target, toName, targets)];
  }
  const [from, to] = [sources, targets].map((matches) => matches[0]?.unit) as [Unit, Unit];
  throw invalid(
    `${fromName} measures ${from.dimension}, ${toName} measures ${to.dimension}: one cannot become the other.`,
    {
      field: "to_unit",
      value: toName,
      allowed: symbolsOf(from.dimension),
      hint: `Choose a unit of ${from.dimension}.`,
    },
  );
};

const found = (field: string, name: string): readonly Match[] => {
  const matches = findUnits(name);
  if (matches.length > 0) return matches;
  const names = [...unitNames(), ...CURRENCY_NAMES.keys()].filter(({ length }) => length > 2);
  const near = nearestName(name, names)?.replaceAll("_", " ");
  const examples = "km, pounds, °C, US gallon, GiB, knots, L/100km, or a currency code such as EUR";
  throw invalid(`There is no unit “${name.slice(0, 60)}”.`, {
    field,
    value: name.slice(0, 60),
    hint: near === undefined ? `Use a symbol or a name such as ${examples}.` : `Did you mean ${near}?`,
  });
};

/** `mb` could be MB or Mb: only upper and lower case tell. */
const withCaseNote = (match: Match, name: string, candidates: readonly Match[]): Match => {
  const { unit } = match;
  const others = candidates.filter((other) => other !== match && other.unit.dimension === unit.dimension);
  if (name.trim() === unit.symbol || others.length === 0) return match;
  const note = `“${name}” was read as ${unit.symbol}, not as ${others.map((other) => other.unit.symbol).join(" or ")}.`;
  return { unit, note: match.note === undefined ? note : `${note} ${match.note}` };
};
