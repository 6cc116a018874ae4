import { hash } from "../../../model/draw.ts";
import { seasonFactor, weekdayFactor } from "../seasons.ts";
import type { Airline, CabinLetter } from "./airlines.ts";
import { lowestShare, type OpenClass, openClass } from "./fare-classes.ts";
import { type FareMarket, type FareMarkets, SHORTEST_KM, variation } from "./fare-markets.ts";
import { ownDaysLeft, type Sales, salesOf } from "./inventory.ts";
import type { Flight } from "./operating-day.ts";

/** A flight in one cabin. */
export interface Seat {
  readonly flight: Flight;
  readonly cabin: CabinLetter;
  readonly sales: Sales;
}

export interface Fare {
  /** The booking class of each flight, in the cabin actually sold on it. */
  readonly classes: readonly OpenClass[];
  readonly season: number;
  /** Each flight's share of one adult's base fare, in cents. */
  readonly bases: readonly number[];
}

/** What fares are computed from. */
export interface FareWorld {
  readonly seed: string;
  readonly fareMarkets: FareMarkets;
}

const MODEL: Readonly<Record<Airline["model"], number>> = {
  "full-service": 1,
  "low-cost": 0.62,
  regional: 1.05,
};
/** Low-cost airlines that sell the bare seat. */
const BARE_SEAT = new Set("F9 NK G4 MX XP FR RK W6 W4 W9 U2 VY 5J Z2 AK QZ FD VJ TR JT Y4 VB H2 JA WU".split(" "));
const BODY: Readonly<Partial<Record<string, number>>> = { small: 2.2, turboprop: 1.2 };
const STOPS: readonly number[] = [1, 0.8, 0.78];

/** Ratio of the lowest business to the full economy fare on the shortest and on long journeys. */
const BUSINESS_NEAR = 1.27;
const BUSINESS_FAR = 1.87;
const BUSINESS_FAR_KM = 6000;
/** Ratio of the full first to the full business fare. */
const FIRST_OVER_BUSINESS = 1.55;

/** Fare levels of short flights by the hour of departure, from midnight. */
const HOURS: readonly number[] = [
  0.86, 0.84, 0.83, 0.83, 0.83, 0.84, 0.9, 1.02, 1.09, 1.05, 1, 0.98, 0.96, 0.96, 0.99, 1.04, 1.1, 1.14, 1.12, 1.05,
  0.98, 0.93, 0.9, 0.88,
];
/** How much the hour counts by weekday, from Sunday. */
const HOUR_WEIGHT: readonly number[] = [1.5, 1.2, 0.9, 0.9, 1.1, 1.6, 0.7];
const HOURS_COUNT_KM = 3000;

const hourFactor = (minute: number, weekday: number, km: number): number => {
  const hour = Math.floor(minute / 60);
  const now = HOURS[hour] as number;
  const next = HOURS[(hour + 1) % 24] as number;
  const level = now + ((next - now) * (minute % 60)) / 60;
  return 1 + (level - 1) * (HOUR_WEIGHT[weekday] as number) * Math.min(1, HOURS_COUNT_KM / km);
};

/** Each journey's own level on its date. The lower, the rarer, so that the cheapest of many is well below the next. */
const offerFactor = (seed: string, seats: readonly Seat[], usDomestic: boolean): number => {
  let words = (seats[0] as Seat).flight.day.compact;
  for (const { flight } of seats) words += flight.departure.flightNumber;
  const drawn = 0.003 + 0.997 * (hash(seed, words) / 0x1_0000_0000);
  const eighth = Math.sqrt(Math.sqrt(Math.sqrt(drawn)));
  return usDomestic ? 1.18 * eighth * Math.sqrt(eighth) : 1.12 * eighth;
};

