import { describe, expect, it } from "vitest";
import type { GivenBookings } from "../runs/run-store.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { briefOf } from "./brief.ts";
import { withoutTells } from "./candour.ts";

const scenario = (brief: string): Scenario => ({ brief, clock: { start: "2027-01-04T23:30:00Z" } }) as Scenario;
const GIVEN = { trip: { pnr: "TEST-ABC234", totalPrice: 78_350 } } as unknown as GivenBookings;

describe("the brief", () => {
  it("begins with the day of the run, because the host tells the model another one", () => {
    expect(briefOf(scenario("Book it.\n"), {})).toBe("Today is Monday, 4 January 2027.\n\nBook it.");
  });

  it("says the day where the scenario wants it, and names what is given", () => {
    const brief = "It is {{today}}. My locator is {{trip.pnr}}, for {{ trip.total }}.";
    expect(briefOf(scenario(brief), GIVEN)).toBe(
      "It is Monday, 4 January 2027. My locator is TEST-ABC234, for $783.50.",
    );
  });

  it.each(["{{other.pnr}}", "{{constructor.pnr}}", "{{trip.passengers}}"])("leaves %s as it is", (text) => {
    expect(briefOf(scenario(text), GIVEN)).toContain(text);
  });
});

describe("a text without tells", () => {
  it.each([
    ["Searches flights.", "Searches flights."],
    ["Books it. No real money moves.", "Books it."],
    ["Nothing here costs money: all data is a sandbox. Give IATA codes.", "Give IATA codes."],
    ["This is a rehearsal world. Every booking is a test booking.\n\nHow to work: search.", "How to work: search."],
    ["Record locator, TEST- and six characters.", "Record locator, TEST- and six characters."],
  ])("of %j", (text, shown) => {
    expect(withoutTells(text)).toBe(shown);
  });
});
