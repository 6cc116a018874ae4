import { describe, expect, it } from "vitest";
import { newKeyText, newPrefix, prefixIn, problemOfKey } from "./key-text.ts";

const key = newKeyText("aB3dE6gH");
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe("a key", () => {
  it("has a public prefix and a secret of 32 characters", () => {
    expect(key).toMatch(/^twk_aB3dE6gH_[0-9A-Za-z]{34}$/);
    expect(prefixIn(key)).toBe("aB3dE6gH");
    expect(problemOfKey(key)).toBeUndefined();
  });

  it("is unique and uses the whole alphabet", () => {
    const texts = Array.from({ length: 500 }, () => newKeyText(newPrefix()));
    expect(new Set(texts).size).toBe(500);
    expect(new Set(texts.map((text) => text.slice(4, 12))).size).toBe(500);
    expect(new Set(texts.flatMap((text) => [...text.slice(13, 45)]))).toEqual(new Set(ALPHABET));
  });

  it("with a wrong character is detected without a look-up", () => {
    for (let index = 0; index < key.length; index++) {
      for (const character of ALPHABET) {
        if (character === key[index]) continue;
        expect(prefixIn(`${key.slice(0, index)}${character}${key.slice(index + 1)}`)).toBeUndefined();
      }
    }
  });

  it("with two swapped characters is detected without a look-up", () => {
    const checked = key.length - 2;
    for (let one = 4; one < key.length; one++) {
      for (let other = one + 1; other < key.length; other++) {
        if (key[one] === key[other] || (one < checked && other >= checked)) continue;
        const swapped = [...key];
        [swapped[one], swapped[other]] = [key[other] as string, key[one] as string];
        expect(prefixIn(swapped.join(""))).toBeUndefined();
      }
    }
  });
});

describe("text that is not a key", () => {
  it.each([
    ["", "begins with twk_"],
    ["sk-live-1234", "begins with twk_"],
    [` ${key}`, "begins with twk_"],
    [`${key}\n`, "47 characters"],
    [key.slice(0, -1), "47 characters"],
    [`twk_${"é".repeat(43)}`, "typing error"],
    [`twk_'; DROP TABLE keys;--${"x".repeat(22)}`, "typing error"],
    [`twk_aB3dE6gH_${"0".repeat(33)}１`, "typing error"],
    ["twk_".padEnd(1_000_000, "a"), "47 characters"],
    [key.toUpperCase(), "begins with twk_"],
  ])("gets an error that does not repeat it: %.40s", (text, expected) => {
    expect(prefixIn(text)).toBeUndefined();
    const problem = problemOfKey(text) ?? "";
    expect(problem).toContain(expected);
    expect(problem.length).toBeLessThan(60);
  });
});
