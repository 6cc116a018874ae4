import { CABINS } from "../../../model/flight.ts";
import { PASSENGER_TYPES } from "../../../model/passenger.ts";
import {
  array,
  boolean,
  integer,
  maybe,
  number,
  object,
  oneOf,
  type Schema,
  type Static,
  string,
} from "../../../model/schema.ts";
import { AMOUNT_PATTERN } from "./amounts.ts";
import { DURATION_PATTERN } from "./durations.ts";

/** The scenario file, format 1. Published as docs/scenario.schema.json. */

const strict = <P extends Record<string, Schema>>(properties: P, keywords: Record<string, unknown> = {}) =>
  object(properties, { additionalProperties: false, ...keywords });

const either = <A, B>(first: Schema<A>, second: Schema<B>): Schema<A | B> => ({ anyOf: [first, second] });

const name = (description?: string) =>
  string({ pattern: "^[a-z][A-Za-z0-9_]*$", maxLength: 40, ...(description && { description }) });
const text = (description: string, maxLength = 2_000) => string({ minLength: 1, maxLength, description });
const pattern = (description: string) => string({ minLength: 1, maxLength: 300, description });
const instant = (description: string) => string({ format: "date-time", description });
const day = () => string({ format: "date" });
const duration = (description: string) => string({ pattern: DURATION_PATTERN, description });
const amount = (description?: string) =>
  string({ pattern: AMOUNT_PATTERN, maxLength: 120, ...(description && { description }) });
const code = (letters: string) => string({ pattern: letters });
const airport = () => code("^[A-Z]{3}$");
const flightNumber = () => code("^[A-Z0-9]{2}[0-9]{1,4}[A-Z]?$");
/** A value, or what the solver found: `$gold.flight`. */
const orGold = (letters: string) => code(`^(?:${letters}|\\$gold\\.[a-z][A-Za-z]*)$`);
const flightOrGold = () => orGold("[A-Z0-9]{2}[0-9]{1,4}[A-Z]?");
const dayOrGold = () => orGold("[0-9]{4}-[0-9]{2}-[0-9]{2}");

const TOOLS = [
  "searchFlights",
  "searchHotels",
  "searchCars",
  "listRates",
  "listExtras",
  "bookFlight",
  "bookHotel",
  "bookCar",
  "retrieveBooking",
  "listBookings",
  "cancelBooking",
  "quoteChange",
  "confirmChange",
  "payBooking",
  "updateBooking",
  "flightStatus",
  "askTraveller",
  "finishTask",
] as const;
const tool = () => oneOf(TOOLS);

/** Tools that change something, besides the traveller's two. */
export const WRITES: ReadonlySet<string> = new Set([
  "bookFlight",
  "bookHotel",
  "bookCar",
  "cancelBooking",
  "confirmChange",
  "payBooking",
  "updateBooking",
]);

export const OUTCOMES = ["done", "declined", "handed_over"] as const;

const VEHICLES = ["economy", "compact", "midsize", "fullsize", "suv", "luxury"] as const;

const FlightTarget = {
  flight: maybe(flightNumber()),
  date: maybe(day()),
  from: maybe(airport()),
  to: maybe(airport()),
};

const Bounds = strict({ after: maybe(string()), before: maybe(string()) });

const FlightMatcher = strict({
  from: maybe(airport()),
  to: maybe(airport()),
  date: maybe(dayOrGold()),
  flight: maybe(flightOrGold()),
  airline: maybe(string()),
  cabin: maybe(oneOf(CABINS)),
  stops: maybe(integer({ minimum: 0, maximum: 2 })),
  depart: maybe(Bounds),
  arrive: maybe(Bounds),
  refundable: maybe(boolean()),
  fareFamily: maybe(string()),
  changeable: maybe(boolean()),
  status: maybe(oneOf(["HK", "TK", "UN", "XX"])),
  duration: maybe(strict({ atMost: duration("Such as 9h") })),
});

const HotelMatcher = strict({
  city: maybe(airport()),
  code: maybe(string()),
  checkIn: maybe(dayOrGold()),
  checkOut: maybe(dayOrGold()),
  stars: maybe(integer({ minimum: 1, maximum: 5, description: "At least" })),
  guests: maybe(integer({ minimum: 1 })),
  rooms: maybe(integer({ minimum: 1 })),
  refundable: maybe(boolean()),
  status: maybe(oneOf(["confirmed", "cancelled"])),
});

const CarMatcher = strict({
  pickup: maybe(airport()),
  dropoff: maybe(airport()),
  from: maybe(dayOrGold()),
  to: maybe(dayOrGold()),
  class: maybe(oneOf(VEHICLES)),
  company: maybe(string()),
  status: maybe(oneOf(["confirmed", "cancelled"])),
});

const Sum = strict({ atMost: maybe(amount()), atLeast: maybe(amount()), exactly: maybe(amount()) });

