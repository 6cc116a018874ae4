import { array, integer, maybe, object, oneOf, type Schema, type Static, string } from "./schema.ts";

const NOTICE_KINDS = ["cancelled", "retimed", "downgraded", "walked", "substituted"] as const;

/** What an airline, hotel or car company changed after the booking. It is open until it is resolved. */
export const Notice = object({
  id: string({ description: "N1, N2 and so on" }),
  at: string({ description: "When it was sent" }),
  kind: oneOf(NOTICE_KINDS),
  about: string({ description: "The id of the service on the booking" }),
  text: string(),
  before: maybe({ type: "object", description: "What was booked" } as Schema<Readonly<Record<string, string>>>),
  entitles: array(oneOf(["rebook", "refund"]), { description: "What the traveller may ask for free of charge" }),
  eu261Eur: maybe(integer({ description: "Euros that the airline owes each traveller by EU 261; not paid here" })),
  resolved: maybe(oneOf(["accepted", "rebooked", "refunded", "replaced"])),
});
export type Notice = Static<typeof Notice>;
