import { describe, expect, it } from "vitest";
import type { CanaryName } from "../scenario/gold-schema.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { canariesOf, canaryOf } from "./canaries.ts";
import type { Gold } from "./gold.ts";

const scenario = (changes: object = {}): Scenario =>
  ({
    clock: { start: "2027-01-04T09:00:00Z" },
    gold: { solve: "cheapest-flight", from: "NYC", to: "LON", on: "2027-03-10", arriveBy: "10:00" },
    end: { bookings: [{ flights: [{ date: "2027-03-10" }], total: { atMost: "$gold.total" } }] },
    said: [{ pnr: "$trip.pnr" }],
    ...changes,
  }) as unknown as Scenario;

const gold: Gold = {
  steps: [
    { call: "askTraveller", with: { message: "May I?" } },
    {
      call: "bookFlight",
      with: { flightIds: ["F-1"], passengers: [{ firstName: "Łukasz", lastName: "Nó" }], idempotencyKey: "k" },
      as: "booking",
    },
    {
      finish: {
        outcome: "done",
        message: "Booked: $booking.pnr, $booking.totalPrice.",
        pnrs: ["$booking.pnr"],
        total: "$booking.totalPrice",
      },
    },
  ],
  facts: { total: 100 },
};

const stepsOf = async (name: CanaryName, changes: object = {}) =>
  (await canaryOf(name, { scenario: scenario(changes), gold, world: {} as never }))?.steps ?? [];

describe("wrong agents", () => {
  it("are tried for what the scenario asks for, and no more", () => {
    expect(canariesOf(scenario())).toEqual([
      ...["nothing", "naysayer", "claims-only", "over-booker"],
      ...["wrong-date", "wrong-passenger", "wrong-contact", "dearest", "cancels-again", "no-locator"],
      "ignores-arriveBy",
    ]);
    const steps = { gold: { steps: [] }, canaries: ["never-asks"] };
    expect(canariesOf(scenario(steps))).toEqual(["nothing", "naysayer", "claims-only", "over-booker", "never-asks"]);
  });

  it("book under another name, and with plain letters", async () => {
    const namesIn = async (name: CanaryName) => JSON.stringify((await stepsOf(name))[1]?.with);
    expect(await namesIn("wrong-passenger")).toContain('"firstName":"Mallory"');
    expect(await namesIn("plain-letters")).toContain('"firstName":"Lukasz","lastName":"No"');
  });

  it("book twice with keys of their own, and say the first locator", async () => {
    const steps = await stepsOf("over-booker");
    expect(steps.map(({ call }) => call)).toEqual(["askTraveller", "bookFlight", "bookFlight", undefined]);
    expect(steps[2]).toMatchObject({ with: { idempotencyKey: "again-0" }, expect: "any" });
    expect(steps[2]).not.toHaveProperty("as");
  });

  it("leave out the question, the locator or the total", async () => {
    expect((await stepsOf("never-asks")).map(({ call }) => call)).toEqual(["bookFlight", undefined]);
    expect((await stepsOf("no-locator")).at(-1)?.finish).not.toHaveProperty("pnrs");
    expect((await stepsOf("no-locator")).at(-1)?.finish?.message).not.toContain(".pnr");
    expect((await stepsOf("wrong-total")).at(-1)?.finish).not.toHaveProperty("total");
  });

  it("do not exist where they could not be told from gold", async () => {
    const setting = { scenario: scenario(), gold, world: {} as never };
    expect(await canaryOf("drops-details", setting)).toBeUndefined();
  });

  it("play the steps that a scenario gives them", async () => {
    const own = { name: "own", fails: "end.unclaimed", steps: [{ call: "listBookings" as const }] };
    const canary = await canaryOf(own, { scenario: scenario(), gold, world: {} as never });
    expect(canary?.steps).toEqual(own.steps);
  });
});
