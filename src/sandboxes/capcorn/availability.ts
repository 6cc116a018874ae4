import { daysBetween } from "../../model/calendar.ts";
import type { XmlInputElement } from "../../platform/xml/xml-element.ts";
import { boardsOf, type Category, categoriesOf, priceOf, roomName, sizeIn } from "./categories.ts";
import type { HotelStay, Hotels } from "./hotels.ts";
import type { RoomSearch } from "./requests.ts";
import { personsOf, type RoomParty } from "./requests.ts";
import type { RoomBook } from "./room-book.ts";
import { checkStayDates, writtenAmount } from "./values.ts";

type StayDatesParts = Parameters<typeof checkStayDates>[3];

interface Availability {
  /** The `room_availability_result`. Omits hotels that do not have all of the requested rooms. */
  search(search: RoomSearch, tenant: string, style: { readonly emptyChildren: boolean }): Promise<XmlInputElement>;
}

export const NOTHING_AVAILABLE: XmlInputElement = { room_availability_result: { members: "" } };

export const createAvailability = (
  parts: StayDatesParts & { readonly hotels: Hotels; readonly roomBook: RoomBook },
): Availability => {
  const { hotels, roomBook } = parts;

  const optionsAt = async (tenant: string, stay: HotelStay, { arrival, departure, rooms }: RoomSearch) => {
    const categories = categoriesOf(stay.stars);
    const left = await roomBook.left(tenant, stay, categories, arrival, departure);
    const free = categories.filter((_category, i) => (left[i] ?? 0) > 0);
    const nights = daysBetween(arrival, departure);
    return rooms.map((party) => free.filter(fits(party)).flatMap((category) => options(stay, category, party, nights)));
  };

  return {
    async search(search, tenant, { emptyChildren }) {
      const { hotelIds, arrival, departure, rooms } = search;
      const members: XmlInputElement[] = [];
      for (const hotelId of hotelIds) {
        const hotel = hotels.find(hotelId);
        if (hotel === undefined) continue;
        checkStayDates(hotel, [arrival, departure], ["arrival", "departure"], parts);
        const stay = hotels.stayAt(hotel, arrival, departure);
        const found = stay.soldOut ? [[]] : await optionsAt(tenant, stay, search);
        if (found.some((list) => list.length === 0)) continue;
        members.push({
          "@hotel_id": hotelId,
          rooms: {
            room: rooms.map((party, i) => ({
              arrival,
              departure,
              adults: party.adults,
              children: childrenOf(party, emptyChildren),
              options: { option: found[i] },
            })),
          },
        });
      }
      return members.length === 0 ? NOTHING_AVAILABLE : { room_availability_result: { members: { member: members } } };
    },
  };
};

export const fits =
  (party: RoomParty) =>
  ({ minPersons, maxPersons }: Category): boolean =>
    personsOf(party) >= minPersons && personsOf(party) <= maxPersons;

const childrenOf = ({ childAges }: RoomParty, emptyChildren: boolean): XmlInputElement | "" | undefined => {
  if (childAges.length === 0) return emptyChildren ? "" : undefined;
  return { child: childAges.map((age) => ({ "@age": age })) };
};

const options = (stay: HotelStay, category: Category, party: RoomParty, nights: number): readonly XmlInputElement[] =>
  boardsOf(stay.stars, category).map((board) => {
    const price = priceOf({ ...stay, category, board, party, nights });
    const size = sizeIn(stay.code, category);
    return {
      catc: category.code,
      type: roomName(category, personsOf(party)),
      description: category.description.replace("#", String(size)),
      size,
      price: writtenAmount(price),
      price_per_person: writtenAmount(price / personsOf(party)),
      price_per_adult: writtenAmount(price / party.adults),
      price_per_night: writtenAmount(price / nights),
      board,
      room_type: category.roomType,
    };
  });
