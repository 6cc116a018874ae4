import type { Airport } from "../../../model/place.ts";
import { blockMinutes } from "../block-time.ts";
import { distanceKm } from "../geo.ts";
import { type Aircraft, type Airline, aircraftTypes, cabinsOnBoard } from "./airlines.ts";
import { scheduleOf } from "./schedule.ts";

/** The flights from one airport to another that one airline sells. */
export interface Service {
  readonly airline: Airline;
  readonly from: Airport;
  readonly to: Airport;
  readonly km: number;
  readonly weekly: number;
  /** In order of departure. */
  readonly departures: readonly Departure[];
  isSoldBy(partner: Airline): boolean;
  /** The same flights under a partner's numbers; undefined if the partner does not sell them. */
  soldBy(partner: Airline): Service | undefined;
}

/** A flight number, with the same time, days and aircraft all year. */
export interface Departure {
  readonly service: Service;
  /** `AA100` */
  readonly flightNumber: string;
  /** The airline that flies it; often a regional airline under the code of a larger one. */
  readonly operator: Airline;
  /** The number under which its seats are counted, whichever number they are sold under. */
  readonly stockNumber: string;
  /** Minutes after midnight, local time. */
  readonly minute: number;
  /** Bit 0 is Sunday. */
  readonly days: number;
  readonly aircraft: Aircraft;
  readonly block: number;
  /** Letters from back to front: `YWJ`. */
  readonly cabins: string;
}

type Route = Pick<Service, "airline" | "from" | "to" | "weekly">;

interface RouteText {
  /** The first flight number of the outbound direction; 1 is added on the way back. */
  readonly first: number;
  readonly back: 0 | 1;
  /**
   * `CR7@OO+E75 LH7240+AC9012`: aircraft, with the airline that flies it if it is not the one that sells it, and the first
   * numbers of partners.
   */
  readonly words: string;
  readonly airlines: ReadonlyMap<string, Airline>;
}

const CODE_LENGTH = 2;

/** The flights of a route in one direction, as its own airline sells them. */
export class RouteService implements Service {
  readonly airline: Airline;
  readonly from: Airport;
  readonly to: Airport;
  readonly km: number;
  readonly weekly: number;
  readonly #text: RouteText;
  #departures: readonly Departure[] | undefined;
  #numbers: ReadonlyMap<string, number> | undefined;
  #sold: Map<Airline, Service> | undefined;

  constructor({ airline, from, to, weekly }: Route, text: RouteText) {
    this.airline = airline;
    this.from = from;
    this.to = to;
    this.km = distanceKm(from, to);
    this.weekly = weekly;
    this.#text = text;
  }

  get departures(): readonly Departure[] {
    this.#departures ??= this.#schedule();
    return this.#departures;
  }

  isSoldBy({ code }: Airline): boolean {
    return this.#numberOf(code) !== undefined;
  }

  soldBy(partner: Airline): Service | undefined {
    this.#sold ??= new Map();
    let known = this.#sold.get(partner);
    if (known === undefined) {
      const number = this.#numberOf(partner.code);
      if (number === undefined) return undefined;
      known = new SharedService(this, partner, number + this.#text.back);
      this.#sold.set(partner, known);
    }
    return known;
  }

  /** The first number of a partner. */
  #numberOf(code: string): number | undefined {
    this.#numbers ??= numbersIn(this.#text.words.split(" ")[1]);
    return this.#numbers.get(code);
  }

  #schedule(): readonly Departure[] {
    const { airline, from, to, km, weekly } = this;
    const { first, back, words, airlines } = this.#text;
    const fleet = (words.split(" ")[0] as string).split("+").map((word) => {
      const aircraft = aircraftTypes().get(word.slice(0, 3)) as Aircraft;
      const operator = word.length > 3 ? (airlines.get(word.slice(4)) as Airline) : airline;
      return { aircraft, operator, block: blockMinutes(from, to, aircraft.kind) };
    });
    const [usual] = fleet as [(typeof fleet)[number]];
    return scheduleOf(airline.code, from, to, usual.block, weekly).map(({ minute, days }, slot) => {
      const { aircraft, operator, block } = fleet[slot % fleet.length] as (typeof fleet)[number];
      const flightNumber = `${airline.code}${first + back + 2 * slot}`;
      const cabins = cabinsOnBoard(airline, aircraft, km);
      return {
        service: this,
        flightNumber,
        operator,
        stockNumber: flightNumber,
        minute,
        days,
        aircraft,
        block,
        cabins,
      };
    });
  }
}

const NO_NUMBERS: ReadonlyMap<string, number> = new Map();

/** The first numbers of partners, by their codes. */
export const numbersIn = (partners: string | undefined): ReadonlyMap<string, number> =>
  partners === undefined
    ? NO_NUMBERS
    : new Map(partners.split("+").map((word) => [word.slice(0, CODE_LENGTH), Number(word.slice(CODE_LENGTH))]));

/** The flights of another airline under the numbers of a partner. */
class SharedService implements Service {
  readonly airline: Airline;
  readonly from: Airport;
  readonly to: Airport;
  readonly km: number;
  readonly weekly: number;
  readonly departures: readonly Departure[];

  constructor(flown: Service, airline: Airline, first: number) {
    this.airline = airline;
    this.from = flown.from;
    this.to = flown.to;
    this.km = flown.km;
    this.weekly = flown.weekly;
    this.departures = flown.departures.map((departure, slot) => ({
      ...departure,
      service: this,
      flightNumber: `${airline.code}${first + 2 * slot}`,
    }));
  }

  isSoldBy(): boolean {
    return false;
  }

  soldBy(): undefined {
    return undefined;
  }
}
