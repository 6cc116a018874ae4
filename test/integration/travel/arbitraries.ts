import fc from "fast-check";
import { addDays } from "../../../src/model/calendar.ts";
import { CABINS } from "../../../src/model/flight.ts";
import { loadPlaces } from "../../../src/travel/world/places.ts";
import { TODAY } from "../../fixtures/taxiway.ts";

/** A failure prints its seed; set it here to repeat the inputs, or another number for new ones. */
export const SEED = Number(process.env["PROPERTY_SEED"] ?? 20261201);

const codes = loadPlaces()
  .airports()
  .map(({ code }) => code);
const metropolises = [
  ...new Set(
    loadPlaces()
      .airports()
      .map(({ cityCode }) => cityCode),
  ),
].filter((code) => loadPlaces().place(code)?.kind === "city");

/** Busy airports, cities with several, and sometimes a gravel strip. */
export const placeCode = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...codes.slice(0, 150)) },
  { weight: 2, arbitrary: fc.constantFrom(...metropolises) },
  { weight: 2, arbitrary: fc.constantFrom(...codes) },
);

/** Two different places. */
export const route = fc
  .tuple(placeCode, placeCode)
  .map(([origin, destination]) => ({ origin, destination }))
  .filter(({ origin, destination }) => {
    const [from, to] = [loadPlaces().require(origin, "origin"), loadPlaces().require(destination, "destination")];
    return !from.airports.some((airport) => to.airports.includes(airport));
  });

/** Within the sales window in any time zone: the date line is not the point here. */
export const daysAhead = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((days) => addDays(TODAY, days));
export const date = daysAhead(2, 329);

export const cabin = fc.constantFrom(...CABINS);

export const party = fc
  .record({
    adults: fc.integer({ min: 1, max: 9 }),
    children: fc.integer({ min: 0, max: 8 }),
    infants: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ adults, children, infants }) => ({
    adults,
    children: Math.min(children, 9 - adults),
    infants: Math.min(infants, adults),
  }));

export const smallParty = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom({ adults: 1 }, { adults: 2 }, { adults: 2, children: 1, infants: 1 }) },
  { weight: 1, arbitrary: party },
);

const NAMES = [
  "Ada",
  "José María",
  "O'Brien",
  "Łukasz",
  "李",
  "Anne-Marie",
  "Ñ",
  "Zoe\u0308",
  "de la Cruz",
  "Đặng",
  "D’Arcy",
];

/** All passengers of a party, with a name and sometimes more. */
export const travellers = ({
  adults = 1,
  children = 0,
  infants = 0,
}: {
  adults?: number;
  children?: number;
  infants?: number;
}) => {
  // Two travellers of one name and age would be refused.
  const person = (type: string, born: string, index: number) =>
    fc.record(
      {
        type: fc.constant(type),
        firstName: fc.constantFrom(...NAMES).map((name) => `${name} ${"ABCDEFGHI"[index]}`),
        lastName: fc.constantFrom(...NAMES),
        dateOfBirth: fc.constant(born),
        email: fc.constant("ada@example.com"),
        phone: fc.constantFrom("+14155550123", "+44 20 7946 0018", "+49 (30) 901820"),
        frequentFlyerNumber: fc.constant("AB1234567"),
      },
      { requiredKeys: ["type", "firstName", "lastName"] },
    );
  return fc.tuple(
    ...Array.from({ length: adults }, (_, i) => person("adult", "1985-12-10", i)),
    ...Array.from({ length: children }, (_, i) => person("child", "2020-06-15", i)),
    ...Array.from({ length: infants }, (_, i) => person("infant", "2026-10-01", i)),
  );
};
