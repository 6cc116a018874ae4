import { hasLeft } from "../model/booking.ts";
import { dateOf } from "../model/calendar.ts";
import type { Clock } from "../model/clock.ts";
import { Failure, invalid, ruleBroken } from "../model/failure.ts";
import { CABINS, type Cabin } from "../model/flight.ts";
import { sum, usd } from "../model/money.ts";
import { partyOf } from "../model/passenger.ts";
import type { Airport, Places } from "../model/place.ts";
import type { Disruption, Disturbed } from "./disruption.ts";
import { type FareShares, shareOf } from "./fare-shares.ts";
import { idInCabin } from "./flight-keys.ts";
import { connectionBetween, minimumConnectionOf } from "./itinerary-rules.ts";
import { type Entry, returnsOf } from "./ledger.ts";
import { type NewNotice, openAbout } from "./notices.ts";
import type { PassengerRights } from "./passenger-rights.ts";
import type { StoredBooking, StoredFlight } from "./stored-booking.ts";
import type { QuotedFlight, Supplier } from "./supplier.ts";

interface Parts {
  readonly supplier: Supplier;
  readonly places: Places;
  readonly clock: Clock;
  readonly rights: PassengerRights;
}

const MINUTE_MS = 60_000;
const MAX_MINUTES = 24 * 60;

/** What an airline does to flights of a booking. Pure: depends on the booking, the doing and the time alone. */
export const createFlightDisruptions = ({ supplier, places, clock, rights }: Parts) => {
  /** The flights that are named, which must be ahead and not cancelled. */
  const namedFlights = ({ pnr, flights }: StoredBooking, { about }: Disruption): readonly StoredFlight[] => {
    const ids = typeof about === "string" ? [about] : about;
    const ahead = flights.filter((flight) => flight.segmentStatus !== "UN" && !hasLeft(flight, clock.now()));
    const allowed = ahead.map(({ id }) => id);
    return ids.map((id) => {
      const flight = flights.find((one) => one.id === id.trim());
      const refuse = (message: string): Failure =>
        ruleBroken(message, { field: "about", value: id.slice(0, 80), allowed, hint: "Name a flight that is ahead." });
      if (flight === undefined) throw refuse(`There is no flight ${id.slice(0, 80)} on booking ${pnr}.`);
      const { flightNumber, segmentStatus, departureTime } = flight;
      if (segmentStatus === "UN") throw refuse(`${flightNumber} has been cancelled by its airline before.`);
      if (hasLeft(flight, clock.now())) throw refuse(`${flightNumber} left at ${departureTime}.`);
      return flight;
    });
  };

  const shifted = (flight: StoredFlight, minutes: number) => {
    const at = (code: string, time: string): string =>
      places.localTime(places.airport(code) as Airport, Date.parse(time) + minutes * MINUTE_MS);
    return {
      departureTime: at(flight.originCode, flight.departureTime),
      arrivalTime: at(flight.destinationCode, flight.arrivalTime),
    };
  };

  /** Connections that are too short, as sentences. */
  const brokenConnections = (flights: readonly StoredFlight[], about: StoredFlight): readonly string[] =>
    flights.flatMap((next, i) => {
      const last = flights[i - 1];
      if (last === undefined || ![last.id, next.id].includes(about.id)) return [];
      if (last.segmentStatus === "UN" || next.segmentStatus === "UN") return [];
      const { available, needed } = connectionBetween(last, next, minimumConnectionOf(supplier, last, next));
      if (available >= needed) return [];
      return [
        available < 0
          ? `${next.flightNumber} leaves ${next.originCode} before ${last.flightNumber} lands.`
          : `${available} minutes are too short to change from ${last.flightNumber} to ${next.flightNumber} in ${next.originCode}.`,
      ];
    });

  const retime = (booking: StoredBooking, doing: Disruption): Disturbed => {
    const { minutes } = doing;
    if (minutes === undefined || minutes === 0 || Math.abs(minutes) > MAX_MINUTES || !Number.isInteger(minutes)) {
      throw invalid("minutes must say by how much the flight moves.", {
        field: "minutes",
        value: minutes,
        allowed: `whole minutes from ${-MAX_MINUTES} to ${MAX_MINUTES}, not 0`,
        hint: "Positive is later, negative is earlier.",
      });
    }
    const named = namedFlights(booking, doing);
    for (const flight of named) {
      if (Date.parse(flight.departureTime) + minutes * MINUTE_MS > clock.now()) continue;
      throw ruleBroken(`${flight.flightNumber} would have left already.`, {
        field: "minutes",
        value: minutes,
        allowed: `more than ${Math.floor((clock.now() - Date.parse(flight.departureTime)) / MINUTE_MS)}`,
      });
    }
    const flights = booking.flights.map(
      (flight): StoredFlight =>
        named.includes(flight) ? { ...flight, ...shifted(flight, minutes), segmentStatus: "TK" } : flight,
    );
    const notices = named.map((was): NewNotice => {
      const flight = flights.find(({ id }) => id === was.id) as StoredFlight;
      const { departureTime, arrivalTime } = flight;
      const earlier = openAbout(booking, [was.id]).find(({ kind }) => kind === "retimed")?.before;
      const accepted = earlier?.["departureTime"] ?? was.departureTime;
      const moved = (Date.parse(departureTime) - Date.parse(accepted)) / MINUTE_MS;
      const broken = brokenConnections(flights, flight);
      const eu261Eur = moved > 0 ? rights.compensation(was, clock.now(), moved) : undefined;
      return {
        ...{ kind: "retimed", about: was.id },
        text: [
          `${was.flightNumber} leaves at ${timeText(departureTime, accepted)} instead of ${timeText(accepted, departureTime)}.`,
          ...broken,
        ].join(" "),
        before: earlier ?? { departureTime: was.departureTime, arrivalTime: was.arrivalTime },
        after: { departureTime, arrivalTime },
        entitles: rights.isSignificant(was, moved) || broken.length > 0 ? ["rebook", "refund"] : ["rebook"],
        ...(eu261Eur !== undefined && { eu261Eur }),
      };
    });
    return { services: { flights }, notices };
  };

  const cancelFlight = (booking: StoredBooking, doing: Disruption): Disturbed => {
    const named = namedFlights(booking, doing);
    return {
      services: {
        flights: booking.flights.map(
          (flight): StoredFlight =>
            named.includes(flight) ? { ...flight, status: "cancelled", segmentStatus: "UN" } : flight,
        ),
      },
      notices: named.map((flight): NewNotice => {
        const { id, flightNumber, airlineName, departureTime } = flight;
        const eu261Eur = rights.compensation(flight, clock.now());
        return {
          ...{ kind: "cancelled", about: id },
          text: `${airlineName} has cancelled ${flightNumber} on ${dateOf(departureTime)}.`,
          entitles: ["rebook", "refund"],
          ...(eu261Eur !== undefined && { eu261Eur }),
        };
      }),
    };
  };

  /** The cabins below the booked one that the flight has on board, highest first. */
  const lowerCabins = ({ id, cabin }: StoredFlight): readonly QuotedFlight[] =>
    CABINS.slice(0, CABINS.indexOf(cabin))
      .toReversed()
      .flatMap((lower) => {
        try {
          return supplier.quoteFlights([idInCabin(id, lower)], ONE_ADULT);
        } catch (error) {
          if (error instanceof Failure) return [];
          throw error;
        }
      });

  /** The seats in the lower cabin are the airline's: the booking keeps its claim on those that it bought. */
  const downgrade = (booking: StoredBooking, doing: Disruption): Disturbed => {
    const [flight] = namedFlights(booking, doing) as [StoredFlight];
    const { id, cabin, flightNumber } = flight;
    const lower = lowerCabins(flight);
    const found = doing.to === undefined ? lower[0] : lower.find(({ segment }) => segment.cabin === doing.to);
    if (found === undefined) {
      throw ruleBroken(
        lower.length === 0
          ? `${flightNumber} has no cabin below ${cabinName(cabin)}.`
          : `${flightNumber} has no such cabin below ${cabinName(cabin)}.`,
        {
          field: lower.length === 0 ? "about" : "to",
          value: lower.length === 0 ? id : String(doing.to).slice(0, 40),
          allowed: lower.map(({ segment }) => segment.cabin),
        },
      );
    }
    const percent = rights.downgradePercent(flight);
    const { cabin: to, bookingClass } = found.segment;
    const less = lessBase(flight, booking, percent);
    const seats = booking.extras.filter(({ kind, flightIds }) => kind === "seat" && flightIds.includes(id));
    const entries: readonly Entry[] = [
      { kind: "return", amount: less.returned, about: id, why: "downgrade" },
      ...returnsOf({ ...NOTHING, extras: seats }),
    ];
    const back = sum(entries.map(({ amount }) => amount));
    const sold = openAbout(booking, [id]).find(({ kind }) => kind === "downgraded")?.sold;
    return {
      services: {
        extras: booking.extras.filter((extra) => !seats.includes(extra)),
        flights: booking.flights.map((one) =>
          one === flight ? { ...flight, ...less.fare, cabin: to, bookingClass } : one,
        ),
      },
      entries,
      removed: { extras: seats },
      notices: [
        {
          ...{ kind: "downgraded", about: id },
          text: `${flightNumber} has no seats left in ${cabinName(cabin)}; you travel in ${cabinName(to)}. ${percent} % of the base fare${seats.length === 0 ? "" : " and the price of your seats"}, ${usd(back)}, ${booking.status === "pending" ? "is taken off" : "has been given back"}.`,
          before: { cabin: sold?.cabin ?? cabin },
          sold: sold ?? {
            ...{ cabin, bookingClass: flight.bookingClass, price: flight.price, baseFare: flight.baseFare },
            ...(flight.fares !== undefined && { fares: flight.fares }),
          },
          entitles: ["rebook", "refund"],
        },
      ],
    };
  };

  return { cancel_flight: cancelFlight, retime, downgrade };
};

