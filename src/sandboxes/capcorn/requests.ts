import type { IsoDate } from "../../model/calendar.ts";
import type { XmlElement } from "../../platform/xml/xml-element.ts";
import { CapcornRefusal, shown } from "./capcorn-refusal.ts";
import { BOARDS, type Board } from "./categories.ts";
import { createElementReader, type ElementReader } from "./element-reader.ts";
import { checkLength, checkOrder, readAmount, readDate, readHotelId, readInteger, readWord } from "./values.ts";

export interface RoomSearch {
  /** Without duplicates, in the order of the request. */
  readonly hotelIds: readonly string[];
  readonly arrival: IsoDate;
  readonly departure: IsoDate;
  readonly rooms: readonly RoomParty[];
}

/** Rejects unknown elements: a child under a wrong name would be ignored. */
export const readRoomSearch = (document: XmlElement): RoomSearch => {
  const reader = createElementReader(document, "");
  const root = reader.child("room_availability");
  if (root === undefined) throw new CapcornRefusal("missing", "The root must be 'room_availability', in no namespace.");
  // Both languages get the German texts of the hotels.
  readWord(root.requiredChild("language").text(), "language", ["0", "1"]);
  const members = root.requiredChild("members").requiredChildren("member");
  const hotelIds = members.map((member) =>
    readHotelId(member.requiredAttribute("hotel_id"), `${member.path}/@hotel_id`),
  );
  const arrival = readDate(root.requiredChild("arrival").text(), "arrival");
  const departure = readDate(root.requiredChild("departure").text(), "departure");
  checkOrder([arrival, departure], ["arrival", "departure"]);
  const rooms = root.requiredChild("rooms").requiredChildren("room");
  if (rooms.length > MAX_ROOMS) {
    throw new CapcornRefusal("invalid", `${rooms.length} rooms are requested; the limit is ${MAX_ROOMS}.`);
  }
  const parties = rooms.map(readParty);
  const [unknown] = reader.unread();
  if (unknown !== undefined) throw new CapcornRefusal("invalid", `'${shown(unknown)}' is not allowed here.`);
  return { hotelIds: [...new Set(hotelIds)], arrival, departure, rooms: parties };
};

const readParty = (room: ElementReader): RoomParty => {
  const adults = readInteger(room.requiredAttribute("adults"), `${room.path}/@adults`, 1, MAX_PERSONS);
  const childAges = room
    .children("child")
    .map((child) => readInteger(child.requiredAttribute("age"), `${child.path}/@age`, ...CHILD_AGES));
  return checkRoomParty({ adults, childAges }, room.path);
};

export interface ReservationRequest {
  readonly agent: string;
  readonly source: string;
  /** Unique for the source. */
  readonly id: string;
  readonly stays: readonly RequestedStay[];
  readonly services: readonly { readonly name: string; readonly quantity: number; readonly cents: number }[];
  readonly guest: { readonly givenName: string; readonly surname: string };
  readonly comments: readonly string[];
  /** Paths of ignored elements and attributes. */
  readonly unread: readonly string[];
}

export interface RequestedStay {
  readonly hotelId: string;
  readonly categoryCode: string;
  readonly units: number;
  readonly board: Board;
  /** The guests in each of the rooms. */
  readonly party: RoomParty;
  readonly arrival: IsoDate;
  readonly departure: IsoDate;
  /** For all of the rooms. */
  readonly cents: number;
}

export const OTA_NAMESPACE = "http://www.opentravel.org/OTA/2003/05";

const MAX_ID_LENGTH = 64;
const MAX_NAME_LENGTH = 100;
const MAX_COMMENT_LENGTH = 200;
const ADULT = "10";
const CHILD = "8";
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/;

