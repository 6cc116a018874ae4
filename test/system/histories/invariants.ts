import type { StoredBooking } from "../../../src/travel/stored-booking.ts";
import type { FinalState } from "./final-state.ts";
import type { BookingTool, Fault, History, Operation, Request, SeenBooking } from "./history.ts";

/** What must hold in every history, whatever fails. */
export const INVARIANTS = {
  I1: "a flight never has more confirmed seats than seats",
  I2: "an acknowledged booking is there, complete and listed",
  I3: "a cancelled booking stays cancelled",
  I4: "one request is booked once",
  I5: "what was answered with 'nothing was booked' is not booked",
  I6: "totals add up",
  I7: "free seats can be found and booked",
  I8: "every call is answered in time",
} as const;
export type Invariant = keyof typeof INVARIANTS;

export interface Violation {
  readonly invariant: Invariant;
  readonly message: string;
  /** Its time, if it has one. */
  readonly at?: number;
  /** The calls that prove it. */
  readonly operations: readonly Operation[];
}

/** Seats of each contested flight. */
export type Seats = ReadonlyMap<string, number>;

const LONGEST_CALL_MS = 30_000;
const LONGEST_REPEAT_MS = 10_000;

export const findViolations = (history: History, seats: Seats, final?: FinalState): Violation[] => {
  const known = indexOf(history);
  return [
    ...oversold(known, seats, final),
    ...lostOrChanged(known, final),
    ...revived(known, final),
    ...bookedTwice(known, final),
    ...bookedAfterAll(known, final),
    ...wrongTotals(known, final),
    ...(final ? missingSeats(final) : []),
    ...late(history),
  ];
};

/** The operations by subject. */
interface Index {
  readonly operations: readonly Operation[];
  /** Answers that show a booking, by PNR, in order of their ends. */
  readonly sightings: ReadonlyMap<string, readonly Sighting[]>;
  /** All calls about a PNR. */
  readonly byPnr: ReadonlyMap<string, readonly Operation[]>;
  /** The attempts of each booking request. */
  readonly attempts: ReadonlyMap<string, readonly Operation[]>;
}

interface Sighting {
  readonly operation: Operation;
  readonly booking: SeenBooking;
}

const BOOKING_TOOLS: ReadonlySet<string> = new Set<BookingTool>(["bookFlight", "bookHotel", "bookCar"]);

const sightingOf = (operation: Operation): Sighting | undefined =>
  operation.outcome.kind === "ok" && operation.outcome.booking
    ? { operation, booking: operation.outcome.booking }
    : undefined;

const indexOf = ({ operations: recorded }: History): Index => {
  const operations = [...recorded].sort((a, b) => a.end - b.end);
  const sightings = new Map<string, Sighting[]>();
  const byPnr = new Map<string, Operation[]>();
  const attempts = new Map<string, Operation[]>();
  for (const operation of operations) {
    const { request } = operation;
    const sighting = sightingOf(operation);
    if (sighting) addTo(sightings, sighting.booking.pnr, sighting);
    const pnr = request.pnr ?? sighting?.booking.pnr;
    if (pnr !== undefined) addTo(byPnr, pnr, operation);
    if (BOOKING_TOOLS.has(request.tool)) addTo(attempts, request.id, operation);
  }
  return { operations, sightings, byPnr, attempts };
};

const addTo = <K, V>(map: Map<K, V[]>, key: K, value: V): void => {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
};

/** What is stored and visible to callers. */
const visible = (final: FinalState | undefined): readonly StoredBooking[] =>
  (final?.bookings ?? []).filter(({ status }) => status !== "pending");

const eventsOf = ({ byPnr, attempts }: Index, pnrs: Iterable<string>): Operation[] => {
  const events = new Set<Operation>();
  for (const pnr of pnrs) {
    for (const operation of byPnr.get(pnr) ?? []) {
      events.add(operation);
      for (const attempt of attempts.get(operation.request.id) ?? []) events.add(attempt);
    }
  }
  return [...events].sort((a, b) => a.start - b.start);
};

