import { table } from "../../bench/table.ts";
import { type CarRental, VEHICLE_CLASSES } from "../../src/model/booking.ts";
import { draw } from "../../src/model/draw.ts";
import type { Airport, Place } from "../../src/model/place.ts";
import { dollars, percent, quantile, type Section, SPREAD, share, spread } from "./section.ts";
import type { Sample, World } from "./world-under-report.ts";

const OPTIONS = 500;
const DAYS = 3;
const DAY_MS = 86_400_000;
const DATES = ["2027-02-09", "2027-05-11", "2027-08-14", "2027-10-06"];
const AIRPORTS = 250;
const SAMPLED = 0.05;

const searchCars = ({ supplier, places }: World, airport: Airport, date: string): readonly CarRental[] => {
  const { code, name, country } = airport;
  const place: Place = { code, name, country, kind: "airport", airports: [airport] };
  const pickupAt = places.instant(airport, `${date}T10:00`);
  const dropoffAt = pickupAt + DAYS * DAY_MS;
  return supplier.searchCars({
    ...{ pickup: place, dropoff: place, pickupAt, dropoffAt },
    ...{ driverAge: 35, sortBy: "price", maxResults: OPTIONS },
  }).offers;
};

/** The model document's daily rates within the United States, in dollars; a summer week at a dear airport may exceed them. */
const US_BANDS = { economy: [35, 50], midsize: [50, 80], luxury: [100, 150] } as const;

export const cars = ({ world, seed, searches }: Sample): Section => {
  const chance = draw("world report cars", seed);
  const airports = world.places.airports().slice(0, AIRPORTS);
  const rentals = Array.from({ length: Math.max(20, Math.round(searches.length * SAMPLED)) }, () =>
    chance.pick(airports),
  ).flatMap((airport) =>
    searchCars(world, airport, chance.pick(DATES)).map((car) => ({ car, american: airport.country === "US" })),
  );
  const rates = (american: boolean, vehicle: string): readonly number[] =>
    rentals
      .filter((rental) => rental.american === american && rental.car.vehicleClass === vehicle)
      .map(({ car }) => car.dailyRate);
  const inBand = (vehicle: keyof typeof US_BANDS): number => {
    const [low, high] = US_BANDS[vehicle];
    const own = rates(true, vehicle);
    return share(own.filter((rate) => rate >= low * 100 && rate <= high * 100).length, own.length);
  };
  const medians = [true, false].map((american) =>
    VEHICLE_CLASSES.map((vehicle) => quantile(rates(american, vehicle), 0.5)),
  );
  const outOfOrder = medians.flatMap((row) =>
    row.filter((rate, index) => index > 0 && rate < (row[index - 1] as number) && VEHICLE_CLASSES[index] !== "suv"),
  );
  return {
    title: "Cars",
    tables: [
      table(
        ["a day, with all charges", "cars", ...SPREAD],
        [true, false].flatMap((american) =>
          VEHICLE_CLASSES.map((vehicle) => {
            const own = rates(american, vehicle);
            return [
              `${american ? "United States" : "elsewhere"}, ${vehicle}`,
              `${own.length}`,
              ...spread(own, dollars),
            ];
          }),
        ),
      ),
      `In the model document's band in the United States: economy ${percent(inBand("economy"))}, midsize ${percent(inBand("midsize"))}, luxury ${percent(inBand("luxury"))}`,
    ],
    figures: {
      "US economy cars in the band": inBand("economy"),
      "US luxury cars in the band": inBand("luxury"),
      "car classes out of order": outOfOrder.length,
    },
    cases: {},
  };
};
