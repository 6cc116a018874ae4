import { type Draw, draw, hash } from "../../../model/draw.ts";
import { dataTable } from "../data-file.ts";
import { countryOf, type Market } from "../markets.ts";
import { type Chain, chainsIn, INDEPENDENT } from "./chains.ts";
import type { City, Quarter } from "./cities.ts";
import { addressIn, airportSitesOf, shuffled, siteChooser, stateOf } from "./sites.ts";

/** A hotel with its fixed properties, which do not depend on the seed or the dates. */
export interface Property {
  /** City, chain and number: `LONHH07`. */
  readonly code: string;
  readonly name: string;
  readonly chain: Chain;
  readonly stars: number;
  readonly address: string;
  readonly amenities: readonly string[];
  readonly atAirport: boolean;
  /** 0 to 1: compared with other hotels of the same star rating. */
  readonly quality: number;
  /** Has rooms for three and four guests. */
  readonly familyRooms: boolean;
}

/** Million passengers a year, and the number of hotels in a city of that size. */
const HOTEL_COUNTS: readonly (readonly [number, number])[] = [
  [60, 26],
  [30, 22],
  [15, 18],
  [6, 15],
  [1.9, 12],
  [1, 9],
  [0.5, 7],
  [0.2, 5],
  [0, 3],
];

/** The first, fifth, ninth and thirteenth are airport hotels. */
const CITY_STARS = [3, 4, 2, 5, 3, 4, 1, 3, 2, 4, 5, 3, 4, 3, 5, 2, 4, 3, 4, 5, 3, 1, 2, 3, 4, 5];
const TOWN_STARS = [3, 4, 2, 3, 4, 3, 2, 4, 3];
const RESORT_STARS = [3, 4, 5, 2, 4, 3, 5, 4, 3];

/** Million passengers a year from which a city has independent five-star hotels and second hotels of a chain. */
const LARGE = 6;

/** Share of chain hotels in a small town. */
const SMALL_TOWN_CHAINS: Readonly<Partial<Record<Market, number>>> = {
  us: 0.75,
  canada: 0.6,
  france: 0.55,
  german: 0.45,
  britain: 0.4,
  nordic: 0.4,
  benelux: 0.5,
  japan: 0.5,
  china: 0.5,
  oceania: 0.35,
  "south-europe": 0.3,
};

export const propertiesOf = (city: City): readonly Property[] => {
  const chance = draw("hotels", city.code);
  const count = (HOTEL_COUNTS.find(([traffic]) => city.traffic >= traffic) as readonly [number, number])[1];
  const stars = starsOf(city, count, chance);
  const pickChain = chainPicker(city, chance, count);
  const airportSites = airportSitesOf(city, count);
  const sitesFor = siteChooser(city, chance);
  const names = new Set<string>();
  return stars.map((planned, index) => {
    const airport = index % 4 === 0 ? airportSites[index / 4] : undefined;
    const chain = pickChain(planned, airport !== undefined);
    const wanted = chain === INDEPENDENT && planned === 5 && city.traffic < LARGE ? 4 : planned;
    const sites = airport === undefined ? sitesFor(wanted) : [airport];
    const { name, site } = nameFor(chain, wanted, sites, city, names, chance);
    names.add(name);
    return Object.freeze({
      code: `${city.code}${chain.code}${String(index + 1).padStart(2, "0")}`,
      name,
      chain,
      stars: wanted,
      address: addressIn(city, site, chance),
      amenities: amenitiesOf(wanted, city, airport !== undefined, chance),
      atAirport: airport !== undefined,
      quality: chance.fraction(),
      familyRooms: city.country === "US" || city.country === "CA" || (wanted >= 3 && chance.chance(0.6)),
    });
  });
};

const starsOf = (city: City, count: number, chance: Draw): readonly number[] => {
  if (count === 3) return [3, 2, chance.chance(0.35) ? 4 : 3];
  return (count >= 12 ? CITY_STARS : city.demand === "resort" ? RESORT_STARS : TOWN_STARS).slice(0, count);
};

