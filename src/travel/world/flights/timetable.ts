import type { IsoDate } from "../../../model/calendar.ts";
import { type Failure, invalid, notFound } from "../../../model/failure.ts";
import type { ScheduledFlight } from "../../supplier.ts";
import type { FlightWorld } from "./flight-world.ts";
import { DAY_MS, dayAt, dayOf, type Flight, flightsOn } from "./operating-day.ts";
import type { Departure } from "./services.ts";

const FORM = /^([A-Z0-9]{2})\s?0{0,3}([1-9]\d{0,3})$/;

/** The flights under a number on a day. Throws a Failure for a number that does not fly then. */
export const timetable = (
  { network, places }: Pick<FlightWorld, "network" | "places">,
  given: string,
  date: IsoDate,
): readonly ScheduledFlight[] => {
  const [, code = "", number] = FORM.exec(given.trim().toUpperCase()) ?? [];
  if (number === undefined) throw noNumber(given);
  const airline = network.airlines.get(code);
  if (airline === undefined) throw noAirline(given, code);
  const departures = network.numbered(airline, Number(number));
  if (departures.length === 0) throw noFlight(given, airline.name);
  const flights = flightsOfDay(departures, date);
  if (flights.length === 0) throw otherDay(`${code}${number}`, date, departures);
  return flights.map(({ departure, leaves, lands }) => {
    const { service, operator, stockNumber, flightNumber, aircraft } = departure;
    const operated = operator.code + stockNumber.slice(stockNumber.length - digitsOf(stockNumber));
    return {
      flightNumber,
      numbers: [...new Set([flightNumber, stockNumber, operated])],
      airlineName: service.airline.name,
      ...(operator !== service.airline && { operatedBy: operator.name }),
      ...{ originCode: service.from.code, originName: service.from.name },
      ...{ destinationCode: service.to.code, destinationName: service.to.name },
      departureTime: places.localTime(service.from, leaves),
      arrivalTime: places.localTime(service.to, lands),
      aircraftType: aircraft.name,
    };
  });
};

const CODE_LENGTH = 2;
const digitsOf = (flightNumber: string): number => flightNumber.length - CODE_LENGTH;

/** Each departure has an airport of its own. */
const flightsOfDay = (departures: readonly Departure[], date: IsoDate): readonly Flight[] =>
  departures.flatMap((departure) => flightsOn([departure], dayOf(date))).toSorted((a, b) => a.leaves - b.leaves);

const noNumber = (given: string): Failure =>
  invalid("flightNumber is not a flight number.", {
    field: "flightNumber",
    value: given.slice(0, 20),
    allowed: "the airline's code and a number, such as AA100",
  });

const noAirline = (given: string, code: string): Failure =>
  notFound(`No airline has the code '${code}'.`, {
    field: "flightNumber",
    value: given.slice(0, 20),
    allowed: "the code of an airline that flies here, and a number, such as AA100",
    hint: "Take the flight number from a search or a booking.",
  });

const noFlight = (given: string, airline: string): Failure =>
  notFound(`${airline} has no flight ${given.trim().toUpperCase().slice(0, 20)}.`, {
    field: "flightNumber",
    value: given.slice(0, 20),
    hint: "Take the flight number from a search or a booking.",
  });

const DAYS_SHOWN = 7;

const otherDay = (flightNumber: string, date: IsoDate, departures: readonly Departure[]): Failure => {
  const { midnight } = dayOf(date);
  const days = Array.from({ length: 2 * DAYS_SHOWN + 1 }, (_, i) => dayAt(midnight + (i - DAYS_SHOWN) * DAY_MS));
  return notFound(`${flightNumber} does not fly on ${date}.`, {
    field: "date",
    value: date,
    allowed: days.map((day) => day.date).filter((day) => flightsOfDay(departures, day).length > 0),
    hint: "date is the day of departure, local to the airport.",
  });
};
