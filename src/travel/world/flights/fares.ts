import { hash } from "../../../model/draw.ts";
import type { Airport } from "../../../model/place.ts";
import { distanceKm } from "../geo.ts";
import { seasonFactor, weekdayFactor } from "../seasons.ts";
import type { CabinLetter } from "./airlines.ts";
import { isUsDomestic, realmOf } from "./borders.ts";
import { ownDaysLeft, type Sales, salesOf } from "./inventory.ts";
import type { Service } from "./network.ts";
import type { Flight } from "./operating-day.ts";

/** A flight in one cabin. */
export interface Seat {
  readonly flight: Flight;
  readonly cabin: CabinLetter;
  readonly sales: Sales;
}

export interface Fare {
  /** The booking class of each flight, in the cabin actually sold on it. */
  readonly classes: readonly FareClass[];
  readonly season: number;
  /** Each flight's share of one adult's base fare, in cents. */
  readonly bases: readonly number[];
}

/** Countries with cheap and with expensive domestic fares. */
const CHEAP_DOMESTIC = new Set("IN ID BR CN CO MX TH VN PH MY TR PE AR EG ES IT GR PK BD KR CL ZA RU KZ".split(" "));
const EXPENSIVE_DOMESTIC = new Set("PG GL PF SB VU MH FM KI NC".split(" "));

/** Ratio of the full economy fare to the lowest one. */
const FULL_FARE = 2.2;
const MODEL: Readonly<Record<Service["airline"]["model"], number>> = {
  "full-service": 1,
  "low-cost": 0.64,
  regional: 1.05,
};
const STOPS: readonly number[] = [1, 0.85, 0.83];
const SHORTEST_SHARE_KM = 150;

/** Ratio of the full to the lowest business fare, and of the full first to the full business fare. */
const BUSINESS_SPAN = 1.85;
const FIRST_OVER_BUSINESS = 1.55;

/** A factor between 1 − width and 1 + width that depends only on the words. */
const variation = (width: number, ...words: readonly string[]): number => 1 + width * ((hash(...words) % 21) / 10 - 1);

/** The full economy fare in dollars. */
const fullFare = (seed: string, seats: readonly Seat[], from: Airport, to: Airport, km: number): number => {
  const longest = longestOf(seats).flight;
  const { service, aircraft } = longest.departure;
  const first = (seats[0] as Seat).flight;
  const domestic = realmOf(from.country) === realmOf(to.country);
  const level = !domestic
    ? 1
    : CHEAP_DOMESTIC.has(from.country)
      ? 0.72
      : EXPENSIVE_DOMESTIC.has(from.country)
        ? 1.4
        : 1;
  const aircraftFactor = aircraft.body === "small" ? 1.5 : aircraft.body === "turboprop" ? 1.12 : 1;
  return (
    (35 + 1.9 * Math.sqrt(km) + 0.018 * km) *
    FULL_FARE *
    level *
    aircraftFactor *
    Math.max(...seats.map(({ flight }) => MODEL[flight.departure.service.airline.model])) *
    (STOPS[seats.length - 1] as number) *
    weekdayFactor(first.day.weekday) *
    seasonFactor(to.latitude, first.day.date) *
    variation(0.08, seed, from.cityCode, to.cityCode) *
    variation(0.06, seed, service.airline.code, from.code, to.code) *
    variation(0.05, seed, first.departure.flightNumber, longest.departure.flightNumber) *
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
 * The through fare of flights sold together, for the cabin of the longest. The lowest fare of a cabin is above the
 * highest of the next lower one, so that a better cabin always costs more.
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

/** Maps an amount to dollars between `floor` and `floor + span`, exclusive. */
const within = (floor: number, span: number, amount: number, half: number): number =>
  floor + (span * amount) / (amount + half);

/** Fixed taxes of a US domestic ticket: once, and on each flight. */
const US_FIXED_CENTS = 560;
const US_FIXED_PER_FLIGHT_CENTS = 970;

/** US domestic prices including taxes: 200 to 800 dollars in economy, 800 to 2,000 in business, from 2,500 in first. */
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

/** Splits a fare by distance into shares that add up exactly. */
const prorate = (base: number, seats: readonly Seat[]): readonly number[] => {
  if (seats.length === 1) return [base];
  const weights = seats.map(({ flight }) => Math.max(flight.departure.service.km, SHORTEST_SHARE_KM));
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

export interface FareClass {
  /** Booking class (RBD). */
  readonly letter: string;
  /** Share of the cabin's full fare; in premium economy, of the distance between the economy and business fares. */
  readonly ratio: number;
  /** Advance purchase in days. */
  readonly advance: number;
}

const ladder = (text: string): readonly FareClass[] =>
  text.split(" ").map((step) => {
    const [letter, ratio, advance] = step.split(":") as [string, string, string];
    return { letter, ratio: Number(ratio), advance: Number(advance) };
  });

/** From the full fare down. The lower classes close as a flight fills. */
const LADDERS: Readonly<Record<CabinLetter, readonly FareClass[]>> = {
  Y: ladder("Y:1:0 B:.85:0 M:.7:0 H:.6:3 Q:.5:7 K:.44:7 L:.38:14 V:.33:14 S:.29:21 N:.25:21"),
  W: ladder("W:.34:0 E:.24:7 T:.16:14"),
  J: ladder("J:1:0 C:.86:0 D:.74:3 I:.62:7 Z:.54:14"),
  F: ladder("F:1:0 A:.85:0"),
};

/** The lowest class still open: neither closed by sales nor past its advance purchase deadline. */
const openClass = (cabin: CabinLetter, slack: number, daysLeft: number | undefined): FareClass => {
  const steps = LADDERS[cabin];
  let index = Math.min(steps.length - 1, Math.floor(Math.sqrt(slack) * steps.length));
  if (daysLeft !== undefined) while (index > 0 && (steps[index] as FareClass).advance > daysLeft) index--;
  return steps[index] as FareClass;
};

/** `KLX7O`: class, season, weekend or weekday, advance purchase, one way, brand. */
export const fareBasis = (fareClass: FareClass, season: number, weekday: number): string => {
  const { letter, advance } = fareClass;
  const time = season >= 1.2 ? "H" : season <= 0.95 ? "L" : "K";
  const week = weekday === 0 || weekday >= 5 ? "W" : "X";
  const brand = letter === "N" || letter === "S" ? "LT" : isRefundable(letter) ? "FX" : "";
  return `${letter}${time}${week}${advance === 0 ? "" : advance}O${brand}`;
};

export const isRefundable = (letter: string): boolean => "YBJCFW".includes(letter);
