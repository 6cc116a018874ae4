import { expect, it, onTestFinished, vi } from "vitest";
import { type HttpTaxiway, startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { startValkey } from "../../fixtures/valkey.ts";
import { callAt } from "../nodes/many-calls.ts";
import { openSession } from "../nodes/remote-session.ts";
import { mountSmallDisk } from "../nodes/small-disk.ts";
import { SEARCH } from "../nodes/trip.ts";
import { settings } from "./system.ts";

const NOTICED_WITHIN_MS = 10_000;

const healthOf = async ({ port }: HttpTaxiway): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}/health`);
  return ((await response.json()) as { status: string }).status;
};

/** Books hotels, which never sell out, until every write fails: a full store still has some free space inside. */
const openHotelDesk = async (node: HttpTaxiway) => {
  const session = await openSession(node);
  const stay = { cityCode: "LAX", checkInDate: SEARCH.departureDate, checkOutDate: "2026-12-17" };
  const { hotels } = await session.call(node, "searchHotels", stay);
  const input = {
    hotelId: hotels.find(({ status }: { status: string }) => status === "available").id,
    guests: [{ firstName: "Ada", lastName: "Byron" }],
    contactEmail: "ada@example.com",
  };
  return {
    async untilNothingCanBeBooked(): Promise<void> {
      for (let tries = 0; tries < 2_000; tries++) {
        const result = await callAt(node, session.id, "bookHotel", input).catch(() => undefined);
        if (result === undefined || result.isError) return;
      }
      throw new Error("the full store still takes bookings");
    },
  };
};

const noticed = (node: HttpTaxiway): Promise<void> =>
  vi.waitFor(async () => expect(await healthOf(node)).not.toBe("healthy"), {
    timeout: NOTICED_WITHIN_MS,
    interval: 250,
  });

it("a node is unhealthy within 10 seconds when Valkey is full", async () => {
  const valkey = await startValkey();
  onTestFinished(() => valkey.stop());
  const node = await startHttpTaxiway({ ...settings(), VALKEY_URL: valkey.url });
  const desk = await openHotelDesk(node);
  expect(await healthOf(node)).toBe("healthy");

  await valkey.cli("config", "set", "maxmemory", "1");
  await desk.untilNothingCanBeBooked();
  await noticed(node);
  await valkey.cli("config", "set", "maxmemory", "0");
  await vi.waitFor(async () => expect(await healthOf(node)).toBe("healthy"));
});

it("a node is unhealthy within 10 seconds when LMDB's disk is full", async () => {
  const disk = await mountSmallDisk(4);
  const node = await startHttpTaxiway({ ...settings(), TAXIWAY_DATA_DIR: disk.folder });
  const desk = await openHotelDesk(node);
  expect(await healthOf(node)).toBe("healthy");

  disk.fill();
  await desk.untilNothingCanBeBooked();
  await noticed(node);
  disk.free();
  await vi.waitFor(async () => expect(await healthOf(node)).toBe("healthy"));
});
