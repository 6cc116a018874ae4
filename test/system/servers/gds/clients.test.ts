import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usd } from "../../../../src/model/money.ts";
import { type HttpTaxiway, launchHttpTaxiway } from "../../../fixtures/http-taxiway.ts";
import {
  CLIENTS,
  connectClient,
  connectOverHttp,
  type Flavour,
  type McpClient,
} from "../../../fixtures/mcp-clients.ts";
import { refusal, worked } from "../../../fixtures/taxiway.ts";
import { type Call, cancellationOf, type Errand, planTrip, type Trip } from "./trip.ts";
import { type ANSWERS, askable, attachUser, type User } from "./user.ts";

const CONFIRMING = { TAXIWAY_CONFIRM_BOOKINGS: "true", TAXIWAY_STORE: "memory", RATE_LIMIT_ENABLED: "false" };

let node: HttpTaxiway;
beforeAll(async () => {
  node = await launchHttpTaxiway(CONFIRMING);
  return () => node.stop();
});

const WAYS: Readonly<Record<string, (flavour: Flavour) => Promise<McpClient>>> = {
  stdio: (flavour) => connectClient(flavour, CONFIRMING),
  HTTP: (flavour) => connectOverHttp(flavour, node.url),
};

const pairs = Object.entries(CLIENTS).flatMap(([name, flavour]) =>
  Object.entries(WAYS).map(([way, connect]) => ({ name, way, flavour, connect })),
);

const callerOf =
  (client: McpClient): Call =>
  (name, input) =>
    client.callTool({ name, arguments: input });

const sessionOf = async (client: McpClient): Promise<{ readonly bookingCount: number }> => {
  const { contents } = await client.readResource({ uri: "gds://session/current" });
  return JSON.parse(contents[0]?.text ?? "");
};

