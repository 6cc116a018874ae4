import { dataTable } from "../data-file.ts";
import type { Chain } from "./chains.ts";

/** What a hotel of a brand, or an independent hotel of that many stars, has. */
export interface Standard {
  /** Local check-in and check-out time. */
  readonly from: string;
  readonly until: string;
  readonly always: readonly string[];
  /** Half of the hotels have each of them. */
  readonly maybe: readonly string[];
  /** False: no shuttle at the airport, or no outdoor pool in a resort. */
  readonly shuttle?: false;
  readonly pool?: false;
}

interface StandardData {
  readonly stars: Readonly<Record<number, Standard>>;
  readonly brands: readonly (Standard & { readonly chains: string })[];
}

const standards = dataTable("hotel-standards.json", ({ stars, brands }: StandardData) => ({
  stars,
  byChain: new Map(brands.flatMap(({ chains, ...standard }) => chains.split(" ").map((code) => [code, standard]))),
}));

/** The standard of the brand if it has one of its own, otherwise that of its stars. */
export const standardOf = ({ code }: Chain, stars: number): Standard => {
  const { byChain, stars: byStars } = standards();
  return byChain.get(code) ?? (byStars[stars] as Standard);
};

export const brandsWithStandard = (): readonly string[] => [...standards().byChain.keys()];
