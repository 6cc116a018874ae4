import { describe, expect, it } from "vitest";
import type { Trigger } from "../scenario/cue-schema.ts";
import { type Cue, dueCues, type RunFacts } from "./due-cues.ts";

const matches = () => true;

const facts = (changes: Partial<RunFacts> = {}): RunFacts => ({
  ...{ now: Date.parse("2027-01-04T09:00:00Z"), calls: {}, answered: {}, heard: [], bookings: [], fired: [] },
  ...changes,
});

const cue = (when: Trigger, once?: boolean): Cue => ({ when, do: { jump: "1h" }, ...(once !== undefined && { once }) });
const isDue = (when: Trigger, changes: Partial<RunFacts>): boolean =>
  dueCues([cue(when)], facts(changes), matches).length > 0;

describe("a cue", () => {
  it.each<readonly [string, Trigger, Partial<RunFacts>, Partial<RunFacts>]>([
    ["at a time", { at: "2027-01-04T10:00:00Z" }, {}, { now: Date.parse("2027-01-04T10:00:00Z") }],
    [
      "before a call",
      { before: { tool: "bookHotel", times: 2 } },
      { calls: { bookHotel: 1 } },
      { calls: { bookHotel: 2 } },
    ],
    [
      "after answers that went well",
      { after: { tool: "searchHotels" } },
      { answered: { searchHotels: { ok: 0, refused: 3 } } },
      { answered: { searchHotels: { ok: 1, refused: 0 } } },
    ],
    [
      "after refusals",
      { after: { tool: "bookHotel", outcome: "refused" } },
      { answered: { bookHotel: { ok: 2, refused: 0 } } },
      { answered: { bookHotel: { ok: 2, refused: 1 } } },
    ],
    [
      "during the first call that would go through",
      { during: { tool: "bookHotel", success: 1 } },
      { calls: { bookHotel: 1 }, answered: { bookHotel: { ok: 0, refused: 1 } } },
      { calls: { bookHotel: 2 }, answered: { bookHotel: { ok: 0, refused: 1 } } },
    ],
    ["after a booking", { booked: {} }, {}, { bookings: [{} as never] }],
    ["after a message", { said: "visa" }, { heard: ["seat"] }, { heard: ["seat", "visa"] }],
  ])("%s is due then and not sooner", (_, when, sooner, then) => {
    expect([isDue(when, sooner), isDue(when, then)]).toEqual([false, true]);
  });

  it("with `and` is due when both have come", () => {
    const when: Trigger = { start: true, and: { said: "visa" } };
    expect([isDue(when, {}), isDue(when, { heard: ["visa"] })]).toEqual([false, true]);
  });

  it("fires once, unless it says otherwise", () => {
    const cues = [cue({ start: true }), cue({ start: true }, false)];
    expect(dueCues(cues, facts(), matches)).toEqual([0, 1]);
    expect(dueCues(cues, facts({ fired: [0, 1] }), matches)).toEqual([1]);
  });
});
