import { CapcornRefusal, shown } from "./capcorn-refusal.ts";

/**
 * Failures that clients can request with the header `X-Taxiway-Scenario` or with a magic hotel, which is otherwise the
 * same as hotel 9100. An unknown scenario is an error. An empty cell means that the scenario has no effect on the call.
 *
 * | scenario | hotel | room search | reservation |
 * |---|---|---|---|
 * | wrong_credentials | 9901 | 401 | 401, nothing is booked |
 * | wrong_credentials_empty | 9902 | 200 with empty members | 200 with Errors, nothing is booked |
 * | unknown_hotel | 9903 | 200 with empty members | Errors, nothing is booked |
 * | duplicate_reservation | 9904 | | Errors: the ResID_Value is taken |
 * | amount_mismatch | 9905 | | Errors: the amount is not the price |
 * | room_sold | 9906 | | Errors: the room has just been sold |
 * | server_error | 9907 | 500 with an HTML page | the same, nothing is booked |
 * | slow | 9908 | after 35 seconds, past client timeouts | the same, but booked |
 * | no_namespace | 9909 | without its namespace | the same |
 * | latin1 | 9910 | in ISO-8859-1 | the same |
 * | empty_children | 9911 | an empty `children` element if there are none | |
 * | empty_body | 9912 | 200 without a body | the same, but booked |
 * | text_body | 9913 | 200 with a line of text | the same, but booked |
 */
export const SCENARIOS = {
  wrong_credentials: "9901",
  wrong_credentials_empty: "9902",
  unknown_hotel: "9903",
  duplicate_reservation: "9904",
  amount_mismatch: "9905",
  room_sold: "9906",
  server_error: "9907",
  slow: "9908",
  no_namespace: "9909",
  latin1: "9910",
  empty_children: "9911",
  empty_body: "9912",
  text_body: "9913",
} as const;
export type Scenario = keyof typeof SCENARIOS;

export const MAGIC_HOTELS: ReadonlyMap<string, Scenario> = new Map(
  (Object.keys(SCENARIOS) as Scenario[]).map((scenario) => [SCENARIOS[scenario], scenario]),
);

/** The scenario requested by the header. */
export const askedScenario = (header: string | undefined): Scenario | undefined => {
  if (header === undefined) return undefined;
  const name = header.trim();
  if (Object.hasOwn(SCENARIOS, name)) return name as Scenario;
  throw new CapcornRefusal(
    "unreadable",
    `The header X-Taxiway-Scenario '${shown(name)}' must be one of: ${Object.keys(SCENARIOS).join(", ")}.`,
  );
};

/** The scenario of the first magic hotel. */
export const magicScenario = (hotelIds: readonly string[]): Scenario | undefined =>
  hotelIds.map((id) => MAGIC_HOTELS.get(id)).find((scenario) => scenario !== undefined);
