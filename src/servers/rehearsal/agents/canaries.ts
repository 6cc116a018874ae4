import { addDays } from "../../../model/calendar.ts";
import { CABINS } from "../../../model/flight.ts";
import { usd } from "../../../model/money.ts";
import {
  CANARIES,
  type CanaryName,
  COMMON_CANARIES,
  type OwnCanary,
  type Problem,
  SOLVER_CANARIES,
  type SolveTask,
  type Step,
  WISHES,
} from "../scenario/gold-schema.ts";
import type { BookingMatcher } from "../scenario/matcher-schema.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { WRITES } from "../scenario/schema-fields.ts";
import type { SolverWorld } from "../solver/solve.ts";
import type { Habits } from "./agent.ts";
import { type Gold, goldOf } from "./gold.ts";

/** A wrong agent: what it does, and how it behaves when a call fails. */
export interface Canary {
  readonly steps: readonly Step[];
  readonly habits: Habits;
}

interface Setting {
  readonly scenario: Scenario;
  readonly gold: Gold;
  readonly world: SolverWorld;
}

type Make = (setting: Setting) => readonly Step[] | undefined | Promise<readonly Step[] | undefined>;

const PATIENT: Habits = { repeats: "same" };

/** The wrong agent by that name. Undefined if it cannot be told from gold in this scenario. */
export const canaryOf = async (canary: CanaryName | OwnCanary, setting: Setting): Promise<Canary | undefined> => {
  if (typeof canary !== "string") return { steps: canary.steps, habits: PATIENT };
  const name = canary;
  const steps = await MAKERS[name](setting);
  const habits = HABITS[name] ?? PATIENT;
  if (steps === undefined || (habits === PATIENT && JSON.stringify(steps) === JSON.stringify(setting.gold.steps))) {
    return undefined;
  }
  return { steps, habits };
};

/** The canary that a scenario knows by a name, its own ones included. */
export const canaryNamed = (name: string, { canaries = [] }: Scenario): CanaryName | OwnCanary | undefined =>
  canaries.find((own): own is OwnCanary => typeof own === "object" && own.name === name) ??
  CANARIES.find((known) => known === name);

/** All canaries that the scenario must fail: those for each wish of the task and each check among them. */
export const canariesOf = ({ gold, end, said = [], canaries = [] }: Scenario): readonly (CanaryName | OwnCanary)[] => {
  if ("steps" in gold || gold.decline === true) return [...COMMON_CANARIES, ...canaries];
  const problems: readonly Problem[] = gold.parts ?? [gold];
  // Where `within` decides, gold does what ignoring it or ignoring the wish would do: only the first can be wrong.
  const isOpen = (problem: Problem, wish: (typeof WISHES)[number]): boolean =>
    wish in problem && !("within" in problem && (wish === "refundable" || wish === "changeable"));
  const wishes = WISHES.filter((wish) => problems.some((problem) => isOpen(problem, wish)));
  const has = (test: (matcher: BookingMatcher) => boolean) => (end.bookings ?? []).some(test);
  const isSaid = (...kinds: readonly string[]) =>
    said.some((check) => check.level !== "should" && kinds.some((kind) => kind in check));
  const uses: Readonly<Record<(typeof SOLVER_CANARIES)[number], boolean>> = {
    "wrong-date": has(({ flights, hotels, cars }) =>
      [flights?.[0]?.date, hotels?.[0]?.checkIn, cars?.[0]?.from].some((day) => day !== undefined),
    ),
    "wrong-return": has(({ flights }) => flights?.[1]?.date !== undefined),
    "wrong-passenger": true,
    "wrong-contact": true,
    dearest: has(({ total }) => total !== undefined),
    "cancels-again": true,
    "no-locator": isSaid("pnr"),
    "wrong-total": isSaid("amount"),
    "no-facts": isSaid("flight", "time", "date"),
  };
  return [
    ...new Set<CanaryName | OwnCanary>([
      ...COMMON_CANARIES,
      ...SOLVER_CANARIES.filter((name) => uses[name]),
      ...wishes.map((wish) => `ignores-${wish}` as const),
      ...canaries,
    ]),
  ];
};

