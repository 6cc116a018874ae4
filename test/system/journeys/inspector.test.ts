import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { GDS_TOOLS } from "../../fixtures/gds-tools.ts";
import { startHttpTaxiway } from "../../fixtures/http-taxiway.ts";
import { startNginx } from "../../fixtures/nginx.ts";
import { refereeCommand } from "../../fixtures/referees.ts";
import { environmentOf, MAIN, type ToolResult, worked } from "../../fixtures/taxiway.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { ADA, GUEST, TRIP } from "./whole-trip.ts";

// Allows for a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const run = promisify(execFile);

/** The server that Inspector connects to. */
interface Target {
  readonly words: readonly string[];
  readonly env?: Record<string, string>;
}

/** Each step starts its own Taxiway: only the data folder connects them. */
const onStdio = (): Target => {
  const settings = Object.entries(environmentOf({ TAXIWAY_DATA_DIR: temporaryFolder() }));
  const words = settings.flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  return { words: [...words, process.execPath, MAIN] };
};

const overHttp = (url: string, env: Record<string, string> = {}): Target => ({
  words: [url, "--transport", "http"],
  env,
});

const inspect = async ({ words, env }: Target, ...more: string[]): Promise<unknown> => {
  const { stdout } = await run(process.execPath, [refereeCommand("mcp-inspector"), "--cli", ...words, ...more], {
    env: { PATH: process.env["PATH"], HOME: temporaryFolder(), ...env },
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout);
};

const call = async (target: Target, tool: string, input: object) => {
  const pairs = Object.entries(input).flatMap(([name, value]) => [
    "--tool-arg",
    `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  ]);
  return worked((await inspect(target, "--method", "tools/call", "--tool-name", tool, ...pairs)) as ToolResult);
};

const readBooking = async (target: Target, pnr: string) => {
  const words = ["--method", "resources/read", "--uri", `gds://booking/${pnr}`];
  const { contents } = (await inspect(target, ...words)) as { contents: { text: string }[] };
  return JSON.parse(contents[0]?.text ?? "");
};

const bookFlight = async (target: Target) => {
  const { returnDate: _, ...oneWay } = TRIP;
  const { flights } = await call(target, "searchFlights", { ...oneWay, maxResults: 5 });
  const flight = flights.find((option: { status: string }) => option.status === "available");
  const traveller = { passengers: [ADA], contactEmail: "ada@example.com" };
  return { flight, booked: await call(target, "bookFlight", { flightIds: flight.flightIds, ...traveller }) };
};

/** Each step is its own process, and so its own session. */
const travelStepByStep = async (target: Target): Promise<void> => {
  const { flight, booked } = await bookFlight(target);
  const { pnr, sessionId } = booked;
  const [{ hotels }, { cars }] = await Promise.all([
    call(target, "searchHotels", {
      cityCode: "LAX",
      checkInDate: flight.arrivalTime.slice(0, 10),
      checkOutDate: "2027-01-16",
    }),
    call(target, "searchCars", {
      pickupLocationCode: flight.destinationCode,
      pickupDate: flight.arrivalTime,
      dropoffDate: "2027-01-16T10:00:00-08:00",
    }),
  ]);
  const hotel = hotels.find((offer: { status: string }) => offer.status === "available");
  await call(target, "bookHotel", { hotelId: hotel.id, existingPnr: pnr, guests: [GUEST] });
  await call(target, "bookCar", { carId: cars[0].id, existingPnr: pnr });
  const [booking, listed] = await Promise.all([
    call(target, "retrieveBooking", { pnr }),
    call(target, "listBookings", { sessionId }),
  ]);
  expect(booking.totalPrice).toBe(flight.price + hotel.price + cars[0].totalPrice);
  expect(listed.resultCount).toBe(1);
  expect((await call(target, "cancelBooking", { pnr })).status).toBe("cancelled");
  expect(await readBooking(target, pnr)).toMatchObject({ pnr, status: "cancelled" });
};

describe("the MCP Inspector's command line", () => {
  it("lists the tools without warnings about their schemas", async () => {
    const { tools } = (await inspect(onStdio(), "--strict", "--method", "tools/list")) as { tools: unknown[] };
    expect(tools).toHaveLength(GDS_TOOLS);
  });

  it("makes a whole trip on stdio", () => travelStepByStep(onStdio()));

  it("makes a whole trip over HTTP", async () => {
    const { url } = await startHttpTaxiway({ TAXIWAY_STORE: "memory" });
    await travelStepByStep(overHttp(url));
  });

  it("books through nginx with TLS", async () => {
    const { port } = await startHttpTaxiway({ TAXIWAY_STORE: "memory" });
    const nginx = await startNginx({ nodes: [port] });
    onTestFinished(() => nginx.stop());
    const target = overHttp(`${nginx.url}/mcp`, { NODE_EXTRA_CA_CERTS: nginx.ca });
    const { booked } = await bookFlight(target);
    expect(await readBooking(target, booked.pnr)).toMatchObject({ pnr: booked.pnr, status: "confirmed" });
  });
});
