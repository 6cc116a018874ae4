import type { Airport } from "../../model/place.ts";
import type { DuffelAircraft, DuffelAirline, DuffelAirport, DuffelCity } from "./duffel-wire.ts";
import { idOf } from "./ids.ts";
import type { AircraftType, SandboxParts } from "./sandbox-context.ts";

/** Airlines, airports and aircraft in Duffel's format. Repeated lookups return the same object. */
export interface Reference {
  airline(code: string): DuffelAirline;
  airport(code: string): DuffelAirport;
  /** By its name in the generated world; null if the name is unknown. */
  aircraft(name: string): DuffelAircraft | null;
  /** Attributes of the aircraft that Duffel does not show. */
  aircraftType(name: string): AircraftType | undefined;
  isLowCost(airlineCode: string): boolean;
  airlines(): readonly DuffelAirline[];
  airports(): readonly DuffelAirport[];
  allAircraft(): readonly DuffelAircraft[];
  /** A metropolitan area, such as LON. */
  city(code: string): DuffelCity | undefined;
}

export const TEST_AIRLINE = { code: "ZZ", name: "Duffel Airways" } as const;

export const createReference = ({
  places,
  airlines,
  aircraft,
}: Pick<SandboxParts, "places" | "airlines" | "aircraft">): Reference => {
  const allAirlines = lazy(() => byCode([TEST_AIRLINE, ...airlines()].map(airlineWire)));
  const lowCost = lazy(() => new Set(airlines().flatMap(({ code, lowCost }) => (lowCost ? [code] : []))));
  const types = lazy(() => new Map(aircraft().map((type) => [type.name, type])));
  const allAircraft = lazy(() => new Map(aircraft().map((type) => [type.name, aircraftWire(type)])));
  const allAirports = new Map<string, DuffelAirport>();

  const city = (code: string): DuffelCity | undefined => {
    const place = places.place(code);
    if (place?.kind !== "city") return undefined;
    const { name, country } = place;
    return {
      type: "city",
      id: `cit_${code}_${country}`.toLowerCase(),
      name,
      iata_code: code,
      iata_country_code: country,
    };
  };
  const airportWire = (airport: Airport): DuffelAirport => {
    const { code, icao, name, country, cityCode, latitude, longitude, timeZone } = airport;
    let wire = allAirports.get(code);
    if (wire === undefined) {
      wire = {
        type: "airport",
        id: `arp_${code}_${country}`.toLowerCase(),
        name,
        iata_code: code,
        icao_code: icao || null,
        iata_country_code: country,
        iata_city_code: cityCode,
        city_name: airport.city,
        city: city(cityCode) ?? null,
        latitude,
        longitude,
        time_zone: timeZone,
      };
      allAirports.set(code, wire);
    }
    return wire;
  };

  return {
    airline: (code) => allAirlines().get(code) ?? airlineWire({ code, name: code }),
    airport: (code) => {
      const airport = places.airport(code);
      if (airport === undefined) throw new RangeError(`no airport '${code}' in the world`);
      return airportWire(airport);
    },
    aircraft: (name) => allAircraft().get(name) ?? null,
    aircraftType: (name) => types().get(name),
    isLowCost: (code) => lowCost().has(code),
    airlines: () => [...allAirlines().values()],
    airports: () => places.airports().map(airportWire).sort(byIataCode),
    allAircraft: () => [...allAircraft().values()].sort(byIataCode),
    city,
  };
};

const lazy = <T>(create: () => T): (() => T) => {
  let value: T | undefined;
  return () => {
    value ??= create();
    return value;
  };
};

const byIataCode = (a: { readonly iata_code: string }, b: { readonly iata_code: string }): number =>
  a.iata_code < b.iata_code ? -1 : 1;

const byCode = (airlines: readonly DuffelAirline[]): ReadonlyMap<string, DuffelAirline> =>
  new Map([...airlines].sort(byIataCode).map((airline) => [airline.iata_code, airline]));

const airlineWire = ({ code, name }: { readonly code: string; readonly name: string }): DuffelAirline => ({
  id: idOf("arl", code),
  name,
  iata_code: code,
  logo_symbol_url: null,
  logo_lockup_url: null,
  conditions_of_carriage_url: null,
});

const aircraftWire = ({ code, name }: AircraftType): DuffelAircraft => ({
  id: idOf("arc", code),
  iata_code: code,
  name,
});
