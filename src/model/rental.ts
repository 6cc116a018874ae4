import { array, boolean, integer, maybe, object, oneOf, type Static, string } from "./schema.ts";

export const VEHICLE_CLASSES = ["economy", "compact", "midsize", "fullsize", "suv", "luxury"] as const;
export type VehicleClass = (typeof VEHICLE_CLASSES)[number];

const localTime = { format: "date-time", description: "Local time with UTC offset" };

export const CarRental = object({
  id: string(),
  companyCode: string(),
  companyName: string(),
  pickupLocationCode: string(),
  pickupLocationName: string(),
  dropoffLocationCode: string(),
  dropoffLocationName: string(),
  pickupDate: string(localTime),
  dropoffDate: string(localTime),
  vehicleClass: oneOf(VEHICLE_CLASSES),
  vehicleModel: string({ description: "A model, or similar" }),
  acrissCode: string({ description: "Four-letter ACRISS code" }),
  dailyRate: integer({ description: "US cents; every charge is folded in" }),
  totalPrice: integer({ description: "US cents; dailyRate × rentalDays" }),
  rentalDays: integer({ minimum: 1, description: "24-hour days from the pick-up minute" }),
  mileagePolicy: oneOf(["unlimited", "limited"]),
  mileageLimitPerDayKm: maybe(integer()),
  insuranceIncluded: boolean(),
  driverAge: integer({ description: "The age this rate is for" }),
  charges: array(
    object({
      code: string(),
      name: string(),
      amount: integer({ description: "US cents for the whole rental, already inside totalPrice" }),
    }),
    { description: "What the total is made of" },
  ),
  status: oneOf(["available", "confirmed", "cancelled"]),
});
export type CarRental = Static<typeof CarRental>;
