import { usd } from "../../../../src/model/money.ts";
import { type ToolResult, worked } from "../../../fixtures/taxiway.ts";

export type Call = (tool: string, input: object) => Promise<ToolResult>;

const PEOPLE = [
  { firstName: "Ada", lastName: "Lovelace" },
  { firstName: "Charles", lastName: "Babbage" },
];
const NAMES = "Ada Lovelace, Charles Babbage";

/** A writing call, and what its confirmation has to show. */
export interface Errand {
  readonly tool: string;
  readonly input: object;
  readonly price: number;
  readonly told: readonly string[];
}

type Offer = { readonly status: string; readonly id: string; readonly price: number };

const available = <T extends { readonly status: string }>(offers: readonly T[]): T => {
  const offer = offers.find(({ status }) => status === "available");
  if (!offer) throw new Error(`none of ${offers.length} offers is available`);
  return offer;
};

export interface Trip {
  readonly flight: Errand;
  readonly hotel: Errand;
  readonly car: Errand;
  /** The same hotel and car, on an existing booking. */
  hotelOn(pnr: string): Errand;
  carOn(pnr: string): Errand;
}

/** Two people fly to Los Angeles, stay and drive there. Nothing is booked yet. */
export const planTrip = async (call: Call): Promise<Trip> => {
  const route = { origin: "JFK", destination: "LAX", departureDate: "2026-12-15" };
  const { flights } = worked(
    await call("searchFlights", { ...route, passengers: { adults: 2 }, maxConnections: 0, maxResults: 30 }),
  );
  const flight = available(flights as (Offer & { flightIds: string[]; flightNumber: string; departureTime: string })[]);
  const stay = { cityCode: "LAX", checkInDate: "2026-12-16", checkOutDate: "2026-12-18", guests: 2 };
  const hotel = available(worked(await call("searchHotels", stay)).hotels as (Offer & { hotelName: string })[]);
  const rental = { pickupDate: "2026-12-16T12:00:00-08:00", dropoffDate: "2026-12-18T12:00:00-08:00" };
  const { cars } = worked(await call("searchCars", { pickupLocationCode: "LAX", ...rental }));
  const car = available(cars as { status: string; id: string; companyName: string; totalPrice: number }[]);

  const contact = { contactEmail: "ada@example.com" };
  const [driver] = PEOPLE;
  const errand = (tool: string, input: object, price: number, told: readonly string[]): Errand => ({
    tool,
    input,
    price,
    told: [...told, usd(price)],
  });
  const hotelTold = [hotel.hotelName, "Wed 16 Dec 2026 to Fri 18 Dec 2026", "2 nights"];
  const carTold = [car.companyName, "LAX on Wed 16 Dec 2026 12:00 to LAX on Fri 18 Dec 2026 12:00"];
  const leaves = `Tue 15 Dec 2026 ${flight.departureTime.slice(11, 16)}`;
  return {
    flight: errand(
      "bookFlight",
      { flightIds: flight.flightIds, passengers: PEOPLE.map((person) => ({ type: "adult", ...person })), ...contact },
      flight.price,
      ["Book ", `${flight.flightNumber} JFK to LAX on ${leaves}, economy`, `2 travellers (${NAMES})`],
    ),
    hotel: errand("bookHotel", { hotelId: hotel.id, guests: PEOPLE, ...contact }, hotel.price, ["Book ", ...hotelTold]),
    car: errand("bookCar", { carId: car.id, driver, ...contact }, car.totalPrice, [
      "Book ",
      ...carTold,
      "Ada Lovelace",
    ]),
    hotelOn: (existingPnr) =>
      errand("bookHotel", { hotelId: hotel.id, guests: PEOPLE, existingPnr }, hotel.price, [
        ...["Add ", `to ${existingPnr} (${NAMES})`],
        ...hotelTold,
      ]),
    carOn: (existingPnr) =>
      errand("bookCar", { carId: car.id, existingPnr }, car.totalPrice, [
        ...["Add ", `to ${existingPnr} (${NAMES})`],
        ...carTold,
      ]),
  };
};

export const cancellationOf = (booking: { readonly pnr: string; readonly totalPrice: number }): Errand => ({
  tool: "cancelBooking",
  input: { pnr: booking.pnr },
  price: booking.totalPrice,
  told: [`Cancel ${booking.pnr}`, usd(booking.totalPrice), "cannot be undone"],
});
