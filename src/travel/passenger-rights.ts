import type { BookedFlight } from "../model/booking.ts";
import type { Airport, Places } from "../model/place.ts";
import type { Supplier } from "./supplier.ts";

/** States of the European Union and its outermost regions, Iceland, Norway and Switzerland. */
const EU = new Set(
  "AT BE BG CH CY CZ DE DK EE ES FI FR GF GP GR HR HU IE IS IT LT LU LV MF MQ MT NL NO PL PT RE RO SE SI SK YT".split(
    " ",
  ),
);

/** Distances of EC 261/2004, in kilometres. */
const SHORT_KM = 1_500;
const MIDDLE_KM = 3_500;
const LATE_MINUTES = 180;
const DAY_MS = 86_400_000;
const NOTICE_DAYS = 14;

/** Shifts from which a traveller may ask for the money back (US DOT, 2024), in minutes. */
const DOMESTIC_SHIFT = 180;
const INTERNATIONAL_SHIFT = 360;

/** What travellers are entitled to when an airline changes their flight. */
export const createPassengerRights = ({
  supplier,
  places,
}: {
  readonly supplier: Pick<Supplier, "airlines">;
  readonly places: Places;
}) => {
  const endsOf = ({ originCode, destinationCode }: BookedFlight): readonly [Airport, Airport] => [
    places.airport(originCode) as Airport,
    places.airport(destinationCode) as Airport,
  ];
  const isEuAirline = (code: string): boolean =>
    EU.has(supplier.airlines().find((airline) => airline.code === code)?.country ?? "");

  return {
    /** Euros for each traveller by EC 261/2004, if the flight is cancelled, or later by `minutes`; undefined if none. */
    compensation(flight: BookedFlight, now: number, minutes = Number.POSITIVE_INFINITY): number | undefined {
      const [from, to] = endsOf(flight);
      const isCovered = EU.has(from.country) || (EU.has(to.country) && isEuAirline(flight.airlineCode));
      const isShortNotice = Date.parse(flight.departureTime) - now < NOTICE_DAYS * DAY_MS;
      if (!isCovered || !isShortNotice || minutes < LATE_MINUTES) return undefined;
      const km = places.distanceKm(from, to);
      if (km <= SHORT_KM) return 250;
      return km <= MIDDLE_KM || (EU.has(from.country) && EU.has(to.country)) ? 400 : 600;
    },

    /** Whether a shift of so many minutes entitles to a refund. */
    isSignificant(flight: BookedFlight, minutes: number): boolean {
      const [from, to] = endsOf(flight);
      return Math.abs(minutes) >= (from.country === to.country ? DOMESTIC_SHIFT : INTERNATIONAL_SHIFT);
    },

    /** The part of the base fare that is given back for a lower cabin, in percent (EC 261/2004, article 10). */
    downgradePercent(flight: BookedFlight): number {
      const km = places.distanceKm(...endsOf(flight));
      return km <= SHORT_KM ? 30 : km <= MIDDLE_KM ? 50 : 75;
    },
  };
};

export type PassengerRights = ReturnType<typeof createPassengerRights>;
