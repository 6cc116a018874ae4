import { pageOf } from "./paging.ts";
import { badParameter, notFound } from "./problems.ts";
import type { Reference } from "./reference.ts";
import type { DuffelRequest, Route } from "./route.ts";

/** Lists that change with nobody's booking: each is read whole, by page, or one by its id. */
export const referenceRoutes = (reference: Reference): readonly Route[] => [
  ...collection("/air/airlines", () => reference.airlines()),
  ...collection("/air/aircraft", () => reference.allAircraft()),
  ...collection("/air/airports", () => reference.airports(), inCountry),
];

const collection = <T extends { readonly id: string }>(
  path: string,
  all: () => readonly T[],
  narrow: (items: readonly T[], query: DuffelRequest["query"]) => readonly T[] = (items) => items,
): readonly Route[] => [
  {
    method: "GET",
    path,
    run: ({ query }) => {
      const { items, meta } = pageOf(narrow(all(), query), query, ({ id }) => id);
      return { data: items, meta };
    },
  },
  {
    method: "GET",
    path: `${path}/:id`,
    run: ({ id }) => {
      const data = all().find((item) => item.id === id);
      if (data === undefined) throw notFound();
      return { data };
    },
  },
];

const inCountry = <T extends { readonly iata_country_code: string }>(
  airports: readonly T[],
  query: DuffelRequest["query"],
): readonly T[] => {
  const country = query.get("iata_country_code");
  if (country === null) return airports;
  if (!/^[A-Za-z]{2}$/.test(country)) {
    throw badParameter("iata_country_code", "Query parameter 'iata_country_code' must be two letters, such as GB.");
  }
  return airports.filter((airport) => airport.iata_country_code === country.toUpperCase());
};
