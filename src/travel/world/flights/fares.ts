import { hash } from "../../../model/draw.ts";
import { seasonFactor, weekdayFactor } from "../seasons.ts";
import type { Aircraft, Airline, CabinLetter } from "./airlines.ts";
import { lowestShare, type OpenClass, openClass } from "./fare-classes.ts";
import { type FareMarket, type FareMarkets, SHORTEST_KM, variation } from "./fare-markets.ts";
import { ownDaysLeft, type Sales, salesOf } from "./inventory.ts";
import type { DatedDeparture, Flight } from "./operating-day.ts";

/** A departure in one cabin. */
interface FareSeat {
  readonly flight: DatedDeparture;
  readonly cabin: CabinLetter;
  readonly sales: Sales;
}

/** A flight in one cabin. */
export interface Seat extends FareSeat {
  readonly flight: Flight;
}

export interface Fare {
  /** The booking class that decides the fare. */
  readonly letter: string;
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
const TURBOPROP = 1.2;
/** Abroad, small aircraft are dearer the longer the hop is, up to 150 km. */
const SMALL = { us: 2.2, hop: 1.3, elsewhere: 1.7 } as const;
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

const bodyFactor = (body: Aircraft["body"], { usDomestic, hop }: FareMarket): number => {
  if (body === "turboprop") return TURBOPROP;
  if (body !== "small") return 1;
  return usDomestic ? SMALL.us : SMALL.hop + (SMALL.elsewhere - SMALL.hop) * hop;
};

/** Each journey's own level on its date. The lower, the rarer, so that the cheapest of many is well below the next. */
const offerFactor = (seed: string, seats: readonly FareSeat[], usDomestic: boolean): number => {
  let words = (seats[0] as FareSeat).flight.day.compact;
  for (const { flight } of seats) words += flight.departure.stockNumber;
  const drawn = 0.003 + 0.997 * (hash(seed, words) / 0x1_0000_0000);
  const fourth = Math.sqrt(Math.sqrt(drawn));
  return usDomestic ? 1.24 * fourth : 1.12 * Math.sqrt(fourth);
};

/** The full economy fare in dollars. */
const fullFare = (seed: string, seats: readonly FareSeat[], market: FareMarket, season: number): number => {
  const longest = longestOf(seats).flight;
  const { service, aircraft } = longest.departure;
  const { departure, day } = (seats[0] as FareSeat).flight;
  const { airline } = service;
  let model = 0;
  for (const { flight } of seats) model = Math.max(model, MODEL[flight.departure.service.airline.model]);
  return (
    market.level *
    (seats.length === 1 ? (market.nonstop ?? 1) : market.connecting) *
    bodyFactor(aircraft.body, market) *
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

export const longestOf = <Any extends FareSeat>(seats: readonly Any[]): Any =>
  seats.reduce((longest, seat) =>
    seat.flight.departure.service.km > longest.flight.departure.service.km ? seat : longest,
  );

const slackOf = (seats: readonly FareSeat[]): number => {
  let slack = 1;
  for (const { sales } of seats) if (sales.slack < slack) slack = sales.slack;
  return slack;
};

/**
 * The fare in dollars at a share of a cabin's full fare: 1 is the full fare, `lowestShare` the lowest one; with taxes in
 * the United States. The highest fare of each cabin is below the lowest one of the next, so that a better cabin always
 * costs more.
 */
const fareAt = (cabin: Exclude<CabinLetter, "W">, share: number, full: number, market: FareMarket): number => {
  const dollars = full * overEconomy(cabin, market.km) * share;
  return market.usDomestic ? inBand(US_BANDS[cabin], dollars) : bounded(dollars);
};

/** Ratio of a cabin's full fare to the full economy fare. */
const overEconomy = (cabin: Exclude<CabinLetter, "W">, km: number): number => {
  if (cabin === "Y") return 1;
  const distance = Math.min(1, km / BUSINESS_FAR_KM);
  const business = (BUSINESS_NEAR + (BUSINESS_FAR - BUSINESS_NEAR) * distance) / lowestShare("J");
  return cabin === "J" ? business : business * FIRST_OVER_BUSINESS;
};

const LOWEST_ABROAD = 10;
const HIGHEST_ABROAD = 15_000;

/** Changes fares below 5,000 dollars little and keeps the highest ones below 15,010. */
const bounded = (dollars: number): number => {
  const part = dollars / HIGHEST_ABROAD;
  return LOWEST_ABROAD + dollars / Math.sqrt(1 + part * part);
};

/** Prices between `floor` and `ceiling`, both excluded; `middle` is the fare that is mapped to the middle. */
interface Band {
  readonly floor: number;
  readonly ceiling: number;
  readonly middle: number;
}

/** US domestic prices including taxes: 200 to 800 dollars in economy, 800 to 2,000 in business, from 2,500 in first. */
const US_BANDS: Readonly<Record<Exclude<CabinLetter, "W">, Band>> = {
  Y: { floor: 207.5, ceiling: 799.5, middle: 340 },
  J: { floor: 803, ceiling: 1999, middle: 1250 },
  F: { floor: 2520, ceiling: 5500, middle: 3600 },
};

const powered = (x: number): number => x * x * Math.sqrt(x);

/** Rises smoothly and strictly, so that different fares stay different. Only with roots: powers differ between engines. */
const inBand = ({ floor, ceiling, middle }: Band, dollars: number): number => {
  const amount = powered(dollars / middle);
  return floor + ((ceiling - floor) * amount) / (amount + 1);
};

/** Fixed taxes of a US domestic ticket: once, and on each flight. */
const US_FIXED_CENTS = 560;
const US_FIXED_PER_FLIGHT_CENTS = 970;
const US_TAX = 0.075;

/** The booking class of flights sold together, for the cabin of the longest. */
export const openClassOf = (seats: readonly FareSeat[], cabin: CabinLetter, daysLeft: number | undefined): OpenClass =>
  openClass(cabin, slackOf(seats), daysLeft);

/**
 * The through fare of flights sold together, for the cabin of the longest. `share` of a fare family is how far it is on the
 * way from the cheapest fare to the lowest one of the cabin in front.
 */
export const fareOf = (
  world: FareWorld,
  seats: readonly FareSeat[],
  cabin: CabinLetter,
  daysLeft: number | undefined,
  share = 0,
): Fare => {
  const { flight: first } = seats[0] as FareSeat;
  const { to } = (seats[seats.length - 1] as FareSeat).flight.departure.service;
  const market = world.fareMarkets(first.departure.service.from, to);
  const season = seasonFactor(to.latitude, first.day.date);
  const full = fullFare(world.seed, seats, market, season);
  const open = openClassOf(seats, cabin, daysLeft);
  const own =
    cabin === "W"
      ? premiumFare(world.seed, seats, full, market, open, daysLeft)
      : fareAt(cabin, open.share, full, market);
  const dollars = share === 0 ? own : own + Math.max(0, inFrontOf(seats, cabin, own, full, market) - own) * share;
  const cents = Math.round(dollars * 100);
  const fixedTaxes = US_FIXED_CENTS + US_FIXED_PER_FLIGHT_CENTS * seats.length;
  const base = market.usDomestic ? Math.round((cents - fixedTaxes) / (1 + US_TAX)) : cents;
  return {
    letter: open.letter,
    classes: seats.map((seat) => (seat.cabin === cabin ? open : openClass(seat.cabin, seat.sales.slack, daysLeft))),
    season,
    bases: prorate(base, seats),
  };
};

/** How far the dearest economy fares are on the way to business class where there is no premium economy in between. */
const WITHOUT_PREMIUM = 0.4;

/** The lowest fare of the cabin in front; the full fare of business and first class. */
const inFrontOf = (
  seats: readonly FareSeat[],
  cabin: CabinLetter,
  own: number,
  full: number,
  market: FareMarket,
): number => {
  if (cabin === "J" || cabin === "F") return fareAt(cabin, 1, full, market);
  const business = fareAt("J", lowestShare("J"), full, market);
  if (cabin === "W") return business;
  const hasPremium = longestOf(seats).flight.departure.cabins.includes("W");
  const above = own + (business - own) * (hasPremium ? lowestShare("W") : WITHOUT_PREMIUM);
  return market.usDomestic ? Math.min(above, US_BANDS.Y.ceiling) : above;
};

/** Between the economy fare of the same flights and their lowest business fare. */
const premiumFare = (
  seed: string,
  seats: readonly FareSeat[],
  full: number,
  market: FareMarket,
  { share }: OpenClass,
  daysLeft: number | undefined,
): number => {
  const economyShare = openClass("Y", economySlack(seed, seats, daysLeft), daysLeft).share;
  const economy = fareAt("Y", economyShare, full, market);
  return economy + (fareAt("J", lowestShare("J"), full, market) - economy) * share;
};

const economySlack = (seed: string, seats: readonly FareSeat[], daysLeft: number | undefined): number => {
  let slack = 1;
  const first = (seats[0] as FareSeat).flight;
  for (const { flight } of seats) {
    slack = Math.min(slack, salesOf(seed, flight, "Y", ownDaysLeft(flight, first, daysLeft)).slack);
  }
  return slack;
};

/** Splits a fare by distance into shares that add up exactly. */
const prorate = (base: number, seats: readonly FareSeat[]): readonly number[] => {
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
