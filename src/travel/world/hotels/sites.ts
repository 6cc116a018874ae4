import type { Draw } from "../../../model/draw.ts";
import type { Airport } from "../../../model/place.ts";
import { dataTable } from "../data-file.ts";
import { countryOf } from "../markets.ts";
import type { City, Quarter } from "./cities.ts";

/** Sites of airport hotels: one at each large airport, two at the largest airport of a large city, none in exclusive resorts. */
export const airportSitesOf = (city: City, count: number): readonly Quarter[] => {
  if (city.exclusive) return [];
  const airports = city.airports.slice(0, count >= 12 ? 3 : 1);
  const wanted = count >= 15 ? [...airports, ...airports.slice(0, 1)] : count >= 5 ? airports : [];
  return wanted.map((airport) => airportQuarter(city, airport));
};

const airportQuarter = (city: City, airport: Airport): Quarter => {
  const street = city.language.airportStreet;
  if (airport.city !== (city.airports[0] as Airport).city) {
    return { name: city.language.airport, street, town: { name: airport.city, code: airport.code }, airport };
  }
  return { name: city.airports.length === 1 ? city.language.airport : airportName(city, airport), street, airport };
};

/** Quarters are listed best first: luxury hotels get one of the first half, budget hotels one of the second. */
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

/** Exceptions to the rule of `airportName`. */
const airportNames = dataTable("hotel-airport-names.json", (names: Readonly<Record<string, string>>) => names);

/** The airport name after the city name: `Heathrow Airport` for `London Heathrow Airport`. */
const airportName = (city: City, airport: Airport): string => {
  const known = airportNames()[airport.code];
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

/** The rest of a postcode after the part in the city table: 9 is a digit, A a letter. */
const POSTCODE_TAILS: Readonly<Record<string, string>> = {
  GB: " 9AA",
  IE: " A9A9",
  CA: " 9A9",
  NL: " AA",
  JP: "-0099",
  BR: "-000",
  PT: "-199",
  AR: "AAA",
  CL: "000",
  SG: "999",
};

/** Countries that write the postcode before the city. */
const POSTCODE_FIRST = new Set(
  "FR DE AT CH IT ES PT NL BE LU NO SE DK FI IS CZ HU PL GR TR MX MY PH HR SI RS RO BG EE LV LT SK".split(" "),
);

const LETTERS = "ABCDEFGHJKLNPRSTUWXY";

/** City codes by country and by the state or province that addresses include. */
type StateData = Readonly<Record<string, Readonly<Record<string, string>>>>;

const states = dataTable("hotel-states.json", (data: StateData): ReadonlyMap<string, string> => {
  const stateOfCity = Object.entries(data).flatMap(([country, states]) =>
    Object.entries(states).flatMap(([state, cities]) =>
      cities.split(" ").map((city): [string, string] => [`${country} ${city}`, state]),
    ),
  );
  return new Map(stateOfCity);
});

export const stateOf = (country: string, city: string): string | undefined => states().get(`${country} ${city}`);

export const addressIn = (city: City, quarter: Quarter, draw: Draw): string => {
  const street = quarter.street ?? draw.pick(city.language.streets);
  const line = city.country === "JP" ? japaneseLine(street, draw) : streetLine(city, street, draw);
  const country = countryOf(city.country).name;
  return [line, cityLine(city, quarter, draw), ...(country === city.shortName ? [] : [country])].join(", ");
};

const streetLine = (city: City, street: string, draw: Draw): string => {
  const number = city.country === "US" || city.country === "CA" ? draw.integer(10, 89) * 10 + 1 : draw.integer(2, 149);
  return city.language.line.replace("#", String(number)).replace("$", street);
};

/** Japanese addresses number blocks, not streets: `1-14-5 Nishi-Shinjuku`. */
const japaneseLine = (street: string, draw: Draw): string => {
  const chome = /^(\d)-chome (.*)$/.exec(street);
  const numbers = `${draw.integer(2, 28)}-${draw.integer(1, 19)}`;
  return chome === null ? `${draw.integer(1, 5)}-${numbers} ${street}` : `${chome[1]}-${numbers} ${chome[2]}`;
};

const cityLine = (city: City, { town, postcode: head }: Quarter, draw: Draw): string => {
  const name = town?.name ?? city.shortName;
  const state = stateOf(city.country, town?.code ?? city.code);
  const tail = (POSTCODE_TAILS[city.country] ?? "")
    .replaceAll("9", () => String(draw.integer(1, 9)))
    .replaceAll("A", () => draw.pick([...LETTERS]));
  const postcode = head === undefined ? "" : head + tail;
  if (city.country === "AU") return postcode === "" ? `${name} ${state ?? ""}`.trim() : `${name} ${postcode}`;
  if (state !== undefined) return `${name}, ${state} ${postcode}`.trim();
  if (postcode === "") return name;
  return POSTCODE_FIRST.has(city.country) ? `${postcode} ${name}` : `${name} ${postcode}`;
};
