import { type Clock, frozenClock } from "../../../../src/model/clock.ts";
import type { Log } from "../../../../src/model/log.ts";
import type { SandboxAnswer } from "../../../../src/model/sandbox.ts";
import { createMemoryStore } from "../../../../src/platform/stores/memory.ts";
import { parseXml } from "../../../../src/platform/xml/parse-xml.ts";
import { writeXml } from "../../../../src/platform/xml/write-xml.ts";
import type { XmlInputElement } from "../../../../src/platform/xml/xml-element.ts";
import { type CapcornParts, createCapcornSandbox } from "../../../../src/sandboxes/capcorn/capcorn-sandbox.ts";
import { loadPlaces } from "../../../../src/travel/world/places.ts";
import { createGeneratedWorld } from "../../../../src/travel/world/world.ts";

/** Before the dates of the vendor's example. */
export const NOW = Date.parse("2025-11-03T09:00:00Z");
export const OTA = "http://www.opentravel.org/OTA/2003/05";
const SEARCH_URL = "/RoomAvailability?user=u&password=p&system=s";

export interface Reply extends SandboxAnswer {
  /** Ignores namespaces; repeated elements become lists. */
  // biome-ignore lint/suspicious/noExplicitAny: what comes back is the thing under test
  readonly xml: any;
}

export interface RoomWish {
  readonly adults: number;
  readonly ages?: readonly number[];
}

export interface SearchWish {
  readonly hotels?: readonly string[];
  readonly arrival?: string;
  readonly departure?: string;
  readonly rooms?: readonly RoomWish[];
}

/** The sandbox on the real world and a memory store, without HTTP. */
export const startSandbox = (overrides: Partial<CapcornParts> & { readonly clock?: Clock } = {}) => {
  const clock = overrides.clock ?? frozenClock(NOW);
  const seed = overrides.seed ?? "fixed";
  const defects: unknown[] = [];
  const quiet = () => undefined;
  const log: Log = { debug: quiet, info: quiet, warn: quiet, error: (_event, facts) => void defects.push(facts) };
  const places = loadPlaces();
  const supplier = createGeneratedWorld({ seed, clock, places });
  const store = createMemoryStore({ now: clock.now });
  const sandbox = createCapcornSandbox({ supplier, places, store, clock, seed, log, ...overrides });

  const send = async (
    url: string,
    body: string | Uint8Array,
    headers: Readonly<Record<string, string | undefined>> = {},
    method = "POST",
  ): Promise<Reply> => {
    const answer = await sandbox.handle({
      method,
      url,
      headers: { "content-type": "application/xml", ...headers },
      ...(typeof body === "string" ? { body } : { body: "", bytes: body }),
      requestId: "request-1",
    });
    const isXml = answer.headers["content-type"]?.startsWith("application/xml");
    const options = { namespaces: "ignore", arrays: ARRAYS } as const;
    return {
      ...answer,
      xml: isXml ? parseXml(Buffer.from(answer.body, answer.encoding ?? "utf8"), options) : undefined,
    };
  };

  const search = (wish: SearchWish = {}, headers = {}, url = SEARCH_URL): Promise<Reply> =>
    send(url, searchXml(wish), headers);

  const reserve = (reservation: Reservation, headers = {}): Promise<Reply> =>
    send(`/OTA_HotelResNotifRQ?hotelId=${reservation.hotel}&pin=1234`, reservationXml(reservation), headers);

  /** The options of each room, or undefined for a hotel without any. */
  const optionsAt = async (wish: SearchWish): Promise<readonly (readonly Option[])[] | undefined> => {
    const { xml } = await search(wish);
    const [member] = xml.room_availability_result.members.member ?? [];
    return member?.rooms.room.map((room: { options: { option: readonly Option[] } }) => room.options.option);
  };

  return { sandbox, store, defects, send, search, reserve, optionsAt };
};
export type StartedSandbox = ReturnType<typeof startSandbox>;