describe.each(pairs)("a user of $name over $way", ({ flavour, connect }) => {
  let client: McpClient;
  let person: User;
  let call: Call;
  let trip: Trip;

  beforeAll(async () => {
    client = await connect(askable(flavour));
    person = await attachUser(client, flavour);
    call = callerOf(client);
    trip = await planTrip(call);
  });
  afterAll(() => client.close());

  const say = async (answer: keyof typeof ANSWERS, { tool, input }: Errand) => {
    person.says(answer);
    const before = person.asked.length;
    const result = await call(tool, input);
    return { result, asked: person.asked.slice(before) };
  };

  const agreeTo = async (errand: Errand) => {
    const { result, asked } = await say("yes", errand);
    const booking = worked(result);
    expect(asked).toHaveLength(1);
    for (const words of errand.told) expect(asked[0]?.message).toContain(words);
    return { booking, message: asked[0]?.message };
  };

  it("sees the price and gets what they confirmed", async () => {
    const { booking: flown } = await agreeTo(trip.flight);
    expect(flown).toMatchObject({ status: "confirmed", totalPrice: trip.flight.price });

    const { booking: housed, message } = await agreeTo(trip.hotelOn(flown.pnr));
    expect(housed).toMatchObject({ pnr: flown.pnr, totalPrice: flown.totalPrice + trip.hotel.price });
    expect(message).toContain(`${usd(housed.totalPrice)} in all`);

    const { booking: driven } = await agreeTo(trip.carOn(flown.pnr));
    expect(driven).toMatchObject({ pnr: flown.pnr, totalPrice: housed.totalPrice + trip.car.price });

    const { booking: gone } = await agreeTo(cancellationOf(driven));
    expect(gone).toMatchObject({ pnr: flown.pnr, status: "cancelled" });

    expect((await agreeTo(trip.hotel)).booking).toMatchObject({ totalPrice: trip.hotel.price });
    expect((await agreeTo(trip.car)).booking).toMatchObject({ totalPrice: trip.car.price });
  });

  it.each(["no", "decline", "cancel"] as const)("answers '%s', and nothing is booked", async (answer) => {
    const { booking } = await agreeTo(trip.flight);
    const before = await sessionOf(client);
    const errands = [trip.flight, trip.hotel, trip.car, trip.hotelOn(booking.pnr), trip.carOn(booking.pnr)];
    for (const errand of [...errands, cancellationOf(booking)]) {
      const { result, asked } = await say(answer, errand);
      expect(asked).toHaveLength(1);
      expect(refusal(result)).toMatchObject({
        code: -32002,
        message: expect.stringMatching(/^The traveller was asked and .* Nothing was (booked|cancelled)/),
        data: { confirmed: false, hint: expect.stringContaining("Ask the traveller") },
      });
    }
    expect(await sessionOf(client)).toMatchObject({ bookingCount: before.bookingCount });
    const kept = worked(await call("retrieveBooking", { pnr: booking.pnr }));
    expect(kept).toMatchObject({ status: "confirmed", hotels: [], cars: [], lastModified: booking.lastModified });
  });

  it("sees one checkbox, which is not preselected", async () => {
    const { asked } = await say("no", trip.flight);
    const { confirm, ...others } = asked[0]?.requestedSchema.properties ?? {};
    expect(confirm).toMatchObject({ type: "boolean", title: "Yes, book it" });
    expect(confirm).not.toHaveProperty("default");
    expect(others).toEqual({});
    expect(asked[0]?.requestedSchema.required).toEqual(["confirm"]);
  });

  it("is not asked about what cannot be booked or cancelled", async () => {
    const wrongPrice = { ...trip.flight, input: { ...trip.flight.input, expectedTotal: trip.flight.price + 1 } };
    const { result, asked } = await say("yes", wrongPrice);
    expect(refusal(result)).toMatchObject({ code: -32002, data: { field: "expectedTotal" } });
    const nowhere = await say("yes", cancellationOf({ pnr: "TEST-ZZZZZZ", totalPrice: 0 }));
    expect(refusal(nowhere.result)).toMatchObject({ code: -32001 });
    expect([...asked, ...nowhere.asked]).toEqual([]);
  });

  it("is asked again if the offer changes before they answer", async () => {
    const { booking } = await agreeTo(trip.flight);
    const { pnr } = booking;
    const before = person.asked.length;
    person.says("yes", async () => worked(await call("bookCar", trip.carOn(pnr).input)));
    const housed = worked(await call("bookHotel", trip.hotelOn(pnr).input));
    const [hotel, car, hotelAgain] = person.asked.slice(before).map(({ message }) => message);
    expect(person.asked).toHaveLength(before + 3);
    expect(hotel).toContain(`${usd(trip.flight.price + trip.hotel.price)} in all`);
    expect(car).toContain("rental car");
    expect(hotelAgain).toContain(`${usd(housed.totalPrice)} in all`);
    expect(housed).toMatchObject({ hotels: [{}], cars: [{}] });
  });

  it("is asked once, however often the call is repeated with its idempotencyKey", async () => {
    const input = { ...trip.flight.input, idempotencyKey: crypto.randomUUID() };
    const { booking } = await agreeTo({ ...trip.flight, input });
    const { result, asked } = await say("no", { ...trip.flight, input });
    expect(asked).toEqual([]);
    expect(worked(result)).toMatchObject({ pnr: booking.pnr, warnings: [expect.stringContaining("booked before")] });
  });
});

describe.each(pairs)("$name over $way without elicitation", ({ flavour, connect }) => {
  it("books and cancels as before", async () => {
    const client = await connect(flavour);
    try {
      const call = callerOf(client);
      const trip = await planTrip(call);
      const { pnr } = worked(await call("bookFlight", trip.flight.input));
      worked(await call("bookHotel", trip.hotelOn(pnr).input));
      const booking = worked(await call("bookCar", trip.carOn(pnr).input));
      expect(booking.totalPrice).toBe(trip.flight.price + trip.hotel.price + trip.car.price);
      expect(worked(await call("cancelBooking", { pnr }))).toMatchObject({ status: "cancelled" });
    } finally {
      await client.close();
    }
  });
});
