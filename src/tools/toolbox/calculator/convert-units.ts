import { type Failure, invalid } from "../../../model/failure.ts";
import { nearestName } from "../../../registry/nearest-name.ts";
import { CURRENCY_NAMES } from "./embedded-rates.ts";
import { add, divide, multiply, parseRatio, type Ratio, subtract, toNumber } from "./ratio.ts";
import { type Match, type Unit, unitIndex } from "./unit-index.ts";

export interface Conversion {
  readonly value: number;
  readonly from_unit: string;
  readonly to_unit: string;
  readonly result: number;
  readonly text: string;
  readonly dimension: string;
  readonly notes: readonly string[];
}

/** What a double can hold of any decimal. */
const DIGITS = 15;

/** Exact until it is shown. */
export const convertUnits = (value: number, fromName: string, toName: string): Conversion => {
  const [from, to] = fittingPair(fromName, toName);
  const amount = parseRatio(String(value));
  const result = toNumber(fromBase(toBase(amount, from.unit, fromName, value), to.unit, fromName, value), DIGITS);
  if (!Number.isFinite(result)) {
    throw invalid(`${value} ${from.unit.symbol} is too much to be written in ${to.unit.symbol}.`, {
      field: "value",
      value,
      hint: "Use a smaller value.",
    });
  }
  const notes = [from.note, to.note, ...temperatureNotes(value, from.unit, to.unit)].filter(
    (note, at, all): note is string => note !== undefined && all.indexOf(note) === at,
  );
  return {
    value,
    from_unit: from.unit.symbol,
    to_unit: to.unit.symbol,
    result,
    text: `${value} ${from.unit.symbol} = ${result} ${to.unit.symbol}`,
    dimension: from.unit.dimension,
    notes,
  };
};

/** A name may mean several things: the first two that are of one dimension are meant. */
const fittingPair = (fromName: string, toName: string): readonly [Match, Match] => {
  const sources = found("from_unit", fromName);
  const targets = found("to_unit", toName);
  const pairs = sources.flatMap((source, i) => targets.map((target, j) => ({ source, target, remoteness: i + j })));
  const fitting = pairs
    .filter(({ source, target }) => source.unit.dimension === target.unit.dimension)
    .sort((a, b) => a.remoteness - b.remoteness)[0];
  if (fitting !== undefined) {
    return [withCaseNote(fitting.source, fromName, sources), withCaseNote(fitting.target, toName, targets)];
  }
  const [from, to] = [(sources[0] as Match).unit, (targets[0] as Match).unit];
  throw invalid(
    `${fromName} measures ${from.dimension}, ${toName} measures ${to.dimension}: one cannot become the other.`,
    {
      field: "to_unit",
      value: toName,
      allowed: unitIndex().symbols(from.dimension),
      hint: `Choose a unit of ${from.dimension}.`,
    },
  );
};

const found = (field: string, name: string): readonly Match[] => {
  const matches = unitIndex().find(name);
  if (matches.length === 0) throw unknownUnit(field, name);
  return matches;
};

const unknownUnit = (field: string, name: string): Failure => {
  const near = nearestName(
    name,
    [...unitIndex().names, ...Object.keys(CURRENCY_NAMES)].filter(({ length }) => length > 2),
  );
  return invalid(`There is no unit “${name.slice(0, 60)}”.`, {
    field,
    value: name.slice(0, 60),
    hint:
      near === undefined
        ? "Use a symbol or a name such as km, pounds, °C, US gallon, GiB, knots, L/100km, or a currency code such as EUR."
        : `Did you mean ${near.replaceAll("_", " ")}?`,
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

const toBase = (amount: Ratio, unit: Unit, name: string, value: number): Ratio => {
  const base = unit.reciprocal
    ? reciprocal(unit.factor, amount, name, value)
    : multiply(shifted(amount, unit), unit.factor);
  if (unit.dimension === "temperature" && base.numerator < 0n) {
    throw invalid(`${value} ${unit.symbol} is below absolute zero.`, {
      field: "value",
      value,
      hint: "Absolute zero is 0 K, -273.15 °C or -459.67 °F.",
    });
  }
  return base;
};

const fromBase = (base: Ratio, unit: Unit, name: string, value: number): Ratio => {
  if (unit.reciprocal) return reciprocal(unit.factor, base, name, value);
  const amount = divide(base, unit.factor);
  return unit.zeroPoint === undefined ? amount : subtract(amount, unit.zeroPoint);
};

const shifted = (amount: Ratio, { zeroPoint }: Unit): Ratio =>
  zeroPoint === undefined ? amount : add(amount, zeroPoint);

const reciprocal = (factor: Ratio, amount: Ratio, name: string, value: number): Ratio => {
  if (amount.numerator !== 0n) return divide(factor, amount);
  throw invalid(`${value} ${name} has no counterpart: it would be infinite.`, {
    field: "value",
    value,
    hint: "Use a value other than 0.",
  });
};

/** A reading and a difference are converted differently; a model cannot tell which one is asked for. */
const temperatureNotes = (value: number, from: Unit, to: Unit): readonly string[] => {
  if (from.dimension !== "temperature" || from.zeroPoint === to.zeroPoint) return [];
  const difference = toNumber(divide(multiply(parseRatio(String(value)), from.factor), to.factor), DIGITS);
  return [
    `This is a temperature as a thermometer shows it. A difference of ${value} ${from.symbol} is a difference of ${difference} ${to.symbol}.`,
  ];
};
