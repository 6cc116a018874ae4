import { CABINS } from "../../../model/flight.ts";
import { array, boolean, integer, maybe, oneOf, type Schema, type Static, string } from "../../../model/schema.ts";
import { MannerCheck, NeverCheck, SaidCheck } from "./check-schema.ts";
import { Action, Consent, Override, TriggerWithAnd } from "./cue-schema.ts";
import { DURATION_PATTERN } from "./durations.ts";
import { canaryNames, OwnCanary, Passenger, Solve, Step } from "./gold-schema.ts";
import { BookingMatcher } from "./matcher-schema.ts";
import {
  airport,
  day,
  duration,
  either,
  flightNumber,
  instant,
  name,
  OUTCOMES,
  pattern,
  strict,
  text,
} from "./schema-fields.ts";

/** The scenario file, format 1. Published as docs/scenario.schema.json. */

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
        patience: maybe(
          integer({ minimum: 0, maximum: 100, description: "Questions off the script before the verdict says so" }),
        ),
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
