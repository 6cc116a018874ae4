import { setTimeout as sleep } from "node:timers/promises";
import { inLetters } from "../nodes/traveller.ts";
import { createCaller, isSettled } from "./caller.ts";
import type { Outcome, Recorder, Request, SeenBooking } from "./history.ts";
import type { Random } from "./random.ts";
import type { Endpoint, System } from "./system.ts";
import type { World } from "./world.ts";

/** What all clients of a run share. */
export interface Run {
  readonly seed: string;
  readonly recorder: Recorder;
  readonly world: World;
  readonly endpoints: readonly Endpoint[];
  pause: System["pause"];
  /** After this, no new requests; unanswered ones are still repeated. */
  isOver(): boolean;
  /** After this, no repeats. */
  mustStop(): boolean;
}

/** Longer than a call may take. */
const PATIENT_MS = 35_000;
const REPEATS = 12;
/** A new session after this many bookings, because a long list slows down every listing. */
const BOOKINGS_PER_SESSION = 80;

/** The actions of a client. Calls with a key and cancellations are repeated at another node until they are answered. */
export interface Actions {
  nextId(): string;
  once(request: Request): Promise<Outcome>;
  /** Undefined if it was rejected or never answered. */
  bookFlight(
    flightId: string,
    options: { readonly keyed: boolean; readonly party?: number },
  ): Promise<SeenBooking | undefined>;
  add(booking: SeenBooking): Promise<void>;
  cancel(booking: SeenBooking): Promise<Outcome>;
  read(booking: SeenBooking): Promise<Outcome>;
  /** All its bookings. */
  readonly mine: readonly SeenBooking[];
}

/** `number` makes the names of a client's passengers unique. */
export const createActions = (
  name: string,
  number: number,
  { run, random, homes }: { readonly run: Run; readonly random: Random; readonly homes: readonly Endpoint[] },
): Actions => {
  const { world, recorder, endpoints } = run;
  const caller = createCaller(name, recorder);
  const mine: SeenBooking[] = [];
  let requests = 0;
  let booked = 0;

  const nextId = (): string => `${run.seed}-${number + 1}-${++requests}`;
  const passengerOf = (): string => `${inLetters(number)}x${inLetters(requests)}`;

  /** Some clients wait forever, most disconnect early and try another node. */
  const patience = (attempt: number): number => {
    const dice = random.next();
    if (attempt > 0) return dice < 0.5 ? PATIENT_MS : random.between(2_000, 8_000);
    if (dice < 0.25) return PATIENT_MS;
    return dice < 0.75 ? random.between(400, 2_500) : random.between(2_500, 8_000);
  };

  const another = (last: Endpoint | undefined): Endpoint =>
    random.pick(endpoints.filter((endpoint) => endpoint !== last));

  /** Repeats a call at other nodes until it is settled. */
  const insist = async (request: Request, firstAttempt = 0, last?: Endpoint): Promise<Outcome> => {
    let endpoint = last;
    for (let attempt = firstAttempt; ; attempt++) {
      endpoint = endpoint === undefined ? random.pick(homes) : another(endpoint);
      const outcome = await caller.send(endpoint, request, { attempt, patienceMs: patience(attempt) });
      if (isSettled(outcome) || attempt >= REPEATS || run.mustStop()) return outcome;
      await sleep(random.between(20, 100 * (attempt + 1)));
    }
  };

  /** Sends two calls with one key at the same time, like a proxy that retries too early. */
  const insistTwice = async (request: Request): Promise<Outcome> => {
    const [one, two] = random.shuffled(endpoints) as [Endpoint, Endpoint];
    const send = (endpoint: Endpoint) => caller.send(endpoint, request, { attempt: 0, patienceMs: patience(0) });
    let isAnswered = false;
    const first = send(one).finally(() => {
      isAnswered = true;
    });
    await sleep(random.between(0, 40));
    // Not after the answer of the first: a client does not repeat a rejected request.
    const outcomes = await Promise.all(isAnswered ? [first] : [first, send(two)]);
    return outcomes.find(({ kind }) => kind === "ok") ?? outcomes.find(isSettled) ?? insist(request, 1, one);
  };

  const once = (request: Request): Promise<Outcome> =>
    caller.send(random.pick(homes), request, { attempt: 0, patienceMs: patience(0) });

  const bookFlight: Actions["bookFlight"] = async (flightId, { keyed, party = 1 }) => {
    const id = nextId();
    const passenger = passengerOf();
    const key = keyed ? id : undefined;
    const request: Request = {
      ...{ tool: "bookFlight", id, flightId, passenger },
      ...(key !== undefined && { key }),
      input: {
        flightIds: [flightId],
        passengers: ["Ada", "Bob"]
          .slice(0, party)
          .map((firstName) => ({ type: "adult", firstName, lastName: passenger })),
        contactEmail: "ada@example.com",
        ...(key !== undefined && { idempotencyKey: key }),
      },
    };
    if (++booked % BOOKINGS_PER_SESSION === 0) caller.session.id = undefined;
    const outcome = await (!keyed ? once(request) : random.chance(0.1) ? insistTwice(request) : insist(request));
    if (outcome.kind !== "ok" || outcome.booking === undefined) return undefined;
    mine.push(outcome.booking);
    return outcome.booking;
  };

  const add = async ({ pnr, passengers }: SeenBooking): Promise<void> => {
    const id = nextId();
    const keyed = random.chance(0.8);
    const key = keyed ? { idempotencyKey: id } : {};
    const [{ firstName, lastName }] = passengers as [SeenBooking["passengers"][0]];
    const hotelId = random.pick(world.hotels);
    const carId = random.pick(world.cars);
    const common = { id, pnr, ...(keyed && { key: id }) };
    const request: Request = random.chance(0.5)
      ? {
          ...{ tool: "bookHotel", serviceId: hotelId, ...common },
          input: { hotelId, existingPnr: pnr, guests: [{ firstName, lastName }], ...key },
        }
      : { tool: "bookCar", serviceId: carId, ...common, input: { carId, existingPnr: pnr, ...key } };
    await (keyed ? insist(request) : once(request));
  };

  const cancel = ({ pnr }: SeenBooking): Promise<Outcome> =>
    insist({ tool: "cancelBooking", id: nextId(), pnr, input: { pnr } });

  const read = ({ pnr }: SeenBooking): Promise<Outcome> =>
    once({ tool: "retrieveBooking", id: nextId(), pnr, input: { pnr } });

  return { nextId, once, bookFlight, add, cancel, read, mine };
};
