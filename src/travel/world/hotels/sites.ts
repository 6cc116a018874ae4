import type { Draw } from "../../../model/draw.ts";
import type { Airport } from "../../../model/place.ts";
import type { City, Quarter } from "./cities.ts";

/** One house at each large airport, two at the largest of a large city. */
export const airportSitesOf = (city: City, count: number): readonly Quarter[] => {
  const airports = city.airports.slice(0, count >= 12 ? 3 : 1);
  const wanted = count >= 15 ? [...airports, ...airports.slice(0, 1)] : count >= 5 ? airports : [];
  return wanted.map((airport) => airportQuarter(city, airport));
};

const airportQuarter = (city: City, airport: Airport): Quarter => {
  const street = city.language.airportStreet;
  if (airport.city !== (city.airports[0] as Airport).city)
    return { name: city.language.airport, street, town: { name: airport.city, code: airport.code } };
  return { name: city.airports.length === 1 ? city.language.airport : airportName(city, airport), street };
};

/** Tables list the parts from the best addresses outward: fine houses stand in the first half, plain ones in the second. */
export const siteChooser = (city: City, chance: Draw): ((stars: number) => readonly Quarter[]) => {
  const middle = Math.ceil(city.quarters.length / 2);
  const inner = shuffled(city.quarters.slice(0, middle), chance);
  const outer = shuffled(city.quarters.slice(middle), chance);
  const taken = new Map<readonly Quarter[], number>();
  return (stars) => {
    const half = stars >= 5 ? inner : stars <= 2 || chance.chance(0.4) ? outer : inner;
    const next = taken.get(half) ?? 0;
    taken.set(half, next + 1);
    const start = next % half.length;
    return [...half.slice(start), ...half.slice(0, start), ...city.quarters];
  };
};

const KNOWN_AS: Readonly<Record<string, string>> = {
  JFK: "JFK Airport",
  DCA: "Reagan National Airport",
  ORD: "O’Hare Airport",
  MDW: "Midway Airport",
  IAH: "Intercontinental Airport",
  CDG: "CDG Airport",
  YUL: "Trudeau Airport",
  YYZ: "Pearson Airport",
  FCO: "Fiumicino Airport",
  GRU: "Guarulhos Aeroporto",
  GIG: "Galeão Aeroporto",
  MEX: "Aeropuerto",
  CTS: "New Chitose Airport",
  IST: "Airport",
  SYD: "Airport",
};

/** `London Heathrow Airport` is `Heathrow Airport` when the city's name stands before it. */
const airportName = (city: City, airport: Airport): string => {
  const known = KNOWN_AS[airport.code];
  if (known !== undefined) return known;
  const [plain = "", locality] = airport.name.split(", ");
  if (locality !== undefined) return `${locality} Airport`;
  const bare = plain.replace(/\b(International|Intercontinental|Regional) /g, "");
  const own = bare
    .replace(city.shortName, "")
    .replace(/^[\s–/-]+/, "")
    .replace(/\s+/g, " ")
    .trim();
  return own === "" ? city.language.airport : own;
};

export const shuffled = <T>(list: readonly T[], chance: Draw): readonly T[] => {
  const copy = [...list];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = chance.integer(0, i);
    [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
  }
  return copy;
};
