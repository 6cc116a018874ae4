import type { Draw } from "../../../model/draw.ts";
import { type Chain, INDEPENDENT } from "./chains.ts";
import type { City, Quarter } from "./cities.ts";
import { shuffled } from "./sites.ts";

/** Picks the first site that gives the hotel a unique name in the city. */
export const nameFor = (
  chain: Chain,
  stars: number,
  sites: readonly Quarter[],
  city: City,
  taken: ReadonlySet<string>,
  chance: Draw,
): { readonly name: string; readonly site: Quarter } => {
  const [nearest] = sites as readonly [Quarter, ...Quarter[]];
  if (chain === INDEPENDENT) {
    const inns = shuffled(innsOf(stars, city), chance);
    const own = inns.map((inn) => inn.replace("@", city.exclusive && stars >= 4 ? nearest.name : city.shortName));
    const others = sites.flatMap(({ name }) => inns.map((inn) => inn.replace("@", `${city.shortName} ${name}`)));
    return { name: [...own, ...others].find((inn) => !taken.has(inn)) ?? (own[0] as string), site: nearest };
  }
  const site = sites.find((quarter) => !taken.has(nameAt(chain, quarter, city))) ?? nearest;
  return { name: nameAt(chain, site, city), site };
};

const nameAt = ({ naming }: Chain, quarter: Quarter, city: City): string => {
  const town = quarter.town?.name ?? city.shortName;
  return naming.replace("*", `${town} ${quarter.name}`).replace("@", town).replace("#", quarter.name);
};

const innsOf = (stars: number, { language, exclusive, seaside }: City): readonly string[] => {
  if (exclusive && stars >= 4) return language.villas ?? PALACES;
  if (stars === 1) return HOSTELS;
  if (stars === 5) return PALACES;
  const { inns } = language;
  const shore = seaside ? language.shore : undefined;
  if (stars === 2) return [...inns.slice(0, 2), ...(shore?.slice(0, 1) ?? [])];
  if (stars === 3) return shore ?? inns.slice(1, -1);
  return [...(shore?.slice(1) ?? []), ...inns.slice(shore ? -1 : -3)];
};

const HOSTELS = ["City Hostel @", "@ Backpackers", "Central Hostel @"];
const PALACES = ["Grand Hotel @", "@ Palace Hotel", "The Imperial @", "The Regent @", "Royal @ Hotel"];