/** The full economy fare in dollars. */
const fullFare = (
  { seed, fareMarkets }: FareWorld,
  seats: readonly Seat[],
  market: FareMarket,
  season: number,
): number => {
  const longest = longestOf(seats).flight;
  const { service, aircraft } = longest.departure;
  const { departure, day } = (seats[0] as Seat).flight;
  const { airline } = service;
  let model = 0;
  for (const { flight } of seats) model = Math.max(model, MODEL[flight.departure.service.airline.model]);
  return (
    market.level *
    scarcityOf(fareMarkets, seats, market) *
    (BODY[aircraft.body] ?? 1) *
    model *
    (BARE_SEAT.has(airline.code) ? 0.82 : 1) *
    (STOPS[seats.length - 1] as number) *
    weekdayFactor(day.weekday) *
    hourFactor(departure.minute, day.weekday, market.km) *
    season *
    variation(0.12, seed, airline.code, service.from.code, service.to.code) *
    offerFactor(seed, seats, market.usDomestic)
  );
};

/** A connection is as scarce as its scarcest flight, but no scarcer than the nonstop flights that it competes with. */
const scarcityOf = (fareMarkets: FareMarkets, seats: readonly Seat[], market: FareMarket): number => {
  if (seats.length === 1) return market.scarcity;
  let scarcity = 0;
  for (const { flight } of seats) {
    const { from, to } = flight.departure.service;
    scarcity = Math.max(scarcity, fareMarkets(from, to).scarcity);
  }
  return market.nonstop ? Math.min(scarcity, market.scarcity) : scarcity;
};

export const longestOf = (seats: readonly Seat[]): Seat =>
  seats.reduce((longest, seat) =>
    seat.flight.departure.service.km > longest.flight.departure.service.km ? seat : longest,
  );

const slackOf = (seats: readonly Seat[]): number => {
  let slack = 1;
  for (const { sales } of seats) if (sales.slack < slack) slack = sales.slack;
  return slack;
};

/** The fare in dollars at a share of a cabin's full fare: 1 is the full fare. Grows with the share. */
type FareScale = (cabin: Exclude<CabinLetter, "W">, share: number) => number;

/** The highest fare of each cabin is below the lowest one of the next cabin, so that a better cabin always costs more. */
const scaleOf = (full: number, seats: readonly Seat[], market: FareMarket): FareScale => {
  const distance = Math.min(1, market.km / BUSINESS_FAR_KM);
  const fullBusiness = (full * (BUSINESS_NEAR + (BUSINESS_FAR - BUSINESS_NEAR) * distance)) / lowestShare("J");
  const fullFares = { Y: full, J: fullBusiness, F: fullBusiness * FIRST_OVER_BUSINESS };
  if (!market.usDomestic) return (cabin, share) => bounded(fullFares[cabin] * share);
  const steps = seats.length > 1 ? undefined : stepsOf((seats[0] as Seat).flight, market.positions);
  return (cabin, share) => inBand(US_BANDS[cabin], fullFares[cabin] * share, steps);
};

const LOWEST_ABROAD = 10;
const HIGHEST_ABROAD = 15_000;

/** Changes fares below 5,000 dollars little and keeps the highest ones below 15,010. */
const bounded = (dollars: number): number => {
  const part = dollars / HIGHEST_ABROAD;
  return LOWEST_ABROAD + dollars / Math.sqrt(1 + part * part);
};

/** The price steps of a route, about a dollar each. They repeat, and every flight of the route has its own one. */
interface Steps {
  readonly own: number;
  readonly count: number;
}

/** An odd count and a power of two have no common divisor, so that no two flights have the same step. */
const stepsOf = ({ departure, day }: Flight, positions: ReadonlyMap<string, number>): Steps => {
  const count = positions.size | 1;
  const drawn = hash(day.compact, departure.service.from.code, departure.service.to.code);
  const position = (positions.get(departure.flightNumber) as number) * (2 << (drawn % 6));
  return { own: (position + (drawn >>> 3)) % count, count };
};

/** Prices between `floor` and `ceiling`, both excluded; `middle` is the fare that is mapped to the middle. */
interface Band {
  readonly floor: number;
  readonly ceiling: number;
  readonly middle: number;
}

