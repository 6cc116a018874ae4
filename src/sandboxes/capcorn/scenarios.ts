import { CapcornRefusal, shown } from "./capcorn-refusal.ts";

/**
 * What a client can have happen, by the header `X-Taxiway-Scenario` or by asking for a magic hotel, which is the hotel
 * 9100 in everything else. An unknown scenario is an error, never ignored. Where nothing is said of one of the two
 * calls, the scenario changes nothing there.
 *
 * | scenario | hotel | room search | reservation |
 * |---|---|---|---|
 * | wrong_credentials | 9901 | 401 | 401, nothing is booked |
 * | wrong_credentials_empty | 9902 | 200 with empty members | 200 with Errors, nothing is booked |
 * | unknown_hotel | 9903 | 200 with empty members | Errors, nothing is booked |
 * | duplicate_reservation | 9904 | | Errors: the ResID_Value is taken |
 * | amount_mismatch | 9905 | | Errors: the amount is not the price |
 * | room_sold | 9906 | | Errors: somebody else was faster |
 * | server_error | 9907 | 500 with a page in HTML | the same, nothing is booked |
 * | slow | 9908 | after 35 seconds, when clients have given up | the same: booked all the same |
 * | no_namespace | 9909 | without its namespace | the same |
 * | latin1 | 9910 | in ISO-8859-1 | the same |
 * | empty_children | 9911 | an empty element `children` where there are none | |
 * | empty_body | 9912 | 200 without a body | the same: booked all the same |
 * | text_body | 9913 | 200 with a line of text | the same: booked all the same |
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

/** What the header asks for. */
export const askedScenario = (header: string | undefined): Scenario | undefined => {
  if (header === undefined) return undefined;
  const name = header.trim();
  if (Object.hasOwn(SCENARIOS, name)) return name as Scenario;
  throw new CapcornRefusal(
    "unreadable",
    `The header X-Taxiway-Scenario '${shown(name)}' is none of: ${Object.keys(SCENARIOS).join(", ")}.`,
  );
};

/** What the first magic hotel asks for. */
export const magicScenario = (hotelIds: readonly string[]): Scenario | undefined =>
  hotelIds.map((id) => MAGIC_HOTELS.get(id)).find((scenario) => scenario !== undefined);
