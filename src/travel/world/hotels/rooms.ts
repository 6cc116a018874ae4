import type { HotelReservation } from "../../../model/booking.ts";
import { draw } from "../../../model/draw.ts";
import { dataTable } from "../data-file.ts";
import type { City } from "./cities.ts";
import type { Property } from "./properties.ts";

type Tier = "B" | "D" | "S";
/** Basic, deluxe or suite; 1 for a room for one or two guests, 4 for a room for up to four. */
export type RoomCode = `${Tier}${1 | 4}`;

export interface Lodging {
  readonly code: RoomCode;
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
    const family = { code: "B4", rooms: Math.ceil(guests / 4) } as const;
    return american
      ? { ...family, roomType: pick("americanFamily"), factor: 1.05 }
      : { ...family, roomType: pick("family"), factor: 1.4 };
  }
  if (guests === 1 && !american && property.stars <= 3) {
    return { code: "B1", roomType: pick("single"), rooms: 1, factor: 0.92 };
  }
  const region = american ? "american" : city.country === "JP" ? "japanese" : "elsewhere";
  return { code: "B1", roomType: pick(region), rooms: Math.ceil(guests / 2), factor: 1 };
};

const DELUXE_FACTOR = 1.15;
const SUITE_FACTOR = 1.6;
/** Suites are in hotels of so many stars. */
const SUITE_STARS = 4;

/** What makes a room better. */
const PLAIN_MERITS = ["Quiet Side", "Renovated", "Larger Room"];
const MERITS = ["Corner Room", "High Floor", "Balcony"];

/** The rooms of a hotel for that many guests, from the cheapest to the best. */
export const lodgingsOf = (city: City, property: Property, guests: number): readonly Lodging[] => {
  const basic = lodgingOf(city, property, guests);
  const size = basic.code === "B4" ? 4 : 1;
  const seaside = city.seaside && city.demand === "resort" ? ["Sea View"] : [];
  const merits = [...(property.stars <= 2 ? PLAIN_MERITS : MERITS), ...seaside];
  const merit = draw("merit", property.code).pick(merits.filter((one) => !basic.roomType.includes(one)));
  const deluxe: Lodging = {
    ...basic,
    ...{
      code: `D${size}`,
      roomType: `${basic.roomType.split(",")[0]}, ${merit}`,
      factor: basic.factor * DELUXE_FACTOR,
    },
  };
  if (property.stars < SUITE_STARS) return [basic, deluxe];
  const suite: Lodging = {
    ...basic,
    ...{ code: `S${size}`, roomType: suiteFor(size, basic.roomType), factor: basic.factor * SUITE_FACTOR },
  };
  return [basic, deluxe, suite];
};

const suiteFor = (size: 1 | 4, basic: string): string => {
  if (size === 1) return "One-Bedroom Suite";
  return basic === "Two-Bedroom Suite" ? "Three-Bedroom Suite" : "Two-Bedroom Suite";
};

/** The kind of room of a stay: the one in its id, or the basic one. */
export const roomCodeOf = (
  { id, guestCount }: Pick<HotelReservation, "id" | "guestCount">,
  property: Property,
): RoomCode => (ROOM_IN_ID.exec(id)?.[1] as RoomCode | undefined) ?? (isFamily(guestCount, property) ? "B4" : "B1");

const ROOM_IN_ID = /-([BDS][14])[A-Z]{3}$/;
