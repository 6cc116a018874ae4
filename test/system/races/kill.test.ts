import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { openStore } from "../../../src/platform/stores/open-store.ts";
import { parseValkeyUrl } from "../../../src/platform/stores/valkey-url.ts";
import { createBookingJournal } from "../../../src/travel/booking-journal.ts";
import { cases } from "../../fixtures/cases.ts";
import {
  type Environment,
  startTaxiway,
  type TaxiwayProcess,
  type ToolResult,
  worked,
} from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { startValkey } from "../../fixtures/valkey.ts";
import { bookSeat, optionNow, type ScarceFlight, scarceFlights } from "./sales.ts";

const SHARED = { TAXIWAY_INVENTORY: "shared", PNR_TTL_HOURS: "24" };
/** All callers book at nine; the check afterwards is late enough for abandoned bookings to be removed. */
const DURING = { ...SHARED, CLOCK: "2026-12-01T09:00:00Z" };
const AFTERWARDS = { ...SHARED, CLOCK: "2026-12-01T09:30:00Z" };

interface Request {
  readonly key: string;
  readonly flight: ScarceFlight;
  /** Set when the answer has been read. */
  pnr?: string;
}

const someFlights = async (env: Environment, count: number): Promise<ScarceFlight[]> => {
  const taxiway = startTaxiway({ ...env, ...DURING });
  const flights: ScarceFlight[] = [];
  for await (const flight of scarceFlights(taxiway)) if (flights.push(flight) === count) break;
  await taxiway.close();
  return flights;
};

/** Books one seat after the other in several concurrent loops, until it is stopped or the process has ended. */
const keepBooking = (taxiway: TaxiwayProcess, flights: readonly ScarceFlight[], requests: Request[]) => {
  const LINES = 6;
  const news = new EventEmitter();
  let going = true;
  const line = async (): Promise<void> => {
    while (going) {
      const flight = flights[Math.floor(Math.random() * flights.length)] as ScarceFlight;
      const request: Request = { key: `request ${requests.length}`, flight };
      requests.push(request);
      const result = await bookSeat(taxiway, flight, request.key).catch(() => undefined);
      if (result === undefined) return;
      if (result.isError) expectExcuse(result);
      else {
        request.pnr = worked(result).pnr;
        news.emit("booked");
      }
      news.emit("answered");
    }
  };
  const done = Promise.all(Array.from({ length: LINES }, line));
  return {
    /** Resolves after that many more answers, including rejections. */
    until: (event: "answered" | "booked", times: number) =>
      new Promise<void>((resolve) => {
        let left = times;
        news.on(event, () => --left === 0 && resolve());
      }),
    async stop() {
      going = false;
      await done;
    },
  };
};

/** Sold out, or a temporarily unavailable store. */
const expectExcuse = ({ _meta }: ToolResult): void => {
  const { code, data } = _meta["taxiway/error"];
  expect(code === -32002 ? data.seatsLeft : data.retryable).toBe(code === -32002 ? 0 : true);
};

/** The PNRs of all bookings in the store. */
const journalOf = async ({ VALKEY_URL, TAXIWAY_DATA_DIR }: Environment): Promise<ReadonlySet<string>> => {
  const now = () => Date.parse(AFTERWARDS.CLOCK);
  const store = await openStore(
    VALKEY_URL === undefined
      ? { kind: "lmdb", path: TAXIWAY_DATA_DIR as string, now }
      : { kind: "valkey", address: parseValkeyUrl(VALKEY_URL), now },
  );
  const pnrs = new Set<string>();
  for await (const lines of createBookingJournal(store).read("default")) for (const { text } of lines) pnrs.add(text);
  await store.close();
  return pnrs;
};

