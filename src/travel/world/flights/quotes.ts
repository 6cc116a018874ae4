import { type Failure, notFound, ruleBroken } from "../../../model/failure.ts";
import { FARE_FAMILIES, type FareFamily } from "../../../model/fare.ts";
import type { FlightSegment } from "../../../model/flight.ts";
import { sum } from "../../../model/money.ts";
import type { Party } from "../../../model/passenger.ts";
import type { QuotedFlight, RateOffer } from "../../supplier.ts";
import type { CabinLetter } from "./airlines.ts";
import { minimumConnection, usualConnection } from "./connection-times.ts";
import { conditionsOf, type OpenFamily, openFamilies } from "./fare-families.ts";
import { longestOf, openClassOf, type Seat } from "./fares.ts";
import { idsOf, type OfferId, parseId, shortened } from "./flight-ids.ts";
import { daysLeftTo, type FlightWorld } from "./flight-world.ts";
import { salesOf } from "./inventory.ts";
import { segmentsOf } from "./offers.ts";
import { dayOf, flightsOn } from "./operating-day.ts";
import { priceOf } from "./pricing.ts";
import type { Departure, Service } from "./services.ts";

const DAY_NAMES = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

interface RequestedFlight {
  readonly id: OfferId;
  readonly text: string;
  readonly field: string;
}

/** Recomputes the flights from their ids. Flights sold together must be quoted together. */
export const quoteFlights = (world: FlightWorld, ids: readonly string[], party: Party): readonly QuotedFlight[] => {
  const requested = ids.map((text, i): RequestedFlight => {
    const field = `flightIds[${i}]`;
    return { id: parseId(text, field), text, field };
  });
  const groups = groupsOf(requested).map((group) => quoteGroup(world, group, party));
  const seats = groups.flatMap((group) => group.seats);
  return groups
    .flatMap(({ segments }) => segments)
    .map((segment, i) => {
      const { flight, sales } = seats[i] as Seat;
      const { service } = flight.departure;
      const next = seats[i + 1]?.flight.departure.service;
      return {
        segment,
        stock: { key: sales.key, seats: sales.seats },
        minimumConnection: next === undefined ? usualConnection(service) : minimumConnection(service, next),
      };
    });
};

/** Groups consecutive flights with the same tag; every other flight is a group of its own. */
const groupsOf = (requested: readonly RequestedFlight[]): readonly (readonly RequestedFlight[])[] => {
  const groups: RequestedFlight[][] = [];
  for (const one of requested) {
    const group = groups.at(-1);
    const before = group?.at(-1)?.id.together;
    const { together } = one.id;
    const follows = together !== undefined && before?.tag === together.tag && together.position === before.position + 1;
    if (group !== undefined && follows) group.push(one);
    else groups.push([one]);
  }
  return groups;
};

/** Flights sold together, and the families in which they are. */
interface Group {
  readonly seats: readonly Seat[];
  readonly cabin: CabinLetter;
  readonly daysLeft: number | undefined;
  readonly families: readonly OpenFamily[];
}

const groupOf = (world: FlightWorld, requested: readonly RequestedFlight[]): Group => {
  const daysLeft = daysLeftTo(world.clock, (requested[0] as RequestedFlight).id.date);
  const seats = requested.map((one) => seatOf(world, one));
  if (!isComplete(requested, seats)) throw notTogether(requested);
  const { cabin } = longestOf(seats);
  return { seats, cabin, daysLeft, families: openFamilies(cabin, openClassOf(seats, cabin, daysLeft).letter) };
};

/** In the cheapest family without one. */
const segmentsIn = (world: FlightWorld, group: Group, party: Party, family?: OpenFamily): readonly FlightSegment[] => {
  const { seats, cabin, daysLeft } = group;
  const price = priceOf(world, seats, cabin, party, daysLeft, family?.share);
  return segmentsOf({ seats, cabin, ...(family !== undefined && { family: family.code }) }, price);
};

const quoteGroup = (world: FlightWorld, requested: readonly RequestedFlight[], party: Party) => {
  const group = groupOf(world, requested);
  const { family: wanted } = (requested[0] as RequestedFlight).id;
  const family = group.families.find(({ code }) => code === wanted);
  if (wanted !== undefined && family === undefined) throw notOnSale(requested, group, wanted);
  return { seats: group.seats, segments: segmentsIn(world, group, party, family) };
};

