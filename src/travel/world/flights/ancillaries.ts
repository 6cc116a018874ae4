import { hash } from "../../../model/draw.ts";
import type { FlightSegment } from "../../../model/flight.ts";
import type { Cents } from "../../../model/money.ts";
import type { Ancillary } from "../../supplier.ts";
import type { Airline } from "./airlines.ts";
import { longestOf } from "./fares.ts";
import type { FlightWorld } from "./flight-world.ts";
import { flightOf } from "./quotes.ts";
import type { Departure } from "./services.ts";

/** What is sold for flights depends on the longest of them. */
interface Journey {
  readonly airline: Airline;
  readonly km: number;
  readonly segment: FlightSegment;
  readonly departure: Departure;
  readonly flightIds: readonly string[];
}

export const ancillaries = (world: FlightWorld, flights: readonly FlightSegment[]): readonly Ancillary[] => {
  const seats = flights.map((segment) => ({ ...flightOf(world, segment.id, "flightIds"), segment }));
  const { flight, segment } = longestOf(seats);
  const { airline, km } = flight.departure.service;
  const flightIds = flights.map(({ id }) => id);
  const journey = { airline, km, segment, departure: flight.departure, flightIds };
  return [...bagsOf(journey), ...servicesOf(journey)];
};

/** US cents for the first bag. */
const BAG: Readonly<Record<Airline["model"], Cents>> = { "full-service": 3_000, regional: 2_500, "low-cost": 2_500 };
const AIRLINE_STEP = 500;
const AIRLINE_STEPS = 3;
const LONG_KM = 4_000;
const LONG_FACTOR = 2;
/** By how many bags the traveller has already, those of the fare included. */
const NEXT_FACTORS: readonly number[] = [1, 1.4, 3];
const BAGS_SOLD = ["BAG", "BAG2"];

/** Kilograms of a bag. */
const PIECE_KG: Readonly<Record<FlightSegment["cabin"], number>> = {
  ...{ economy: 23, premium_economy: 23, business: 32, first: 32 },
};
/** What an airline that weighs baggage sells, in kilograms. */
const WEIGHT_KG = 10;

/** In the order of `BAGS_SOLD`. */
const PIECE_WORDS = ["1 bag of", "A second bag of"];
const WEIGHT_WORDS = ["More baggage:", "Another"];

const bagsOf = ({ airline, km, segment, flightIds }: Journey): readonly Ancillary[] => {
  const own = BAG[airline.model] + AIRLINE_STEP * (hash("bag", airline.code) % AIRLINE_STEPS);
  const first = own * (km < LONG_KM ? 1 : LONG_FACTOR);
  const [, count = "0", unit] = /^(\d+)(PC|K)$/.exec(segment.baggage) ?? [];
  const included = unit === "PC" ? Number(count) : 0;
  return BAGS_SOLD.map((code, i) => {
    const factor = NEXT_FACTORS[Math.min(included + i, NEXT_FACTORS.length - 1)] as number;
    const words = unit === "K" ? WEIGHT_WORDS : PIECE_WORDS;
    const what = `${words[i]} ${unit === "K" ? WEIGHT_KG : PIECE_KG[segment.cabin]} kg`;
    return { code, kind: "bag", what, price: Math.round(first * factor), flightIds, for: "seated" };
  });
};

interface Service extends Pick<Ancillary, "what" | "for" | "group"> {
  /** Default: on all flights. */
  isSold?(journey: Journey): boolean;
  /** Default: free of charge. */
  price?(journey: Journey): Cents;
}

const MEAL_MINUTES = 150;
const PET_MINUTES = 600;
/** Countries that no pet enters in a cabin. */
const NO_PETS = new Set("AE AU GB IE IS NZ ZA HK SG".split(" "));

const isFullService = ({ airline }: Journey): boolean => airline.model === "full-service";
const hasMeals = (journey: Journey): boolean => isFullService(journey) && journey.segment.duration >= MEAL_MINUTES;
const meal = (what: string, eater: Ancillary["for"] = "seated"): Service => ({
  ...{ what, for: eater, group: "meal", isSold: hasMeals },
});
const wheelchair = (what: string): Service => ({ what, for: "seated", group: "wheelchair" });

/** Drawn once for each airline, in whole dollars. */
const drawnPrice =
  (code: string, least: Cents, most: Cents) =>
  ({ airline }: Journey): Cents =>
    least + 100 * (hash(code, airline.code) % ((most - least) / 100 + 1));

/** By their IATA codes for special service requests. */
const SERVICES: Readonly<Record<string, Service>> = {
  VGML: meal("Vegan meal"),
  VLML: meal("Vegetarian meal"),
  MOML: meal("Muslim meal"),
  KSML: meal("Kosher meal"),
  HNML: meal("Hindu meal"),
  GFML: meal("Gluten-free meal"),
  DBML: meal("Diabetic meal"),
  CHML: meal("Child meal", "child"),
  BBML: meal("Baby meal", "infant"),
  WCHR: wheelchair("Wheelchair to the gate"),
  WCHS: wheelchair("Wheelchair, cannot climb stairs"),
  WCHC: wheelchair("Wheelchair to the seat"),
  BLND: { what: "Blind or visually impaired", for: "seated" },
  DEAF: { what: "Deaf or hard of hearing", for: "seated" },
  MAAS: { what: "Meet and assist at the airport", for: "seated", isSold: isFullService },
  BSCT: {
    what: "Bassinet for an infant",
    for: "adult with infant",
    isSold: ({ departure }) => departure.aircraft.body === "wide",
  },
  PETC: {
    what: "Small pet in the cabin",
    for: "adult",
    isSold: ({ airline, segment, departure }) =>
      segment.duration < PET_MINUTES &&
      ![departure.service.from, departure.service.to].some(({ country }) => NO_PETS.has(country)) &&
      hash("pets", airline.code) % 4 !== 0,
    price: drawnPrice("PETC", 7_500, 15_000),
  },
  BIKE: { what: "Bicycle in the hold", for: "seated", price: drawnPrice("BIKE", 6_000, 15_000) },
};

const servicesOf = (journey: Journey): readonly Ancillary[] =>
  Object.entries(SERVICES)
    .filter(([, { isSold }]) => isSold?.(journey) ?? true)
    .map(
      ([code, { what, for: buyer, group, price }]): Ancillary => ({
        ...{ code, kind: "service", what, price: price?.(journey) ?? 0, flightIds: journey.flightIds, for: buyer },
        ...(group !== undefined && { group }),
      }),
    );
