import { describe, expect, it } from "vitest";
import { createLruCache } from "./lru-cache.ts";

const counted = (capacity: number) => {
  const made: string[] = [];
  const recent = createLruCache<object>(capacity);
  const ask = (key: string) =>
    recent.get(key, () => {
      made.push(key);
      return { key };
    });
  return { ask, made };
};
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));

describe("the LRU cache", () => {
  it("returns the same object while it is cached", () => {
    const { ask, made } = counted(100);
    const first = numbers(100).map(ask);
    for (let round = 0; round < 5; round++) expect(numbers(100).map(ask)).toEqual(first);
    expect(made).toHaveLength(100);
    expect(ask("7")).toBe(first[7]);
  });

  it("evicts the least recently used entry first", () => {
    const { ask, made } = counted(10);
    for (const key of numbers(20)) ask(key);
    made.length = 0;
    for (const key of numbers(20).slice(10)) ask(key);
    expect(made).toEqual([]);
    ask("9");
    expect(made).toEqual(["9"]);
  });

  it("keeps an entry that is used regularly", () => {
    const { ask, made } = counted(100);
    const often = ask("often");
    for (const key of numbers(10_000)) {
      ask(key);
      if (Number(key) % 20 === 0) expect(ask("often")).toBe(often);
    }
    expect(made.filter((key) => key === "often")).toHaveLength(1);
  });
});
