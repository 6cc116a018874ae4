import type { Draw } from "../../../model/draw.ts";
import { dataTable } from "../data-file.ts";
import { countryOf } from "../markets.ts";
import type { City, Quarter } from "./cities.ts";

/** What follows the head of a postcode that the table gives: 9 is a digit, A a letter. */
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

/** The postcode stands before the city. */
const POSTCODE_FIRST = new Set(
  "FR DE AT CH IT ES PT NL BE LU NO SE DK FI IS CZ HU PL GR TR MX MY PH HR SI RS RO BG EE LV LT SK".split(" "),
);

const LETTERS = "ABCDEFGHJKLNPRSTUWXY";

/** By country; then the state or province, where an address needs it, with the codes of its cities. */
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

/** Blocks, not streets: `1-14-5 Nishi-Shinjuku`. */
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
