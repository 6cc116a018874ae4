import { StatusBadge } from "../../../components/badge.tsx";
import { Icon } from "../../../components/icon.tsx";
import { EmptyState } from "../../../components/states.tsx";
import { Money } from "../../../components/values.tsx";
import { fieldsOf, type JsonObject, numberIn, objectsIn, textOrEmpty, textsIn } from "../../../format/json.ts";
import { hrefTo } from "../../../router/router.ts";
import type { Price } from "../flights/flight-option.ts";
import type { ResultContext } from "../next-step.ts";
import { Notes } from "./option-list.tsx";

/** A booking: locator, passengers and itinerary. */
export const BookingView = ({ found: booking }: { readonly found: BookingShown }) => (
  <div className="stack">
    <Notes notes={booking.notes} />
    <div className="row">
      <a className="pnr" href={hrefTo("bookings", [booking.pnr])}>
        {booking.pnr}
      </a>
      <StatusBadge status={booking.status} />
      <strong>
        <Money {...booking.total} />
      </strong>
    </div>
    <p className="wraps">{booking.people.join(", ")}</p>
    <ol className="itinerary">
      {booking.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries may repeat
        <li key={index} data-cancelled={line.cancelled || undefined}>
          <Icon name={line.icon} />
          <span className="number">{line.when}</span>
          <span className="wraps">
            {line.what}
            {line.cancelled && ", cancelled"}
          </span>
        </li>
      ))}
    </ol>
    <p>
      <a href={hrefTo("bookings", [booking.pnr])}>View booking</a>
    </p>
  </div>
);

interface ListProps {
  readonly found: readonly BookingLine[];
  readonly context: ResultContext;
}

export const BookingsView = ({ found, context }: ListProps) =>
  found.length === 0 ? (
    <EmptyState
      title="No bookings in this session"
      action={<a href={hrefTo("explore", [context.server, "searchFlights"])}>Search flights</a>}
    />
  ) : (
    <ul className="options" aria-label="Bookings">
      {found.map((booking) => (
        <li className="option" key={booking.pnr}>
          <div className="option-about">
            <div className="row">
              <a className="mono" href={hrefTo("bookings", [booking.pnr])}>
                {booking.pnr}
              </a>
              <StatusBadge status={booking.status} />
            </div>
            <p className="wraps">{booking.people.join(", ")}</p>
            <p className="small soft wraps">{booking.itinerary.join(" · ")}</p>
          </div>
          <div className="option-price">
            <strong>
              <Money {...booking.total} />
            </strong>
          </div>
        </li>
      ))}
    </ul>
  );

interface ItineraryLine {
  readonly icon: "plane" | "bed" | "car";
  readonly when: string;
  readonly what: string;
  readonly cancelled: boolean;
}

interface BookingShown {
  readonly pnr: string;
  readonly status: string;
  readonly people: readonly string[];
  readonly lines: readonly ItineraryLine[];
  readonly total: Price;
  readonly notes: readonly string[];
}

const clock = (value: unknown): string => textOrEmpty(value).slice(0, 16).replace("T", " ");

const isCancelled = ({ status, segmentStatus }: JsonObject): boolean =>
  status === "cancelled" || segmentStatus === "XX";

const flightLine = (flight: JsonObject): ItineraryLine => ({
  icon: "plane",
  when: clock(flight["departureTime"]),
  cancelled: isCancelled(flight),
  what: `${textOrEmpty(flight["flightNumber"])} ${textOrEmpty(flight["originCode"])}–${textOrEmpty(flight["destinationCode"])}, ${textOrEmpty(flight["cabin"]).replaceAll("_", " ")}, arrives ${clock(flight["arrivalTime"])}`,
});

const hotelLine = (hotel: JsonObject): ItineraryLine => ({
  icon: "bed",
  when: textOrEmpty(hotel["checkInDate"]),
  cancelled: isCancelled(hotel),
  what: `${textOrEmpty(hotel["hotelName"])}, ${textOrEmpty(hotel["roomType"])}, until ${textOrEmpty(hotel["checkOutDate"])}`,
});

const carLine = (car: JsonObject): ItineraryLine => ({
  icon: "car",
  when: clock(car["pickupDate"]),
  cancelled: isCancelled(car),
  what: `${textOrEmpty(car["vehicleModel"])}, ${textOrEmpty(car["companyName"])} ${textOrEmpty(car["pickupLocationCode"])}, until ${clock(car["dropoffDate"])}`,
});

/** Reads a booking of the GDS. */
export const bookingIn = (result: unknown): BookingShown | undefined => {
  const booking = fieldsOf(result);
  const pnr = textOrEmpty(booking["pnr"]);
  if (pnr === "" || !Array.isArray(booking["passengers"])) return undefined;
  const lines = [
    ...objectsIn(booking["flights"]).map(flightLine),
    ...objectsIn(booking["hotels"]).map(hotelLine),
    ...objectsIn(booking["cars"]).map(carLine),
  ];
  return {
    pnr,
    status: textOrEmpty(booking["status"]),
    people: objectsIn(booking["passengers"]).map(
      (each) => `${textOrEmpty(each["firstName"])} ${textOrEmpty(each["lastName"])}`,
    ),
    lines: lines.toSorted((a, b) => (a.when < b.when ? -1 : 1)),
    total: { amount: numberIn(booking["totalPrice"]) ?? 0, currency: textOrEmpty(booking["currency"]) || "USD" },
    notes: textsIn(booking["warnings"]),
  };
};

interface BookingLine {
  readonly pnr: string;
  readonly status: string;
  readonly people: readonly string[];
  readonly itinerary: readonly string[];
  readonly total: Price;
}

/** Reads the bookings of a session. */
export const bookingsIn = (result: unknown): readonly BookingLine[] | undefined => {
  const { bookings } = fieldsOf(result);
  if (!Array.isArray(bookings)) return undefined;
  return objectsIn(bookings).map((booking) => ({
    pnr: textOrEmpty(booking["pnr"]),
    status: textOrEmpty(booking["status"]),
    people: textsIn(booking["passengers"]),
    itinerary: textsIn(booking["itinerary"]),
    total: { amount: numberIn(booking["totalPrice"]) ?? 0, currency: textOrEmpty(booking["currency"]) || "USD" },
  }));
};
