import { expect, it, vi } from "vitest";
import { addDays } from "../../../src/model/calendar.ts";
import { refusal, type TaxiwayProcess, TODAY, type ToolResult, worked } from "../../fixtures/taxiway.ts";
import { race, startAll, withStores } from "./processes.ts";
import { bookSeat, optionNow, raceableFlight } from "./sales.ts";

// Allows for a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const ADA = { type: "adult", firstName: "Ada", lastName: "Lovelace" };
const CONTACT = { contactEmail: "ada@example.com" };
const GUESTS = [{ firstName: "Ada", lastName: "Lovelace" }];
const OUT = addDays(TODAY, 60);

// biome-ignore lint/suspicious/noExplicitAny: each tool has its own shape, which tests look into
type Answered = any;

const say = async (taxiway: TaxiwayProcess, tool: string, input: object): Promise<Answered> =>
  worked(await taxiway.call(tool, input));

const first = (processes: readonly TaxiwayProcess[]): TaxiwayProcess => processes[0] as TaxiwayProcess;

const flightOn = async (taxiway: TaxiwayProcess, departureDate: string): Promise<readonly string[]> => {
  const trip = { origin: "JFK", destination: "LHR", departureDate, maxConnections: 0, maxResults: 50 };
  const { flights } = await say(taxiway, "searchFlights", trip);
  return flights.find(({ seatsAvailable }: Answered) => seatsAvailable === 9).flightIds;
};

const bookedOn = async (taxiway: TaxiwayProcess, more: object = {}): Promise<Answered> => {
  const flightIds = await flightOn(taxiway, OUT);
  return say(taxiway, "bookFlight", { flightIds, passengers: [ADA], ...CONTACT, ...more });
};

/** Of callers that wanted the same, those who got it; the others were told that it is gone. */
const winners = (results: readonly ToolResult[]): readonly Answered[] => {
  for (const result of results) {
    if (result.isError)
      expect(refusal(result)).toMatchObject({ code: -32002, message: expect.stringMatching(/taken|sold out/) });
  }
  return results.filter(({ isError }) => !isError).map(worked);
};

const STAY = { cityCode: "LON", checkInDate: addDays(TODAY, 62), checkOutDate: addDays(TODAY, 64) };
const RENTAL = {
  pickupLocationCode: "LHR",
  pickupDate: `${addDays(TODAY, 62)}T10:00:00+00:00`,
  dropoffDate: `${addDays(TODAY, 64)}T08:00:00+00:00`,
};

/** Offers of which there are few, and how they are booked. */
const FINITE: Readonly<Record<string, (taxiway: TaxiwayProcess) => Promise<readonly [tool: string, input: object]>>> = {
  async room(taxiway) {
    const { hotels } = await say(taxiway, "searchHotels", STAY);
    const { id } = hotels.find(({ status }: Answered) => status === "available");
    return ["bookHotel", { hotelId: id, guests: GUESTS, ...CONTACT }];
  },
  async car(taxiway) {
    const { cars } = await say(taxiway, "searchCars", RENTAL);
    return ["bookCar", { carId: cars[0].id, driver: { ...GUESTS[0] }, ...CONTACT }];
  },
};

withStores("64 callers in 4 processes on", (environment) => {
  it("sell a seat of the plane once", async () => {
    const processes = await startAll(await environment());
    const flightIds = await flightOn(first(processes), OUT);
    const { seatMaps } = await say(first(processes), "listExtras", { flightIds, kind: "seat" });
    const designator = seatMaps[0].free.find(({ exit }: Answered) => exit === undefined).seats.split(" ")[0];
    const seat = `X-SEAT-${designator}-P1-${flightIds[0]}`;
    const quotes = await race(processes.slice(0, 4), async (taxiway, n) => {
      if (n >= 8) return undefined;
      const { pnr } = await say(taxiway, "bookFlight", { flightIds, passengers: [ADA], ...CONTACT });
      return (await say(taxiway, "quoteChange", { pnr, add: [seat] })).quoteId as string;
    });
    const results = await Promise.all(
      quotes
        .filter((quoteId) => quoteId !== undefined)
        .map((quoteId, n) => (processes[n % 4] as TaxiwayProcess).call("confirmChange", { quoteId })),
    );
    const [winner, ...others] = winners(results);
    expect(others).toEqual([]);
    expect(winner.extras).toMatchObject([{ id: seat }]);
  });

  it.each(Object.keys(FINITE))("sell the last %s once", async (kind) => {
    const processes = await startAll(await environment());
    const [tool, input] = await (FINITE[kind] as (typeof FINITE)[string])(first(processes));
    const sold = winners(await race(processes, (taxiway) => taxiway.call(tool, input)));
    expect(sold.length).toBeGreaterThan(0);
    expect(sold.length).toBeLessThan(64);
    expect(winners([await first(processes).call(tool, input)])).toEqual([]);
    await say(first(processes), "cancelBooking", { pnr: sold[0].pnr });
    expect(winners(await race(processes, (taxiway) => taxiway.call(tool, input)))).toHaveLength(1);
  });

  it("confirm a quote once, and all get the same booking", async () => {
    const processes = await startAll(await environment());
    const { pnr } = await bookedOn(first(processes));
    const { quoteId } = await say(first(processes), "quoteChange", { pnr, remove: ["all"] });
    const made = (await race(processes, (taxiway) => taxiway.call("confirmChange", { quoteId }))).map(worked);
    const told = made.map(({ warnings: _told, refund: _given, ...booking }) => JSON.stringify(booking));
    expect(new Set(told).size).toBe(1);
    expect(made.filter(({ warnings }) => warnings.length === 0)).toHaveLength(1);
    expect(made[0]).toMatchObject({ revision: 1, status: "cancelled" });
  });

  it("pay for a booking on hold once", async () => {
    const processes = await startAll(await environment());
    const { pnr, totalPrice } = await bookedOn(first(processes), { hold: true });
    const pay = { pnr, expectedTotal: totalPrice };
    const paid = (await race(processes, (taxiway) => taxiway.call("payBooking", pay))).map(worked);
    for (const { payment, revision } of paid) {
      expect([revision, payment]).toMatchObject([1, { paid: totalPrice, charged: totalPrice, due: 0 }]);
    }
  });

  it("cancel and change a booking at once, and lose no seat", async () => {
    const processes = await startAll(await environment());
    const [old, next] = [await raceableFlight(first(processes)), await raceableFlight(first(processes), 1)];
    const before = [await optionNow(first(processes), old), await optionNow(first(processes), next)];
    const { pnr } = worked(await bookSeat(first(processes), old));
    const results = await race(processes, async (taxiway, n) => {
      if (n % 2 === 0) return taxiway.call("cancelBooking", { pnr });
      const quote = await taxiway.call("quoteChange", { pnr, remove: [...old.flightIds], add: [...next.flightIds] });
      return quote.isError ? quote : taxiway.call("confirmChange", { quoteId: worked(quote).quoteId });
    });
    for (const result of results) {
      if (result.isError) expect([-32002, -32003]).toContain(refusal(result).code);
    }
    const after = await say(first(processes), "retrieveBooking", { pnr });
    expect(after).toMatchObject({ status: "cancelled", payment: { due: 0 } });
    for (const taxiway of processes) {
      expect([await optionNow(taxiway, old), await optionNow(taxiway, next)]).toEqual(before);
    }
  });
});
