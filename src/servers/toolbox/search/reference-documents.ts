import { readdir, readFile } from "node:fs/promises";
import { setImmediate as turn } from "node:timers/promises";
import type { Airline } from "../../../model/flight.ts";
import type { Airport, Place, Places } from "../../../model/place.ts";
import type { IndexedDocument } from "./offline-index.ts";
import { markdownSections } from "./plain-text.ts";
import { termsIn } from "./words.ts";

interface Reference {
  readonly places: Places;
  /** Largest first. */
  readonly airlines: readonly Airline[];
  /** Folder of the documentation, `docs/`. */
  readonly docs?: URL;
}

/** A longer list ends with a count of the rest. */
const MOST_NAMED = 12;

/**
 * Describes the generated world and the documentation as searchable documents. Airports, cities and airlines have the
 * URIs of the GDS server's resources.
 */
export const referenceDocuments = async ({
  places,
  airlines,
  docs,
}: Reference): Promise<readonly IndexedDocument[]> => {
  const airports = places.airports();
  const hubs = groupBy(airlines, ({ hubs }) => hubs);
  return [
    ...(await glossary()),
    ...(docs === undefined ? [] : await documentation(docs)),
    ...alliances(airlines),
    ...countries(airports, airlines),
    ...cities(airports, places),
    ...airlines.map((airline, rank) => airlineDocument(airline, weightOf(rank, airlines.length), places)),
    ...(await inSlices(airports, (airport, rank) => {
      // Where a city has the same code, the airport ranks first.
      const worth = places.place(airport.code)?.kind === "city" ? 2 : 1;
      const weight = worth * weightOf(rank, airports.length);
      return airportDocument(airport, { rank, weight, hubOf: hubs.get(airport.code) ?? [] });
    })),
  ];
};

/** 1.6 for the largest down to 1 for the smallest. */
const weightOf = (rank: number, count: number): number => 1 + 0.6 * (1 - rank / count) ** 4;

type Glossary = Readonly<Record<string, { readonly title: string; readonly text: string }>>;

const glossary = async (): Promise<IndexedDocument[]> => {
  const entries = JSON.parse(await readFile(new URL("./data/glossary.json", import.meta.url), "utf8")) as Glossary;
  return Object.entries(entries).map(([name, { title, text }]) => ({
    id: `glossary:${name}`,
    title,
    text,
    url: `taxiway://reference/glossary/${name}`,
    kind: "glossary",
    code: name.toUpperCase(),
    weight: 1.6,
  }));
};

const documentation = async (folder: URL): Promise<IndexedDocument[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md")).sort();
  const pages = await Promise.all(names.map((name) => readFile(new URL(name, folder), "utf8")));
  return names.flatMap((name, page) => {
    const slug = name.slice(0, -".md".length);
    return markdownSections(pages[page] ?? "").map(({ headings, text }, part): IndexedDocument => {
      const anchor = headings.length > 1 ? `#${anchorOf(headings.at(-1) ?? "")}` : "";
      return {
        id: `docs:${slug}:${part}`,
        title: headings.join(" › ") || slug,
        text,
        url: `taxiway://docs/${slug}${anchor}`,
        kind: "documentation",
      };
    });
  });
};

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

const alliances = (airlines: readonly Airline[]): IndexedDocument[] =>
  Array.from(
    groupBy(airlines, ({ alliance }) => (alliance === null ? [] : [alliance])),
    ([alliance, members]) => ({
      id: `alliance:${alliance}`,
      title: `${alliance}: member airlines of the alliance`,
      text: `${alliance} is an airline alliance. Its ${members.length} member airlines in the generated world: ${members.map(({ name, code }) => `${name} (${code})`).join(", ")}.`,
      url: `taxiway://reference/alliances/${anchorOf(alliance)}`,
      kind: "alliance" as const,
      weight: 1.3,
    }),
  );

const countries = (airports: readonly Airport[], airlines: readonly Airline[]): IndexedDocument[] => {
  const homes = groupBy(airlines, ({ country }) => [country]);
  return Array.from(
    groupBy(airports, ({ country }) => [country]),
    ([country, there]) => {
      const own = homes.get(country) ?? [];
      const largest = there.slice(0, MOST_NAMED).map((airport) => `${airport.city} (${airport.code})`);
      return {
        id: `country:${country}`,
        title: `${nameOf(country)}: airports and airlines of the country`,
        text: [
          `${nameOf(country)} (${country}): ${counted(there.length, "airport")} with scheduled service`,
          `${there.length > MOST_NAMED ? ", of which the busiest are" : ","} ${largest.join(", ")}.`,
          own.length === 0
            ? " No airline of the generated world is at home there."
            : ` ${counted(own.length, "airline")} at home there: ${named(own.map(({ name, code }) => `${name} (${code})`))}.`,
        ].join(""),
        url: `taxiway://reference/countries/${country}`,
        kind: "country" as const,
        weight: 1.1,
      };
    },
  );
};

