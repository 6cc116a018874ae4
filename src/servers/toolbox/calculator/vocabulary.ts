const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
const pairs = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(",").map((pair) => pair.trim().split(" ") as [string, string]));

/** What an expression may call. Everything else that the library has is out of reach. */
export const FUNCTIONS = words(`
  abs ceil floor round fix sign sqrt cbrt nthRoot pow square cube exp expm1 log ln log10 log2 log1p
  sin cos tan sec csc cot asin acos atan atan2 asec acsc acot sinh cosh tanh asinh acosh atanh
  min max mean median mode sum prod std variance gcd lcm mod hypot
  factorial gamma combinations permutations isPrime re im arg conj hex bin oct
`);

/** Of integers, or of fractions, they make integers or fractions. */
export const EXACT_FUNCTIONS = words(`
  abs ceil floor round fix sign square cube min max mean median mode sum prod gcd lcm mod
  factorial combinations permutations isPrime hex bin oct
`);

export const CONSTANTS = words(`
  pi tau e phi i speedOfLight gravity gravitationConstant planckConstant avogadro boltzmann elementaryCharge gasConstant
`);

export const OPERATORS = words(`
  add subtract multiply divide mod pow unaryMinus unaryPlus factorial to
  equal unequal smaller larger smallerEq largerEq and or not xor
`);

/** Units whose usual sign is also a function: 20 min, 30 sec. */
export const UNITS_LIKE_FUNCTIONS = pairs("min minute, sec second");

/** Names that the library does not have, for functions that it has. */
export const OTHER_NAMES = pairs(`
  ln log, nCr combinations, nPr permutations, average mean, avg mean, stdev std, root sqrt,
  arcsin asin, arccos acos, arctan atan
`);

/** Units that the library does not know. */
export const MORE_UNITS = {
  knot: { definition: "1852 m/hour", aliases: ["knots", "kn"] },
  mph: "1 mile/hour",
  kmh: { definition: "1 km/hour", aliases: ["kph"] },
  nauticalmile: { definition: "1852 m", aliases: ["nauticalmiles", "nmi"] },
  lightyear: { definition: "9460730472580800 m", aliases: ["lightyears", "ly"] },
  cal: { definition: "4.184 J", prefixes: "short", aliases: ["calorie", "calories"] },
};
