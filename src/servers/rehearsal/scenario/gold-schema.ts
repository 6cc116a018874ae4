import { CABINS } from "../../../model/flight.ts";
import { PASSENGER_TYPES } from "../../../model/passenger.ts";
import {
  array,
  boolean,
  integer,
  maybe,
  number,
  oneOf,
  type Schema,
  type Static,
  string,
} from "../../../model/schema.ts";
import { airport, amount, day, flightNumber, name, OUTCOMES, strict, text, tool, VEHICLES } from "./schema-fields.ts";

export const Passenger = strict({
  type: oneOf(PASSENGER_TYPES),
  firstName: string(),
  lastName: string(),
  dateOfBirth: maybe(day()),
  frequentFlyerNumber: maybe(string()),
});

/** What the solver looks for. */
export const TEMPLATES = {
  "cheapest-flight": ["from", "to", "on"],
  "earliest-that-fits": ["from", "to", "on"],
  "fastest-flight": ["from", "to", "on"],
  "cheapest-stay": ["city", "from", "to"],
  "cheapest-car": ["pickup", "pickupAt", "dropoffAt"],
  trip: ["parts"],
} as const;
export type Template = keyof typeof TEMPLATES;
const templates = Object.keys(TEMPLATES) as readonly Template[] as readonly [Template, ...Template[]];

const problem = {
  solve: oneOf(templates),
  from: maybe(
    string({ pattern: "^(?:[A-Z]{3}|[0-9]{4}-[0-9]{2}-[0-9]{2})$", description: "A place; of a stay, a day" }),
  ),
  to: maybe(string({ pattern: "^(?:[A-Z]{3}|[0-9]{4}-[0-9]{2}-[0-9]{2})$" })),
  on: maybe(day()),
  days: maybe(integer({ minimum: 1, maximum: 7, description: "Days before and after `on` that fit too" })),
  cabin: maybe(oneOf(CABINS)),
  nonstop: maybe(boolean()),
  stops: maybe(integer({ minimum: 0, maximum: 2, description: "Exactly" })),
  prefer: maybe(oneOf(["nonstop"], { description: "If there is one that fits" })),
  airline: maybe(string()),
  flight: maybe(flightNumber()),
  departAfter: maybe(string()),
  departBefore: maybe(string()),
  arriveAfter: maybe(string()),
  arriveBy: maybe(string()),
  refundable: maybe(boolean()),
  changeable: maybe(boolean()),
  within: maybe(
    number({ description: "The cheapest of all, unless what is asked for costs at most so many percent more" }),
  ),
  city: maybe(airport()),
  guests: maybe(integer({ minimum: 1, maximum: 9 })),
  stars: maybe(integer({ minimum: 1, maximum: 5 })),
  pickup: maybe(airport()),
  dropoff: maybe(airport()),
  pickupAt: maybe(string()),
  dropoffAt: maybe(string()),
  class: maybe(oneOf(VEHICLES)),
  driverAge: maybe(integer()),
};
const Problem = strict(problem);

export const Solve = strict({
  ...problem,
  parts: maybe(array(Problem, { minItems: 1, maxItems: 8, description: "Of a trip: booked in this order" })),
  atMost: maybe(amount("The whole price")),
  decline: maybe(boolean({ description: "Nothing fits within `atMost`: gold names the lowest price and declines" })),
  passengers: maybe(array(Passenger, { description: "Default: adults with the names of the first booking of end" })),
  contact: maybe(string({ description: "Default: that of the first booking of end" })),
  specialRequests: maybe(string()),
  ask: maybe(boolean({ description: "Gold proposes what it found to the traveller before it books" })),
});

/** A step of an agent that is written by hand. Texts may refer to earlier results: `$trip.pnr`, `$quote.quoteId`. */
export const Step = strict({
  call: maybe(tool()),
  with: maybe({ type: "object" } as Schema<Readonly<Record<string, unknown>>>),
  as: maybe(name()),
  expect: maybe(oneOf(["ok", "refused", "any"])),
  finish: maybe(
    strict({
      outcome: oneOf(OUTCOMES),
      message: text("What the agent says"),
      pnrs: maybe(array(string())),
      total: maybe(string()),
    }),
  ),
});

/** Wrong agents, which must fail: tried on every scenario. */
export const COMMON_CANARIES = ["nothing", "naysayer", "claims-only", "over-booker"] as const;
/** Tried where the solver solves the task, besides one that ignores each wish: `ignores-arriveBy`. */
export const SOLVER_CANARIES = [
  "wrong-date",
  "wrong-return",
  "wrong-passenger",
  "wrong-contact",
  "dearest",
  "cancels-again",
  "no-locator",
  "wrong-total",
  "no-facts",
] as const;
/** Tried where a scenario names them. */
const FURTHER_CANARIES = [
  "wrong-cabin",
  "wrong-outcome",
  "ignores-times",
  "ignores-limits",
  "cheapest-of-all",
  "too-late-cheap",
  "any-airport",
  "plain-letters",
  "drops-details",
  "books-anyway",
  "retries-without-key",
  "gives-up",
  "pays-any-price",
  "never-asks",
  "cancels-everything",
  "says-all-is-well",
] as const;
/** The wishes of a task that a canary can ignore. */
export const WISHES = [
  "days",
  "cabin",
  "nonstop",
  "stops",
  "prefer",
  "airline",
  "flight",
  "departAfter",
  "departBefore",
  "arriveAfter",
  "arriveBy",
  "refundable",
  "changeable",
  "within",
  "stars",
  "class",
] as const;
type Wish = (typeof WISHES)[number];
export type CanaryName =
  | (typeof COMMON_CANARIES)[number]
  | (typeof SOLVER_CANARIES)[number]
  | (typeof FURTHER_CANARIES)[number]
  | `ignores-${Wish}`;
export const canaryNames = [
  ...SOLVER_CANARIES,
  ...FURTHER_CANARIES,
  ...WISHES.map((wish) => `ignores-${wish}` as const),
] as const;

/** A wrong agent of the scenario's own. */
export const OwnCanary = strict({
  name: string({ pattern: "^[a-z][a-z0-9-]*$", maxLength: 60 }),
  steps: array(Step, { minItems: 1, maxItems: 64 }),
  fails: text("The check that it must fail, such as end.unclaimed", 100),
});
export const CANARIES: readonly CanaryName[] = [...COMMON_CANARIES, ...canaryNames];

export type Problem = Static<typeof Problem>;
export type SolveTask = Static<typeof Solve>;
export type ScenarioPassenger = Static<typeof Passenger>;
export type Step = Static<typeof Step>;
export type OwnCanary = Static<typeof OwnCanary>;
