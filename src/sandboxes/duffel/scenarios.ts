/** Behaviours that a client can request, with the header `X-Taxiway-Scenario` or a one-way search of a magic route. */
export const SCENARIOS = [
  "no_flights",
  "hold_only",
  "connections",
  "stop",
  "no_baggage",
  "no_services",
  "search_timeout",
  "offer_no_longer_available",
  "price_rises",
  "order_creation_fails",
  "insufficient_balance",
  "async_order_200",
  "async_order_202",
  "async_order_fails",
  "schedule_changes",
  "airline_credit_refund",
] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** Duffel's magic routes and the scenario that each triggers. */
export const MAGIC_ROUTES: Readonly<Record<string, Scenario>> = {
  "PVD-RAI": "no_flights",
  "JFK-EWR": "hold_only",
  "LHR-DXB": "connections",
  "DXB-AMS": "stop",
  "BTS-MRU": "no_baggage",
  "BTS-ABV": "no_services",
  "STN-LHR": "search_timeout",
  "LGW-LHR": "offer_no_longer_available",
  "LHR-STN": "price_rises",
  "LHR-LGW": "order_creation_fails",
  "LGW-STN": "insufficient_balance",
  "LTN-STN": "async_order_200",
  "SEN-STN": "async_order_202",
  "LCY-STN": "async_order_fails",
  "LHR-LTN": "schedule_changes",
  "LTN-SYD": "airline_credit_refund",
};
