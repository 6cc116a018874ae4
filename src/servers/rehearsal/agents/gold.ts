import type { Booking } from "../../../model/booking.ts";
import { usd } from "../../../model/money.ts";
import type { ScenarioPassenger, SolveTask, Step } from "../scenario/gold-schema.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { type Solution, type SolverWorld, solve } from "../solver/solve.ts";
import type { GoldFacts } from "../verdict/verdict.ts";

/** What the right agent does, and what it knows before. */
export interface Gold {
  readonly steps: readonly Step[];
  readonly facts: GoldFacts;
  /** Only of a task that the solver solved. */
  readonly solution?: Solution;
}

const ADA: ScenarioPassenger = { type: "adult", firstName: "Ada", lastName: "Lovelace" };
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;

/** The travellers that the task is for: as gold names them, or the end, or a given booking. */
const passengersOf = ({ gold, end, given }: Scenario): readonly ScenarioPassenger[] => {
  const names = end.bookings?.find(({ passengers }) => passengers !== undefined)?.passengers;
  const named = names?.map((name): ScenarioPassenger => {
    const [firstName = "", ...rest] = name.split(" ");
    return { type: "adult", firstName, lastName: rest.join(" ") };
  });
  return ("solve" in gold ? gold.passengers : undefined) ?? named ?? given?.bookings?.[0]?.passengers ?? [ADA];
};

/** As gold names it, or the end, or a given booking, or the brief. */
const contactOf = ({ gold, end, given, brief }: Scenario): string =>
  ("solve" in gold ? gold.contact : undefined) ??
  end.bookings?.find(({ contact }) => contact !== undefined)?.contact ??
  given?.bookings?.[0]?.contact ??
  EMAIL.exec(brief)?.[0] ??
  "traveller@example.com";

/** Undefined if the task has no solution in this world, which is a mistake of the scenario. */
export const goldOf = async (scenario: Scenario, world: SolverWorld, task?: SolveTask): Promise<Gold | undefined> => {
  const { gold } = scenario;
  if ("steps" in gold) return { steps: gold.steps, facts: {} };
  const travellers = passengersOf(scenario);
  const solution = await solve(task ?? gold, travellers, world);
  if (solution === undefined) return undefined;
  const searches = solution.services.map(
    ({ search }): Step => ({
      call: search.tool as NonNullable<Step["call"]>,
      with: search.arguments,
      expect: "any",
    }),
  );
  const { facts } = solution;
  if (gold.decline === true) {
    const message = `Nothing fits. The lowest price is ${usd(Number(facts["lowest"]))}.`;
    return { steps: [...searches, { finish: { outcome: "declined", message } }], facts, solution };
  }
  const books = bookingSteps(solution, travellers, contactOf(scenario), gold.specialRequests);
  const asks = gold.ask === true ? [proposal(solution)] : [];
  return { steps: [...searches, ...asks, ...books, doneWith(facts)], facts, solution };
};

/** The last answer has the whole total. */
const doneWith = ({ flight, date, time, hotel }: GoldFacts): Step => {
  const flown = flight === undefined ? "" : ` Flight ${flight} on ${date}, landing at ${time}.`;
  const slept = hotel === undefined ? "" : ` Hotel: ${hotel}.`;
  return {
    finish: {
      outcome: "done",
      message: `Booked: $booking.pnr, $booking.totalPrice US cents in all.${flown}${slept}`,
      pnrs: ["$booking.pnr"],
      total: "$booking.totalPrice",
    },
  };
};

const proposal = ({ services, facts }: Solution): Step => {
  const idsOf = (kind: string) => services.filter((service) => service.kind === kind).flatMap(({ ids }) => ids);
  const [flightIds, [hotelId], [carId]] = [idsOf("flight"), idsOf("hotel"), idsOf("car")];
  const total = facts["total"];
  const offer = {
    total,
    ...(flightIds.length > 0 && { flightIds }),
    ...(hotelId && { hotelId }),
    ...(carId && { carId }),
  };
  return { call: "askTraveller", with: { message: "May I book this for you?", proposal: offer } };
};

const bookingSteps = (
  { services }: Solution,
  passengers: readonly ScenarioPassenger[],
  contact: string,
  specialRequests: string | undefined,
): readonly Step[] => {
  const flights = services.filter(({ kind }) => kind === "flight");
  const contactField = contact.includes("@") ? { contactEmail: contact } : { contactPhone: contact };
  const wish = specialRequests === undefined ? {} : { specialRequests };
  const people = passengers.map(({ firstName, lastName }) => ({ firstName, lastName }));
  const ofFlights: readonly Step[] =
    flights.length === 0
      ? []
      : [
          {
            call: "bookFlight",
            with: {
              flightIds: flights.flatMap(({ ids }) => ids),
              passengers,
              ...contactField,
              ...wish,
              idempotencyKey: "gold-1",
            },
            as: "booking",
          },
        ];
  const others = services.filter(({ kind }) => kind !== "flight");
  const ofOthers = others.map(({ kind, ids }, i): Step => {
    const isFirst = ofFlights.length === 0 && i === 0;
    const where = isFirst ? { ...contactField, ...wish } : { existingPnr: "$booking.pnr" };
    const idempotencyKey = `gold-${i + 2}`;
    return kind === "hotel"
      ? { call: "bookHotel", with: { hotelId: ids[0], guests: people, ...where, idempotencyKey }, as: "booking" }
      : {
          call: "bookCar",
          with: { carId: ids[0], ...where, ...(isFirst && { driver: people[0] }), idempotencyKey },
          as: "booking",
        };
  });
  return [...ofFlights, ...ofOthers];
};

/** What steps may refer to before the first call: the given bookings, by name. */
export const knownAtStart = (
  given: Readonly<Record<string, Booking>>,
  facts: GoldFacts,
): Readonly<Record<string, unknown>> => ({
  ...given,
  gold: facts,
});
