import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../platform/stores/memory.ts";
import { createFlightRecords } from "./flight-records.ts";
import { createFlightStatuses } from "./flight-status.ts";
import type { StoredBooking } from "./stored-booking.ts";
import { loadPlaces } from "./world/places.ts";
import { createGeneratedWorld } from "./world/world.ts";

const NINE = Date.parse("2027-01-04T09:00:00Z");
const DATE = "2027-03-10";
const places = loadPlaces();
const quoting = { clock: { now: () => NINE, configured: true }, seed: "fixed", places };
const supplier = createGeneratedWorld(quoting);
const party = { adults: 1, children: 0, infants: 0 };

const open = () => {
  const time = { now: NINE };
  const clock = { now: () => time.now, configured: true };
  const flightRecords = createFlightRecords(createMemoryStore({ now: clock.now }));
  const { flightStatus } = createFlightStatuses({ supplier, places, clock, flightRecords });
  return { time, flightRecords, status: (number: string, date = DATE) => flightStatus(number, date, { tenant: "a" }) };
};

/** Some flights between two cities, those sold under a partner's number included. */
const flightsBetween = (from: string, to: string) =>
  supplier
    .searchFlights({
      ...{ origin: places.require(from, "from"), destination: places.require(to, "to"), date: DATE, cabin: "economy" },
      ...{ party, maxConnections: 1, sortBy: "price", maxResults: 100 },
    })
    .offers.flatMap(({ option }) => option.segments ?? [option]);

describe("flightStatus", () => {
  it("knows every flight that is sold, by its number and day", async () => {
    const { status } = open();
    const flights = [
      ["JFK", "LHR"],
      ["SFO", "CDG"],
      ["BNE", "HND"],
      ["OSL", "ATH"],
    ].flatMap(([from, to]) => flightsBetween(from as string, to as string));
    expect(flights.some(({ operatedBy }) => operatedBy !== undefined)).toBe(true);
    for (const { flightNumber, originCode, destinationCode, departureTime, arrivalTime } of flights) {
      const found = await status(flightNumber, departureTime.slice(0, 10));
      expect(found).toMatchObject({ flightNumber, originCode, destinationCode, status: "scheduled" });
      expect([found.scheduledDeparture, found.estimatedArrival]).toEqual([departureTime, arrivalTime]);
    }
  });

  it("follows the clock and what the airline did, for one tenant", async () => {
    const { time, status, flightRecords } = open();
    const [flight] = flightsBetween("JFK", "LHR") as [ReturnType<typeof flightsBetween>[number]];
    time.now = Date.parse(flight.departureTime);
    expect(await status(flight.flightNumber)).toMatchObject({ status: "departed" });
    time.now = Date.parse(flight.arrivalTime);
    expect(await status(flight.flightNumber)).toMatchObject({ status: "landed" });
    time.now = NINE;
    const told = (kind: string, moved: object) =>
      flightRecords.write(
        "a",
        {
          flights: [{ ...flight, ...moved }],
          notices: [{ about: flight.id, kind, text: "So it is." }],
          expiresAt: NINE + 1e9,
        } as unknown as StoredBooking,
        flight.id,
      );
    const departureTime = places.localTime(places.airports()[0] as never, Date.parse(flight.departureTime) + 3_000_000);
    await told("retimed", { departureTime });
    expect(await status(flight.flightNumber)).toMatchObject({
      ...{ status: "delayed", scheduledDeparture: flight.departureTime, estimatedDeparture: departureTime },
      why: "So it is.",
    });
    await told("cancelled", {});
    const off = await status(flight.flightNumber);
    expect(off.status).toBe("cancelled");
    expect(off).not.toHaveProperty("estimatedDeparture");
    const other = createFlightStatuses({ supplier, places, clock: quoting.clock, flightRecords });
    expect(await other.flightStatus(flight.flightNumber, DATE, { tenant: "b" })).toMatchObject({ status: "scheduled" });
  });

  it("says what is allowed for what it does not know", async () => {
    const { status } = open();
    await expect(status("hello")).rejects.toMatchObject({ kind: "invalid", details: { field: "flightNumber" } });
    await expect(status("QQ100")).rejects.toMatchObject({ kind: "not_found", details: { field: "flightNumber" } });
    await expect(status("AA9999")).rejects.toMatchObject({ kind: "not_found" });
    const [flight] = flightsBetween("JFK", "LHR") as [ReturnType<typeof flightsBetween>[number]];
    await expect(status(flight.flightNumber, "2028-03-10")).rejects.toMatchObject({ details: { field: "date" } });
    await expect(status(flight.flightNumber, "2026-03-10")).rejects.toMatchObject({ details: { field: "date" } });
  });
});
