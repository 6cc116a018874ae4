import { maybe, object, oneOf, type Static, string } from "./schema.ts";

export const PASSENGER_TYPES = ["adult", "child", "infant"] as const;

export const Passenger = object({
  id: string({ description: "Unique within the booking" }),
  type: oneOf(PASSENGER_TYPES),
  firstName: string(),
  lastName: string(),
  dateOfBirth: maybe(string({ format: "date" })),
  email: maybe(string({ format: "email" })),
  phone: maybe(string({ description: "E.164" })),
  frequentFlyerNumber: maybe(string()),
  passport: maybe(string({ description: "Masked number, country and expiry" })),
});
export type Passenger = Static<typeof Passenger>;
export type PassengerType = Passenger["type"];

/** The number of passengers of each type. */
export interface Party {
  readonly adults: number;
  readonly children: number;
  readonly infants: number;
}

/** Counts the passengers who need a seat: infants travel on a lap. */
export const seated = (party: Party): number => party.adults + party.children;

const COUNTED_AS = { adult: "adults", child: "children", infant: "infants" } as const;

export const partyOf = (passengers: readonly { readonly type: PassengerType }[]): Party => {
  const party = { adults: 0, children: 0, infants: 0 };
  for (const { type } of passengers) party[COUNTED_AS[type]] += 1;
  return party;
};