/** The fares of the flights in each family, cheapest first. A group without the family is in the next higher one. */
export const flightRates = (world: FlightWorld, ids: readonly string[], party: Party): readonly RateOffer[] => {
  const requested = ids.map((text, i) => ({ id: parseId(text, `ids[${i}]`), text, field: `ids[${i}]` }));
  const groups = groupsOf(requested).map((group) => groupOf(world, group));
  const offers = FARE_FAMILIES.map((_, level): RateOffer => {
    const flights = groups.flatMap((group) => {
      const { families } = group;
      const family = families.find(({ code }) => FARE_FAMILIES.indexOf(code) >= level) ?? families.at(-1);
      return segmentsIn(world, group, party, family);
    });
    return { ids: flights.map(({ id }) => id), price: sum(flights.map(({ price }) => price)), flights };
  });
  return offers.filter(({ price }, i) => i === 0 || price !== offers[i - 1]?.price);
};

/** The ids are those of the seats, with or without a family, which is the same on all. */
const isComplete = (group: readonly RequestedFlight[], seats: readonly Seat[]): boolean => {
  const { together, family } = (group[0] as RequestedFlight).id;
  if (together === undefined) return true;
  if (together.count !== group.length) return false;
  return idsOf(seats, family).every((id, i) => id === (group[i] as RequestedFlight).text.trim().toUpperCase());
};

const notOnSale = (requested: readonly RequestedFlight[], { seats, cabin, families }: Group, wanted: FareFamily) => {
  const { text, field } = requested[0] as RequestedFlight;
  const { service } = longestOf(seats).flight.departure;
  const { code } = families[0] as OpenFamily;
  return ruleBroken(`${conditionsOf(service, cabin, wanted).name} fares of this flight are not on sale any more.`, {
    field,
    value: shortened(text),
    allowed: families.map((family) => idsOf(seats, family.code)[0]),
    hint: `The cheapest fare on sale is ${conditionsOf(service, cabin, code).name}: listRates shows all.`,
  });
};

const seatOf = (world: FlightWorld, { id, text, field }: RequestedFlight): Seat => {
  const refuse = (message: string): Failure =>
    notFound(message, {
      field,
      value: shortened(text),
      hint: "Search again and pass the option's flightIds unchanged.",
    });
  const { flightNumber, from, to, date, cabin } = id;
  const day = dayOf(date);
  if (Number.isNaN(day.midnight) || new Date(day.midnight).toISOString().slice(0, 10) !== date) {
    throw refuse(`There is no such date as ${date}.`);
  }
  const departure = departureOf(world, id);
  if (departure === undefined) throw refuse(`There is no flight ${flightNumber} from ${from} to ${to}.`);
  const flight = flightsOn([departure], day)[0];
  if (flight === undefined) throw refuse(`${flightNumber} does not fly on a ${DAY_NAMES[day.weekday]} (${date}).`);
  if (!departure.cabins.includes(cabin)) throw refuse(`${flightNumber} has no such cabin as '${cabin}' on board.`);
  return { flight, cabin, sales: salesOf(world.seed, flight, cabin, daysLeftTo(world.clock, date)) };
};

/** The flight of an id, and its cabin as it sells. */
export const flightOf = (world: FlightWorld, text: string, field: string): Seat =>
  seatOf(world, { id: parseId(text, field), text, field });

/** A flight of the airline itself, or of a partner under its number. */
const departureOf = ({ network }: FlightWorld, { flightNumber, airline, from, to }: OfferId): Departure | undefined => {
  const seller = network.airlines.get(airline);
  if (seller === undefined) return undefined;
  const services = network.services(from, to);
  const named = (service: Service | undefined): Departure | undefined =>
    service?.departures.find((candidate) => candidate.flightNumber === flightNumber);
  for (const service of services) {
    const found = named(service.airline === seller ? service : service.soldBy(seller));
    if (found !== undefined) return found;
  }
  return undefined;
};

const notTogether = (group: readonly RequestedFlight[]): Failure => {
  const { id, text, field } = group[0] as RequestedFlight;
  const { position, count, tag } = id.together as NonNullable<OfferId["together"]>;
  const given = group.map((one) => one.id.flightNumber).join(", ");
  return ruleBroken(
    `Flight ${id.flightNumber} is number ${position} of ${count} flights sold together (${tag}); given: ${given}.`,
    {
      field: field.replace(/\[.*/, ""),
      value: shortened(text),
      allowed: `all ${count} flights whose ids end in ${tag}, in order from 1OF${count} to ${count}OF${count}`,
      hint: "Pass all of the option's flightIds, in the order of the search result.",
    },
  );
};
