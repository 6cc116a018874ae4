import type { Price } from "../flights/flight-option.ts";
import { fieldsOf, numberIn, objectsIn, said, textsIn } from "../views/read.ts";

export interface HotelOffer {
  readonly id: string;
  readonly name: string;
  readonly stars: number;
  readonly address: string;
  readonly room: string;
  readonly rate: string;
  readonly from: string;
  readonly until: string;
  readonly nights: number;
  readonly price: Price;
  readonly perNight: Price;
  readonly amenities: readonly string[];
  readonly policy: string;
  readonly soldOut: boolean;
}

export interface CarOffer {
  readonly id: string;
  readonly model: string;
  readonly kind: string;
  readonly company: string;
  readonly pickUp: string;
  readonly dropOff: string;
  readonly from: string;
  readonly until: string;
  readonly days: number;
  readonly price: Price;
  readonly perDay: Price;
  readonly facts: readonly string[];
}

/** What was found, and what was said about it. */
export interface Found<T> {
  readonly offers: readonly T[];
  readonly notes: readonly string[];
}

const dollars = (amount: unknown): Price => ({ amount: numberIn(amount) ?? 0, currency: "USD" });

const foundIn = <T>(result: unknown, list: string, read: (offer: Readonly<Record<string, unknown>>) => T) => {
  const facts = fieldsOf(result);
  // A booking has lists of the same names.
  if (!Array.isArray(facts[list]) || "pnr" in facts) return undefined;
  const reason = said(facts["reason"]);
  return {
    offers: objectsIn(facts[list]).map(read),
    notes: [...textsIn(facts["warnings"]), ...(reason ? [reason] : [])],
  };
};

export const hotelsIn = (result: unknown): Found<HotelOffer> | undefined => foundIn(result, "hotels", hotelOffer);

export const carsIn = (result: unknown): Found<CarOffer> | undefined => foundIn(result, "cars", carOffer);

export const hotelOffer = (hotel: Readonly<Record<string, unknown>>): HotelOffer => ({
  ...{ id: said(hotel["id"]), name: said(hotel["hotelName"]), address: said(hotel["address"]) },
  stars: Math.min(Math.max(Math.round(numberIn(hotel["starRating"]) ?? 0), 0), 5),
  ...{ room: said(hotel["roomType"]), rate: said(hotel["rateName"]) },
  ...{ from: said(hotel["checkInDate"]), until: said(hotel["checkOutDate"]), nights: numberIn(hotel["nights"]) ?? 1 },
  ...{ price: dollars(hotel["price"]), perNight: dollars(hotel["pricePerNight"]) },
  ...{ amenities: textsIn(hotel["amenities"]), policy: said(hotel["cancellationPolicy"]) },
  soldOut: said(hotel["status"]) === "sold_out",
});

export const carOffer = (car: Readonly<Record<string, unknown>>): CarOffer => ({
  ...{ id: said(car["id"]), model: said(car["vehicleModel"]), kind: said(car["vehicleClass"]) },
  ...{
    company: said(car["companyName"]),
    pickUp: said(car["pickupLocationName"]),
    dropOff: said(car["dropoffLocationName"]),
  },
  ...{ from: said(car["pickupDate"]).slice(0, 16), until: said(car["dropoffDate"]).slice(0, 16) },
  ...{ days: numberIn(car["rentalDays"]) ?? 1, price: dollars(car["totalPrice"]), perDay: dollars(car["dailyRate"]) },
  facts: [
    said(car["acrissCode"]),
    car["mileagePolicy"] === "unlimited"
      ? "unlimited kilometres"
      : `${numberIn(car["mileageLimitPerDayKm"]) ?? "some"} km a day`,
    car["insuranceIncluded"] === true ? "insurance included" : "without insurance",
    `driver of ${numberIn(car["driverAge"]) ?? "any age"}`,
  ].filter(Boolean),
});