/** US domestic prices including taxes: 200 to 800 dollars in economy, 800 to 2,000 in business, from 2,500 in first. */
const US_BANDS: Readonly<Record<Exclude<CabinLetter, "W">, Band>> = {
  Y: { floor: 200.5, ceiling: 799.5, middle: 340 },
  J: { floor: 801, ceiling: 1999, middle: 1250 },
  F: { floor: 2520, ceiling: 5500, middle: 3600 },
};

const STEP_DOLLARS = 1.05;

const powered = (x: number): number => x * x * Math.sqrt(x);

/** Rises smoothly and strictly, so that different fares stay different. Only with roots: powers differ between engines. */
const inBand = ({ floor, ceiling, middle }: Band, dollars: number, steps: Steps | undefined): number => {
  const amount = powered(dollars / middle);
  const position = amount / (amount + 1);
  const span = ceiling - floor;
  if (steps === undefined) return floor + span * position;
  const rounds = Math.floor(span / (steps.count * STEP_DOLLARS));
  return floor + (span * (Math.floor(position * rounds) + (steps.own + 0.5) / steps.count)) / rounds;
};

/** Fixed taxes of a US domestic ticket: once, and on each flight. */
const US_FIXED_CENTS = 560;
const US_FIXED_PER_FLIGHT_CENTS = 970;
const US_TAX = 0.075;

/** The through fare of flights sold together, for the cabin of the longest. */
export const fareOf = (
  world: FareWorld,
  seats: readonly Seat[],
  cabin: CabinLetter,
  daysLeft: number | undefined,
): Fare => {
  const { flight: first } = seats[0] as Seat;
  const { to } = (seats[seats.length - 1] as Seat).flight.departure.service;
  const market = world.fareMarkets(first.departure.service.from, to);
  const season = seasonFactor(to.latitude, first.day.date);
  const scale = scaleOf(fullFare(world, seats, market, season), seats, market);
  const open = openClass(cabin, slackOf(seats), daysLeft);
  const dollars = cabin === "W" ? premiumFare(world.seed, scale, seats, open, daysLeft) : scale(cabin, open.share);
  const cents = Math.round(dollars * 100);
  const fixedTaxes = US_FIXED_CENTS + US_FIXED_PER_FLIGHT_CENTS * seats.length;
  const base = market.usDomestic ? Math.round((cents - fixedTaxes) / (1 + US_TAX)) : cents;
  return {
    classes: seats.map((seat) => (seat.cabin === cabin ? open : openClass(seat.cabin, seat.sales.slack, daysLeft))),
    season,
    bases: prorate(base, seats),
  };
};

/** Between the economy fare of the same flights and their lowest business fare. */
const premiumFare = (
  seed: string,
  scale: FareScale,
  seats: readonly Seat[],
  { share }: OpenClass,
  daysLeft: number | undefined,
): number => {
  const economy = scale("Y", openClass("Y", economySlack(seed, seats, daysLeft), daysLeft).share);
  return economy + (scale("J", lowestShare("J")) - economy) * share;
};

const economySlack = (seed: string, seats: readonly Seat[], daysLeft: number | undefined): number => {
  let slack = 1;
  const first = (seats[0] as Seat).flight;
  for (const { flight } of seats) {
    slack = Math.min(slack, salesOf(seed, flight, "Y", ownDaysLeft(flight, first, daysLeft)).slack);
  }
  return slack;
};

/** Splits a fare by distance into shares that add up exactly. */
const prorate = (base: number, seats: readonly Seat[]): readonly number[] => {
  if (seats.length === 1) return [base];
  const weights = seats.map(({ flight }) => Math.max(flight.departure.service.km, SHORTEST_KM));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let covered = 0;
  let assigned = 0;
  return weights.map((weight) => {
    covered += weight;
    const share = Math.round((base * covered) / total) - assigned;
    assigned += share;
    return share;
  });
};
