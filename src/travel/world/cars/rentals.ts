import type { CarRental, VehicleClass } from "../../../model/booking.ts";
import { rentalFees } from "../../../model/cancel-fees.ts";
import { draw } from "../../../model/draw.ts";
import { countryOf, type Market } from "../markets.ts";
import { extraCharges } from "./charges.ts";
import { type Company, companiesAt, type Vehicle, vehiclesOf } from "./companies.ts";
import { baseRates, type Hire } from "./rates.ts";
import type { Station } from "./stations.ts";

export interface RentalRequest extends Hire {
  readonly dropoff: Station;
  /** Local time with offset; the stamps are the same instants as in offer ids. */
  readonly pickupTime: string;
  readonly dropoffTime: string;
  readonly pickupStamp: string;
  readonly dropoffStamp: string;
  readonly driverAge: number;
}

const GRACE_MINUTES = 29;
const DAY_MINUTES = 24 * 60;

/** 24-hour days from the minute of pick-up. */
export const rentalDaysOf = (minutes: number): number =>
  Math.max(1, Math.ceil((minutes - GRACE_MINUTES) / DAY_MINUTES));

/** Companies with a counter at both stations. */
export const companiesFor = ({ station, dropoff }: RentalRequest): readonly Company[] => {
  const here = companiesAt(station.airport, station.traffic);
  if (station.code === dropoff.code) return here;
  const there = new Set(companiesAt(dropoff.airport, dropoff.traffic).map(({ code }) => code));
  return here.filter(({ code }) => there.has(code));
};

/** The cars on offer. The first company always has an economy car, so that no search comes back empty. */
export const rentalsOf = (companies: readonly Company[], request: RentalRequest, only?: Company): CarRental[] => {
  const { station, date, driverAge } = request;
  const rate = baseRates(request);
  return (only === undefined ? companies : [only]).flatMap((company) =>
    vehiclesOf(company, station.airport, station.traffic, date.slice(0, 4))
      .filter(({ vehicleClass }) => vehicleClass !== "luxury" || driverAge >= company.luxuryAge)
      .filter(
        ({ vehicleClass }) =>
          (company === companies[0] && vehicleClass === "economy") || isAvailable(company, vehicleClass, request),
      )
      .map((vehicle) => rentalOf(company, vehicle, request, rate(vehicle.vehicleClass, company))),
  );
};

/** One car in ten is sold out, more at the last minute. */
const isAvailable = (
  company: Company,
  vehicleClass: VehicleClass,
  { seed, station, date, daysLeft }: RentalRequest,
): boolean => {
  const soldOut = daysLeft === undefined || daysLeft > 3 ? 0.1 : 0.22;
  return !draw("car there", seed, station.code, company.code, vehicleClass, date).chance(soldOut);
};

const rentalOf = (company: Company, vehicle: Vehicle, request: RentalRequest, ratePerDay: number): CarRental => {
  const { station, dropoff, days, driverAge, pickupStamp, dropoffStamp } = request;
  const { vehicleClass, acriss, model } = vehicle;
  const base = ratePerDay * days;
  const extras = extraCharges(base, days, station, dropoff, driverAge, company.tier);
  const extra = extras.reduce((sum, { amount }) => sum + amount, 0);
  // Rounded down to keep US rentals inside their price band; the base absorbs the difference.
  const dailyRate = Math.floor((base + extra) / days);
  const totalPrice = dailyRate * days;
  const charges = [{ code: "BASE", name: "Base rental", amount: totalPrice - extra }, ...extras].map((charge) =>
    Object.freeze(charge),
  );
  const limit = mileageLimit(company, vehicleClass, station.airport.country);
  return Object.freeze({
    id: `C-${company.code}-${station.code}-${dropoff.code}-${pickupStamp}-${dropoffStamp}-${acriss}-${driverAge}`,
    companyCode: company.code,
    companyName: company.name,
    pickupLocationCode: station.code,
    pickupLocationName: station.name,
    dropoffLocationCode: dropoff.code,
    dropoffLocationName: dropoff.name,
    pickupDate: request.pickupTime,
    dropoffDate: request.dropoffTime,
    vehicleClass,
    vehicleModel: model,
    acrissCode: acriss,
    dailyRate,
    totalPrice,
    rentalDays: days,
    driverAge,
    mileagePolicy: limit === undefined ? "unlimited" : "limited",
    ...(limit !== undefined && { mileageLimitPerDayKm: limit }),
    insuranceIncluded: isInsured(company, countryOf(station.airport.country).market),
    charges: Object.freeze(charges) as CarRental["charges"],
    cancelFees: rentalFees({
      ...{ pickupDate: request.pickupTime, dropoffDate: request.dropoffTime },
      ...{ dailyRate, totalPrice },
    }),
    status: "available",
  });
};

/** Kilometres a day included, by country. */
const DAILY_KM: readonly (readonly [km: number, countries: string])[] = [
  [150, "TZ"],
  [200, "ZA NA BW KE"],
  [250, "IN AE OM QA MA IS"],
];
const EUROPE = new Set<Market>(["britain", "france", "german", "benelux", "nordic", "south-europe", "east-europe"]);

const mileageLimit = ({ tier }: Company, vehicleClass: VehicleClass, country: string): number | undefined => {
  if (vehicleClass === "luxury" && EUROPE.has(countryOf(country).market)) return 250;
  return tier === "premium" ? undefined : DAILY_KM.find(([, countries]) => countries.includes(country))?.[0];
};

/** Rates include insurance, except in North America and with value companies in southern Europe. */
const isInsured = ({ tier }: Company, market: Market): boolean =>
  market !== "us" && market !== "canada" && market !== "mexico" && !(market === "south-europe" && tier === "value");
