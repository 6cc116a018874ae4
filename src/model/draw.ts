/**
 * A pseudo-random generator seeded by words: the same words give the same numbers on every machine and engine. Uses
 * integer arithmetic only, because `Math.sin` and its relatives can differ in the last bit between engines.
 */
export interface Draw {
  /** 0 ≤ x < 1. */
  fraction(): number;
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Returns an unsigned 32-bit hash of the words: FNV-1a, then murmur3's finaliser to spread similar inputs. */
export const hash = (...words: readonly (string | number)[]): number => {
  let h = FNV_OFFSET;
  for (const word of words) {
    const text = typeof word === "string" ? word : String(word);
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), FNV_PRIME);
    h = Math.imul(h ^ 0x1f, FNV_PRIME);
  }
  return finalise(h);
};

/** Returns a generator of numbers in [0, 1). */
const fractions = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return finalise(state) / 0x1_0000_0000;
  };
};

export const draw = (...words: readonly (string | number)[]): Draw => {
  const fraction = fractions(hash(...words));
  return {
    fraction,
    integer: (min, max) => min + Math.floor(fraction() * (max - min + 1)),
    chance: (probability) => fraction() < probability,
    pick: (list) => {
      if (list.length === 0) throw new RangeError("nothing to pick from");
      return list[Math.floor(fraction() * list.length)] as (typeof list)[number];
    },
  };
};

/** Murmur3's finaliser: spreads similar numbers over all unsigned 32-bit integers. */
const finalise = (value: number): number => {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
};