/** Picks chains that operate in cities of that size: local before global ones, and each at most twice. */
const chainPicker = (city: City, chance: Draw, count: number): ((stars: number, atAirport: boolean) => Chain) => {
  const small = count <= 5;
  const branded = isRemote(city) ? 0 : (SMALL_TOWN_CHAINS[countryOf(city.country).market] ?? 0.15);
  const rank = (chain: Chain): number => hash("chain", city.code, chain.code) * (chain.local ? 0.6 : 1);
  const ranked = chainsIn(city.country)
    .filter(
      ({ leastTraffic, resortsOnly }) => leastTraffic <= city.traffic && (!resortsOnly || city.demand === "resort"),
    )
    .map((chain) => ({ chain, rank: rank(chain) }))
    .sort((a, b) => a.rank - b.rank || (a.chain.code < b.chain.code ? -1 : 1))
    .map(({ chain }) => chain);
  const used = new Map<Chain, number>();
  const names = new Set<string>();
  return (stars, atAirport) => {
    if (small && !chance.chance(branded)) return INDEPENDENT;
    const suitable = ranked.filter((chain) => chain.stars === stars && (!atAirport || namesPart(chain)));
    const fresh = suitable.find((chain) => !names.has(chain.name));
    const again =
      stars <= 4 && city.traffic >= LARGE
        ? suitable.find((chain) => used.get(chain) === 1 && namesPart(chain))
        : undefined;
    const chain = fresh ?? again ?? INDEPENDENT;
    names.add(chain.name);
    used.set(chain, (used.get(chain) ?? 0) + 1);
    return chain;
  };
};

const namesPart = ({ naming }: Chain): boolean => naming.includes("*") || naming.includes("#");

const FAR_NORTH = new Set(["CA", "GL", "SJ"]);

/** Small places in Alaska and the far north have independent hotels only. */
const isRemote = (city: City): boolean =>
  city.traffic < 0.3 &&
  (stateOf(city.country, city.code) === "AK" || (FAR_NORTH.has(city.country) && city.latitude > 57));

/** Picks the first site that gives the hotel a unique name in the city. */
const nameFor = (
  chain: Chain,
  stars: number,
  sites: readonly Quarter[],
  city: City,
  taken: ReadonlySet<string>,
  chance: Draw,
): { readonly name: string; readonly site: Quarter } => {
  const [nearest] = sites as readonly [Quarter, ...Quarter[]];
  if (chain === INDEPENDENT) {
    const inns = shuffled(innsOf(stars, city), chance).map((inn) => inn.replace("@", city.shortName));
    return { name: inns.find((inn) => !taken.has(inn)) ?? `${inns[0]} ${nearest.name}`, site: nearest };
  }
  const site = sites.find((quarter) => !taken.has(nameAt(chain, quarter, city))) ?? nearest;
  return { name: nameAt(chain, site, city), site };
};

const nameAt = ({ naming }: Chain, quarter: Quarter, city: City): string => {
  const town = quarter.town?.name ?? city.shortName;
  return naming.replace("*", `${town} ${quarter.name}`).replace("@", town).replace("#", quarter.name);
};

const innsOf = (stars: number, { language: { inns } }: City): readonly string[] => {
  if (stars === 1) return HOSTELS;
  if (stars === 5) return PALACES;
  return stars === 2 ? inns.slice(0, 2) : stars === 3 ? inns.slice(1, -1) : inns.slice(-3);
};

const HOSTELS = ["City Hostel @", "@ Backpackers", "Central Hostel @"];
const PALACES = ["Grand Hotel @", "@ Palace Hotel", "The Imperial @", "The Regent @", "Royal @ Hotel"];

interface Amenities {
  readonly always: readonly string[];
  /** Half of the hotels have each of them. */
  readonly maybe: readonly string[];
}

const amenitiesByStars = dataTable("hotel-amenities.json", (data: Readonly<Record<number, Amenities>>) => data);

const amenitiesOf = (stars: number, city: City, atAirport: boolean, chance: Draw): readonly string[] => {
  const { always, maybe } = amenitiesByStars()[stars] as Amenities;
  const amenities = [...always, ...maybe.filter(() => chance.chance(0.5))];
  if (atAirport) amenities.push("Airport shuttle");
  if (city.demand === "resort" && stars >= 3) amenities.push("Outdoor pool");
  return Object.freeze(amenities);
};