const NOTHING = { flights: [], hotels: [], cars: [] };
const ONE_ADULT = { adults: 1, children: 0, infants: 0 };

const cabinName = (cabin: Cabin): string => cabin.replace("_", " ");

/** `21:05`, with the date if it is another day than that of the other time. */
const timeText = (time: string, other: string): string =>
  dateOf(time) === dateOf(other) ? time.slice(11, 16) : `${time.slice(11, 16)} on ${dateOf(time)}`;

/** The fare without a part of the base fare of each traveller. */
const lessBase = (flight: StoredFlight, { passengers }: StoredBooking, percent: number) => {
  const part = (base: number): number => Math.round((base * percent) / 100);
  const { fares } = flight;
  const { adults, children } = partyOf(passengers);
  const returned =
    fares === undefined && adults + children === 1
      ? part(flight.baseFare)
      : sum(passengers.map((passenger) => part(shareOf(flight, passengers, passenger).base)));
  const less: FareShares | undefined =
    fares &&
    Object.fromEntries(
      Object.entries(fares).map(([type, share]) => [type, { ...share, base: share.base - part(share.base) }]),
    );
  const fare = {
    price: flight.price - returned,
    baseFare: flight.baseFare - returned,
    ...(less !== undefined && { fares: less }),
  };
  return { returned, fare };
};
