/** What a figure of the report may be at most or must be at least. */
export interface Limit {
  readonly figure: string;
  readonly least?: number;
  readonly most?: number;
  /** Printed, and not yet held by the tests. */
  readonly goal?: true;
}

export const LIMITS: readonly Limit[] = [
  { figure: "large airports without an ICAO code", most: 0 },
  { figure: "airports with an ICAO code", least: 0.9 },
  { figure: "ICAO codes used twice", most: 0 },

  { figure: "block times within 15 % of the distance", least: 0.9 },
  { figure: "shortest block time for its distance", least: 0.8 },
  { figure: "longest block time for its distance", most: 1.2 },

  { figure: "US economy fares in the band", least: 1 },
  { figure: "US business fares in the band", least: 1 },
  { figure: "US first fares in the band", least: 1 },
  { figure: "US economy p10 dollars", most: 260 },
  { figure: "US economy p90 dollars", least: 550 },
  { figure: "US economy steps used", least: 1 },
  { figure: "US business steps used", least: 0.75 },
  { figure: "searches with one clear cheapest option", least: 0.95 },
  { figure: "options that share their price", most: 0.03 },
  { figure: "dearest over cheapest, median search", least: 1.4 },
  { figure: "better cabins that cost no more", most: 0 },
  { figure: "cabins compared", least: 20 },
  { figure: "well-known routes at an unusual price", most: 2 },
  { figure: "lowest economy cents a mile abroad", least: 2.5 },
  { figure: "cheapest fare, dear days over cheap days", least: 1.2 },
  { figure: "cheapest fare, Fridays over Tuesdays", least: 1.03, most: 1.6 },

  { figure: "detour with one stop, 99th of 100", most: 2.2 },
  { figure: "detour with two stops, 99th of 100", most: 3 },
  { figure: "two stops where one would do", most: 3 },
  { figure: "trips too long for their distance", most: 0.01 },
  { figure: "trips of more than 14 hours within 300 km", most: 0 },
  { figure: "reviewed trips that take too long", most: 0 },
  { figure: "island hops without a nonstop", most: 3 },

  { figure: "aircraft that cannot land on a short field", most: 0 },

  { figure: "departures in the busiest hour", most: 0.085 },
  { figure: "departures at 7, 8, 17 and 18", most: 0.3 },
  { figure: "departures in the busiest five minutes of the hour", most: 0.14 },
  { figure: "departures in the quietest five minutes of the hour", least: 0.05 },
  { figure: "long-haul departures outside their bank", most: 0.03 },
  { figure: "long-haul routes without a flight", most: 4 },

  { figure: "carriers on routes they never fly", most: 0 },
  { figure: "known routes without their carrier", most: 3 },
  { figure: "well-known routes with too few flights", most: 0 },
  { figure: "flights sold by airlines that fly for others only", most: 0 },
  { figure: "flights flown by another airline than the seller", least: 0.03, most: 0.4 },
  { figure: "US regional flights flown by a partner", least: 0.8 },
  { figure: "sellers and operators of two alliances", most: 0 },
  { figure: "flights flown by another airline under the seller's code", most: 0 },
  { figure: "nonstop flights sold out", least: 0.07, most: 0.13 },

  { figure: "economy searches without an answer", most: 0.05 },
  { figure: "empty answers without a known reason", most: 0 },

  { figure: "hotels against their brand's standard", most: 0 },
  { figure: "four and five stars in small towns", most: 0.2 },
  { figure: "small US towns, median night in dollars", most: 150 },
  { figure: "hotels named after a station without a railway", most: 0 },
  { figure: "hotels without a position and hours", most: 0 },
  { figure: "hotels far from their city's airports", most: 0 },
  { figure: "hotels sold out", least: 0.06, most: 0.14 },

  { figure: "US economy cars in the band", least: 0.5 },
  { figure: "US luxury cars in the band", least: 0.5 },
  { figure: "car classes out of order", most: 0 },

  { figure: "fares that claim an advance purchase without a clock", most: 0 },
  { figure: "hotel rates that claim an advance purchase without a clock", most: 0 },
  { figure: "fares whose deadline has passed", most: 0 },
  { figure: "two days ahead over sixty days ahead", least: 1.2 },
];
