import { Decimal } from "decimal.js";
import { type Dimension, PREFIXES, RECIPROCAL, UNITS, type UnitRow, ZERO_POINTS } from "./units.ts";

/** Products and quotients of all factors keep every digit that is shown, with many to spare. */
const Exact = Decimal.clone({ precision: 80 });
export const exact = (value: Decimal.Value): Decimal => new Exact(value);

export interface Unit {
  readonly dimension: Dimension;
  readonly symbol: string;
  /** How much of the first unit of its dimension it is; a quotient, so that nothing is divided before the end. */
  readonly factor: readonly [above: Decimal, below: Decimal];
  /** Added before the factor applies. */
  readonly zeroPoint: Decimal;
  /** The factor is divided by the amount. */
  readonly reciprocal: boolean;
}

export interface Match {
  readonly unit: Unit;
  /** What the name could also have meant. */
  readonly note?: string | undefined;
}

interface NamedUnit extends Match {
  readonly name: string;
}

/** `US Gallons`, `gallons (US)` and `us-gallon` are one name; `m^2` and `m²` are another. */
export const plainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll("^", "")
    .replaceAll("²", "2")
    .replaceAll("³", "3")
    .replaceAll("μ", "µ")
    .replaceAll(/[\s_()-]+/g, "_")
    .replaceAll(/^_|_$|(?<=\/)_|_(?=\/)/g, "")
    .replace(/^(.+)_(us|uk)$/, "$2_$1");

/** Everything that the name could mean, the likeliest first: upper and lower case as written, then any other. */
export const findUnits = (name: string): readonly Match[] => {
  const named = index().get(plainName(name)) ?? [];
  const written = name.trim();
  const ordered = [...named.filter((one) => one.name === written), ...named.filter((one) => one.name !== written)];
  return ordered
    .filter(({ unit }, at) => ordered.findIndex((other) => other.unit === unit) === at)
    .map(({ unit, note }) => (written === unit.symbol ? { unit } : { unit, note }));
};

export const unitNames = (): readonly string[] => [...index().keys()];

export const symbolsOf = (dimension: Dimension): readonly string[] =>
  (UNITS[dimension] as readonly UnitRow[]).flatMap(([symbol, , , prefixes = ""]) =>
    ["", ...words(prefixes)].map((sign) => sign + symbol),
  );

let known: Map<string, NamedUnit[]> | undefined;

const index = (): ReadonlyMap<string, readonly NamedUnit[]> => {
  if (known !== undefined) return known;
  known = new Map();
  for (const [dimension, rows] of Object.entries(UNITS) as [Dimension, readonly UnitRow[]][]) {
    for (const named of rows.flatMap((row) => namedUnits(dimension, row))) {
      const name = plainName(named.name);
      known.set(name, [...(known.get(name) ?? []), named]);
    }
  }
  return known;
};

const words = (text: string): readonly string[] => text.match(/\S+/g) ?? [];

const prefixed = new Map(PREFIXES.split(",").map((row) => [words(row)[0], words(row)]));

/** Under all of its names, and with each of its prefixes. */
const namedUnits = (dimension: Dimension, [symbol, names, factor, prefixes = "", note]: UnitRow): NamedUnit[] => {
  const [meaning = "", takenFor] = names.split(";");
  const [above = "", below = "1"] = factor.split("/");
  const all = [
    ...[symbol, ...words(meaning)].map((name) => ({ name, note: takenFor === undefined ? note : undefined })),
    ...words(takenFor ?? "").map((name) => ({ name, note })),
  ];
  return ["", ...words(prefixes)].flatMap((sign) => {
    const [, word = "", size = 1] = prefixed.get(sign) ?? [];
    const unit: Unit = {
      dimension,
      symbol: `${sign}${symbol}`,
      factor: [exact(size).times(above), exact(below)],
      zeroPoint: exact(ZERO_POINTS[symbol] ?? 0),
      reciprocal: RECIPROCAL.has(symbol),
    };
    const signs = sign === "µ" ? ["µ", "u"] : [sign];
    // Signs such as km and GB are short, or quotients; words take words: kilometre.
    return all.flatMap(({ name, note }) =>
      (name.length < 4 || name.includes("/") ? signs : [word]).map((prefix) => ({ name: prefix + name, note, unit })),
    );
  });
};
