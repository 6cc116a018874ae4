import { beforeAll, describe, expect, it } from "vitest";
import type { Airport } from "../../../model/place.ts";
import { type GeneratedPlaces, loadPlaces } from "../places.ts";
import { allChains, chainsIn } from "./chains.ts";
import { cityOf, profiledCities } from "./cities.ts";
import { hasRailway } from "./local-words.ts";
import { propertiesOf } from "./properties.ts";
import { brandsWithStandard } from "./standards.ts";

let places: GeneratedPlaces;

beforeAll(() => {
  places = loadPlaces();
});

const hotelsIn = (code: string) => propertiesOf(cityOf(places.require(code, "cityCode"), places));

describe("hotel chains", () => {
  it("have unique codes of two characters", () => {
    const codes = allChains().map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^[A-Z0-9]{2}$/);
    expect(codes.length).toBeGreaterThan(150);
  });

  it("operate only in their regions", () => {
    const names = (country: string) => chainsIn(country).map(({ name }) => name);
    expect(names("US")).toContain("Motel 6");
    expect(names("JP")).not.toContain("Motel 6");
    expect(names("JP")).toContain("Toyoko Inn");
    expect(names("US")).not.toContain("Toyoko Inn");
    expect(names("GB")).toContain("Premier Inn");
    expect(names("NO")).toContain("Scandic");
  });
});

describe("the standard of a brand", () => {
  const everywhere = () => profiledCities().flatMap(hotelsIn);

  it("applies to existing chains only", () => {
    const codes = new Set(allChains().map(({ code }) => code));
    for (const code of brandsWithStandard()) expect(codes).toContain(code);
  });

  it.each([
    ["citizenM", /pool|sauna|spa|valet|restaurant|fitness|shuttle/i],
    ["Motel 6", /pool|sauna|spa|valet|restaurant|bar|fitness|breakfast/i],
    ["ibis budget", /pool|sauna|spa|valet|restaurant|fitness|shuttle/i],
    ["Premier Inn", /pool|sauna|spa|valet|fitness|shuttle/i],
    ["easyHotel", /pool|sauna|spa|valet|restaurant|bar|fitness/i],
  ])("gives %s nothing that the brand does not have", (name, unusual) => {
    const own = everywhere().filter(({ chain }) => chain.name === name);
    expect(own.length).toBeGreaterThan(0);
    for (const { amenities } of own) expect(amenities.filter((amenity) => unusual.test(amenity))).toEqual([]);
  });

  it.each(["Aman", "Four Seasons", "The Ritz-Carlton", "Mandarin Oriental"])(
    "gives %s a spa and a concierge",
    (name) => {
      const own = everywhere().filter(({ chain }) => chain.name === name);
      expect(own.length).toBeGreaterThan(0);
      for (const { amenities } of own)
        expect(amenities).toEqual(expect.arrayContaining(["Spa", "Concierge", "Valet parking"]));
    },
  );
});

describe("a place without a railway", () => {
  it.each(["SBH", "PTP", "KEF", "TOS", "IBZ", "OKA", "PPT", "MLE", "MQS", "AUA"])("is %s", (code) =>
    expect(hasRailway(places.airport(code) as Airport)).toBe(false),
  );

  it.each(["LHR", "FRA", "HND", "PMI", "AJA", "CTS", "SIN", "ORD", "BOO", "KRN"])("is not %s", (code) =>
    expect(hasRailway(places.airport(code) as Airport)).toBe(true),
  );

  it("has no hotel at a station", () => {
    for (const { code, cityCode } of places.airports().filter((airport) => !hasRailway(airport))) {
      if (profiledCities().includes(cityCode)) continue;
      const town = places.airport(code)?.city ?? "";
      for (const { name, address } of hotelsIn(code)) {
        expect(`${name}, ${address}`.replaceAll(town, "")).not.toMatch(
          /\bGare\b|Bahnhof|Stazione|Station|Centraal|Dworzec|Vokzal|Ekimae|Asema\b/,
        );
      }
    }
  });
});

describe("cities with a profile", () => {
  it("have an existing city code", () => {
    for (const code of profiledCities()) expect(cityOf(places.require(code, "cityCode"), places).code).toBe(code);
    expect(profiledCities().length).toBeGreaterThan(80);
  });
});

describe("generated hotels", () => {
  it.each([
    ["LON", /London (Heathrow|Gatwick|Stansted) Airport/, /, London [A-Z]{1,2}\d[\dA-Z]? \d[A-Z]{2}, United Kingdom$/],
    ["NYC", /New York (JFK|LaGuardia) Airport/, /^\d+ [\w\s]+, New York, NY 1\d{4}, USA$/],
    [
      "PAR",
      /Paris (Gare|Opéra|Montmartre|Bastille|Bercy|République|La Défense)/,
      /^\d+ .+, (75|92)\d{3} Paris, France$/,
    ],
    ["FRA", /Frankfurt (Messe|Hauptbahnhof|City|Westend|Ostend)/, /^\D+ \d+, 60\d{3} Frankfurt, Germany$/],
    ["TYO", /Tokyo (Haneda|Narita) Airport/, /^\d-\d+-\d+ [\w-]+, Tokyo 1\d\d-00\d\d, Japan$/],
    ["DEN", /Denver (Downtown|LoDo|Union Station|Cherry Creek|Tech Center|Airport)/, /, Denver, CO 80\d{3}, USA$/],
    [
      "DPS",
      /Bali (Kuta|Seminyak|Ubud|Sanur|Legian|Canggu|Uluwatu|Benoa|Jimbaran)/,
      /^Jalan .+ No\. \d+, Bali 80\d{3}, Indonesia$/,
    ],
    ["SIN", /Singapore/, /, Singapore \d{6}$/],
    ["SYD", /Sydney/, /, Sydney NSW 2\d{3}, Australia$/],
    ["YTO", /Toronto/, /, Toronto, ON [ML]\d[A-Z] \d[A-Z]\d, Canada$/],
    ["TRD", /Trondheim/, /^\D+ \d+, Trondheim, Norway$/],
  ])("in %s have local names and addresses", (code, name, address) => {
    const all = hotelsIn(code);
    expect(all.some((hotel) => name.test(hotel.name))).toBe(true);
    expect(all.filter((hotel) => address.test(hotel.address)).length).toBeGreaterThan(all.length / 2);
  });

  it("in remote places belong to no chain", () => {
    for (const { chain } of hotelsIn("BRW")) expect(chain.name).toBe("Independent");
  });

  it("in Newark have an address in New Jersey, although they are found under New York", () => {
    const newark = hotelsIn("EWR").filter(({ name }) => name.includes("Newark"));
    expect(newark.length).toBeGreaterThan(0);
    for (const { address, code } of newark) {
      expect(address).toMatch(/Newark, NJ, USA$/);
      expect(code).toMatch(/^NYC/);
    }
  });
});
