import { hash } from "../../../model/draw.ts";
import type { Airport } from "../../../model/place.ts";
import { distanceKm } from "../geo.ts";
import type { CabinLetter } from "./airlines.ts";
import { isUsDomestic, realmOf } from "./borders.ts";
import { type FareClass, openClass } from "./fare-classes.ts";
import { ownDaysLeft, type Sales, salesOf } from "./inventory.ts";
import type { Service } from "./network.ts";
import type { Flight } from "./operating-day.ts";
import { seasonFactor, weekdayFactor } from "./seasons.ts";

/** A flight in a cabin. */
export interface Seat {
  readonly flight: Flight;
  readonly cabin: CabinLetter;
  readonly sales: Sales;
}

export interface Fare {
  /** Each flight's booking class; where the cabin asked for is not on board, one of the cabin sold instead. */
  readonly classes: readonly FareClass[];
  readonly season: number;
  /** One adult's base fare in cents for each flight, a share of the through fare. */
  readonly bases: readonly number[];
}

/** Countries where flying at home is cheap, and those where it is dear because little else gets there. */
const CHEAP_AT_HOME = new Set("IN ID BR CN CO MX TH VN PH MY TR PE AR EG ES IT GR PK BD KR CL ZA RU KZ".split(" "));
const DEAR_AT_HOME = new Set("PG GL PF SB VU MH FM KI NC".split(" "));

/** Full economy fare over the cheapest published one. */
const FULL_FARE = 2.2;
const MODEL: Readonly<Record<Service["airline"]["model"], number>> = {
  "full-service": 1,
  "low-cost": 0.64,
  regional: 1.05,
};
const STOPS: readonly number[] = [1, 0.85, 0.83];
const SHORTEST_SHARE_KM = 150;

/** Full business over the lowest business, full first over full business. */
const BUSINESS_SPAN = 1.85;
const FIRST_OVER_BUSINESS = 1.55;

/** Ten steps between 1 − width and 1 + width, the same for the same words. */
const taste = (width: number, ...words: readonly string[]): number => 1 + width * ((hash(...words) % 21) / 10 - 1);

/** Full economy fare in dollars, before the cabin and the class are known. */
const fullFare = (seed: string, seats: readonly Seat[], from: Airport, to: Airport, km: number): number => {
  const longest = longestOf(seats).flight;
  const { service, aircraft } = longest.departure;
  const first = (seats[0] as Seat).flight;
  const atHome = realmOf(from.country) === realmOf(to.country);
  const level = !atHome ? 1 : CHEAP_AT_HOME.has(from.country) ? 0.72 : DEAR_AT_HOME.has(from.country) ? 1.4 : 1;
  const craft = aircraft.body === "small" ? 1.5 : aircraft.body === "turboprop" ? 1.12 : 1;
  return (
    (35 + 1.9 * Math.sqrt(km) + 0.018 * km) *
    FULL_FARE *
    level *
    craft *
    Math.max(...seats.map(({ flight }) => MODEL[flight.departure.service.airline.model])) *
    (STOPS[seats.length - 1] as number) *
    weekdayFactor(first.day.weekday) *
    seasonFactor(to.latitude, first.day.date) *
    taste(0.08, seed, from.cityCode, to.cityCode) *
    taste(0.06, seed, service.airline.code, from.code, to.code) *
    taste(0.05, seed, first.departure.flightNumber, longest.departure.flightNumber) *
    (isRushHour(first.departure.minute) ? 1.04 : 1)
  );
};

const isRushHour = (minute: number): boolean => (minute >= 420 && minute < 570) || (minute >= 990 && minute < 1170);

export const longestOf = (seats: readonly Seat[]): Seat =>
  seats.reduce((longest, seat) =>
    seat.flight.departure.service.km > longest.flight.departure.service.km ? seat : longest,
  );

const slackOf = (seats: readonly Seat[]): number => {
  let slack = 1;
  for (const { sales } of seats) if (sales.slack < slack) slack = sales.slack;
  return slack;
};

