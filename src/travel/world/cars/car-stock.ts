import type { CarRental, VehicleClass } from "../../../model/booking.ts";
import { addDays, dateOf } from "../../../model/calendar.ts";
import { draw } from "../../../model/draw.ts";
import type { StockItem } from "../../supplier.ts";
import type { Station } from "./stations.ts";

/** Million passengers a year of the station, and how many cars of a common class a company has there at most. */
const FLEETS: readonly (readonly [number, number])[] = [
  [10, 30],
  [4, 18],
  [1.5, 10],
  [0.5, 6],
  [0, 3],
];

const CLASS_SHARES: Readonly<Record<VehicleClass, number>> = {
  economy: 1,
  compact: 1,
  midsize: 0.8,
  fullsize: 0.6,
  suv: 0.6,
  luxury: 0.2,
};

type Rental = Pick<
  CarRental,
  | "id"
  | "companyCode"
  | "companyName"
  | "pickupLocationCode"
  | "pickupLocationName"
  | "pickupDate"
  | "rentalDays"
  | "vehicleClass"
  | "acrissCode"
>;

/** A car of the class on each day of the rental, of those that the company has at the station. */
export const carStock = (seed: string, { traffic }: Station, rental: Rental): readonly StockItem[] => {
  const { id, companyCode, companyName, pickupLocationCode, pickupLocationName, vehicleClass, acrissCode } = rental;
  const [, fleet] = FLEETS.find(([least]) => traffic >= least) as readonly [number, number];
  const most = Math.floor(fleet * CLASS_SHARES[vehicleClass]);
  return daysOf(rental).map((day) => {
    const key = `${bucketOf(pickupLocationCode, day)}#${day.slice(8)}-${companyCode}-${acrissCode}`;
    return {
      kind: "car",
      key,
      forSale: 1 + draw("cars", seed, key).integer(0, most),
      units: 1,
      about: id,
      name: `A car of the ${vehicleClass} class of ${companyName} at ${pickupLocationName} on ${day}`,
    };
  });
};

const daysOf = ({ pickupDate, rentalDays }: Pick<CarRental, "pickupDate" | "rentalDays">): readonly string[] =>
  Array.from({ length: rentalDays }, (_, i) => addDays(dateOf(pickupDate), i));

const bucketOf = (station: string, date: string): string => `car:${station}-${date.slice(0, 4)}${date.slice(5, 7)}`;

/** Station and month, for all months of the rental. */
export const carBuckets = (rental: Rental): readonly string[] => [
  ...new Set(daysOf(rental).map((day) => bucketOf(rental.pickupLocationCode, day))),
];
