import { describe, expect, it } from "vitest";
import { goldOf } from "../../../../src/servers/rehearsal/agents/gold.ts";
import type { SolveTask } from "../../../../src/servers/rehearsal/scenario/gold-schema.ts";
import type { Scenario } from "../../../../src/servers/rehearsal/scenario/scenario.ts";
import { solve } from "../../../../src/servers/rehearsal/solver/solve.ts";
import { openTravel } from "../../../fixtures/rehearsal/travel.ts";

const ADA = { type: "adult", firstName: "Ada", lastName: "Lovelace" } as const;

interface Option {
  readonly price: number;
  readonly stops: number;
  readonly departureTime: string;
  readonly arrivalTime: string;
  readonly status: string;
}

describe("the solver", () => {
  it.each(["fixed", "a", "b"])(
    "finds what a search through the tool finds by brute force, in the world %s",
    async (seed) => {
      const { world, tool } = await openTravel(seed);
      const { flights } = (await tool("searchFlights", {
        ...{ origin: "NYC", destination: "LON", departureDate: "2027-03-10", maxResults: 100, maxConnections: 0 },
      })) as { flights: readonly Option[] };
      const fitting = flights.filter(
        ({ departureTime, arrivalTime, status }) =>
          departureTime.slice(11, 16) >= "17:00" &&
          arrivalTime.slice(0, 16) <= "2027-03-11T10:00" &&
          status === "available",
      );
      const task: SolveTask = {
        ...{ solve: "cheapest-flight", from: "NYC", to: "LON", on: "2027-03-10", nonstop: true },
        ...{ departAfter: "17:00", arriveBy: "2027-03-11T10:00" },
      };
      const solution = await solve(task, [ADA], world);
      expect(solution?.facts["total"]).toBe(Math.min(...fitting.map(({ price }) => price)));
      const earliest = await solve({ ...task, solve: "earliest-that-fits" }, [ADA], world);
      const arrivals = fitting.map(({ arrivalTime }) => arrivalTime.slice(0, 16)).sort();
      expect(earliest?.facts["arrival"]).toBe(arrivals[0]);
    },
  );

  it("prefers a nonstop flight if one fits, and takes another one if none does", async () => {
    const { world } = await openTravel("fixed");
    const task = (to: string): SolveTask => ({
      solve: "cheapest-flight",
      from: "SFO",
      to,
      on: "2027-03-10",
      prefer: "nonstop",
    });
    const stopsOf = async (to: string) => (await solve(task(to), [ADA], world))?.services[0]?.ids.length;
    expect(await stopsOf("LON")).toBe(1);
    expect(await stopsOf("VIE")).toBeGreaterThan(1);
  });

  it("adds the parts of a trip up, and finds nothing above the limit", async () => {
    const { world } = await openTravel("fixed");
    const trip = (atMost: string): SolveTask => ({
      ...{ solve: "trip", atMost },
      parts: [
        { solve: "cheapest-flight", from: "NYC", to: "VIE", on: "2027-03-04" },
        { solve: "cheapest-stay", city: "VIE", from: "2027-03-05", to: "2027-03-08", stars: 3 },
        { solve: "cheapest-car", pickup: "VIE", pickupAt: "2027-03-05T10:00", dropoffAt: "2027-03-08T10:00" },
      ],
    });
    const solution = await solve(trip("$9000"), [ADA], world);
    expect(solution?.services.map(({ kind }) => kind)).toEqual(["flight", "hotel", "car"]);
    expect(solution?.facts["total"]).toBe(solution?.services.reduce((total, { price }) => total + price, 0));
    expect(await solve(trip("$1"), [ADA], world)).toBeUndefined();
  });

  it("takes what may be refunded if it costs a little more, else the cheapest", async () => {
    const { world } = await openTravel("fixed");
    const task = (within: number): SolveTask => ({
      ...{ solve: "cheapest-flight", from: "JFK", to: "LAX", on: "2027-03-10", refundable: true, within },
    });
    const generous = await solve(task(1_000), [ADA], world);
    const strict = await solve(task(0), [ADA], world);
    expect(strict?.facts["total"]).toBeLessThan(Number(generous?.facts["total"]));
  });

  it("lets gold name the lowest price when nothing fits", async () => {
    const { world } = await openTravel("fixed");
    const gold = {
      solve: "cheapest-flight",
      from: "JFK",
      to: "LAX",
      on: "2027-03-10",
      atMost: "$5",
      decline: true,
    } as const;
    const found = await goldOf({ gold, end: {} } as unknown as Scenario, world);
    expect(found?.steps.at(-1)?.finish).toMatchObject({ outcome: "declined" });
    expect(Number(found?.facts["lowest"])).toBeGreaterThan(500);
  });
});