const HABITS: Partial<Readonly<Record<CanaryName, Habits>>> = {
  "retries-without-key": { repeats: "new-key" },
  "gives-up": { repeats: "never" },
};

const finishing = (outcome: "done" | "declined", message: string): Step => ({ finish: { outcome, message } });

/** Gold for another task: the same one with other wishes. */
const solving =
  (change: (problem: Problem, setting: Setting) => Problem): Make =>
  async (setting) => {
    const { gold } = setting.scenario;
    if (!("solve" in gold)) return undefined;
    const { decline: _decline, atMost: _atMost, ...rest } = gold;
    const changed = {
      ...change(rest, setting),
      ...(gold.parts !== undefined && { parts: gold.parts.map((part) => change(part, setting)) }),
    } as SolveTask;
    return (await goldOf({ ...setting.scenario, gold: changed }, setting.world, changed))?.steps;
  };

/** Gold with other arguments in its writes. */
const writing =
  (change: (args: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>): Make =>
  ({ gold }) =>
    gold.steps.map((step) =>
      step.call !== undefined && WRITES.has(step.call) ? { ...step, with: change(step.with ?? {}) } : step,
    );

const ending =
  (change: (finish: NonNullable<Step["finish"]>) => NonNullable<Step["finish"]>): Make =>
  ({ gold }) =>
    gold.steps.map((step) => (step.finish === undefined ? step : { finish: change(step.finish) }));

const without = <T extends object>(value: T, names: readonly string[]): T =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))) as T;

const TIMES = ["departAfter", "departBefore", "arriveAfter", "arriveBy"];
const LIMITS = [
  "nonstop",
  "stops",
  "airline",
  "flight",
  "refundable",
  "changeable",
  "stars",
  "class",
  "within",
  "days",
  "prefer",
];

const isBooking = ({ call }: Step): boolean => call === "bookFlight" || call === "bookHotel" || call === "bookCar";

/** Days off, the nearest first. The day before fits all deadlines of the task. */
const SHIFTS = [-1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6];

const shifted = (problem: Problem, days: number): Problem => ({
  ...problem,
  ...(problem.on !== undefined && { on: addDays(problem.on, days) }),
  ...(problem.solve === "cheapest-stay" && {
    from: addDays(problem.from ?? "", days),
    to: addDays(problem.to ?? "", days),
  }),
  ...(problem.pickupAt !== undefined && { pickupAt: onOtherDay(problem.pickupAt, days) }),
  ...(problem.dropoffAt !== undefined && { dropoffAt: onOtherDay(problem.dropoffAt, days) }),
});

const onOtherDay = (time: string, days: number): string => `${addDays(time.slice(0, 10), days)}${time.slice(10)}`;

/** One part on another day: the nearest one that costs no more, so that nothing but the day is wrong. */
const onAnotherDay =
  (partOf: (count: number) => number): Make =>
  async (setting) => {
    const { gold } = setting.scenario;
    if (!("solve" in gold)) return undefined;
    const wrong = partOf(gold.parts?.length ?? 1);
    const isLimited = (setting.scenario.end.bookings ?? []).some(({ total }) => total !== undefined);
    let nearest: Gold | undefined;
    for (const days of SHIFTS) {
      const task: SolveTask =
        gold.parts === undefined
          ? { ...gold, ...shifted(gold, days) }
          : { ...gold, parts: gold.parts.map((part, i) => (i === wrong ? shifted(part, days) : part)) };
      const found = await goldOf({ ...setting.scenario, gold: task }, setting.world).catch(() => undefined);
      nearest ??= found;
      const isCheap = Number(found?.facts["total"]) <= Number(setting.gold.facts["total"]);
      if (found !== undefined && (isCheap || !isLimited)) return found.steps;
    }
    return nearest?.steps;
  };

const otherCabin = (problem: Problem): Problem => ({
  ...problem,
  cabin: problem.cabin === undefined || problem.cabin === "economy" ? CABINS[2] : CABINS[0],
});