// I1

interface Hold {
  readonly pnr: string;
  readonly seats: number;
  /** Certainly confirmed from the end of the first answer that said so … */
  readonly from: number;
  /** … to the start of its first cancellation, or of the last read that still showed it as confirmed. */
  readonly to: number;
}

/** Every passenger in these histories is an adult and needs a seat. */
const seatsOf = ({ passengers }: SeenBooking): number => passengers.length;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const holdsOn = ({ sightings, byPnr }: Index, flightId: string, final: FinalState | undefined): Hold[] => {
  const holds: Hold[] = [];
  const isOn = ({ flights }: SeenBooking): boolean => flights.some(({ id }) => id === flightId);
  for (const [pnr, all] of sightings) {
    const confirmed = all.filter(({ booking }) => booking.status === "confirmed" && isOn(booking));
    if (confirmed.length === 0) continue;
    const cancellations = (byPnr.get(pnr) ?? []).filter(({ request }) => request.tool === "cancelBooking");
    const firstCancellation = Math.min(...cancellations.map(({ start }) => start));
    const lastSeen = Math.max(...confirmed.map(({ operation }) => operation.start));
    holds.push({
      pnr,
      seats: seatsOf((confirmed[0] as Sighting).booking),
      from: Math.min(...confirmed.map(({ operation }) => operation.end)),
      to: Math.max(firstCancellation, lastSeen),
    });
  }
  for (const booking of visible(final)) {
    // Bookings that were seen before have their interval.
    if (booking.status !== "confirmed" || !isOn(booking) || sightings.has(booking.pnr)) continue;
    holds.push({ pnr: booking.pnr, seats: seatsOf(booking), from: final?.at ?? 0, to: Number.POSITIVE_INFINITY });
  }
  return holds;
};

function* oversold(known: Index, seats: Seats, final: FinalState | undefined): Generator<Violation> {
  for (const [flightId, count] of seats) {
    const holds = holdsOn(known, flightId, final).filter(({ from, to }) => from < to);
    const moments = holds
      .flatMap((hold) => [
        { at: hold.from, hold, begins: true },
        { at: hold.to, hold, begins: false },
      ])
      .sort((a, b) => a.at - b.at || Number(a.begins) - Number(b.begins));
    const held = new Map<string, Hold>();
    for (const { at, hold, begins } of moments) {
      if (!begins) held.delete(hold.pnr);
      else held.set(hold.pnr, hold);
      if (!begins || sum([...held.values()].map((one) => one.seats)) <= count) continue;
      const pnrs = [...held.keys()];
      const message = `${flightId} has ${count} seats, but ${pnrs.join(" and ")} were confirmed at the same moment.`;
      yield { invariant: "I1", message, at, operations: eventsOf(known, pnrs) };
    }
    const left = visible(final).filter(
      ({ status, flights }) => status === "confirmed" && flights.some(({ id }) => id === flightId),
    );
    if (sum(left.map(seatsOf)) <= count) continue;
    const pnrs = left.map(({ pnr }) => pnr);
    const message = `${flightId} has ${count} seats, but in the end the store has ${pnrs.join(" and ")} confirmed.`;
    yield { invariant: "I1", message, operations: eventsOf(known, pnrs) };
  }
}

// I2

const NOT_FOUND = -32001;

const servicesIn = ({ hotels, cars }: SeenBooking, serviceId: string): number =>
  [...hotels, ...cars].filter(({ id }) => id === serviceId).length;

const namesOf = ({ passengers }: SeenBooking): string =>
  passengers.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join();

const flightsOf = ({ flights }: SeenBooking): string => flights.map(({ id }) => id).join();

const isAddition = ({ tool, pnr }: Request): boolean => BOOKING_TOOLS.has(tool) && pnr !== undefined;

