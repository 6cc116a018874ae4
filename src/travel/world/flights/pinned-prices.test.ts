import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { frozenClock, systemClock } from "../../../model/clock.ts";
import { type Draw, draw } from "../../../model/draw.ts";
import { CABINS } from "../../../model/flight.ts";
import { loadPlaces } from "../places.ts";
import { createFlights, type Flights } from "./flights.ts";

const places = loadPlaces();
const SEED = "fixed";
const PARTY = { adults: 1, children: 1, infants: 1 };
const PRICES = 1_000;

/** The prices of ids that name no fare family, with the system clock and with a configured one. */
const pricesIn = (world: Flights): readonly string[] => {
  const chance: Draw = draw("pinned prices");
  const airports = [...places.airports()].sort((a, b) => places.traffic(b) - places.traffic(a)).slice(0, 150);
  const lines: string[] = [];
  while (lines.length < PRICES) {
    const [origin, destination] = [chance.pick(airports).code, chance.pick(airports).code];
    const day = chance.integer(0, 300);
    const cabin = chance.pick(CABINS);
    if (places.sameCity(origin, destination)) continue;
    const { offers } = world.searchFlights({
      origin: places.require(origin, "origin"),
      destination: places.require(destination, "destination"),
      date: new Date(Date.parse("2026-12-01T00:00:00Z") + day * 86_400_000).toISOString().slice(0, 10),
      cabin,
      party: PARTY,
      maxConnections: 2,
      sortBy: "price",
      maxResults: 20,
    });
    for (const { option } of offers) lines.push(`${option.flightIds.join(" ")} ${option.price}`);
  }
  return lines.slice(0, PRICES);
};

const digestOf = (lines: readonly string[]): string =>
  createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);

describe("the prices of 2,000 flights", () => {
  const worlds = {
    "with the system clock": [systemClock, "3e74080d60ad3333"],
    "with a configured clock": [frozenClock(Date.parse("2026-12-01T09:00:00Z")), "331b5ce41cd813a4"],
  } as const;
  for (const [name, [clock, digest]] of Object.entries(worlds)) {
    it(`stay the same ${name}`, { timeout: 60_000 }, () => {
      const world = createFlights({ seed: SEED, clock, places });
      const lines = pricesIn(world);
      expect(digestOf(lines)).toBe(digest);
      for (const line of lines.slice(0, 300)) {
        const ids = line.split(" ");
        const price = Number(ids.pop());
        expect(world.quoteFlights(ids, PARTY).reduce((sum, { segment }) => sum + segment.price, 0)).toBe(price);
      }
    });
  }
});