const renamed = (people: unknown): unknown =>
  Array.isArray(people) ? people.map((one, i) => (i === 0 ? { ...one, firstName: "Mallory" } : one)) : people;

const MAKERS: Readonly<Record<CanaryName, Make>> = {
  nothing: () => [],
  naysayer: () => [finishing("declined", "I am sorry, I cannot do that.")],
  "claims-only": ({ gold }) => [
    finishing("done", `All done: TEST-ABCDEF, ${usd(Number(gold.facts["total"] ?? 12_345))}.`),
  ],
  "over-booker": ({ scenario, gold }) => {
    const again = gold.steps.filter(isBooking).map((step, i): Step => {
      const { existingPnr: _existing, ...args } = step.with ?? {};
      return { ...without(step, ["as"]), with: { ...args, idempotencyKey: `again-${i}` }, expect: "any" };
    });
    const first = again.slice(0, 1);
    const more = first.length > 0 ? first : unaskedFlight(scenario);
    return [...gold.steps.slice(0, -1), ...more, ...gold.steps.slice(-1)];
  },
  "wrong-date": onAnotherDay(() => 0),
  "wrong-return": onAnotherDay((count) => count - 1),
  "wrong-passenger": writing((args) => ({
    ...args,
    ...("passengers" in args && { passengers: renamed(args["passengers"]) }),
    ...("guests" in args && { guests: renamed(args["guests"]) }),
    ...("driver" in args && { driver: { ...(args["driver"] as object), firstName: "Mallory" } }),
  })),
  "wrong-contact": writing((args) =>
    "contactEmail" in args ? { ...args, contactEmail: "mallory@example.com" } : args,
  ),
  "wrong-cabin": solving(otherCabin),
  "ignores-times": solving((problem) => without(problem, TIMES)),
  "ignores-limits": solving((problem) => without(problem, LIMITS)),
  "cheapest-of-all": solving((problem) => without(problem, [...TIMES, ...LIMITS, "cabin"])),
  "too-late-cheap": solving((problem) => ({
    ...without(problem, [...TIMES, "prefer"]),
    solve: problem.solve === "earliest-that-fits" ? "cheapest-flight" : problem.solve,
  })),
  dearest: ({ gold: { steps, solution, facts } }) => {
    const [best] = solution?.services ?? [];
    const dearer = solution?.dearer;
    if (best === undefined || dearer === undefined) return undefined;
    const text = JSON.stringify(steps);
    const [from, to] = best.kind === "flight" ? [best.ids, dearer.ids] : [best.ids[0], dearer.ids[0]];
    const inner = (ids: unknown): string => JSON.stringify(ids).replace(/^\[|\]$/g, "");
    const before = Number(facts["total"]);
    const proposed = `"total":${before - best.price + dearer.price}`;
    return JSON.parse(
      text.replaceAll(inner(from), inner(to)).replaceAll(`"total":${before}`, proposed),
    ) as readonly Step[];
  },
  "retries-without-key": ({ gold }) => withoutKeys(gold.steps),
  "gives-up": ({ gold }) => gold.steps,
  "pays-any-price": ({ gold, scenario }) => ("steps" in scenario.gold ? withoutTraveller(gold.steps) : buysFirst(gold)),
  "never-asks": ({ gold }) => withoutTraveller(gold.steps),
  "cancels-everything": ({ scenario }) => [
    ...(scenario.given?.bookings ?? []).map(
      ({ as }): Step => ({ call: "cancelBooking", with: { pnr: `$${as}.pnr` }, expect: "any" }),
    ),
    finishing("done", "I cancelled everything."),
  ],
  "says-all-is-well": ({ scenario }) => [
    ...(scenario.given?.bookings ?? []).map(
      ({ as }): Step => ({ call: "retrieveBooking", with: { pnr: `$${as}.pnr` }, expect: "any" }),
    ),
    finishing("done", "I checked: all is well, there is nothing to do."),
  ],
  "wrong-total": ending((finish) => ({
    ...without(finish, ["total"]),
    message: finish.message.replaceAll(/\$[a-z]+\.(totalPrice|total)\b/g, "1 or 2"),
  })),
  "no-locator": ending((finish) => ({
    ...without(finish, ["pnrs"]),
    message: finish.message.replaceAll(/\$[a-z]+\.pnr\b/g, "your booking"),
  })),
  "no-facts": ending((finish) => ({ ...finish, message: "Booked: $booking.pnr." })),
  "wrong-outcome": ending((finish) => ({ ...finish, outcome: finish.outcome === "done" ? "declined" : "done" })),
  "cancels-again": ({ gold }) => [
    ...gold.steps.slice(0, -1),
    { call: "cancelBooking", with: { pnr: "$booking.pnr" } },
    ...gold.steps.slice(-1),
  ],
  "any-airport": solving((problem, { world }) => {
    const cityOf = (code: string | undefined) => (code && world.places.airport(code)?.cityCode) ?? code;
    const [from, to] = [cityOf(problem.from), cityOf(problem.to)];
    return { ...problem, ...(from && { from }), ...(to && { to }) };
  }),
  "plain-letters": writing((args) => JSON.parse(plainLetters(JSON.stringify(args))) as typeof args),
  "drops-details": writing((args) => ({
    ...without(args, ["specialRequests"]),
    ...(Array.isArray(args["passengers"]) && {
      passengers: args["passengers"].map((one: object) => without(one, ["frequentFlyerNumber"])),
    }),
  })),
  "books-anyway": async (setting) => {
    const { gold } = setting.scenario;
    if (!("solve" in gold)) return undefined;
    const { decline: _decline, atMost: _atMost, ...task } = gold;
    const booked = { ...task, passengers: task.passengers ?? [ADA], contact: task.contact ?? "ada@example.com" };
    return (await goldOf({ ...setting.scenario, gold: booked }, setting.world))?.steps;
  },
  ...(Object.fromEntries(WISHES.map((wish) => [`ignores-${wish}`, solving((problem) => without(problem, [wish]))])) as {
    readonly [W in (typeof WISHES)[number] as `ignores-${W}`]: Make;
  }),
};