/** How the booking differs from what was acknowledged when the read started; undefined if it does not. */
const changeOf = (known: Index, booking: SeenBooking, readStart: number): string | undefined => {
  const first = known.sightings.get(booking.pnr)?.[0]?.booking;
  if (!first) return undefined;
  if (namesOf(first) !== namesOf(booking)) return `passengers ${namesOf(first)} became ${namesOf(booking)}`;
  if (flightsOf(first) !== flightsOf(booking)) return `flights ${flightsOf(first)} became ${flightsOf(booking)}`;
  for (const [serviceId, requests] of additionsTo(known, booking.pnr)) {
    const acknowledged = requests.filter((attempts) =>
      attempts.some(({ outcome, end }) => outcome.kind === "ok" && end <= readStart),
    ).length;
    const found = servicesIn(booking, serviceId);
    if (found < acknowledged) return `${serviceId} was added ${acknowledged} times and is there ${found} times`;
  }
  return undefined;
};

/** The attempts of each request to add a hotel or car, by hotel or car. */
const additionsTo = ({ byPnr, attempts }: Index, pnr: string): Map<string, (readonly Operation[])[]> => {
  const services = new Map<string, (readonly Operation[])[]>();
  const requests = new Map((byPnr.get(pnr) ?? []).map(({ request }) => [request.id, request]));
  for (const [id, request] of requests) {
    if (isAddition(request)) addTo(services, request.serviceId as string, attempts.get(id) ?? []);
  }
  return services;
};

function* lostOrChanged(known: Index, final: FinalState | undefined): Generator<Violation> {
  const reported = new Set<string>();
  const report = (pnr: string, message: string, extra: readonly Operation[] = []): Violation[] => {
    if (reported.has(`${pnr} ${message}`)) return [];
    reported.add(`${pnr} ${message}`);
    return [{ invariant: "I2", message, operations: [...eventsOf(known, [pnr]), ...extra] }];
  };
  const kept = new Map(visible(final).map((booking) => [booking.pnr, booking]));
  const unlisted = new Set<string>();

  for (const [pnr, all] of known.sightings) {
    const [first] = all as [Sighting];
    for (const operation of known.byPnr.get(pnr) ?? []) {
      const { outcome, start } = operation;
      if (start < first.operation.end) continue;
      if (outcome.kind === "refused" && outcome.code === NOT_FOUND) {
        yield* report(pnr, `${pnr} was acknowledged and then not found.`);
      }
    }
    for (const { operation, booking } of all) {
      // An addition's own answer has to show it.
      const isOwn = isAddition(operation.request);
      const change = changeOf(known, booking, isOwn ? operation.end : operation.start);
      if (change !== undefined) yield* report(pnr, `${pnr}: ${change}.`);
    }
    if (!final) continue;
    const stored = kept.get(pnr);
    if (stored === undefined) {
      if (first.operation.start < final.at) yield* report(pnr, `${pnr} was acknowledged and is not in the store.`);
      continue;
    }
    const change = changeOf(known, stored, final.at);
    if (change !== undefined) yield* report(pnr, `${pnr} in the store: ${change}.`);
    const wasCancelled = known.byPnr.get(pnr)?.some(({ request }) => request.tool === "cancelBooking");
    if (stored.status === "cancelled" && !wasCancelled) {
      yield* report(pnr, `${pnr} is cancelled in the store, without a cancellation.`);
    }
  }

  const listings = known.operations.flatMap(({ outcome, start, ...operation }) =>
    outcome.kind === "ok" && outcome.list
      ? [{ ...outcome.list, start, operation: { ...operation, outcome, start } }]
      : [],
  );
  for (const [pnr, [first]] of known.sightings as ReadonlyMap<string, readonly [Sighting]>) {
    for (const { sessionId, pnrs, start, operation } of listings) {
      if (sessionId !== first.booking.sessionId || start < first.operation.end || unlisted.has(pnr)) continue;
      if (pnrs.includes(pnr)) continue;
      unlisted.add(pnr);
      yield* report(pnr, `${pnr} was acknowledged and is not listed in its session ${sessionId}.`, [operation]);
    }
  }
}

