import type { ComponentType, ReactNode } from "react";
import { flightsIn, offerIn } from "../flights/flight-option.ts";
import { FlightResults } from "../flights/flight-results.tsx";
import { BookingsView, BookingView } from "../stays/booking-views.tsx";
import { bookingIn, bookingsIn } from "../stays/bookings.ts";
import { CarCards, HotelCards } from "../stays/offer-cards.tsx";
import { carsIn, hotelsIn } from "../stays/offers.ts";
import type { Seen } from "./seen.ts";

type View = (structured: unknown, seen: Seen) => ReactNode | undefined;

const view =
  <T,>(find: (structured: unknown) => T | undefined, Shown: ComponentType<{ found: T; seen: Seen }>): View =>
  (structured, seen) => {
    const found = find(structured);
    return found === undefined ? undefined : <Shown found={found} seen={seen} />;
  };

/** By what a result looks like, whoever it is from. The first that fits is shown. */
const VIEWS: readonly View[] = [
  view(bookingIn, BookingView),
  view(flightsIn, FlightResults),
  view(offerIn, FlightResults),
  view(hotelsIn, HotelCards),
  view(carsIn, CarCards),
  view(bookingsIn, BookingsView),
];

export const viewOf = (structured: unknown, seen: Seen): ReactNode | undefined => {
  for (const each of VIEWS) {
    const shown = each(structured, seen);
    if (shown !== undefined) return shown;
  }
  return undefined;
};
