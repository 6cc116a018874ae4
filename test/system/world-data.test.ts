import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildAirports } from "../../scripts/world/airports.ts";
import { trafficOf } from "../../src/travel/world/airport-table.ts";
import { loadPlaces } from "../../src/travel/world/places.ts";
import { zoneNames } from "../../src/travel/world/zones.ts";

const places = loadPlaces();
const airports = places.airports();
const shipped = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../src/travel/world/data/${name}`, import.meta.url), "utf8"));

describe("the shipped airports", () => {
  it("equal the sources and corrections in the repository", () => {
    const { airports, unserved } = buildAirports();
    expect(shipped("airports.json")).toEqual(airports);
    expect(shipped("unserved.json")).toEqual(unserved);
  });

  it("include all airports of the world with scheduled service, each code once", () => {
    expect(airports.length).toBeGreaterThan(4000);
    expect(new Set(airports.map(({ code }) => code)).size).toBe(airports.length);
  });

  it("each have a code, a name, a city, a country, a point, a zone and passengers", () => {
    const zones = new Set(zoneNames());
    const faulty = airports.filter(
      (airport) =>
        !/^[A-Z]{3}$/.test(airport.code) ||
        !/^[A-Z]{2}$/.test(airport.country) ||
        !/^\S.{2,}\S$/.test(airport.name) ||
        /[()]| \/ |\s\s/.test(airport.name) ||
        !/^\p{L}.*[\p{L}.0-9]$/u.test(airport.city) ||
        /[()]|,|Airport/.test(airport.city) ||
        !(Math.abs(airport.latitude) <= 90 && Math.abs(airport.longitude) <= 180) ||
        (airport.latitude === 0 && airport.longitude === 0) ||
        !zones.has(airport.timeZone) ||
        !(trafficOf(airport) > 0 && trafficOf(airport) < 120),
    );
    expect(faulty).toEqual([]);
  });

  it("belong to a city that lists them", () => {
    const lost = airports.filter(({ code, cityCode }) =>
      places.place(cityCode)?.airports.every((member) => member.code !== code),
    );
    expect(lost).toEqual([]);
  });

  it("are in time zones that this machine knows", () => {
    for (const zone of zoneNames()) expect(() => new Intl.DateTimeFormat("en", { timeZone: zone })).not.toThrow();
  });

  it.each(["KTI", "WSI", "DXN", "KIN", "COV", "UBN"])(
    "include %s, which the source lacks or marks as unserved",
    (code) => {
      expect(places.airport(code)).toBeDefined();
    },
  );

  it.each(["ISL", "SIP", "NYS", "KBP", "ODS", "PNH"])("omit %s, which no longer has flights", (code) => {
    expect(places.airport(code)).toBeUndefined();
  });

  it("have roughly the right traffic at well-known airports", () => {
    const millions = (code: string): number =>
      places.traffic(places.place(code)?.airports[0] as (typeof airports)[number]);
    expect(millions("ATL")).toBeGreaterThan(95);
    expect(millions("DXB")).toBeGreaterThan(80);
    expect(millions("LHR")).toBeGreaterThan(millions("LGW"));
    expect(millions("BOI")).toBeGreaterThan(millions("TWF"));
  });
});

describe("the well-known airports", () => {
  it.each([
    ["ATL", "Atlanta", "ATL", "US", "America/New_York"],
    ["ORD", "Chicago", "CHI", "US", "America/Chicago"],
    ["DEN", "Denver", "DEN", "US", "America/Denver"],
    ["PHX", "Phoenix", "PHX", "US", "America/Phoenix"],
    ["LAX", "Los Angeles", "LAX", "US", "America/Los_Angeles"],
    ["EWR", "Newark", "NYC", "US", "America/New_York"],
    ["IAD", "Washington", "WAS", "US", "America/New_York"],
    ["IAH", "Houston", "HOU", "US", "America/Chicago"],
    ["ANC", "Anchorage", "ANC", "US", "America/Anchorage"],
    ["HNL", "Honolulu", "HNL", "US", "Pacific/Honolulu"],
    ["SJU", "San Juan", "SJU", "PR", "America/Puerto_Rico"],
    ["YYZ", "Toronto", "YTO", "CA", "America/Toronto"],
    ["YYT", "St. John's", "YYT", "CA", "America/St_Johns"],
    ["CUN", "Cancun", "CUN", "MX", "America/Cancun"],
    ["TIJ", "Tijuana", "TIJ", "MX", "America/Tijuana"],
    ["GRU", "Sao Paulo", "SAO", "BR", "America/Sao_Paulo"],
    ["EZE", "Buenos Aires", "BUE", "AR", "America/Argentina/Buenos_Aires"],
    ["BOG", "Bogota", "BOG", "CO", "America/Bogota"],
    ["LHR", "London", "LON", "GB", "Europe/London"],
    ["CDG", "Paris", "PAR", "FR", "Europe/Paris"],
    ["FRA", "Frankfurt", "FRA", "DE", "Europe/Berlin"],
    ["FCO", "Rome", "ROM", "IT", "Europe/Rome"],
    ["FLR", "Florence", "FLR", "IT", "Europe/Rome"],
    ["BGY", "Milan", "MIL", "IT", "Europe/Rome"],
    ["LPA", "Las Palmas", "LPA", "ES", "Atlantic/Canary"],
    ["PDL", "Ponta Delgada", "PDL", "PT", "Atlantic/Azores"],
    ["KEF", "Reykjavik", "REK", "IS", "Atlantic/Reykjavik"],
    ["BSL", "Basel", "EAP", "FR", "Europe/Paris"],
    ["SAW", "Istanbul", "IST", "TR", "Europe/Istanbul"],
    ["SVO", "Moscow", "MOW", "RU", "Europe/Moscow"],
    ["DXB", "Dubai", "DXB", "AE", "Asia/Dubai"],
    ["THR", "Tehran", "THR", "IR", "Asia/Tehran"],
    ["DEL", "Delhi", "DEL", "IN", "Asia/Kolkata"],
    ["KTM", "Kathmandu", "KTM", "NP", "Asia/Kathmandu"],
    ["RGN", "Yangon", "RGN", "MM", "Asia/Yangon"],
    ["SIN", "Singapore", "SIN", "SG", "Asia/Singapore"],
    ["DPS", "Bali", "DPS", "ID", "Asia/Makassar"],
    ["URC", "Urumqi", "URC", "CN", "Asia/Shanghai"],
    ["HKG", "Hong Kong", "HKG", "HK", "Asia/Hong_Kong"],
    ["NRT", "Tokyo", "TYO", "JP", "Asia/Tokyo"],
    ["ICN", "Seoul", "SEL", "KR", "Asia/Seoul"],
    ["ADL", "Adelaide", "ADL", "AU", "Australia/Adelaide"],
    ["WSI", "Sydney", "SYD", "AU", "Australia/Sydney"],
    ["AKL", "Auckland", "AKL", "NZ", "Pacific/Auckland"],
    ["APW", "Apia", "APW", "WS", "Pacific/Apia"],
    ["JNB", "Johannesburg", "JNB", "ZA", "Africa/Johannesburg"],
    ["NBO", "Nairobi", "NBO", "KE", "Africa/Nairobi"],
  ])("%s is in %s (%s, %s, %s)", (code, city, cityCode, country, timeZone) => {
    expect(places.airport(code)).toMatchObject({ city, cityCode, country, timeZone });
  });
});
