import { setTimeout as sleep } from "node:timers/promises";
import { inLetters } from "../nodes/traveller.ts";
import { createActions, type Run } from "./actions.ts";
import { createCaller } from "./caller.ts";
import type { Request } from "./history.ts";
import type { Random } from "./random.ts";
import type { Endpoint } from "./system.ts";
import type { World } from "./world.ts";

const HASTY_MS = 2_000;

const endpointsOf = ({ endpoints }: Run, hesitant: boolean): readonly Endpoint[] =>
  endpoints.filter(({ isHesitant = false }) => isHesitant === hesitant);

/** Books, adds, cancels, reads and lists. */
export const runClient = async (number: number, run: Run, random: Random): Promise<void> => {
  const { world } = run;
  const homes = endpointsOf(run, number % 4 === 3);
  const actions = createActions(`client ${number + 1}`, number, { run, random, homes });
  const { nextId, once, bookFlight, add, cancel, read, mine } = actions;

  /** Books a contended seat, and cancels it at once or after a while. */
  const contend = async (): Promise<void> => {
    const flight = random.pick(world.contested);
    const party = random.chance(0.5) ? flight.seats : 1;
    const booking = await bookFlight(flight.id, { keyed: random.chance(0.6), party });
    if (booking === undefined) {
      await sleep(random.between(0, 10));
      return;
    }
    await sleep(random.chance(0.9) ? random.between(0, 20) : random.between(50, 800));
    if (random.chance(0.1)) await read(booking);
    // Some remain when the run ends.
    if (run.isOver() && random.chance(0.5)) return;
    await cancel(booking);
  };

  /** A confirmed trip with hotels and cars. */
  const travel = async (): Promise<void> => {
    const booking = await bookFlight(random.pick(world.plentiful), { keyed: random.chance(0.8) });
    if (booking === undefined) return;
    for (let additions = 0; additions < 2; additions++) if (random.chance(0.6)) await add(booking);
    await read(booking);
    if (random.chance(0.3)) await cancel(booking);
  };

  while (!run.isOver()) {
    const dice = random.next();
    if (dice < 0.88) await contend();
    else if (dice < 0.94) await travel();
    else if (dice < 0.97 && mine.length > 0) await read(random.pick(mine));
    else if (dice < 0.98) await once({ tool: "listBookings", id: nextId(), input: {} });
    else {
      const { search } = random.pick(world.contested);
      await once({ tool: "searchFlights", id: nextId(), input: search });
    }
  }
};

const LONGEST_PAUSE_MS = 700;

/**
 * Three clients on a flight with two seats of their own: one frees its seat while a single traveller is being booked at
 * the hesitant node, and a couple books both seats meanwhile. They must never both succeed.
 */
export const runTrio = async (number: number, run: Run, random: Random): Promise<void> => {
  const flight = run.world.pairs[number] as World["pairs"][0];
  const member = (role: string, index: number, hesitant: boolean) =>
    createActions(`trio ${number + 1} ${role}`, 20 + number * 3 + index, {
      ...{ run, random, homes: endpointsOf(run, hesitant) },
    });
  const leaver = member("leaver", 0, false);
  const couple = member("couple", 1, false);
  const single = member("single", 2, true);

  while (!run.isOver()) {
    const began = performance.now();
    const leaving = await leaver.bookFlight(flight.id, { keyed: true });
    // The duration of a booking here: the pause may begin at any point of the next one.
    const usual = Math.min(performance.now() - began, LONGEST_PAUSE_MS);
    const late = single.bookFlight(flight.id, { keyed: random.chance(0.5) });
    await sleep(random.between(0, usual));
    const pause = run.pause();
    const change = async () => {
      if (leaving) await leaver.cancel(leaving);
      return couple.bookFlight(flight.id, { keyed: random.chance(0.5), party: 2 });
    };
    const changing = change();
    await Promise.race([changing, sleep(LONGEST_PAUSE_MS)]);
    pause.end();
    const [one, both] = await Promise.all([late, changing]);
    await Promise.all([both && couple.cancel(both), one && single.cancel(one)]);
  }
};

/** Books seats on uncontended flights and never repeats a call, so that abandoned bookings remain. */
export const runPasserBy = async (number: number, run: Run, random: Random): Promise<void> => {
  const { world, recorder, endpoints } = run;
  const client = `passer-by ${number + 1}`;
  const caller = createCaller(client, recorder);
  for (let round = 0; !run.isOver(); round++) {
    const flightId = (world.quiet[round % world.quiet.length] as World["quiet"][0]).id;
    const passenger = `p${inLetters(number)}x${inLetters(round)}`;
    const passengers = [{ type: "adult", firstName: "Ada", lastName: passenger }];
    const input = { flightIds: [flightId], passengers, contactEmail: "ada@example.com" };
    const send = (request: Request) =>
      caller.send(random.pick(endpoints), request, { attempt: 0, patienceMs: HASTY_MS });
    const outcome = await send({ tool: "bookFlight", id: `${client}-${round}`, flightId, passenger, input });
    if (outcome.kind === "ok" && outcome.booking) {
      const { pnr } = outcome.booking;
      await send({ tool: "cancelBooking", id: `${client}-${round}-cancel`, pnr, input: { pnr } });
    }
    await sleep(random.between(20, 120));
  }
};
