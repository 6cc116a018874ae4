import { beforeAll, describe, expect, it } from "vitest";
import { type Caller, composeInProcess } from "../../../fixtures/in-process.ts";
import { worked } from "../../../fixtures/taxiway.ts";
import { ADA, CONTACT } from "./rehearsal.ts";

let caller: Caller;

beforeAll(async () => {
  const { taxiway, caller: newCaller } = await composeInProcess();
  caller = newCaller();
  return () => taxiway.close();
});

const ASPEN = { origin: "DEN", destination: "ASE", departureDate: "2027-01-12", maxConnections: 0 };

const firstOption = (flights: readonly { status: string }[]) => {
  const option = flights.find(({ status }) => status === "available");
  if (option === undefined) throw new Error("nothing is for sale");
  return option as unknown as { flightIds: string[]; flightNumber: string; operatedBy: string };
};

describe("the airline that flies for another one", () => {
  it("is named in lean and full answers, and in the text", async () => {
    const lean = await caller.call("searchFlights", ASPEN);
    const option = firstOption(worked(lean).flights);
    expect(option.flightNumber).toMatch(/^UA/);
    expect(option.operatedBy).toMatch(/\w/);
    expect(lean.content[0]?.text).toContain(`${option.flightNumber} operated by ${option.operatedBy}`);
    const full = worked(await caller.call("searchFlights", { ...ASPEN, detail: "full" }));
    expect(firstOption(full.flights)).toMatchObject({
      operatedBy: option.operatedBy,
      operatingFlightNumber: expect.stringMatching(new RegExp(`^[A-Z0-9]{2}${option.flightNumber.slice(2)}$`)),
    });
  });

  it("is named for each flight of a connection, and nowhere where the seller flies itself", async () => {
    const { flights } = worked(await caller.call("searchFlights", { ...ASPEN, origin: "LHR", maxConnections: 2 }));
    const segments = flights.flatMap(({ segments: own = [] }: { segments?: object[] }) => own);
    const toAspen = segments.filter(
      (segment: { destinationCode: string; flightNumber: string }) =>
        /^UA/.test(segment.flightNumber) && segment.destinationCode === "ASE",
    );
    expect(toAspen.length).toBeGreaterThan(0);
    for (const segment of toAspen) expect(segment).toHaveProperty("operatedBy");
    for (const segment of segments.filter(({ originCode }: { originCode: string }) => originCode === "LHR")) {
      expect(segment).not.toHaveProperty("operatedBy");
    }
  });

  it("is kept in the booking, and named in its texts", async () => {
    const { flightIds, operatedBy } = firstOption(worked(await caller.call("searchFlights", ASPEN)).flights);
    const booked = await caller.call("bookFlight", { flightIds, passengers: [ADA], ...CONTACT });
    const { pnr, flights } = worked(booked);
    expect(flights[0]).toMatchObject({ operatedBy });
    expect(booked.content[0]?.text).toContain(`operated by ${operatedBy}`);
    const { bookings } = worked(await caller.call("listBookings", {}));
    expect(bookings.find((one: { pnr: string }) => one.pnr === pnr).itinerary[0]).toContain(
      `operated by ${operatedBy}`,
    );
    expect(worked(await caller.call("retrieveBooking", { pnr })).flights[0]).toMatchObject({ operatedBy });
  });
});