/** Checks that nothing acknowledged is lost or doubled, and that every seat is accounted for. */
const expectAllKept = async (env: Environment, flights: readonly ScarceFlight[], requests: readonly Request[]) => {
  const taxiway = startTaxiway({ ...env, ...AFTERWARDS });
  const promised = requests.filter(({ pnr }) => pnr !== undefined);
  const owners = new Map<string, Request>();
  const journal = await journalOf(env);
  for (const request of promised) {
    const { pnr, flight } = request;
    expect(journal, "the journal").toContain(pnr);
    const booking = worked(await taxiway.call("retrieveBooking", { pnr }));
    expect(booking).toMatchObject({
      pnr,
      status: "confirmed",
      flights: [{ id: flight.flightIds[0], segmentStatus: "HK" }],
    });
    expect(worked(await bookSeat(taxiway, flight, request.key)).pnr).toBe(pnr);
    owners.set(pnr as string, request);
  }
  expect(owners.size).toBe(promised.length);

  // The answer was lost: a repeat returns the booking that was made, or makes it now.
  const pnrs = new Map(flights.map((flight) => [flight, new Set<string>()]));
  for (const { pnr, flight } of promised) pnrs.get(flight)?.add(pnr as string);
  for (const { key, flight } of requests.filter(({ pnr }) => pnr === undefined)) {
    const result = await bookSeat(taxiway, flight, key);
    if (result.isError) expectExcuse(result);
    else {
      expect(owners.has(worked(result).pnr)).toBe(false);
      pnrs.get(flight)?.add(worked(result).pnr);
    }
  }

  for (const [flight, sold] of pnrs) {
    for (let result = await bookSeat(taxiway, flight); !result.isError; result = await bookSeat(taxiway, flight)) {
      sold.add(worked(result).pnr);
    }
    expect(sold.size, `seats sold of ${flight.flightIds}`).toBe(flight.seats);
    expect(await optionNow(taxiway, flight)).toMatchObject({ seatsAvailable: 0, status: "sold_out" });
  }
  return promised.length;
};

describe("kill -9 while booking", () => {
  it("on LMDB, again and again, loses no acknowledged booking and no seat", { timeout: cases(120_000) }, async () => {
    const env = { TAXIWAY_DATA_DIR: temporaryFolder() };
    const flights = await someFlights(env, 30);
    const requests: Request[] = [];
    for (let round = 0; round < cases(4); round++) {
      // One dies while the other writes to the same file, then the other dies too.
      for (const work of [start(env, flights, requests), start(env, flights, requests)].map(untilKilled)) await work;
    }
    expect(await expectAllKept(env, flights, requests)).toBeGreaterThan(8);
  });

  it("of Valkey loses no acknowledged booking and no seat, and Taxiway continues", { timeout: 120_000 }, async () => {
    const valkey = await startValkey({ appendfsync: "always" });
    onTestFinished(() => valkey.stop());
    const env = { VALKEY_URL: valkey.url };
    const flights = await someFlights(env, 30);
    const requests: Request[] = [];
    const taxiway = startTaxiway({ ...env, ...DURING });
    const work = keepBooking(taxiway, flights, requests);
    for (let round = 0; round < 4; round++) {
      await work.until("booked", 5 + Math.floor(Math.random() * 10));
      await sleep(Math.random() * 5);
      await valkey.kill();
      await valkey.start();
    }
    await work.until("booked", 5);
    await work.stop();
    expect((await taxiway.ask("ping")).result).toEqual({});
    expect(await expectAllKept(env, flights, requests)).toBeGreaterThanOrEqual(20);
  });
});

const start = (env: Environment, flights: readonly ScarceFlight[], requests: Request[]) => {
  const taxiway = startTaxiway({ ...env, ...DURING });
  return { taxiway, work: keepBooking(taxiway, flights, requests) };
};

const untilKilled = async ({ taxiway, work }: ReturnType<typeof start>): Promise<void> => {
  await work.until("answered", 1 + Math.floor(Math.random() * 8));
  await sleep(Math.random() * 5);
  taxiway.child.kill("SIGKILL");
  expect((await taxiway.exited).signal).toBe("SIGKILL");
  await work.stop();
};