const cities = (airports: readonly Airport[], places: Places): IndexedDocument[] =>
  [...new Set(airports.map(({ cityCode }) => cityCode))]
    .map((code) => places.place(code))
    .filter((place): place is Place => place?.kind === "city")
    .map(({ code, name, country, airports }) => ({
      id: `city:${code}`,
      title: `${name} (${code}): city and its airports`,
      text: `${name}, ${nameOf(country)}, has the city code ${code}, which means ${airports.length === 1 ? "its airport" : `its ${airports.length} airports`}, largest first: ${airports.map((airport) => `${airport.name} (${airport.code})`).join(", ")}. Time zone ${airports[0]?.timeZone}.`,
      url: `gds://mock-data/airports/${code}`,
      kind: "city",
      code,
      weight: 2.4,
    }));

const airlineDocument = ({ code, icao, name, country, alliance, hubs }: Airline, weight: number, places: Places) => {
  const bases = hubs.map((hub) => `${places.airport(hub)?.city ?? hub} (${hub})`);
  return {
    id: `airline:${code}`,
    title: `${name} (${code}), airline`,
    text: [
      `${name}: airline, home country ${nameOf(country)}, IATA code ${code}${icao === "" ? "" : `, ICAO code ${icao}`}.`,
      alliance === null ? "It belongs to no alliance." : `It is a member of the alliance ${alliance}.`,
      bases.length === 0 ? "" : `Hubs: ${named(bases)}.`,
    ].join(" "),
    url: `gds://mock-data/airlines/${code}`,
    kind: "airline" as const,
    code,
    weight,
  };
};

const airportDocument = (
  airport: Airport,
  { rank, weight, hubOf }: { readonly rank: number; readonly weight: number; readonly hubOf: readonly Airline[] },
): IndexedDocument => {
  const { code, name, city, cityCode, country, latitude, longitude, timeZone } = airport;
  return {
    id: `airport:${code}`,
    title: namesItsCity(airport) ? `${name} (${code})` : `${name} (${code}), ${city}`,
    text: [
      `${name} serves ${city}, ${nameOf(country)}.`,
      `IATA code ${code}${cityCode === code ? "" : `, city code ${cityCode}`}.`,
      `Time zone ${timeZone}; position ${degrees(latitude, "N", "S")}, ${degrees(longitude, "E", "W")}.`,
      rank < 100 ? `Number ${rank + 1} among the busiest airports of the generated world.` : "",
      hubOf.length === 0 ? "" : `Hub of ${named(hubOf.map((airline) => `${airline.name} (${airline.code})`))}.`,
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
    url: `gds://mock-data/airports/${code}`,
    kind: "airport",
    code,
    weight,
  };
};

/** Whether the airport's name contains the city, with or without accents: Zürich Airport, Zurich. */
const namesItsCity = ({ name, city }: Airport): boolean =>
  ` ${termsIn(name).join(" ")} `.includes(` ${termsIn(city).join(" ")} `);

const degrees = (value: number, positive: string, negative: string): string =>
  `${Math.abs(value).toFixed(2)}° ${value < 0 ? negative : positive}`;

const named = (names: readonly string[]): string =>
  names.length <= MOST_NAMED
    ? names.join(", ")
    : `${names.slice(0, MOST_NAMED).join(", ")} and ${names.length - MOST_NAMED} more`;

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`;

const countryNames = new Map<string, string>();

const nameOf = (country: string): string => {
  const known = countryNames.get(country);
  if (known !== undefined) return known;
  const name = new Intl.DisplayNames(["en"], { type: "region" }).of(country) ?? country;
  countryNames.set(country, name);
  return name;
};

const SLICE = 250;

/** Yields to the event loop between slices: there are thousands of airports. */
const inSlices = async <T, U>(items: readonly T[], make: (item: T, index: number) => U): Promise<readonly U[]> => {
  const made: U[] = [];
  for (const [index, item] of items.entries()) {
    if (index % SLICE === SLICE - 1) await turn();
    made.push(make(item, index));
  }
  return made;
};

const groupBy = <T>(items: readonly T[], keysOf: (item: T) => readonly string[]): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
  }
  return groups;
};
