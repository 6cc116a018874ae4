import { finalise, fractions } from "../../../model/draw.ts";

/** Chance that the seed decides: the same words draw the same numbers. */
export interface Chance {
  /** From `min` up to, but without, `max`. */
  between(min: number, max: number): number;
  /** A whole number, both ends included. */
  whole(min: number, max: number): number;
  maybe(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** Chance of its own, so that what one part of a picture draws never moves another part. */
  apart(name: string): Chance;
}

export const createChance = (...words: readonly (string | number)[]): Chance => {
  const fraction = fractions(hash(...words));
  return {
    between: (min, max) => min + fraction() * (max - min),
    whole: (min, max) => min + Math.floor(fraction() * (max - min + 1)),
    maybe: (probability) => fraction() < probability,
    pick: (list) => list[Math.floor(fraction() * list.length)] ?? list[0],
    apart: (name) => createChance(...words, name),
  };
};

/** FNV-1a over characters, not over their halves: prompts are full of emoji. */
export const hash = (...words: readonly (string | number)[]): number => {
  let h = 0x811c9dc5;
  for (const letter of words.join("\u001f")) h = Math.imul(h ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return finalise(h);
};

/** The seed of a prompt that came without one. */
export const seedOf = (prompt: string): number => hash(prompt);
