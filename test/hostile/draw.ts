/** Chance that can be repeated: the same seed draws the same. */
export interface Draw {
  /** From 0 up to, but not including, `below`. */
  number(below: number): number;
  /** True `percent` times out of a hundred. */
  chance(percent: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  bytes(length: number): Buffer;
}

/** Mulberry32. */
export const createDraw = (seed: number): Draw => {
  let state = seed >>> 0;
  const number = (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
  return {
    number,
    chance: (percent) => number(100) < percent,
    pick<Item>(items: readonly Item[]): Item {
      if (items.length === 0) throw new Error("nothing to pick from");
      return items[number(items.length)] as Item;
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => number(256))),
  };
};