export const readReservation = (document: XmlElement): ReservationRequest => {
  const reader = createElementReader(document, "");
  const root = reader.child("OTA_HotelResNotifRQ");
  if (root === undefined) {
    throw new CapcornRefusal("missing", `The root must be 'OTA_HotelResNotifRQ', in the namespace ${OTA_NAMESPACE}.`);
  }
  readWord(root.requiredAttribute("Version"), "Version", ["1"]);
  const agent = root.requiredChild("POS").requiredChild("Source").requiredAttribute("AgentDutyCode");
  const reservation = root.requiredChild("HotelReservations").requiredChild("HotelReservation");
  readWord(reservation.requiredAttribute("ResStatus"), "ResStatus", ["Book"]);
  readTime(reservation.requiredAttribute("CreateDateTime"));
  const stays = reservation.requiredChild("RoomStays").requiredChildren("RoomStay").map(readStay);
  const units = stays.reduce((sum, stay) => sum + stay.units, 0);
  if (units > MAX_ROOMS) {
    throw new CapcornRefusal("invalid", `The reservation is for ${units} rooms; the limit is ${MAX_ROOMS}.`);
  }
  const guest = reservation.requiredChild("ResGuests").requiredChild("ResGuest");
  const ids = reservation.requiredChild("ResGlobalInfo").requiredChild("HotelReservationIDs");
  const { id, source } = readIdentity(ids.requiredChild("HotelReservationID"));
  return {
    agent: checkLength(agent, "AgentDutyCode", MAX_ID_LENGTH),
    source,
    id,
    stays,
    services: (reservation.child("Services")?.requiredChildren("Service") ?? []).map(readService),
    guest: readGuest(guest),
    comments: (guest.child("Comments")?.requiredChildren("Comment") ?? []).flatMap(readComment),
    unread: reader.unread(),
  };
};

const readTime = (text: string): void => {
  if (TIME.test(text) && !Number.isNaN(Date.parse(text))) return;
  throw new CapcornRefusal(
    "invalid",
    `CreateDateTime '${shown(text)}' must be a date and time, such as 2025-10-26T09:43:08.`,
  );
};

const readStay = (stay: ElementReader): RequestedStay => {
  const roomType = stay.requiredChild("RoomTypes").requiredChild("RoomType");
  const meals = stay.requiredChild("RatePlans").requiredChild("RatePlan").requiredChild("MealsIncluded");
  const span = stay.requiredChild("TimeSpan");
  const total = stay.requiredChild("Total");
  const arrival = readDate(span.requiredAttribute("Start"), `${span.path}/@Start`);
  const departure = readDate(span.requiredAttribute("End"), `${span.path}/@End`);
  checkOrder([arrival, departure], ["Start", "End"]);
  readWord(total.requiredAttribute("CurrencyCode"), `${total.path}/@CurrencyCode`, ["EUR"]);
  const property = stay.requiredChild("BasicPropertyInfo");
  return {
    hotelId: readHotelId(property.requiredAttribute("HotelCode"), `${property.path}/@HotelCode`),
    categoryCode: checkLength(roomType.requiredAttribute("RoomTypeCode"), `${roomType.path}/@RoomTypeCode`, 8),
    units: readInteger(roomType.requiredAttribute("NumberOfUnits"), `${roomType.path}/@NumberOfUnits`, 1, MAX_ROOMS),
    board: Number(
      readWord(meals.requiredAttribute("MealPlanCodes"), `${meals.path}/@MealPlanCodes`, BOARDS.map(String)),
    ) as Board,
    party: readGuests(stay.requiredChild("GuestCounts")),
    arrival,
    departure,
    cents: readAmount(total.requiredAttribute("AmountAfterTax"), `${total.path}/@AmountAfterTax`),
  };
};

const readGuests = (counts: ElementReader): RoomParty => {
  readWord(counts.requiredAttribute("IsPerRoom"), `${counts.path}/@IsPerRoom`, ["true"]);
  let adults = 0;
  const childAges: number[] = [];
  for (const entry of counts.requiredChildren("GuestCount")) {
    const kind = readWord(entry.requiredAttribute("AgeQualifyingCode"), `${entry.path}/@AgeQualifyingCode`, [
      ADULT,
      CHILD,
    ]);
    const count = readInteger(entry.requiredAttribute("Count"), `${entry.path}/@Count`, 1, MAX_PERSONS);
    if (kind === ADULT) {
      entry.attribute("Age");
      adults += count;
      continue;
    }
    const age = readInteger(entry.requiredAttribute("Age"), `${entry.path}/@Age`, ...CHILD_AGES);
    childAges.push(...Array<number>(count).fill(age));
  }
  if (adults === 0) throw new CapcornRefusal("invalid", `${counts.path} must have at least one adult.`);
  return checkRoomParty({ adults, childAges }, counts.path);
};