const MEMBER = "room_availability_result/members/member";
const ARRAYS = [
  MEMBER,
  `${MEMBER}/rooms/room`,
  `${MEMBER}/rooms/room/children/child`,
  `${MEMBER}/rooms/room/options/option`,
  "OTA_HotelResNotifRS/Warnings/Warning",
];

export interface Option {
  readonly catc: string;
  readonly type: string;
  readonly description: string;
  readonly size: string;
  readonly price: string;
  readonly price_per_person: string;
  readonly price_per_adult: string;
  readonly price_per_night: string;
  readonly board: string;
  readonly room_type: string;
}

export const searchXml = ({
  hotels = ["9100"],
  arrival = "2025-12-17",
  departure = "2025-12-20",
  rooms = [{ adults: 2 }],
}: SearchWish): string =>
  writeXml({
    room_availability: {
      language: 0,
      members: { member: hotels.map((id) => ({ "@hotel_id": id })) },
      arrival,
      departure,
      rooms: {
        room: rooms.map(({ adults, ages = [] }) => ({
          "@adults": adults,
          child: ages.map((age) => ({ "@age": age })),
        })),
      },
    },
  });

export interface Stay {
  readonly code: string;
  readonly board: string | number;
  readonly units?: number;
  readonly party?: RoomWish;
  readonly arrival?: string;
  readonly departure?: string;
  readonly amount: string | number;
}

export interface Reservation {
  readonly hotel: string;
  readonly id: string;
  readonly source?: string;
  readonly stays: readonly Stay[];
  /** Fields of the HotelReservation to add or replace. */
  readonly more?: XmlInputElement;
}

export const reservationXml = (reservation: Reservation): string =>
  writeXml({ OTA_HotelResNotifRQ: reservationRequest(reservation) }, { namespaces: { "": OTA } });

/** The request in the vendor's format. */
export const reservationRequest = ({ hotel, id, source = "Rehearsal", stays, more }: Reservation): XmlInputElement => ({
  "@Version": "1",
  POS: { Source: { "@AgentDutyCode": "Rehearsal" } },
  HotelReservations: {
    HotelReservation: {
      "@CreateDateTime": "2025-11-03T09:43:08.9",
      "@ResStatus": "Book",
      RoomStays: { RoomStay: stays.map((stay) => roomStay(hotel, stay)) },
      ResGuests: { ResGuest: { Profiles: { ProfileInfo: { Profile: { Customer: CUSTOMER } } } } },
      ResGlobalInfo: { HotelReservationIDs: { HotelReservationID: { "@ResID_Value": id, "@ResID_Source": source } } },
      ...more,
    },
  },
});

export const roomStay = (
  hotel: string,
  { code, board, units = 1, party = { adults: 2 }, arrival = "2025-12-17", departure = "2025-12-20", amount }: Stay,
): XmlInputElement => ({
  RoomTypes: { RoomType: { "@NumberOfUnits": units, "@RoomTypeCode": code } },
  RatePlans: { RatePlan: { MealsIncluded: { "@MealPlanCodes": board } } },
  GuestCounts: {
    "@IsPerRoom": true,
    GuestCount: [
      { "@AgeQualifyingCode": 10, "@Count": party.adults },
      ...(party.ages ?? []).map((age) => ({ "@AgeQualifyingCode": 8, "@Age": age, "@Count": 1 })),
    ],
  },
  TimeSpan: { "@Start": arrival, "@End": departure },
  Total: { "@AmountAfterTax": amount, "@CurrencyCode": "EUR" },
  BasicPropertyInfo: { "@HotelCode": hotel },
});

const CUSTOMER = {
  "@Language": "de",
  PersonName: { NamePrefix: "Frau", GivenName: "Zoë & Ida", Surname: "Müßig-O'Hara" },
  Telephone: { "@PhoneNumber": "(+43)6641112233" },
  Email: "zoe@example.com",
  Address: { AddressLine: "Am Anger 1", CityName: "Igls", PostalCode: "6080", CountryName: { "@Code": "AT" } },
};
