import type { HotelReservation } from "../../../model/booking.ts";
import { draw } from "../../../model/draw.ts";
import { dataTable } from "../data-file.ts";
import type { City } from "./cities.ts";
import type { Property } from "./properties.ts";

const ROOM_CODES = ["B1", "D1", "S1", "B4", "D4", "S4"] as const;
/** Basic, deluxe or suite, and 4 for a room for four guests. */
export type RoomCode = (typeof ROOM_CODES)[number];

export interface Lodging {
  readonly roomType: string;
  readonly rooms: number;
  /** Relative to the price of a standard double room. */
  readonly factor: number;
}

type RoomTypes = Readonly<Record<number, readonly string[]>>;
type Region = "american" | "americanFamily" | "japanese" | "elsewhere" | "single" | "family";

const roomTypes = dataTable("hotel-rooms.json", (data: Readonly<Record<Region, RoomTypes>>) => data);

const NORTH_AMERICA = new Set(["US", "CA"]);

const isFamily = (guests: number, { familyRooms }: Property): boolean => guests > 2 && familyRooms;

/** Two guests to a room; three or more in rooms for four, if the hotel has them. */
export const lodgingOf = (city: City, property: Property, guests: number): Lodging => {
  const american = NORTH_AMERICA.has(city.country);
  const chance = draw("room", property.code, guests);
  const pick = (region: Region): string => chance.pick(roomTypes()[region][property.stars] ?? ["Standard Room"]);
  if (isFamily(guests, property)) {
    return american
      ? { roomType: pick("americanFamily"), rooms: Math.ceil(guests / 4), factor: 1.05 }
      : { roomType: pick("family"), rooms: Math.ceil(guests / 4), factor: 1.4 };
  }
  if (guests === 1 && !american && property.stars <= 3) return { roomType: pick("single"), rooms: 1, factor: 0.92 };
  const region = american ? "american" : city.country === "JP" ? "japanese" : "elsewhere";
  return { roomType: pick(region), rooms: Math.ceil(guests / 2), factor: 1 };
};

/** The kind of room of a stay. */
export const roomCodeOf = ({ guestCount }: Pick<HotelReservation, "guestCount">, property: Property): RoomCode =>
  isFamily(guestCount, property) ? "B4" : "B1";
