import { type Draw, draw, hash } from "../../../model/draw.ts";
import { countryOf, type Market } from "../markets.ts";
import { type Chain, chainsIn, INDEPENDENT } from "./chains.ts";
import type { City } from "./cities.ts";
import { nameFor } from "./names.ts";
import { type Position, positionOf } from "./positions.ts";
import { addressIn, airportSitesOf, siteChooser, stateOf } from "./sites.ts";
import { type Standard, standardOf } from "./standards.ts";

/** A hotel with its fixed properties, which do not depend on the seed or the dates. */
export interface Property {
  /** City, chain and number: `LONHH07`. */
  readonly code: string;
  readonly name: string;
  readonly chain: Chain;
  readonly stars: number;
  readonly address: string;
  readonly position: Position;
  /** Local times. */
  readonly checkInTime: string;
  readonly checkOutTime: string;
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
/** Four stars cost 300 dollars and more in the United States, which no small town there asks. */
const AMERICAN_TOWN_STARS = [3, 2, 2, 3, 2, 3, 1, 2, 3];
const VILLAGE_STARS = [3, 2, 2];
const RESORT_STARS = [3, 4, 5, 2, 4, 3, 5, 4, 3];
const EXCLUSIVE_STARS = [5, 4, 5, 4, 3, 5, 4];

/** Million passengers a year. */
const VILLAGE = 0.1;
/** The least number of hotels in an exclusive resort. */
const EXCLUSIVE_COUNT = 6;

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
  const count = countOf(city);
  const stars = starsOf(city, count, chance);
  const pickChain = chainPicker(city, chance, count);
  const airportSites = airportSitesOf(city, count);
  const sitesFor = siteChooser(city, chance);
  const names = new Set<string>();
  return stars.map((planned, index) => {
    const airport = index % 4 === 0 ? airportSites[index / 4] : undefined;
    const chain = pickChain(planned, airport !== undefined);
    const wanted = chain === INDEPENDENT && planned === 5 && city.traffic < LARGE && !city.exclusive ? 4 : planned;
    const sites = airport === undefined ? sitesFor(wanted) : [airport];
    const { name, site } = nameFor(chain, wanted, sites, city, names, chance);
    names.add(name);
    const code = `${city.code}${chain.code}${String(index + 1).padStart(2, "0")}`;
    const standard = standardOf(chain, wanted);
    return Object.freeze({
      code,
      name,
      chain,
      stars: wanted,
      address: addressIn(city, site, chance),
      position: positionOf(city, site, code),
      checkInTime: standard.from,
      checkOutTime: standard.until,
      amenities: amenitiesOf(standard, wanted, city, airport !== undefined, chance),
      atAirport: airport !== undefined,
      quality: chance.fraction(),
      familyRooms: city.country === "US" || city.country === "CA" || (wanted >= 3 && chance.chance(0.6)),
    });
  });
};

const countOf = ({ traffic, exclusive }: City): number => {
  const [, count] = HOTEL_COUNTS.find(([least]) => traffic >= least) as readonly [number, number];
  return exclusive ? Math.max(count, EXCLUSIVE_COUNT) : count;
};

const starsOf = (city: City, count: number, chance: Draw): readonly number[] => {
  if (city.exclusive)
    return Array.from({ length: count }, (_, i) => EXCLUSIVE_STARS[i % EXCLUSIVE_STARS.length] as number);
  if (count >= 12) return CITY_STARS.slice(0, count);
  const last = chance.chance(0.35) ? 4 : 3;
  if (city.demand === "resort") return count === 3 ? [3, 2, last] : RESORT_STARS.slice(0, count);
  if (city.country === "US") return AMERICAN_TOWN_STARS.slice(0, count);
  if (city.traffic < VILLAGE) return VILLAGE_STARS;
  return count === 3 ? [3, 2, last] : TOWN_STARS.slice(0, count);
};

/** Picks chains that operate in cities of that size: local before global ones, and each at most twice. */
const chainPicker = (city: City, chance: Draw, count: number): ((stars: number, atAirport: boolean) => Chain) => {
  const small = count <= 5 || city.exclusive;
  const branded = isRemote(city) || city.exclusive ? 0 : (SMALL_TOWN_CHAINS[countryOf(city.country).market] ?? 0.15);
  const rank = (chain: Chain): number => hash("chain", city.code, chain.code) * (chain.local ? 0.6 : 1);
  const ranked = chainsIn(city.country)
    .filter(
      ({ leastTraffic, resortsOnly, cities }) =>
        leastTraffic <= city.traffic &&
        (!resortsOnly || city.demand === "resort") &&
        (cities === undefined || cities.has(city.code)),
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

/** Where it is cooler, smaller hotels have no air conditioning, and resorts no outdoor pool. */
const COOL_LATITUDE = 57;
const POOL_LATITUDE = 50;
/** Million passengers a year of a town in which hotels have no amenities of large cities. */
const TOWN = 0.5;
const METROPOLITAN = new Set([
  "Executive lounge",
  "Club lounge",
  "Valet parking",
  "Limousine service",
  "Business center",
]);

const amenitiesOf = (
  { always, maybe, shuttle, pool }: Standard,
  stars: number,
  city: City,
  atAirport: boolean,
  chance: Draw,
): readonly string[] => {
  const cool = stars <= 3 && Math.abs(city.latitude) >= COOL_LATITUDE;
  const plain = city.traffic < TOWN && !city.exclusive;
  const amenities = [...always, ...maybe.filter(() => chance.chance(0.5))].filter(
    (amenity) => !(cool && amenity === "Air conditioning") && !(plain && METROPOLITAN.has(amenity)),
  );
  if (atAirport && shuttle !== false) amenities.push("Airport shuttle");
  const warmResort = city.demand === "resort" && Math.abs(city.latitude) < POOL_LATITUDE;
  if (warmResort && stars >= 3 && pool !== false && !amenities.includes("Outdoor pool")) amenities.push("Outdoor pool");
  return Object.freeze(amenities);
};
