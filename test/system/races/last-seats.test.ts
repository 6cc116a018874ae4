import { describe, expect, it, vi } from "vitest";
import { startTaxiway, type TaxiwayProcess, worked } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { race, startAll, withStores } from "./processes.ts";
import { bookSeat, optionNow, raceableFlight, type ScarceFlight, tally } from "./sales.ts";

// Allows for a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const expectSeats = async (
  processes: readonly TaxiwayProcess[],
  flight: ScarceFlight,
  seats: number,
): Promise<void> => {
  for (const taxiway of processes) {
    expect(await optionNow(taxiway, flight)).toMatchObject({
      seatsAvailable: seats,
      status: seats === 0 ? "sold_out" : "available",
    });
  }
};

const cancelAll = (processes: readonly TaxiwayProcess[], pnrs: readonly string[]) =>
  Promise.all(pnrs.map((pnr, n) => processes[n % processes.length]?.call("cancelBooking", { pnr })));

withStores("64 callers in 4 processes on", (environment) => {
  it("get exactly the available seats, and free them again", async () => {
    const processes = await startAll(await environment());
    const flight = await raceableFlight(processes[0] as TaxiwayProcess);

    const pnrs = tally(await race(processes, (taxiway) => bookSeat(taxiway, flight)));
    expect(pnrs).toHaveLength(flight.seats);
    expect(new Set(pnrs).size).toBe(flight.seats);
    await expectSeats(processes, flight, 0);
    for (const pnr of pnrs) {
      for (const taxiway of processes) {
        expect(worked(await taxiway.call("retrieveBooking", { pnr }))).toMatchObject({ pnr, status: "confirmed" });
      }
    }

    await cancelAll(processes, pnrs);
    await expectSeats(processes, flight, flight.seats);
    expect(tally(await race(processes, (taxiway) => bookSeat(taxiway, flight)))).toHaveLength(flight.seats);
  });

  it("get both flights of a connection or neither", async () => {
    const processes = await startAll(await environment());
    const flight = await raceableFlight(processes[0] as TaxiwayProcess, 1);
    const before = await optionNow(processes[0] as TaxiwayProcess, flight);

    const pnrs = tally(await race(processes, (taxiway) => bookSeat(taxiway, flight)));
    expect(pnrs).toHaveLength(flight.seats);
    const after = await optionNow(processes[1] as TaxiwayProcess, flight);
    for (const [i, { seatsAvailable }] of (before.segments ?? []).entries()) {
      const left = after.segments?.[i]?.seatsAvailable;
      // Nine means nine or more.
      if (seatsAvailable < 9) expect(left).toBe(seatsAvailable - flight.seats);
    }
    await cancelAll(processes, pnrs);
    expect(await optionNow(processes[2] as TaxiwayProcess, flight)).toEqual(before);
  });

  it("never hold more than the available seats while others cancel", async () => {
    const processes = await startAll(await environment());
    const flight = await raceableFlight(processes[0] as TaxiwayProcess);
    const held = new Set<string>();
    let most = 0;

    await race(processes, async (taxiway, n) => {
      for (let turn = 0; turn < 4; turn++) {
        const [pnr] = tally([await bookSeat(taxiway, flight)]);
        if (pnr === undefined) continue;
        held.add(pnr);
        most = Math.max(most, held.size);
        if ((n + turn) % 2 === 0) continue;
        // Counted as free before it is: the seat may be sold as soon as the store knows.
        held.delete(pnr);
        worked(await taxiway.call("cancelBooking", { pnr }));
      }
    });
    expect(most).toBeLessThanOrEqual(flight.seats);
    await expectSeats(processes, flight, flight.seats - held.size);
  });

  it("make one booking with one idempotency key", async () => {
    const processes = await startAll(await environment());
    const flight = await raceableFlight(processes[0] as TaxiwayProcess);
    const results = await race(processes, (taxiway) => bookSeat(taxiway, flight, "all together now"));
    expect(new Set(results.map((result) => worked(result).pnr)).size).toBe(1);
    await expectSeats(processes, flight, flight.seats - 1);
  });
});

describe("a session with private inventory", () => {
  it("sells each seat once to 64 callers, without affecting other sessions", async () => {
    const env = { TAXIWAY_DATA_DIR: temporaryFolder() };
    const [mine, yours] = [startTaxiway(env), startTaxiway(env)];
    const flight = await raceableFlight(mine);
    expect(tally(await race([mine], (taxiway) => bookSeat(taxiway, flight)))).toHaveLength(flight.seats);
    await expectSeats([mine], flight, 0);
    await expectSeats([yours], flight, flight.seats);
    expect(tally(await race([yours], (taxiway) => bookSeat(taxiway, flight)))).toHaveLength(flight.seats);
  });
});