// I3

function* revived(known: Index, final: FinalState | undefined): Generator<Violation> {
  for (const [pnr, operations] of known.byPnr) {
    const cancelled = operations.find(
      ({ outcome }) => outcome.kind === "ok" && outcome.booking?.status === "cancelled",
    );
    if (!cancelled) continue;
    const revival = known.sightings
      .get(pnr)
      ?.find(({ operation, booking }) => operation.start > cancelled.end && booking.status !== "cancelled");
    const stored = visible(final).find((booking) => booking.pnr === pnr);
    if (!revival && (stored === undefined || stored.status === "cancelled" || cancelled.end > (final?.at ?? 0)))
      continue;
    const how = revival ? "was shown" : "is in the store";
    const message = `${pnr} was cancelled and ${how} as ${(revival?.booking ?? stored)?.status}.`;
    yield { invariant: "I3", message, at: cancelled.end, operations: eventsOf(known, [pnr]) };
  }
}

// I4

/** Every booking that was seen in an answer or in the store, with the passenger name that identifies its request. */
const pnrsByPassenger = ({ sightings }: Index, final: FinalState | undefined): Map<string, Set<string>> => {
  const pnrs = new Map<string, Set<string>>();
  const note = ({ pnr, passengers }: SeenBooking): void => {
    const name = passengers[0]?.lastName ?? "";
    pnrs.set(name, (pnrs.get(name) ?? new Set()).add(pnr));
  };
  for (const all of sightings.values()) for (const { booking } of all) note(booking);
  for (const booking of visible(final)) note(booking);
  return pnrs;
};

function* bookedTwice(known: Index, final: FinalState | undefined): Generator<Violation> {
  const byPassenger = pnrsByPassenger(known, final);
  for (const [id, attempts] of known.attempts) {
    const [{ request }] = attempts as [Operation];
    const pnrs = new Set(attempts.flatMap((operation) => sightingOf(operation)?.booking.pnr ?? []));
    if (request.tool === "bookFlight") {
      for (const pnr of byPassenger.get(request.passenger as string) ?? []) pnrs.add(pnr);
    }
    for (const { pnr, requestKeys } of visible(final)) {
      if (request.key !== undefined && requestKeys.includes(`${request.tool}:${request.key}`)) pnrs.add(pnr);
    }
    if (pnrs.size <= 1) continue;
    const message = `Request ${id} became ${[...pnrs].join(" and ")}.`;
    yield { invariant: "I4", message, operations: [...new Set([...attempts, ...eventsOf(known, pnrs)])] };
  }
  for (const booking of visible(final)) {
    for (const [serviceId, requests] of additionsTo(known, booking.pnr)) {
      const possible = requests.filter((attempts) => attempts.some(mayHaveBooked)).length;
      const found = servicesIn(booking, serviceId);
      if (found <= possible) continue;
      const message = `${booking.pnr} has ${serviceId} ${found} times, but only ${possible} requests can have added it.`;
      yield { invariant: "I4", message, operations: eventsOf(known, [booking.pnr]) };
    }
  }
}

/** False if the answer said that nothing was booked. */
const mayHaveBooked = ({ outcome }: Operation): boolean =>
  outcome.kind === "ok" || outcome.kind === "none" || (outcome.kind === "failed" && !outcome.nothingDone);

// I5

