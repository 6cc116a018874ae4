import { describe, expect, it } from "vitest";
import { companiesAt, hasRentalCars, vehiclesOf } from "./cars/companies.ts";
import { readData } from "./data-file.ts";
import { chainsIn } from "./hotels/chains.ts";
import { languageOf } from "./hotels/local-words.ts";
import { countryOf } from "./markets.ts";
import { loadPlaces } from "./places.ts";

const places = loadPlaces();
const airportOf = new Map(places.airports().map((airport) => [airport.country, airport]));

describe("the data files", () => {
  it("have a market, a language and hotel chains for every country with an airport", () => {
    const known = readData<Readonly<Record<string, unknown>>>("hotel-languages.json");
    for (const code of airportOf.keys()) {
      const { name, language } = countryOf(code);
      expect(name, code).not.toBe("");
      expect(languageOf(language), code).toEqual(known[language]);
      expect(chainsIn(code).length, code).toBeGreaterThan(0);
    }
  });

  it("have rental companies with cars for every country", () => {
    for (const airport of airportOf.values()) {
      if (!hasRentalCars(airport, 20)) continue;
      const [company] = companiesAt(airport, 20);
      if (company === undefined) throw new Error(`${airport.country} has no company`);
      expect(vehiclesOf(company, airport, 20, "2026").length, airport.country).toBeGreaterThanOrEqual(4);
    }
  });
});
