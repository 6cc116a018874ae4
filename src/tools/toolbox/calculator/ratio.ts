/** An exact number: conversions must not add digits of their own. The denominator is positive. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const ratio = (numerator: bigint, denominator = 1n): Ratio =>
  denominator < 0n ? { numerator: -numerator, denominator: -denominator } : { numerator, denominator };

/** Of a decimal such as `-1.5e-3`, or a quotient of two: `5/9`. */
export const parseRatio = (text: string): Ratio => {
  const [above = "", below] = text.split("/");
  if (below !== undefined) return divide(parseRatio(above), parseRatio(below));
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", decimals = ""] = mantissa.split(".");
  const digits = BigInt(whole + decimals);
  const power = Number(exponent) - decimals.length;
  return power < 0 ? ratio(digits, 10n ** BigInt(-power)) : ratio(digits * 10n ** BigInt(power));
};

export const add = (a: Ratio, b: Ratio): Ratio =>
  ratio(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
export const subtract = (a: Ratio, b: Ratio): Ratio => add(a, ratio(-b.numerator, b.denominator));
export const multiply = (a: Ratio, b: Ratio): Ratio => ratio(a.numerator * b.numerator, a.denominator * b.denominator);
export const divide = (a: Ratio, b: Ratio): Ratio => ratio(a.numerator * b.denominator, a.denominator * b.numerator);

/** Rounded half away from zero to so many significant digits, without needless zeros. */
export const toNumber = ({ numerator, denominator }: Ratio, digits: number): number => {
  if (numerator === 0n) return 0;
  const size = numerator < 0n ? -numerator : numerator;
  const shift = digits + 2 - (String(size).length - String(denominator).length);
  const scaled = shift < 0 ? size / (denominator * 10n ** BigInt(-shift)) : (size * 10n ** BigInt(shift)) / denominator;
  return Number(`${numerator < 0n ? "-" : ""}${roundLast(scaled, digits)}e${-shift + droppedDigits(scaled, digits)}`);
};

const droppedDigits = (value: bigint, digits: number): number => Math.max(0, String(value).length - digits);

const roundLast = (value: bigint, digits: number): bigint => {
  const unit = 10n ** BigInt(droppedDigits(value, digits));
  return (value + unit / 2n) / unit;
};
