import type { HotelReservation } from "../../../model/booking.ts";
import { addDays, type IsoDate } from "../../../model/calendar.ts";
import { draw, hash } from "../../../model/draw.ts";
import { countryOf } from "../markets.ts";
import { compactDate } from "../offer-ids.ts";
import type { City } from "./cities.ts";
import { demandOver } from "./demand.ts";
import type { Property } from "./properties.ts";
import { type Rate, rateOf } from "./rates.ts";
import { lodgingOf } from "./rooms.ts";

export interface StayRequest {
  readonly city: City;
  readonly properties: readonly Property[];
  readonly seed: string;
  readonly checkIn: IsoDate;
  readonly nights: number;
  readonly guests: number;
  /** Undefined unless the clock is configured. */
  readonly daysLeft: number | undefined;
}

type Bands = Readonly<Record<number, readonly [number, number]>>;

/** US dollars for one room and night, by stars: budget 80 to 150, midrange 150 to 300, luxury 300 to 800. */
const DOMESTIC: Bands = { 1: [80, 115], 2: [95, 150], 3: [150, 300], 4: [300, 540], 5: [440, 800] };
/** At price level 1. */
const ABROAD: Bands = { 1: [50, 88], 2: [72, 125], 3: [115, 220], 4: [190, 370], 5: [330, 720] };

const SOLD_OUT_SHARE = 0.1;

/** The stay at each property, with its price; `only` is the index of a single property. */
export const staysOf = (request: StayRequest, only?: number): HotelReservation[] => {
  const { city, properties, seed, checkIn, nights } = request;
  const demand = demandOver(city, seed, checkIn, nights) + lateDemand(request.daysLeft);
  const checkOut = addDays(checkIn, nights);
  const neverFull = hash("spared", seed, city.code, checkIn) % properties.length;
  const indexes = only === undefined ? [...properties.keys()] : [only];
  return indexes.map((index) => {
    const property = properties[index] as Property;
    return stayAt(property, request, checkOut, demand, index !== neverFull && isFull(property, request));
  });
};

const stayAt = (
  property: Property,
  { city, seed, checkIn, nights, guests, daysLeft }: StayRequest,
  checkOut: IsoDate,
  demand: number,
  full: boolean,
): HotelReservation => {
  const rate = rateOf(seed, { city, property, checkIn, nights, daysLeft });
  const { roomType, rooms, factor } = lodgingOf(city, property, guests);
  const week = Math.floor(Date.parse(`${checkIn}T00:00:00Z`) / WEEK_MS);
  const variation = draw("mood", seed, property.code, week).fraction();
  const pricePerNight = rooms * roomPrice(city, property, demand + (variation - 0.5) * 0.1, rate, factor);
  return Object.freeze({
    id: `H-${property.code}-${compactDate(checkIn)}-${compactDate(checkOut)}-${guests}`,
    hotelCode: property.code,
    hotelName: property.name,
    chainCode: property.chain.code,
    chainName: property.chain.name,
    address: property.address,
    cityCode: city.code,
    cityName: city.name,
    ...property.position,
    checkInDate: checkIn,
    checkInTime: property.checkInTime,
    checkOutDate: checkOut,
    checkOutTime: property.checkOutTime,
    nights,
    roomType,
    rateCode: rate.code,
    rateName: rate.name,
    starRating: property.stars,
    price: pricePerNight * nights,
    pricePerNight,
    guestCount: guests,
    rooms,
    amenities: amenitiesWith(rate, property),
    refundable: rate.refundable,
    cancellationPolicy: rate.cancellationPolicy,
    status: full ? "sold_out" : "available",
  });
};

const WEEK_MS = 7 * 86_400_000;

/** Cents a room. The US price bands apply everywhere in the country; elsewhere they scale with the price level. */
const roomPrice = (city: City, property: Property, demand: number, rate: Rate, roomFactor: number): number => {
  const position = 0.28 + property.quality * 0.27 + demand;
  if (city.country === "US") {
    const [low, high] = DOMESTIC[property.stars] as readonly [number, number];
    const asked = (low + (high - low) * (position + (city.level - 1) * 0.6)) * rate.factor * roomFactor;
    return Math.round(Math.min(high, Math.max(low, asked))) * 100;
  }
  const [low, high] = ABROAD[property.stars] as readonly [number, number];
  const asked = Math.min(high, Math.max(low, (low + (high - low) * position) * rate.factor));
  return Math.round(asked * roomFactor * countryOf(city.country).level * city.level * 100);
};

/** Depends on the first night only. `staysOf` keeps one hotel in each city available, so that no city is full. */
const isFull = (property: Property, { properties, seed, checkIn, daysLeft }: StayRequest): boolean => {
  const share = (SOLD_OUT_SHARE * properties.length) / (properties.length - 1);
  const late = daysLeft === undefined ? 1 : daysLeft <= 3 ? 1.8 : daysLeft <= 14 ? 1.2 : daysLeft > 90 ? 0.5 : 0.9;
  return draw("full", seed, property.code, checkIn).chance(share * late);
};

const lateDemand = (daysLeft: number | undefined): number => {
  if (daysLeft === undefined) return 0;
  return daysLeft <= 3 ? 0.12 : daysLeft <= 7 ? 0.08 : daysLeft <= 14 ? 0.04 : daysLeft > 120 ? -0.05 : 0;
};

const amenitiesWith = (rate: Rate, { amenities }: Property): string[] => {
  const own = rate.breakfast ? amenities.filter((amenity) => amenity !== "Breakfast available") : amenities;
  const extra = rate.breakfast ? ["Breakfast included"] : rate.code === "PKG" ? ["Parking included"] : [];
  return Object.freeze([...own, ...extra]) as string[];
};