const BookingMatcher = strict({
  as: maybe(name("Names the booking for `$name.pnr` and `$name.total`")),
  status: maybe(oneOf(["pending", "confirmed", "cancelled"])),
  passengers: maybe(array(string(), { description: "Full names, in any order" })),
  types: maybe(array(oneOf(PASSENGER_TYPES))),
  contact: maybe(string()),
  frequentFlyerNumbers: maybe(array(string())),
  flights: maybe(
    array(FlightMatcher, { description: "All of them, in order of travel; each a journey without a stay" }),
  ),
  hotels: maybe(array(HotelMatcher)),
  cars: maybe(array(CarMatcher)),
  extras: maybe(array(strict({ kind: maybe(string()), what: maybe(pattern("Matches its text")) }))),
  total: maybe(Sum),
  fees: maybe(Sum),
  paid: maybe(Sum),
  refunded: maybe(Sum),
  openNotices: maybe(integer({ minimum: 0 })),
  same: maybe(name("This given booking, by PNR")),
  unchanged: maybe(boolean({ description: "With `same`: not changed at all" })),
});

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
const TriggerWithAnd = strict({ ...Trigger, and: maybe(strict(Trigger)) });

const Override = strict({
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

const Passenger = strict({
  type: oneOf(PASSENGER_TYPES),
  firstName: string(),
  lastName: string(),
  dateOfBirth: maybe(day()),
  frequentFlyerNumber: maybe(string()),
});

const Consent = strict({
  upTo: maybe(amount("Agrees to proposals up to this total")),
  for: maybe(pattern("Agrees only to proposals that match")),
  otherwise: maybe(oneOf(["yes", "no", "ask-cheaper"])),
});

const Action = strict({
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

const GivenFlight = either(
  string({ description: "A flight id" }),
  strict({ flight: flightNumber(), date: day(), from: airport(), to: airport(), cabin: maybe(oneOf(CABINS)) }),
);

const Given = strict({
  bookings: maybe(
    array(
      strict({
        as: name(),
        at: maybe(instant("When it was made; before clock.start")),
        flights: maybe(array(GivenFlight, { maxItems: 16 })),
        hotels: maybe(array(string(), { maxItems: 16 })),
        cars: maybe(array(string(), { maxItems: 16 })),
        passengers: array(Passenger, { maxItems: 9 }),
        contact: string(),
        hold: maybe(boolean()),
        specialRequests: maybe(text("A wish on the booking", 500)),
      }),
      { maxItems: 32 },
    ),
  ),
  takenSeats: maybe(
    array(
      strict({ flight: flightNumber(), date: day(), cabin: oneOf(CABINS), left: integer({ minimum: 0, maximum: 9 }) }),
      { maxItems: 64 },
    ),
  ),
});

const leveled = { level: maybe(oneOf(["must", "should"])), name: maybe(text("In reports", 80)) };

const NeverCheck = strict({
  ...leveled,
  paidAbove: maybe(either(oneOf(["consent"]), amount())),
  called: maybe(strict({ tool: tool(), with: maybe(pattern("Its arguments as JSON match")) })),
  changed: maybe(name("A given booking")),
  sent: maybe(pattern("The arguments of a call that writes match")),
  told: maybe(pattern("A message to the traveller or the last message matches")),
});

const MannerCheck = strict({
  ...leveled,
  calls: maybe(strict({ atMost: integer({ minimum: 1 }) })),
  called: maybe(
    strict({ tool: tool(), atLeast: maybe(integer({ minimum: 1 })), with: maybe(pattern("Its arguments")) }),
  ),
  readBeforeWriting: maybe(tool()),
  quotedBeforeConfirmed: maybe(boolean()),
  askedBeforeWriting: maybe(boolean({ description: "The traveller agreed to a proposal before the first write" })),
  asked: maybe(pattern("A question to the traveller matches")),
  asksOnce: maybe(boolean({ description: "No question is asked twice" })),
  after: maybe(oneOf(FAULTS)),
  repeatedWithSameKey: maybe(boolean()),
  or: maybe(oneOf(["listedBeforeRepeating"])),
});

const SaidCheck = strict({
  ...leveled,
  pnr: maybe(string({ pattern: "^\\$[a-z][A-Za-z0-9_]*\\.pnr$" })),
  amount: maybe(amount()),
  flight: maybe(flightOrGold()),
  time: maybe(orGold("[0-2][0-9]:[0-5][0-9]")),
  date: maybe(dayOrGold()),
  matches: maybe(pattern("For words that have no value, such as a rule's name")),
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

const Solve = strict({
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
const Step = strict({
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
const canaryNames = [
  ...SOLVER_CANARIES,
  ...FURTHER_CANARIES,
  ...WISHES.map((wish) => `ignores-${wish}` as const),
] as const;

/** A wrong agent of the scenario's own. */
const OwnCanary = strict({
  name: string({ pattern: "^[a-z][a-z0-9-]*$", maxLength: 60 }),
  steps: array(Step, { minItems: 1, maxItems: 64 }),
  fails: text("The check that it must fail, such as end.unclaimed", 100),
});
export const CANARIES: readonly CanaryName[] = [...COMMON_CANARIES, ...canaryNames];

export const ScenarioFile = strict(
  {
    scenario: { const: 1 } as Schema<1>,
    id: string({ pattern: "^[a-z0-9][a-z0-9-]*(?:/[a-z0-9][a-z0-9-]*)?$", maxLength: 100 }),
    title: text("One line", 120),
    category: string({ pattern: "^[a-z][a-z-]*$", maxLength: 40 }),
    difficulty: maybe(integer({ minimum: 1, maximum: 3 })),
    tags: maybe(array(string({ maxLength: 40 }), { maxItems: 20 })),
    author: maybe(text("Never shown to the agent", 200)),
    notes: maybe(text("Never shown to the agent", 5_000)),
    seed: maybe(string({ minLength: 1, maxLength: 64, description: "Of the generated world; default: fixed" })),
    clock: strict({
      start: instant("Run time at the first call"),
      tick: maybe(
        either(duration("How long a call takes in run time; default 20s"), {
          type: "object",
          additionalProperties: { type: "string", pattern: DURATION_PATTERN },
        } as Schema<Readonly<Record<string, string>>>),
      ),
      end: maybe(instant("No call is accepted after it")),
    }),
    brief: text(
      "What the agent is given. {{today}} is the day of clock.start, {{trip.pnr}} a given booking's PNR",
      20_000,
    ),
    policy: maybe(text("A document for the agent: the resource rehearsal://policy", 20_000)),
    candour: maybe(
      oneOf(["told", "untold"], { description: "untold (default): nothing tells the agent that it rehearses" }),
    ),
    traveller: maybe(
      strict({
        name: maybe(string({ maxLength: 100 })),
        facts: maybe(
          array(
            strict({
              id: name(),
              asked: array(pattern("Questions it answers"), { minItems: 1 }),
              answer: text("The answer"),
            }),
            { maxItems: 64 },
          ),
        ),
        consent: maybe(Consent),
        says: maybe(array(strict({ when: TriggerWithAnd, text: text("The message") }), { maxItems: 64 })),
        patience: maybe(integer({ minimum: 0, maximum: 100 })),
        off_script: maybe(text("The answer to a question that no fact matches")),
      }),
    ),
    given: maybe(Given),
    world: maybe(array(Override, { maxItems: 64 })),
    cues: maybe(
      array(
        strict({ when: TriggerWithAnd, do: either(Action, array(Action, { maxItems: 16 })), once: maybe(boolean()) }),
        {
          maxItems: 64,
        },
      ),
    ),
    end: strict({
      bookings: maybe(array(BookingMatcher, { maxItems: 32 })),
      finish: maybe(strict({ outcome: either(oneOf(OUTCOMES), array(oneOf(OUTCOMES))) })),
    }),
    allow: maybe(array(BookingMatcher, { maxItems: 32, description: "Further bookings that may exist or change" })),
    never: maybe(array(NeverCheck, { maxItems: 64 })),
    manner: maybe(array(MannerCheck, { maxItems: 64 })),
    said: maybe(array(SaidCheck, { maxItems: 64 })),
    gold: either(Solve, strict({ steps: array(Step, { minItems: 1, maxItems: 64 }) })),
    canaries: maybe(array(either(oneOf(canaryNames), OwnCanary), { maxItems: 20 })),
    limits: maybe(
      strict({
        calls: maybe(integer({ minimum: 1, maximum: 2_000 })),
        minutes: maybe(integer({ minimum: 1, maximum: 1_440 })),
      }),
    ),
  },
  { title: "Taxiway scenario" },
);
export type ScenarioFile = Static<typeof ScenarioFile>;
export type BookingMatcher = Static<typeof BookingMatcher>;
export type FlightMatcher = Static<typeof FlightMatcher>;
export type HotelMatcher = Static<typeof HotelMatcher>;
export type CarMatcher = Static<typeof CarMatcher>;
export type Trigger = Static<typeof TriggerWithAnd>;
export type Override = Static<typeof Override>;
export type Action = Static<typeof Action>;
export type Fault = Static<typeof FaultFields>;
export type Consent = Static<typeof Consent>;
export type NeverCheck = Static<typeof NeverCheck>;
export type MannerCheck = Static<typeof MannerCheck>;
export type SaidCheck = Static<typeof SaidCheck>;
export type Problem = Static<typeof Problem>;
export type SolveTask = Static<typeof Solve>;
export type ScenarioPassenger = Static<typeof Passenger>;
export type Step = Static<typeof Step>;
export type OwnCanary = Static<typeof OwnCanary>;
export type Sum = Static<typeof Sum>;