function* bookedAfterAll(known: Index, final: FinalState | undefined): Generator<Violation> {
  const byPassenger = pnrsByPassenger(known, final);
  for (const [id, attempts] of known.attempts) {
    const [{ request }] = attempts as [Operation];
    // A rejection is final for the request; any other "nothing was done" only concerns its own attempt.
    const refused = attempts.find(({ outcome }) => outcome.kind === "refused");
    if (!refused && attempts.some(mayHaveBooked)) continue;
    const pnrs = new Set(attempts.flatMap((operation) => sightingOf(operation)?.booking.pnr ?? []));
    for (const pnr of byPassenger.get(request.passenger ?? "") ?? []) pnrs.add(pnr);
    for (const { pnr, requestKeys } of visible(final)) {
      if (request.key !== undefined && requestKeys.includes(`${request.tool}:${request.key}`)) pnrs.add(pnr);
    }
    if (pnrs.size === 0) continue;
    const said = (refused ?? attempts.at(-1)) as Operation;
    const message = `Request ${id} was answered with "${messageOf(said)}", and is booked as ${[...pnrs].join(" and ")}.`;
    const operations = [...new Set([...attempts, ...eventsOf(known, pnrs)])].sort((a, b) => a.start - b.start);
    yield { invariant: "I5", message, at: said.end, operations };
  }
}

const messageOf = ({ outcome }: Operation): string => ("message" in outcome ? outcome.message : outcome.kind);

// I6

const sumOf = ({ flights, hotels, cars }: SeenBooking): number =>
  sum([...flights, ...hotels].map(({ price }) => price)) + sum(cars.map(({ totalPrice }) => totalPrice));

function* wrongTotals(known: Index, final: FinalState | undefined): Generator<Violation> {
  const wrong = (booking: SeenBooking): boolean => booking.totalPrice !== sumOf(booking);
  const tell = (booking: SeenBooking, where: string): Violation => ({
    invariant: "I6",
    message: `${booking.pnr} ${where} has a total of ${booking.totalPrice}, but its services cost ${sumOf(booking)}.`,
    operations: eventsOf(known, [booking.pnr]),
  });
  for (const all of known.sightings.values()) {
    const sighting = all.find(({ booking }) => wrong(booking));
    if (sighting) yield tell(sighting.booking, "in an answer");
  }
  for (const booking of visible(final)) if (wrong(booking)) yield tell(booking, "in the store");
}

// I7

function* missingSeats({ flights }: FinalState): Generator<Violation> {
  for (const { id, seats, confirmed, shownAvailable, bookable, lastRefusal } of flights) {
    const free = Math.max(0, seats - confirmed);
    const where = `${id} has ${seats} seats, ${confirmed} of them confirmed`;
    if (shownAvailable !== free) {
      yield { invariant: "I7", message: `${where}, but a search shows ${shownAvailable} available.`, operations: [] };
    }
    if (bookable !== free) {
      const message = `${where}, but ${bookable} more could be booked${lastRefusal && `, then: ${lastRefusal}`}`;
      yield { invariant: "I7", message, operations: [] };
    }
  }
}

// I8

const durationOf = ({ start, end }: Operation): number => end - start;

/** A repeat of a booking without a fault at its start or in the ten seconds after it. */
export const isUndisturbedRepeat = (operation: Operation, faults: readonly Fault[]): boolean => {
  const { request, attempt, start, end } = operation;
  if (attempt === 0 || request.key === undefined) return false;
  const until = Math.min(end, start + LONGEST_REPEAT_MS);
  return !faults.some((fault) => fault.start < until && start < fault.end);
};

function* late({ operations, faults }: History): Generator<Violation> {
  for (const operation of operations) {
    const took = durationOf(operation);
    const about = `${operation.request.tool} took ${Math.round(took)} ms`;
    if (took > LONGEST_CALL_MS) {
      yield { invariant: "I8", message: `${about}.`, at: operation.start, operations: [operation] };
    } else if (took > LONGEST_REPEAT_MS && isUndisturbedRepeat(operation, faults)) {
      const attempts = operations.filter(({ request }) => request.id === operation.request.id);
      const message = `A repeat with a key, in a healthy system: ${about}.`;
      yield { invariant: "I8", message, at: operation.start, operations: attempts };
    }
  }
}
