import type { TrimLimits } from "../results/trim-result.ts";

/** Bytes of JSON: a character takes six at most (`\u0001`), a number is never longer, and commas and brackets stand between. */
const CHARACTER = 6;
const NUMBER = 25;
const BETWEEN = 6;
const DEEPEST = 32;

type Limits = Pick<TrimLimits, "maxBytes" | "maxItems" | "maxString">;

/**
 * Whether nothing has to be left out of a result, as far as a glance can tell: nothing is written to find out how long it
 * would be. What is not known to be short may still be.
 */
export const isShort = (data: unknown, { maxBytes, maxItems, maxString }: Limits): boolean => {
  let left = maxBytes;

  const fits = (value: unknown, levels: number): boolean => {
    left -= BETWEEN + (typeof value === "string" ? value.length * CHARACTER : typeof value === "number" ? NUMBER : 0);
    if (left < 0 || levels === 0) return false;
    if (typeof value === "string") return value.length <= maxString;
    if (typeof value !== "object" || value === null) return true;
    if (Array.isArray(value)) return value.length <= maxItems && value.every((entry) => fits(entry, levels - 1));
    for (const name of Object.keys(value)) {
      left -= BETWEEN + name.length * CHARACTER;
      if (!fits((value as Readonly<Record<string, unknown>>)[name], levels - 1)) return false;
    }
    return true;
  };

  return fits(data, DEEPEST);
};
