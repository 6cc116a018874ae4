import type { IsoDate } from "../../model/calendar.ts";
import type { XmlElement } from "../../platform/xml/xml-element.ts";
import { CapcornRefusal, shown } from "./capcorn-refusal.ts";
import { createElementReader, type ElementReader } from "./element-reader.ts";
import { CHILD_AGES, checkRoomParty, MOST_PERSONS, MOST_ROOMS, type RoomParty } from "./party.ts";
import { checkOrder } from "./stay-dates.ts";
import { readDate, readHotelId, readInteger, readWord } from "./values.ts";

export interface RoomSearch {
  /** Each once, in the order they were asked for. */
  readonly hotelIds: readonly string[];
  readonly arrival: IsoDate;
  readonly departure: IsoDate;
  readonly rooms: readonly RoomParty[];
}

/** Nothing is overlooked: a child under a wrong name would sleep nowhere. */
export const readRoomSearch = (document: XmlElement): RoomSearch => {
  const reader = createElementReader(document, "");
  const root = reader.child("room_availability");
  if (root === undefined) throw new CapcornRefusal("missing", "The root must be 'room_availability', in no namespace.");
  // The texts of hotels are in German, whichever of the two is asked for.
  readWord(root.requiredChild("language").text(), "language", ["0", "1"]);
  const members = root.requiredChild("members").requiredChildren("member");
  const hotelIds = members.map((member) =>
    readHotelId(member.requiredAttribute("hotel_id"), `${member.path}/@hotel_id`),
  );
  const arrival = readDate(root.requiredChild("arrival").text(), "arrival");
  const departure = readDate(root.requiredChild("departure").text(), "departure");
  checkOrder([arrival, departure], ["arrival", "departure"]);
  const rooms = root.requiredChild("rooms").requiredChildren("room");
  if (rooms.length > MOST_ROOMS) {
    throw new CapcornRefusal("invalid", `${rooms.length} rooms are asked for; a search takes ${MOST_ROOMS} at most.`);
  }
  const parties = rooms.map(readParty);
  const [unknown] = reader.unread();
  if (unknown !== undefined) throw new CapcornRefusal("invalid", `'${shown(unknown)}' has no meaning here.`);
  return { hotelIds: [...new Set(hotelIds)], arrival, departure, rooms: parties };
};

const readParty = (room: ElementReader): RoomParty => {
  const adults = readInteger(room.requiredAttribute("adults"), `${room.path}/@adults`, 1, MOST_PERSONS);
  const childAges = room
    .children("child")
    .map((child) => readInteger(child.requiredAttribute("age"), `${child.path}/@age`, ...CHILD_AGES));
  return checkRoomParty({ adults, childAges }, room.path);
};
