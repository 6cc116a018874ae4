import { PLACES } from "./fake-places.ts";

type Fields = Readonly<Record<string, unknown>>;

const AIRLINES = [
  ["BA", "British Airways"],
  ["AA", "American Airlines"],
  ["VS", "Virgin Atlantic"],
  ["EI", "Aer Lingus"],
  ["FI", "Icelandair"],
  ["LH", "Lufthansa"],
] as const;
const VIAS = ["", "", "", "DUB", "KEF", "FRA", "BOS"] as const;
const MINUTE_MS = 60_000;

/** The same number for the same words, between 0 and 1. */
const draw = (...words: readonly unknown[]): number => {
  let hash = 2_166_136_261;
  for (const sign of words.join("|")) hash = Math.imul(hash ^ sign.charCodeAt(0), 16_777_619) >>> 0;
  return (hash % 10_000) / 10_000;
};

const nameOf = (code: string): string => PLACES.find((each) => each.code === code)?.name ?? `${code} Airport`;

const at = (day: string, minutes: number): string =>
  `${new Date(Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS).toISOString().slice(0, 19)}+00:00`;

const leg = (from: string, to: string, day: string, leaves: number, minutes: number, turn: number) => {
  const [code, airline] = AIRLINES[turn % AIRLINES.length] ?? AIRLINES[0];
  const number = `${code}${100 + Math.floor(draw(from, to, turn) * 900)}`;
  return {
    ...{ id: `F-${number}-${day.replaceAll("-", "")}-${from}${to}-Y`, flightNumber: number, airlineCode: code },
    ...{ airlineName: airline, originCode: from, originName: nameOf(from), destinationCode: to },
    ...{ destinationName: nameOf(to), departureTime: at(day, leaves), arrivalTime: at(day, leaves + minutes) },
    ...{ duration: minutes, aircraftType: "Boeing 777-300ER", cabin: "economy", bookingClass: "N", baggage: "1PC" },
    ...{ refundable: turn % 4 === 0, seatsAvailable: 1 + (turn % 9), status: turn === 5 ? "sold_out" : "available" },
  };
};

const option = (from: string, to: string, day: string, turn: number) => {
  const via = VIAS[turn % VIAS.length] ?? "";
  const [leaves, flown] = [360 + turn * 47, 400 + Math.round(draw(from, to) * 120)];
  const price = Math.round(
    38_000 + draw(from, to, day) * 30_000 + draw(from, to, day, turn) * 25_000 - (via ? 6_000 : 0),
  );
  if (via === "" || via === from || via === to) {
    const whole = leg(from, to, day, leaves, flown, turn);
    return { ...whole, price, pricePerAdult: price, flightIds: [whole.id], stops: 0 };
  }
  const wait = 70 + Math.round(draw(turn, day) * 200);
  const segments = [leg(from, via, day, leaves, 120, turn), leg(via, to, day, leaves + 120 + wait, flown, turn + 1)];
  const whole = { ...leg(from, to, day, leaves, flown + 120 + wait, turn), id: `${segments[0]?.id}-1OF2` };
  return { ...whole, price, pricePerAdult: price, flightIds: segments.map(({ id }) => id), stops: 1, segments };
};

const options = (from: string, to: string, day: string, most: number) =>
  Array.from({ length: 14 }, (_, turn) => option(from, to, day, turn))
    .toSorted((a, b) => a.price - b.price)
    .slice(0, most);

const FACTS = { searchId: "91ed3c95-b942-4d58-9169-97655f09baf1", source: "sandbox" } as const;

export const searchFlights = (given: Fields) => {
  const [from, to, day, back] = ["origin", "destination", "departureDate", "returnDate"].map((name) => given[name]);
  const most = Number(given["maxResults"] ?? 20);
  const flights = options(String(from), String(to), String(day), most);
  const returns = back === undefined ? {} : { returnFlights: options(String(to), String(from), String(back), most) };
  return { ...FACTS, resultCount: flights.length, flights, ...returns };
};

export const searchHotels = (given: Fields) => ({
  ...FACTS,
  resultCount: 6,
  hotels: Array.from({ length: 6 }, (_, turn) => ({
    ...{
      id: `H-NYCMS0${turn}`,
      hotelCode: `NYCMS0${turn}`,
      hotelName: `${["Grand", "Harbour", "Park"][turn % 3]} Hotel New York ${turn + 1}`,
    },
    ...{
      address: `${811 + turn} West 25th Street, New York, NY 10001, USA`,
      cityCode: given["cityCode"],
      cityName: "New York",
    },
    ...{
      checkInDate: given["checkInDate"],
      checkOutDate: given["checkOutDate"],
      nights: 4,
      roomType: "Standard Queen",
    },
    ...{
      rateName: "Member Rate",
      starRating: 1 + (turn % 5),
      price: 4 * (9_900 + turn * 4_100),
      pricePerNight: 9_900 + turn * 4_100,
    },
    ...{
      guestCount: 1,
      rooms: 1,
      amenities: ["Free WiFi", "24-hour front desk", "Luggage storage", "Vending machines", "Gym", "Pool", "Spa"],
    },
    ...{ cancellationPolicy: "Free cancellation until 18:00 local time on the day of arrival.", refundable: true },
    status: turn === 0 ? "sold_out" : "available",
  })),
});

export const searchCars = (given: Fields) => ({
  ...FACTS,
  resultCount: 4,
  cars: Array.from({ length: 4 }, (_, turn) => ({
    ...{ id: `C-RO-JFK-${turn}`, companyName: "Routes Car Rental", vehicleModel: "Mitsubishi Mirage or similar" },
    ...{ pickupLocationName: nameOf(String(given["pickupLocationCode"])), dropoffLocationName: nameOf("JFK") },
    ...{
      pickupDate: given["pickupDate"],
      dropoffDate: given["dropoffDate"],
      vehicleClass: "economy",
      acrissCode: "ECAR",
    },
    ...{ dailyRate: 4_278 + turn * 900, totalPrice: 4 * (4_278 + turn * 900), rentalDays: 4, driverAge: 30 },
    ...{ mileagePolicy: "unlimited", insuranceIncluded: turn % 2 === 0, status: "available" },
  })),
});
