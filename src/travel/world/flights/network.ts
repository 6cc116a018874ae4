import type { Airport } from "../../../model/place.ts";
import { readData } from "../data-file.ts";
import type { GeneratedPlaces } from "../places.ts";
import type { Airline } from "./airlines.ts";
import { type Departure, numbersIn, RouteService, type Service } from "./services.ts";

export interface Network {
  readonly airlines: ReadonlyMap<string, Airline>;
  /** Airports with nonstop flights to and from this one, with the route ids. */
  neighbours(code: string): ReadonlyMap<string, readonly number[]>;
  /** Route ids between two airports, for `service`. */
  routes(from: string, to: string): readonly number[];
  airlineOf(route: number): Airline;
  service(route: number, from: string): Service;
  services(from: string, to: string): readonly Service[];
  /** The departures that an airline sells under a number. */
  numbered(airline: Airline, number: number): readonly Departure[];
}

interface Tables {
  readonly count: number;
  readonly from: Uint16Array;
  readonly to: Uint16Array;
  readonly airline: Uint16Array;
  readonly number: Uint16Array;
  readonly weekly: Uint16Array;
  /** Start and end of the aircraft codes, and of the partners' numbers, in the airline's text. */
  readonly typesStart: Uint32Array;
  readonly typesEnd: Uint32Array;
}

const NONE: readonly number[] = [];
/** A quarter of all services; a process that sees them all must not keep them all. */
const CACHED_SERVICES = 20_000;
const SHORTEST_ROW = 16;
const COMMA = 44;
const SPACE = 32;
const ZERO = 48;
const LETTER_A = 65;
const ALPHABET = 26;
const DAYS = 7;

/** Reads three letters as a number without allocating a string: the file has eighty thousand codes. */
const codeAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) - LETTER_A) * ALPHABET + text.charCodeAt(at + 1) - LETTER_A) * ALPHABET +
  text.charCodeAt(at + 2) -
  LETTER_A;

export const loadNetwork = (places: GeneratedPlaces, airlines: ReadonlyMap<string, Airline>): Network => {
  const airports = places.airports();
  const data = readData<Readonly<Record<string, string>>>("network.json");
  const carriers = Object.keys(data).map((code) => airlines.get(code) as Airline);
  const texts = Object.values(data);
  const tables = parse(texts, airports);
  const { starts, order } = byAirport(tables, airports.length);
  const indexOf = new Map(airports.map((airport, index) => [airport.code, index]));
  const known: (ReadonlyMap<string, readonly number[]> | undefined)[] = new Array(airports.length);
  const services = new Map<number, Service>();

  const neighbours = (code: string): ReadonlyMap<string, readonly number[]> => {
    const index = indexOf.get(code);
    if (index === undefined) return new Map();
    let links = known[index];
    if (links === undefined) {
      links = linksOf(index, tables, starts, order, airports);
      known[index] = links;
    }
    return links;
  };

  const serviceOf = (route: number, outbound: boolean): Service => {
    const one = airports[tables.from[route] as number] as Airport;
    const other = airports[tables.to[route] as number] as Airport;
    const carrier = tables.airline[route] as number;
    return new RouteService(
      {
        airline: carriers[carrier] as Airline,
        from: outbound ? one : other,
        to: outbound ? other : one,
        weekly: tables.weekly[route] as number,
      },
      {
        first: tables.number[route] as number,
        back: outbound ? 0 : 1,
        words: (texts[carrier] as string).slice(tables.typesStart[route], tables.typesEnd[route]),
        airlines,
      },
    );
  };

  const service = (route: number, from: string): Service => {
    const outbound = (airports[tables.from[route] as number] as Airport).code === from;
    const key = route * 2 + (outbound ? 0 : 1);
    let found = services.get(key);
    if (found === undefined) {
      if (services.size >= CACHED_SERVICES) services.clear();
      found = serviceOf(route, outbound);
      services.set(key, found);
    }
    return found;
  };

  /** By partner: routes that it sells, with its first number on them. */
  let partners: ReadonlyMap<string, readonly (readonly [route: number, first: number])[]> | undefined;

  const numbered = (airline: Airline, number: number): readonly Departure[] => {
    const found: Departure[] = [];
    const look = (route: number, first: number): void => {
      const nth = number - first;
      if (nth < 0 || nth >= 2 * Math.ceil((tables.weekly[route] as number) / DAYS)) return;
      const outbound = nth % 2 === 0;
      const own = service(route, (airports[(outbound ? tables.from : tables.to)[route] as number] as Airport).code);
      const sold = own.airline === airline ? own : own.soldBy(airline);
      found.push(...(sold?.departures ?? []).filter(({ flightNumber }) => flightNumber === `${airline.code}${number}`));
    };
    for (let route = 0; route < tables.count; route++) {
      if (carriers[tables.airline[route] as number] === airline) look(route, tables.number[route] as number);
    }
    partners ??= partnersOf(tables, texts);
    for (const [route, first] of partners.get(airline.code) ?? []) look(route, first);
    return found;
  };

  const routes = (from: string, to: string): readonly number[] => neighbours(from).get(to) ?? NONE;

  return {
    airlines,
    neighbours,
    routes,
    airlineOf: (route) => carriers[tables.airline[route] as number] as Airline,
    service,
    numbered,
    services: (from, to) => routes(from, to).map((route) => service(route, from)),
  };
};