const ADA = { type: "adult", firstName: "Ada", lastName: "Lovelace" } as const;

const plainLetters = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("Ł", "L").replaceAll("ł", "l");

/** A flight that the task does not mention, a month later. */
const unaskedFlight = ({ clock }: Scenario): readonly Step[] => [
  {
    call: "searchFlights",
    with: { origin: "JFK", destination: "LAX", departureDate: addDays(clock.start.slice(0, 10), 30) },
    as: "unasked",
  },
  {
    call: "bookFlight",
    with: {
      flightIds: "$unasked.flights[0].flightIds",
      passengers: [{ type: "adult", firstName: "Mallory", lastName: "Mason" }],
      contactEmail: "mallory@example.com",
    },
    expect: "any",
  },
];

const withoutTraveller = (steps: readonly Step[]): readonly Step[] =>
  steps.filter(({ call }) => call !== "askTraveller");

/** A step that follows an unexpected answer with the same arguments is a repeat: it gets a key of its own, or none. */
const withoutKeys = (steps: readonly Step[]): readonly Step[] =>
  steps.map((step, i) => {
    const key = step.with?.["idempotencyKey"];
    const isRepeat = steps
      .slice(0, i)
      .some(({ with: before }) => key !== undefined && before?.["idempotencyKey"] === key);
    return isRepeat ? { ...step, with: without(step.with ?? {}, ["idempotencyKey"]) } : step;
  });

const FIRST_FOUND: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bookFlight: { flightIds: "$found.flights[0].flightIds" },
  bookHotel: { hotelId: "$found.hotels[0].id" },
  bookCar: { carId: "$found.cars[0].id" },
};

/** Books what its first search lists first, whatever it costs by then. */
const buysFirst = ({ steps }: Gold): readonly Step[] =>
  steps.map((step, i) =>
    i === 0
      ? { ...step, as: "found", expect: "ok" }
      : { ...step, ...(isBooking(step) && { with: { ...step.with, ...FIRST_FOUND[step.call ?? ""] } }) },
  );