const readService = (service: ElementReader) => {
  const description = service.requiredChild("ServiceDetails").requiredChild("ServiceDescription");
  const base = service.requiredChild("Price").requiredChild("Base");
  return {
    name: checkLength(description.requiredAttribute("Name"), `${description.path}/@Name`, MAX_NAME_LENGTH),
    quantity: readInteger(service.requiredAttribute("Quantity"), `${service.path}/@Quantity`, 1, 999),
    cents: readAmount(base.requiredAttribute("AmountAfterTax"), `${base.path}/@AmountAfterTax`),
  };
};

const readGuest = (guest: ElementReader): ReservationRequest["guest"] => {
  const profile = guest.requiredChild("Profiles").requiredChild("ProfileInfo").requiredChild("Profile");
  const customer = profile.requiredChild("Customer");
  customer.attribute("Language");
  const name = customer.requiredChild("PersonName");
  name.child("NamePrefix")?.text();
  customer.child("Telephone")?.attribute("PhoneNumber");
  const email = customer.child("Email")?.text();
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new CapcornRefusal("invalid", `Email '${shown(email)}' is not an e-mail address.`);
  }
  readAddress(customer.child("Address"));
  return { givenName: readName(name, "GivenName"), surname: readName(name, "Surname") };
};

const readName = (name: ElementReader, part: string): string => {
  const text = name.requiredChild(part).text();
  if (text === "") throw new CapcornRefusal("missing", `${name.path}/${part} must not be empty.`);
  return checkLength(text, `${name.path}/${part}`, MAX_NAME_LENGTH);
};

const readAddress = (address: ElementReader | undefined): void => {
  for (const part of ["AddressLine", "CityName", "PostalCode"]) {
    for (const line of address?.children(part) ?? []) checkLength(line.text(), line.path, MAX_NAME_LENGTH);
  }
  const country = address?.child("CountryName")?.attribute("Code");
  if (country === undefined || /^[A-Z]{2}$/.test(country)) return;
  throw new CapcornRefusal("invalid", `CountryName/@Code '${shown(country)}' must be two capital letters, such as AT.`);
};

const readComment = (comment: ElementReader): readonly string[] =>
  comment.requiredChildren("ListItem").map((item) => checkLength(item.text(), item.path, MAX_COMMENT_LENGTH));

const readIdentity = (entry: ElementReader): { readonly id: string; readonly source: string } => ({
  id: checkLength(entry.requiredAttribute("ResID_Value"), "ResID_Value", MAX_ID_LENGTH),
  source: checkLength(entry.requiredAttribute("ResID_Source"), "ResID_Source", MAX_ID_LENGTH),
});

/** The guests of one room. */
export interface RoomParty {
  readonly adults: number;
  readonly childAges: readonly number[];
}

const MAX_ROOMS = 10;
const MAX_PERSONS = 15;
const MAX_CHILDREN = 8;
const CHILD_AGES = [1, 17] as const;

export const personsOf = ({ adults, childAges }: RoomParty): number => adults + childAges.length;

const checkRoomParty = (party: RoomParty, where: string): RoomParty => {
  const persons = personsOf(party);
  const children = party.childAges.length;
  if (children > MAX_CHILDREN) {
    throw new CapcornRefusal("invalid", `${where} has ${children} children; the limit is ${MAX_CHILDREN}.`);
  }
  if (persons > MAX_PERSONS) {
    throw new CapcornRefusal("invalid", `${where} has ${persons} persons; the limit is ${MAX_PERSONS}.`);
  }
  return party;
};