const parse = (texts: readonly string[], airports: readonly Airport[]): Tables => {
  const indexOfCode = new Uint16Array(ALPHABET ** 3);
  airports.forEach(({ code }, index) => {
    indexOfCode[codeAt(code, 0)] = index;
  });
  // The shortest row is `AAA BBB 1 2 CCC,`. Allocating for the maximum is cheaper than counting the rows first.
  const most = texts.reduce((sum, text) => sum + Math.ceil(text.length / SHORTEST_ROW), 0);
  const tables = {
    from: new Uint16Array(most),
    to: new Uint16Array(most),
    airline: new Uint16Array(most),
    number: new Uint16Array(most),
    weekly: new Uint16Array(most),
    typesStart: new Uint32Array(most),
    typesEnd: new Uint32Array(most),
  };
  let route = 0;
  texts.forEach((text, airline) => {
    let at = 0;
    while (at < text.length) {
      tables.airline[route] = airline;
      tables.from[route] = indexOfCode[codeAt(text, at)] as number;
      tables.to[route] = indexOfCode[codeAt(text, at + 4)] as number;
      at += 8;
      let value = 0;
      for (let c = text.charCodeAt(at); c !== SPACE; c = text.charCodeAt(++at)) value = value * 10 + c - ZERO;
      tables.number[route] = value;
      at++;
      value = 0;
      for (let c = text.charCodeAt(at); c !== SPACE; c = text.charCodeAt(++at)) value = value * 10 + c - ZERO;
      tables.weekly[route] = value;
      at++;
      tables.typesStart[route] = at;
      while (at < text.length && text.charCodeAt(at) !== COMMA) at++;
      tables.typesEnd[route] = at;
      at++;
      route++;
    }
  });
  return { ...tables, count: route };
};

const partnersOf = ({ count, airline, typesStart, typesEnd }: Tables, texts: readonly string[]) => {
  const found = new Map<string, (readonly [number, number])[]>();
  for (let route = 0; route < count; route++) {
    const words = (texts[airline[route] as number] as string).slice(typesStart[route], typesEnd[route]);
    for (const [code, first] of numbersIn(words.split(" ")[1])) {
      const known = found.get(code);
      if (known === undefined) found.set(code, [[route, first]]);
      else known.push([route, first]);
    }
  }
  return found;
};

/** Indexes the routes by airport, each under both of its ends. */
const byAirport = (tables: Tables, airports: number): { starts: Uint32Array; order: Uint32Array } => {
  const routes = tables.count;
  const starts = new Uint32Array(airports + 1);
  for (let route = 0; route < routes; route++) {
    (starts[(tables.from[route] as number) + 1] as number)++;
    (starts[(tables.to[route] as number) + 1] as number)++;
  }
  for (let i = 1; i <= airports; i++) starts[i] = (starts[i] as number) + (starts[i - 1] as number);
  const next = starts.slice();
  const order = new Uint32Array(routes * 2);
  for (let route = 0; route < routes; route++) {
    const from = tables.from[route] as number;
    const to = tables.to[route] as number;
    order[(next[from] as number)++] = route;
    order[(next[to] as number)++] = route;
  }
  return { starts, order };
};

const linksOf = (
  index: number,
  tables: Tables,
  starts: Uint32Array,
  order: Uint32Array,
  airports: readonly Airport[],
): ReadonlyMap<string, readonly number[]> => {
  const links = new Map<string, number[]>();
  for (let i = starts[index] as number; i < (starts[index + 1] as number); i++) {
    const route = order[i] as number;
    const other = tables.from[route] === index ? tables.to[route] : tables.from[route];
    const code = (airports[other as number] as Airport).code;
    const routes = links.get(code);
    if (routes === undefined) links.set(code, [route]);
    else routes.push(route);
  }
  return links;
};
