import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cases } from "../../fixtures/cases.ts";
import { SEED } from "./arbitraries.ts";
import { ACTIONS } from "./servicing/actions.ts";
import { openAgency } from "./servicing/agency.ts";
import { expectSound } from "./servicing/laws.ts";

const NAMES = Object.keys(ACTIONS);
/** A history starts with a booking. */
const FIRST = ["bookFlight", "orderAtDuffel"];

const history = fc.array(
  fc.record({ what: fc.constantFrom(...NAMES), draws: fc.array(fc.nat(1_000), { minLength: 12, maxLength: 12 }) }),
  { minLength: 6, maxLength: 20, size: "max" },
);

/** Repeats the numbers when they are used up. */
const drawing = (numbers: readonly number[]) => {
  let next = 0;
  return () => numbers[next++ % numbers.length] as number;
};

const RANDOM = Number(process.env["PROPERTY_SEED"] ?? Date.now() % 1_000_000_000);

describe("any history of bookings at both faces", () => {
  it.each([SEED, RANDOM])("keeps the books, seed %i", { timeout: 1_800_000 }, async (seed) => {
    const done = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...FIRST), history, fc.nat(1_000), async (first, steps, start) => {
        const agency = await openAgency();
        for (const { what, draws } of [{ what: first, draws: [start, 3, 1, 0, start >> 2, 1, 4] }, ...steps]) {
          await ACTIONS[what]?.(agency, drawing(draws));
          await expectSound(agency.world, agency.agent);
        }
        for (const [what, times] of agency.done) done.set(what, (done.get(what) ?? 0) + times);
        await agency.close();
      }),
      { numRuns: cases(6), seed },
    );
    // The histories are not made of refusals alone.
    const booked = (done.get("bookFlight") ?? 0) + (done.get("POST /air/orders") ?? 0);
    expect(booked).toBeGreaterThanOrEqual(cases(2));
  });
});
