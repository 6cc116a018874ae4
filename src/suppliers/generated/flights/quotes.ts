import type { Failure } from "../../../model/failure.ts";
import { notFound, ruleBroken } from "../../../model/failure.ts";
import type { Party } from "../../../model/passenger.ts";
import type { QuotedFlight } from "../../supplier.ts";
import { minimumConnection, usualConnection } from "./connection-times.ts";
import { longestOf, type Seat } from "./fares.ts";
import { daysLeftTo, type FlightWorld } from "./flight-world.ts";
import { salesOf } from "./inventory.ts";
import { idsOf, type OfferId, parseId, shown } from "./offer-ids.ts";
import { segmentsOf } from "./offers.ts";
import { dayOf, flightsOn } from "./operating-day.ts";
import { priceOf } from "./pricing.ts";

const DAY_NAMES = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Computes the flights again from their ids; flights sold together must come together. */
export const quoteFlights = (world: FlightWorld, ids: readonly string[], party: Party): readonly QuotedFlight[] => {
  const parsed = ids.map((id, i) => parseId(id, `flightIds[${i}]`));
  const daysLeft = parsed.map(({ date }) => daysLeftTo(world.clock, date))[0];
  const seats = parsed.map((id, i) => seatOf(world, id, ids[i] as string, `flightIds[${i}]`, daysLeft));
  const segments = groupsOf(parsed, seats, ids).flatMap((group) => {
    const cabin = longestOf(group).cabin;
    return segmentsOf({ seats: group, cabin }, priceOf(world.seed, group, cabin, party, daysLeft));
  });
  return segments.map((segment, i) => {
    const { flight, sales } = seats[i] as Seat;
    const next = seats[i + 1];
    const { service } = flight.departure;
    return {
      segment,
      stock: { key: sales.key, seats: sales.seats },
      minimumConnection:
        next === undefined ? usualConnection(service) : minimumConnection(service, next.flight.departure.service),
    };
  });
};

const seatOf = (world: FlightWorld, id: OfferId, text: string, field: string, daysLeft: number | undefined): Seat => {
  const refuse = (message: string): Failure =>
    notFound(message, { field, value: shown(text), hint: "Search again and pass the option's flightIds unchanged." });
  const { flightNumber, from, to, date, cabin } = id;
  const day = dayOf(date);
  if (Number.isNaN(day.midnight) || new Date(day.midnight).toISOString().slice(0, 10) !== date) {
    throw refuse(`There is no such date as ${date}.`);
  }
  const service = world.network.services(from, to).find(({ airline }) => airline.code === id.airline);
  const departure = service?.departures.find((candidate) => candidate.flightNumber === flightNumber);
  if (departure === undefined) throw refuse(`There is no flight ${flightNumber} from ${from} to ${to}.`);
  const flight = flightsOn([departure], day)[0];
  if (flight === undefined) throw refuse(`${flightNumber} does not fly on a ${DAY_NAMES[day.weekday]} (${date}).`);
  if (!departure.cabins.includes(cabin)) throw refuse(`${flightNumber} has no such cabin as '${cabin}' on board.`);
  return { flight, cabin, sales: salesOf(world.seed, flight, cabin, daysLeft) };
};

/** Splits the flights into those sold alone and those sold together, or says what is missing. */
const groupsOf = (
  parsed: readonly OfferId[],
  seats: readonly Seat[],
  ids: readonly string[],
): readonly (readonly Seat[])[] => {
  const groups: (readonly Seat[])[] = [];
  for (let i = 0; i < parsed.length; ) {
    const { together } = parsed[i] as OfferId;
    const count = together?.count ?? 1;
    const group = seats.slice(i, i + count);
    if (together !== undefined) {
      const written = ids.slice(i, i + count).map((id) => id.trim().toUpperCase());
      const right = group.length === count ? idsOf(group) : [];
      if (right.length !== written.length || right.some((id, k) => id !== written[k])) {
        throw notTogether(parsed[i] as OfferId, together.count, written, ids[i] as string);
      }
    }
    groups.push(group);
    i += count;
  }
  return groups;
};

const notTogether = (
  { flightNumber, together }: OfferId,
  count: number,
  written: readonly string[],
  id: string,
): Failure => {
  const tag = together?.tag as string;
  const partners = written.filter((other) => other.endsWith(`-${tag}`)).map((other) => other.split("-")[1]);
  return ruleBroken(
    `Flight ${flightNumber} is number ${together?.position} of ${count} flights sold together (${tag}); ` +
      `here ${partners.length === 1 ? "is only" : "are"} ${partners.join(", ")}.`,
    {
      field: "flightIds",
      value: shown(id),
      allowed: `all ${count} flights ending in ${tag}, in order from 1OF${count} to ${count}OF${count}`,
      hint: "Pass all of the option's flightIds, in the order of the search result.",
    },
  );
};
