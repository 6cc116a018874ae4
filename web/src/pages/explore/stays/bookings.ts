import type { Price } from "../flights/flight-option.ts";
import { fieldsOf, numberIn, objectsIn, said, textsIn } from "../views/read.ts";

export interface ItineraryLine {
  readonly icon: "plane" | "bed" | "car";
  readonly when: string;
  readonly what: string;
  readonly cancelled: boolean;
}

export interface BookingShown {
  readonly pnr: string;
  readonly status: string;
  readonly people: readonly string[];
  readonly lines: readonly ItineraryLine[];
  readonly total: Price;
  readonly notes: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

const clock = (value: unknown): string => said(value).slice(0, 16).replace("T", " ");

const isCancelled = ({ status, segmentStatus }: Fields): boolean => status === "cancelled" || segmentStatus === "XX";

const flightLine = (flight: Fields): ItineraryLine => ({
  ...{ icon: "plane", when: clock(flight["departureTime"]), cancelled: isCancelled(flight) },
  what: `${said(flight["flightNumber"])} ${said(flight["originCode"])}–${said(flight["destinationCode"])}, ${said(flight["cabin"]).replaceAll("_", " ")}, arrives ${clock(flight["arrivalTime"])}`,
});

const hotelLine = (hotel: Fields): ItineraryLine => ({
  ...{ icon: "bed", when: said(hotel["checkInDate"]), cancelled: isCancelled(hotel) },
  what: `${said(hotel["hotelName"])}, ${said(hotel["roomType"])}, until ${said(hotel["checkOutDate"])}`,
});

const carLine = (car: Fields): ItineraryLine => ({
  ...{ icon: "car", when: clock(car["pickupDate"]), cancelled: isCancelled(car) },
  what: `${said(car["vehicleModel"])}, ${said(car["companyName"])} ${said(car["pickupLocationCode"])}, until ${clock(car["dropoffDate"])}`,
});

/** One booking, as the GDS answers with it. */
export const bookingIn = (result: unknown): BookingShown | undefined => {
  const booking = fieldsOf(result);
  const pnr = said(booking["pnr"]);
  if (pnr === "" || !Array.isArray(booking["passengers"])) return undefined;
  const lines = [
    ...objectsIn(booking["flights"]).map(flightLine),
    ...objectsIn(booking["hotels"]).map(hotelLine),
    ...objectsIn(booking["cars"]).map(carLine),
  ];
  return {
    ...{ pnr, status: said(booking["status"]) },
    people: objectsIn(booking["passengers"]).map((each) => `${said(each["firstName"])} ${said(each["lastName"])}`),
    lines: lines.toSorted((a, b) => (a.when < b.when ? -1 : 1)),
    total: { amount: numberIn(booking["totalPrice"]) ?? 0, currency: said(booking["currency"]) || "USD" },
    notes: textsIn(booking["warnings"]),
  };
};

export interface BookingLine {
  readonly pnr: string;
  readonly status: string;
  readonly people: readonly string[];
  readonly itinerary: readonly string[];
  readonly total: Price;
}

/** Those of a session. */
export const bookingsIn = (result: unknown): readonly BookingLine[] | undefined => {
  const { bookings } = fieldsOf(result);
  if (!Array.isArray(bookings)) return undefined;
  return objectsIn(bookings).map((booking) => ({
    ...{ pnr: said(booking["pnr"]), status: said(booking["status"]) },
    ...{ people: textsIn(booking["passengers"]), itinerary: textsIn(booking["itinerary"]) },
    total: { amount: numberIn(booking["totalPrice"]) ?? 0, currency: said(booking["currency"]) || "USD" },
  }));
};
