import { multiply, parseRatio, type Ratio } from "./ratio.ts";
import { type Dimension, PREFIXES, RECIPROCAL, UNITS, type UnitRow, ZERO_POINTS } from "./units.ts";

export interface Unit {
  readonly dimension: Dimension;
  readonly symbol: string;
  /** How much of the first unit of its dimension it is. */
  readonly factor: Ratio;
  /** Added before the factor applies. */
  readonly zeroPoint?: Ratio;
  /** The factor is divided by the amount. */
  readonly reciprocal?: true;
}

export interface Match {
  readonly unit: Unit;
  /** What somebody should know who used that name. */
  readonly note?: string;
}

export interface UnitIndex {
  /** Everything that the name could mean, the likeliest first. */
  find(name: string): readonly Match[];
  symbols(dimension: Dimension): readonly string[];
  readonly names: readonly string[];
}

let index: UnitIndex | undefined;

export const unitIndex = (): UnitIndex => {
  index ??= createUnitIndex();
  return index;
};

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

const createUnitIndex = (): UnitIndex => {
  const bySymbol = new Map<string, Match[]>();
  const byName = new Map<string, Match[]>();
  const symbols = new Map<Dimension, string[]>();

  const learn = (map: Map<string, Match[]>, name: string, match: Match): void => {
    const known = map.get(name);
    if (known === undefined) map.set(name, [match]);
    else if (!known.some(({ unit }) => unit === match.unit)) known.push(match);
  };

  for (const [dimension, rows] of Object.entries(UNITS) as [Dimension, readonly UnitRow[]][]) {
    for (const row of rows) {
      for (const { unit, names, note } of formsOf(dimension, row)) {
        symbols.set(dimension, [...(symbols.get(dimension) ?? []), unit.symbol]);
        learn(bySymbol, unit.symbol, { unit });
        for (const [name, taken] of names) {
          const match = note !== undefined && taken ? { unit, note } : { unit };
          if (name.length <= SIGN_LENGTH) learn(bySymbol, name, match);
          learn(byName, plainName(name), match);
        }
      }
    }
  }

  return {
    find(name) {
      const exact = bySymbol.get(name.trim()) ?? [];
      const others = (byName.get(plainName(name)) ?? []).filter(({ unit }) => !exact.some((one) => one.unit === unit));
      return [...exact, ...others];
    },
    symbols: (dimension) => symbols.get(dimension) ?? [],
    names: [...byName.keys()],
  };
};

/** So short a name is a sign, in which upper and lower case differ. */
const SIGN_LENGTH = 4;

interface Form {
  readonly unit: Unit;
  readonly names: readonly (readonly [name: string, taken: boolean])[];
  readonly note: string | undefined;
}

/** The unit itself, and with each of its prefixes. */
const formsOf = (dimension: Dimension, [symbol, names, factor, prefixes = [], note]: UnitRow): readonly Form[] => {
  const [meaning = "", takenFor] = names.split(";").map((part) => part.trim().split(/\s+/));
  const all = [
    ...[symbol, ...meaning].map((name) => [name, takenFor === undefined] as const),
    ...(takenFor ?? []).map((name) => [name, true] as const),
  ];
  const zeroPoint = ZERO_POINTS[symbol];
  const unit: Unit = {
    dimension,
    symbol,
    factor: parseRatio(factor),
    ...(zeroPoint !== undefined && { zeroPoint: parseRatio(zeroPoint) }),
    ...(RECIPROCAL.has(symbol) && { reciprocal: true }),
  };
  const prefixed = prefixes.map((sign): Form => {
    const [word, size] = PREFIXES[sign];
    const signs = sign === "µ" ? ["µ", "u"] : [sign];
    return {
      unit: { ...unit, symbol: `${sign}${symbol}`, factor: multiply(parseRatio(size), unit.factor) },
      names: all.flatMap(([name, taken]) =>
        (name.length < SIGN_LENGTH || name.includes("/") ? signs : [word]).map((prefix) => [prefix + name, taken]),
      ),
      note,
    };
  });
  return [{ unit, names: all, note }, ...prefixed];
};
