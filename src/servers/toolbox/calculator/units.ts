import { readFileSync } from "node:fs";
import { Decimal } from "decimal.js";

/** Enough digits that no rounding in between reaches the 15 that are shown. */
const Exact = Decimal.clone({ precision: 80 });
export const exact = (value: Decimal.Value): Decimal => new Exact(value);

export interface Unit {
  readonly dimension: string;
  readonly symbol: string;
  /** Size in the first unit of its dimension; a fraction, so that the division happens once, at the end. */
  readonly factor: readonly [numerator: Decimal, denominator: Decimal];
  /** Added before the factor applies. */
  readonly zeroPoint: Decimal;
  /** Whether the factor is divided by the amount: L/100km against km/L. */
  readonly reciprocal: boolean;
}

export interface Match {
  readonly unit: Unit;
  /** Another possible meaning of the name. */
  readonly note?: string | undefined;
}

interface NamedUnit extends Match {
  readonly name: string;
}

/** Names are separated by spaces, their words joined by underscores; English and German. */
interface UnitRow {
  readonly symbol: string;
  readonly names: string;
  /** Names that could also mean another unit: they come with the note. */
  readonly ambiguous?: string;
  /** A decimal number or a quotient of two: the size in the first unit of the dimension. */
  readonly factor: string;
  readonly prefixes?: string;
  /** Without ambiguous names it applies to all names. */
  readonly note?: string;
  readonly zeroPoint?: string;
  readonly reciprocal?: boolean;
}

interface UnitTable {
  readonly prefixes: Readonly<Record<string, readonly [word: string, factor: string]>>;
  readonly units: Readonly<Record<string, readonly UnitRow[]>>;
}

/** Reads a file of `data/`. */
export const readData = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), "utf8")) as T;

/** Normalizes a name: `US Gallons`, `gallons (US)` and `us-gallon` become one, `m^2` and `m²` another. */
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

/** Returns every unit that a name could mean, the likeliest first: names in the same case come first. */
export const findUnits = (name: string): readonly Match[] => {
  const named = unitIndex().byName.get(plainName(name)) ?? [];
  const written = name.trim();
  const ordered = [...named.filter((one) => one.name === written), ...named.filter((one) => one.name !== written)];
  return ordered
    .filter(({ unit }, at) => ordered.findIndex((other) => other.unit === unit) === at)
    .map(({ unit, note }) => (written === unit.symbol ? { unit } : { unit, note }));
};

export const unitNames = (): readonly string[] => [...unitIndex().byName.keys()];

export const symbolsOf = (dimension: string): readonly string[] =>
  unitIndex()
    .units.filter((unit) => unit.dimension === dimension)
    .map(({ symbol }) => symbol);

interface UnitIndex {
  readonly units: readonly Unit[];
  readonly byName: ReadonlyMap<string, readonly NamedUnit[]>;
}

let loaded: UnitIndex | undefined;

const unitIndex = (): UnitIndex => {
  loaded ??= loadUnits();
  return loaded;
};

const loadUnits = (): UnitIndex => {
  const table = readData<UnitTable>("units");
  const named = Object.entries(table.units).flatMap(([dimension, rows]) =>
    rows.flatMap((row) => namedUnits(dimension, row, table.prefixes)),
  );
  const byName = new Map<string, NamedUnit[]>();
  for (const one of named) {
    const name = plainName(one.name);
    byName.set(name, [...(byName.get(name) ?? []), one]);
  }
  return { units: [...new Set(named.map(({ unit }) => unit))], byName };
};

const words = (text = ""): readonly string[] => text.match(/\S+/g) ?? [];

/** Returns a unit under all its names, with and without each of its prefixes. */
const namedUnits = (dimension: string, row: UnitRow, prefixTable: UnitTable["prefixes"]): NamedUnit[] => {
  const { symbol, names, ambiguous, factor, prefixes, note, zeroPoint = 0, reciprocal = false } = row;
  const [numerator = "", denominator = "1"] = factor.split("/");
  const all = [
    ...[symbol, ...words(names)].map((name) => ({ name, note: ambiguous === undefined ? note : undefined })),
    ...words(ambiguous).map((name) => ({ name, note })),
  ];
  return ["", ...words(prefixes)].flatMap((sign) => {
    const [word, size] = prefixTable[sign] ?? ["", "1"];
    const unit: Unit = {
      dimension,
      symbol: `${sign}${symbol}`,
      factor: [exact(size).times(numerator), exact(denominator)],
      zeroPoint: exact(zeroPoint),
      reciprocal,
    };
    const signs = sign === "µ" ? ["µ", "u"] : [sign];
    // Short names and quotients take the sign of a prefix (km, GB/s), words take its word (kilometre).
    return all.flatMap(({ name, note: ownNote }) =>
      (name.length < 4 || name.includes("/") ? signs : [word]).map((prefix) => ({
        name: prefix + name,
        note: ownNote,
        unit,
      })),
    );
  });
};