/**
 * The through fare of flights sold together, for the cabin of the longest. Each cabin's lowest fare lies above the
 * highest of the one behind it, so that the order of cabins holds on every flight and date.
 */
export const fareOf = (
  seed: string,
  seats: readonly Seat[],
  cabin: CabinLetter,
  daysLeft: number | undefined,
): Fare => {
  const from = (seats[0] as Seat).flight.departure.service.from;
  const to = (seats[seats.length - 1] as Seat).flight.departure.service.to;
  const km = Math.max(distanceKm(from, to), SHORTEST_SHARE_KM);
  const full = fullFare(seed, seats, from, to, km);
  const fareClass = openClass(cabin, slackOf(seats), daysLeft);
  const domestic = isUsDomestic(from, to);
  const economy = (): number => {
    const slack = cabin === "Y" ? slackOf(seats) : economySlack(seed, seats, daysLeft);
    return full * openClass("Y", slack, daysLeft).ratio;
  };
  const lowestBusiness = full * (1.25 + 0.9 * Math.min(1, km / 6000));
  const amount: Record<CabinLetter, () => number> = {
    Y: economy,
    W: () => economy() + (lowestBusiness - economy()) * fareClass.ratio,
    J: () => lowestBusiness * BUSINESS_SPAN * fareClass.ratio,
    F: () => lowestBusiness * BUSINESS_SPAN * FIRST_OVER_BUSINESS * fareClass.ratio,
  };
  const base = domestic
    ? usDomesticBase(cabin, amount, fareClass, seats.length)
    : Math.max(900, Math.round(amount[cabin]()) * 100);
  return {
    classes: seats.map((seat) =>
      seat.cabin === cabin ? fareClass : openClass(seat.cabin, seat.sales.slack, daysLeft),
    ),
    season: seasonFactor(to.latitude, (seats[0] as Seat).flight.day.date),
    bases: prorate(base, seats),
  };
};

const economySlack = (seed: string, seats: readonly Seat[], daysLeft: number | undefined): number => {
  let slack = 1;
  const first = (seats[0] as Seat).flight;
  for (const { flight } of seats) {
    slack = Math.min(slack, salesOf(seed, flight, "Y", ownDaysLeft(flight, first, daysLeft)).slack);
  }
  return slack;
};

/** Dollars from `floor` to `floor + span`, approached but never reached. */
const within = (floor: number, span: number, amount: number, half: number): number =>
  floor + (span * amount) / (amount + half);

/** Taxes that a US domestic ticket carries beside the percentage: on the first flight and on each. */
const US_FIXED_CENTS = 560;
const US_FIXED_PER_FLIGHT_CENTS = 970;

/** In the United States the price with taxes is 200 to 800 dollars in economy, 800 to 2,000 in business, 2,500 up in first. */
const usDomesticBase = (
  cabin: CabinLetter,
  amount: Readonly<Record<CabinLetter, () => number>>,
  { ratio }: FareClass,
  flights: number,
): number => {
  const economy = (): number => within(204, 590, amount.Y(), 700);
  const business = (): number => within(815, 1150, amount.J(), 2600);
  const total: Record<CabinLetter, () => number> = {
    Y: economy,
    W: () => economy() + (815 - economy()) * ratio,
    J: business,
    F: () => within(2520, 2000, amount.F(), 3000),
  };
  const fixed = US_FIXED_CENTS + US_FIXED_PER_FLIGHT_CENTS * flights;
  return Math.round((Math.round(total[cabin]() * 100) - fixed) / 1.075);
};

/** Shares by distance that add up to the whole. */
const prorate = (base: number, seats: readonly Seat[]): readonly number[] => {
  if (seats.length === 1) return [base];
  const weights = seats.map(({ flight }) => Math.max(flight.departure.service.km, SHORTEST_SHARE_KM));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let weighed = 0;
  let given = 0;
  return weights.map((weight) => {
    weighed += weight;
    const share = Math.round((base * weighed) / whole) - given;
    given += share;
    return share;
  });
};
