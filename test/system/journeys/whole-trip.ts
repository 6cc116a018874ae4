import { expect, vi } from "vitest";
import type { Booking } from "../../../src/model/booking.ts";
import type { FlightOption } from "../../../src/model/flight.ts";
import { GDS_TOOLS } from "../../fixtures/gds-tools.ts";
import type { McpClient } from "../../fixtures/mcp-clients.ts";
import { bookingProblems, carProblems, flightProblems, hotelProblems } from "../../fixtures/model-rules.ts";
import { createResultCheck } from "../../fixtures/result-checks.ts";
import { refusal, type ToolResult, worked } from "../../fixtures/taxiway.ts";

export const TRIP = { origin: "JFK", destination: "LAX", departureDate: "2027-01-12", returnDate: "2027-01-16" };

export const ADA = { type: "adult", firstName: "Ada", lastName: "Lovelace", dateOfBirth: "1985-12-10" };
export const GUEST = { firstName: ADA.firstName, lastName: ADA.lastName };
const PARTY = [ADA, { type: "child", firstName: "Byron", lastName: "King-Noel", dateOfBirth: "2019-05-12" }];
const CONTACT = { contactEmail: "ada@example.com", contactPhone: "+14155550123" };

const dateOf = (localTime: string): string => localTime.slice(0, 10);
const available = <Offer extends { readonly status: string }>(offers: readonly Offer[]): Offer => {
  const offer = offers.find(({ status }) => status === "available");
  if (!offer) throw new Error(`none of ${offers.length} offers is available`);
  return offer;
};

/** Calls a tool and returns its result, checked against the tool's schema. */
export type Say = (tool: string, input: object) => Promise<ToolResult>;

export const listenTo = async (client: McpClient): Promise<Say> => {
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(GDS_TOOLS);
  const check = createResultCheck(tools);
  return async (name, input) => check(name, await client.callTool({ name, arguments: input }));
};

/** Return flights, a hotel and a car on one booking. */
export const bookWholeTrip = async (say: Say): Promise<Booking> => {
  const flights = worked(
    await say("searchFlights", { ...TRIP, passengers: { adults: 1, children: 1 }, detail: "full" }),
  );
  expect(flights).toMatchObject({ source: "sandbox", sessionId: expect.any(String), searchId: expect.any(String) });
  expect(flights.resultCount).toBe(flights.flights.length + flights.returnFlights.length);
  expect([...flights.flights, ...flights.returnFlights].flatMap(flightProblems)).toEqual([]);
  const out = available(flights.flights as FlightOption[]);
  const back = available(flights.returnFlights as FlightOption[]);

  const booked = worked(
    await say("bookFlight", {
      flightIds: [...out.flightIds, ...back.flightIds],
      passengers: PARTY,
      ...CONTACT,
      expectedTotal: out.price + back.price,
    }),
  );
  const whole = async () => worked(await say("retrieveBooking", { pnr: booked.pnr, detail: "full" }));
  expect(bookingProblems(await whole())).toEqual([]);
  expect(booked).toMatchObject({ status: "confirmed", totalPrice: out.price + back.price, warnings: [], ...CONTACT });
  const { pnr } = booked;

  const stay = { checkInDate: dateOf(out.arrivalTime), checkOutDate: dateOf(back.departureTime) };
  const hotels = worked(
    await say("searchHotels", { cityCode: out.destinationCode, ...stay, guests: 2, starRating: 3, detail: "full" }),
  );
  expect(hotels.hotels.flatMap(hotelProblems)).toEqual([]);
  expect(hotels.hotels.every((hotel: { starRating: number }) => hotel.starRating >= 3)).toBe(true);
  const hotel = available(hotels.hotels as { status: string; id: string; price: number }[]);
  const housed = worked(
    await say("bookHotel", {
      hotelId: hotel.id,
      existingPnr: pnr,
      guests: [GUEST],
      specialRequests: "A quiet room, please",
      expectedTotal: hotel.price,
    }),
  );
  expect(housed).toMatchObject({ pnr, hotels: [{ status: "confirmed", ...stay }] });

  const rental = { pickupDate: out.arrivalTime, dropoffDate: back.departureTime };
  const cars = worked(await say("searchCars", { pickupLocationCode: out.destinationCode, ...rental, detail: "full" }));
  expect(cars.cars.flatMap(carProblems)).toEqual([]);
  const car = available(cars.cars as { status: string; id: string; totalPrice: number }[]);
  const driving = worked(
    await say("bookCar", { carId: car.id, existingPnr: pnr, driver: GUEST, expectedTotal: car.totalPrice }),
  );
  expect(driving.totalPrice).toBe(out.price + back.price + hotel.price + car.totalPrice);
  expect(driving.flights).toHaveLength(out.flightIds.length + back.flightIds.length);
  expect(bookingProblems(await whole())).toEqual([]);
  return driving;
};

const readJson = async (client: McpClient, uri: string) => {
  const { contents } = await client.readResource({ uri });
  return JSON.parse(contents[0]?.text ?? "");
};

