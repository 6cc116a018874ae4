import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { refereeCommand } from "../fixtures/referees.ts";
import { environmentOf, MAIN, type ToolResult, worked } from "../fixtures/taxiway.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { ADA, TRIP } from "./whole-trip.ts";

// Much work, not slow work: a busy machine may take its time.
vi.setConfig({ testTimeout: 180_000 });

const run = promisify(execFile);

/** Each call is a process of its own, and so a session of its own: only the data folder connects them. */
const inspect = async (home: string, ...words: string[]): Promise<unknown> => {
  const settings = Object.entries({ ...environmentOf({ TAXIWAY_DATA_DIR: home }) }).flatMap(([name, value]) => [
    "-e",
    `${name}=${value}`,
  ]);
  const { stdout } = await run(
    process.execPath,
    [refereeCommand("mcp-inspector"), "--cli", ...settings, process.execPath, MAIN, ...words],
    { env: { PATH: process.env["PATH"], HOME: home }, maxBuffer: 16 * 1024 * 1024 },
  );
  return JSON.parse(stdout);
};

const call = async (home: string, tool: string, input: object) => {
  const pairs = Object.entries(input).flatMap(([name, value]) => [
    "--tool-arg",
    `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  ]);
  return worked((await inspect(home, "--method", "tools/call", "--tool-name", tool, ...pairs)) as ToolResult);
};

describe("Inspector's command line", () => {
  it("lists the tools and finds nothing in their schemas that some host could not read", async () => {
    const { tools } = (await inspect(temporaryFolder(), "--strict", "--method", "tools/list")) as { tools: unknown[] };
    expect(tools).toHaveLength(9);
  });

  it("makes a whole trip, one process per step", async () => {
    const home = temporaryFolder();
    const { returnDate: _, ...oneWay } = TRIP;
    const { flights } = await call(home, "searchFlights", { ...oneWay, maxResults: 5 });
    const flight = flights.find((option: { status: string }) => option.status === "available");
    const { pnr, sessionId } = await call(home, "bookFlight", {
      flightIds: flight.flightIds,
      passengers: [ADA],
      contactEmail: "ada@example.com",
    });
    const { hotels } = await call(home, "searchHotels", {
      cityCode: "LAX",
      checkInDate: flight.arrivalTime.slice(0, 10),
      checkOutDate: "2027-01-16",
    });
    const hotel = hotels.find((offer: { status: string }) => offer.status === "available");
    await call(home, "bookHotel", { hotelId: hotel.id, existingPnr: pnr, guests: [ADA] });
    const { cars } = await call(home, "searchCars", {
      pickupLocationCode: flight.destinationCode,
      pickupDate: flight.arrivalTime,
      dropoffDate: "2027-01-16T10:00:00-08:00",
    });
    await call(home, "bookCar", { carId: cars[0].id, existingPnr: pnr });
    const booking = await call(home, "retrieveBooking", { pnr });
    expect(booking.totalPrice).toBe(flight.price + hotel.price + cars[0].totalPrice);
    expect((await call(home, "listBookings", { sessionId })).resultCount).toBe(1);
    expect((await call(home, "cancelBooking", { pnr })).status).toBe("cancelled");
    const read = (await inspect(home, "--method", "resources/read", "--uri", `gds://booking/${pnr}`)) as {
      contents: { text: string }[];
    };
    expect(JSON.parse(read.contents[0]?.text ?? "")).toMatchObject({ pnr, status: "cancelled" });
  });
});
