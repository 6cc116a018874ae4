import { describe, expect, it } from "vitest";
import { createLocators } from "./locators.ts";

const SESSION = "7b0c7f5e-3f0b-4c9d-9a51-5a2f4c1c2b11";
const NOW = Date.parse("2026-12-01T09:00:00Z");

describe("a record locator", () => {
  it("is derived from session, sequence and time if the clock is frozen", () => {
    const [one, other] = [createLocators({ frozen: true }), createLocators({ frozen: true })];
    expect(one(SESSION, 1, NOW)).toBe(other(SESSION, 1, NOW));
    const different = [one(SESSION, 1, NOW), one(SESSION, 2, NOW), one(SESSION, 1, NOW + 1), one("other", 1, NOW)];
    expect(new Set(different).size).toBe(4);
  });

  it("cannot be derived without the process's secret if the clock runs", () => {
    expect(createLocators({})(SESSION, 1, NOW)).not.toBe(createLocators({})(SESSION, 1, NOW));
  });

  it("spells no rude word, also with digits that are read as letters", () => {
    const locator = createLocators({ frozen: true });
    const all = Array.from({ length: 8_000 }, (_, i) => locator(SESSION, i, NOW));
    expect(all.filter((pnr) => /[A4][S5][S5]|[S5][E3]X|F[A4][G6]|J[A4]P/.test(pnr))).toEqual([]);
    for (const pnr of all) expect(pnr).toMatch(/^TEST-[2-9A-HJ-NP-Z]{6}$/);
  });
});