/** From the first search to a cancelled booking, with everything that a host shows of it. */
export const walkWholeTrip = async (client: McpClient): Promise<void> => {
  expect(client.getServerVersion()).toMatchObject({ name: "taxiway-gds" });
  expect(client.getInstructions()).toContain("rehearsal");
  const say = await listenTo(client);

  const booking = await bookWholeTrip(say);
  const { pnr, sessionId } = booking;
  const { warnings: _none, ...retrieved } = worked(await say("retrieveBooking", { pnr }));
  const { warnings: _said, ...asBooked } = booking as Booking & { warnings: string[] };
  expect(retrieved).toEqual(asBooked);

  const second = worked(
    await say("bookHotel", {
      hotelId: available(
        worked(await say("searchHotels", { cityCode: "LON", checkInDate: "2027-03-01", checkOutDate: "2027-03-03" }))
          .hotels as { status: string; id: string }[],
      ).id,
      guests: [{ ...GUEST, email: "ada@example.com" }],
    }),
  );
  expect(second).toMatchObject({ contactEmail: "ada@example.com", flights: [], status: "confirmed" });

  const pnrs = async (status?: string): Promise<string[]> =>
    worked(await say("listBookings", status === undefined ? {} : { status })).bookings.map(
      (entry: { pnr: string }) => entry.pnr,
    );
  expect((await pnrs()).sort()).toEqual([pnr, second.pnr].sort());
  expect(await pnrs("cancelled")).toEqual([]);

  const cancelled = worked(await say("cancelBooking", { pnr, reason: "Plans changed" }));
  expect(cancelled).toMatchObject({ pnr, status: "cancelled", cancellationReason: "Plans changed" });
  expect(bookingProblems(worked(await say("retrieveBooking", { pnr, detail: "full" })))).toEqual([]);
  const again = refusal(await say("cancelBooking", { pnr }));
  expect(again).toMatchObject({ code: -32002, data: { field: "pnr", value: pnr } });
  expect(again.message).toContain(new Date(cancelled.cancelledAt).toISOString());
  expect(refusal(await say("bookCar", { carId: booking.cars[0]?.id, existingPnr: pnr }))).toMatchObject({
    code: -32002,
    data: { field: "existingPnr" },
  });
  expect(await pnrs("cancelled")).toEqual([pnr]);
  expect(await pnrs("confirmed")).toEqual([second.pnr]);

  // Another node may not have written its counts yet.
  const session = await vi.waitFor(async () => {
    const current = await readJson(client, "gds://session/current");
    expect(current).toMatchObject({ id: sessionId, searchCount: 4, bookingCount: 2 });
    return current;
  });
  expect(session.expiresAt).toBeGreaterThan(session.createdAt);
  const listed = await readJson(client, "gds://session/bookings");
  expect(listed.map((entry: { pnr: string; status: string }) => [entry.pnr, entry.status]).sort()).toEqual(
    [
      [pnr, "cancelled"],
      [second.pnr, "confirmed"],
    ].sort(),
  );
  expect(await readJson(client, `gds://booking/${pnr}`)).toMatchObject({ pnr, status: "cancelled" });
};

/** What a host offers its user besides tools. */
export const lookAround = async (client: McpClient): Promise<void> => {
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([
    "gds://session/current",
    "gds://session/bookings",
    "gds://session/notices",
    "gds://mock-data/airports",
    "gds://mock-data/airlines",
  ]);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    "gds://mock-data/airports/{code}",
    "gds://mock-data/airlines/{code}",
    "gds://booking/{pnr}",
    "gds://booking/{pnr}/history",
  ]);
  const airports = await readJson(client, "gds://mock-data/airports");
  expect(airports.airports.length).toBeGreaterThanOrEqual(100);
  const airlines = await readJson(client, "gds://mock-data/airlines");
  expect(airlines.total).toBeGreaterThanOrEqual(60);
  expect(await readJson(client, "gds://mock-data/airports/KEF")).toMatchObject({
    type: "airport",
    code: "KEF",
    metadata: { country: "IS", timeZone: "Atlantic/Reykjavik" },
  });
  expect(await readJson(client, "gds://mock-data/airlines/LH")).toMatchObject({ type: "airline", name: "Lufthansa" });
  expect((await readJson(client, "gds://mock-data/airports/LON")).airports.length).toBeGreaterThanOrEqual(4);
  await expect(client.readResource({ uri: "gds://booking/TEST-ZZZZZZ" })).rejects.toThrow(/TEST-ZZZZZZ/);
  await expect(client.readResource({ uri: "gds://nowhere" })).rejects.toThrow();

  const complete = async (ref: { type: string; name?: string; uri?: string }, name: string, value: string) =>
    (await client.complete({ ref, argument: { name, value } })).completion.values;
  const airport = { type: "ref/resource", uri: "gds://mock-data/airports/{code}" };
  expect(await complete(airport, "code", "kef")).toContain("KEF");
  expect(await complete(airport, "code", "Reykj")).toContain("KEF");
  expect((await complete(airport, "code", "Heathrow"))[0]).toBe("LHR");
  const airline = { type: "ref/resource", uri: "gds://mock-data/airlines/{code}" };
  expect(await complete(airline, "code", "Luft")).toContain("LH");
  const plan = { type: "ref/prompt", name: "plan-trip" };
  expect(await complete(plan, "destination", "Tokyo")).toContain("HND");
  expect(await complete(plan, "airline", "Luft")).toContain("LH");

  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(expect.arrayContaining(["plan-trip", "handle-disruption"]));
  const { messages } = await client.getPrompt({
    name: "plan-trip",
    arguments: { origin: "JFK", destination: "KEF", departureDate: "2027-02-01", returnDate: "2027-02-05" },
  });
  expect(messages[0]?.content.text).toMatch(/JFK.*KEF.*2027-02-01.*2027-02-05/s);
};
