import type { HotelReservation } from "../../../model/booking.ts";
import { addDays } from "../../../model/calendar.ts";
import { draw } from "../../../model/draw.ts";
import type { StockItem } from "../../supplier.ts";
import type { City } from "./cities.ts";
import type { Property } from "./properties.ts";
import { type RoomCode, roomCodeOf } from "./rooms.ts";

/** The smallest and the largest number of rooms, by stars. */
const ROOMS: Readonly<Record<number, readonly [number, number]>> = {
  1: [24, 60],
  2: [40, 110],
  3: [60, 180],
  4: [90, 320],
  5: [70, 300],
};

/** Million passengers a year of the city, and how large its hotels are. */
const SIZES: readonly (readonly [number, number])[] = [
  [15, 1.2],
  [1, 1],
  [0.2, 0.6],
  [0, 0.35],
];

/** The share of the rooms, and how many are for sale at least: the standard rooms of a party of ten. */
const KINDS: Readonly<Record<RoomCode, readonly [share: number, least: number]>> = {
  B1: [0.6, 5],
  B4: [0.2, 3],
  D1: [0.25, 2],
  D4: [0.08, 1],
  S1: [0.08, 1],
  S4: [0.04, 1],
};

/** The largest share of the rooms of a kind that is sold here. */
const ALLOTMENT = 0.25;

const roomsIn = ({ code, stars }: Property, { traffic }: City): number => {
  const [least, most] = ROOMS[stars] as readonly [number, number];
  const [, size] = SIZES.find(([from]) => traffic >= from) as readonly [number, number];
  return size * draw("size", code).integer(least, most);
};

type Stay = Pick<HotelReservation, "id" | "hotelName" | "roomType" | "checkInDate" | "nights" | "rooms" | "guestCount">;

/** The rooms that a stay needs, for each night, of those that are for sale. */
export const roomStock = (seed: string, city: City, property: Property, stay: Stay): readonly StockItem[] => {
  const { id, hotelName, roomType, checkInDate, nights, rooms } = stay;
  const code = roomCodeOf(stay, property);
  const [share, least] = KINDS[code];
  const most = Math.floor(roomsIn(property, city) * share * ALLOTMENT);
  return Array.from({ length: nights }, (_, i) => {
    const night = addDays(checkInDate, i);
    return {
      kind: "room",
      key: `${bucketOf(property.code, night)}#${night.slice(8)}-${code}`,
      forSale: least + draw("rooms", seed, property.code, code, night).integer(0, most),
      units: rooms,
      about: id,
      name: `${roomType} at ${hotelName} on ${night}`,
    };
  });
};

const bucketOf = (hotelCode: string, date: string): string =>
  `hotel:${hotelCode}-${date.slice(0, 4)}${date.slice(5, 7)}`;

/** Hotel and month, for all months of the stay. */
export const roomBuckets = ({
  hotelCode,
  checkInDate,
  nights,
}: Pick<HotelReservation, "hotelCode" | "checkInDate" | "nights">): readonly string[] => {
  const buckets: string[] = [];
  const last = addDays(checkInDate, nights - 1).slice(0, 7);
  for (let month = checkInDate.slice(0, 7); month <= last; month = addDays(`${month}-01`, 31).slice(0, 7)) {
    buckets.push(bucketOf(hotelCode, month));
  }
  return buckets;
};
