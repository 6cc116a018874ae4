import { CABINS } from "../../../model/flight.ts";
import { boolean, integer, maybe, oneOf, type Static, string } from "../../../model/schema.ts";
import { BookingMatcher } from "./matcher-schema.ts";
import {
  airport,
  amount,
  day,
  duration,
  either,
  FlightTarget,
  flightNumber,
  instant,
  name,
  pattern,
  strict,
  text,
  tool,
  VEHICLES,
} from "./schema-fields.ts";

const Trigger = {
  start: maybe(boolean()),
  after: maybe(
    strict({ tool: tool(), times: maybe(integer({ minimum: 1 })), outcome: maybe(oneOf(["ok", "refused", "any"])) }),
  ),
  before: maybe(strict({ tool: tool(), times: maybe(integer({ minimum: 1 })) })),
  during: maybe(strict({ tool: tool(), success: integer({ minimum: 1 }) })),
  at: maybe(instant("The first call at or after it")),
  booked: maybe(BookingMatcher),
  said: maybe(pattern("A message to the traveller matches")),
};
export const TriggerWithAnd = strict({ ...Trigger, and: maybe(strict(Trigger)) });

export const Override = strict({
  as: maybe(name("For lift")),
  ...FlightTarget,
  cabin: maybe(oneOf(CABINS)),
  hotel: maybe(string()),
  city: maybe(airport()),
  stars: maybe(integer()),
  company: maybe(string()),
  class: maybe(oneOf(VEHICLES)),
  gone: maybe(boolean()),
  soldOut: maybe(boolean()),
  seats: maybe(integer({ minimum: 0, maximum: 9 })),
  price: maybe(
    string({ pattern: "^(?:[+-][0-9]{1,3}%|[+-]\\$[0-9]{1,7}(?:\\.[0-9]{2})?|=\\$[0-9]{1,7}(?:\\.[0-9]{2})?)$" }),
  ),
  refundable: maybe(boolean()),
  text: maybe(
    strict({
      cancellationPolicy: maybe(text("Replaces the policy")),
      amenity: maybe(text("One more amenity")),
      roomType: maybe(text("Replaces the name of the room")),
    }),
  ),
});

export const FAULTS = [
  "unavailable",
  "timeout",
  "slow",
  "rate_limited",
  "lost_answer",
  "refused",
  "stale",
  "partial",
  "empty",
  "malformed",
  "truncated",
  "huge",
  "http",
  "hang_up",
  "session_lost",
  "tool_gone",
] as const;

const FaultFields = strict({
  kind: oneOf(FAULTS),
  for: maybe(duration("Of slow and rate_limited, in run time")),
  real: maybe(boolean({ description: "Of slow: also in real time, at most 10 s" })),
  text: maybe(text("Of refused", 500)),
  status: maybe(integer({ minimum: 400, maximum: 599, description: "Of http: 429, 500 or 503" })),
});

export const Consent = strict({
  upTo: maybe(amount("Agrees to proposals up to this total")),
  for: maybe(pattern("Agrees only to proposals that match")),
  otherwise: maybe(oneOf(["yes", "no", "ask-cheaper"])),
});

export const Action = strict({
  override: maybe(Override),
  lift: maybe(name()),
  airline: maybe(
    strict({
      cancel: maybe(flightNumber()),
      retime: maybe(flightNumber()),
      downgrade: maybe(flightNumber()),
      date: day(),
      minutes: maybe(integer()),
      to: maybe(string()),
      notice: maybe(text("What the airline says", 500)),
    }),
  ),
  hotel: maybe(strict({ walk: string(), to: maybe(string()), notice: maybe(text("What the hotel says", 500)) })),
  car: maybe(strict({ substitute: string(), to: maybe(string()), notice: maybe(text("What the company says", 500)) })),
  jump: maybe(duration("Run time passes")),
  traveller: maybe(strict({ says: maybe(text("Told with the answer of the call")), consent: maybe(Consent) })),
  rival: maybe(
    strict({
      books: strict({
        ...FlightTarget,
        cabin: maybe(oneOf(CABINS)),
        seats: maybe(integer({ minimum: 1, maximum: 9 })),
      }),
    }),
  ),
  fault: maybe(either(oneOf(FAULTS), FaultFields)),
});

export type Trigger = Static<typeof TriggerWithAnd>;
export type Override = Static<typeof Override>;
export type Action = Static<typeof Action>;
export type Fault = Static<typeof FaultFields>;
export type Consent = Static<typeof Consent>;
