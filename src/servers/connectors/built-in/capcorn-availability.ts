import type { ConnectorTool } from "../connector.ts";
import {
  adults,
  arrivalDate,
  BOARD_NAMES,
  board,
  CHECK_STAY,
  children,
  departureDate,
  hotelId,
  INFANT_NOTES,
  MOST_ROOMS,
} from "./capcorn-party.ts";

const REQUEST = `(${CHECK_STAY}
  {
    "language": language = "de" ? 0 : 1,
    "members": { "member": { "@hotel_id": hotelId } },
    "arrival": arrivalDate,
    "departure": departureDate,
    "rooms": { "room": [rooms.{
      "@adults": adults,
      "child": [children.{ "@age": age < 1 ? 1 : age }]
    }] }
  }
)`;

/** A category is repeated for each board, so the option key needs both. */
const RESPONSE = `(
  $boards := ${BOARD_NAMES};
  $kinds := { "1": "hotel_room", "2": "apartment" };
  $nights := ($toMillis(input.departureDate) - $toMillis(input.arrivalDate)) / 86400000;
  $rooms := [body.members.member.rooms.room#$place.options.option.(
    $board := $lookup($boards, board);
    {
      "room": $place + 1,
      "optionKey": $join([catc, $board, price], ":"),
      "categoryCode": catc,
      "name": type,
      "description": description,
      "sizeM2": $number(size),
      "totalPrice": $number(price),
      "pricePerNight": $number(price_per_night),
      "pricePerPerson": $number(price_per_person),
      "pricePerAdult": $number(price_per_adult),
      "currency": "EUR",
      "board": $board,
      "roomType": $lookup($kinds, room_type),
      "nights": $nights
    }
  )];
  $asked := [1..$count(input.rooms)];
  {
    "hotelId": input.hotelId,
    "arrivalDate": input.arrivalDate,
    "departureDate": input.departureDate,
    "nights": $nights,
    "rooms": $rooms,
    "roomsWithoutOptions": [$asked[$not($ in $rooms.room)]],
    "notes": ${INFANT_NOTES},
    "sourceRequestId": "capcorn-" & input.hotelId & "-" & $replace(input.arrivalDate, "-", "")
  }
)`;

const MONTHS = JSON.stringify({
  ...{ "01": "Jan", "02": "Feb", "03": "Mar", "04": "Apr", "05": "May", "06": "Jun" },
  ...{ "07": "Jul", "08": "Aug", "09": "Sep", "10": "Oct", "11": "Nov", "12": "Dec" },
});

/** "17–20 Dec 2025", "30 Nov–2 Dec 2025", "30 Dec 2025–2 Jan 2026". */
const TEXT = `(
  $months := ${MONTHS};
  $inYear := $substring(arrivalDate, 0, 4);
  $outYear := $substring(departureDate, 0, 4);
  $inMonth := " " & $lookup($months, $substring(arrivalDate, 5, 2));
  $outMonth := " " & $lookup($months, $substring(departureDate, 5, 2));
  $start := $number($substring(arrivalDate, 8))
    & ($inYear & $inMonth = $outYear & $outMonth ? "" : $inMonth)
    & ($inYear = $outYear ? "" : " " & $inYear);
  $stay := $start & "–" & $number($substring(departureDate, 8)) & $outMonth & " " & $outYear;
  $found := $count(rooms);
  $found = 0 ? "No room is free for " & $stay & ". Try other dates or fewer persons in a room."
    : "Found " & $found & " room option" & ($found = 1 ? "" : "s") & " for " & $stay & "."
      & ($count(roomsWithoutOptions) > 0
        ? " Nothing is free for room " & $join(roomsWithoutOptions.$string(), ", ") & " of those asked for.")
)`;

const text = (description: string) => ({ type: "string", description });
const amount = (description: string) => ({ type: "number", description });

export const availabilitySearch: ConnectorTool = {
  name: "availability_search",
  title: "Search free rooms of a hotel",
  category: "hotels",
  description: `Finds the rooms that one CapCorn hotel has free for a stay, with price, board and size. Use it before create_reservation and whenever the user asks for rooms or prices. Needs the hotel's number, both dates, and for each of at most ${MOST_ROOMS} rooms who sleeps in it (children with their ages, because they change the price). Every option in rooms is for the room of the request whose number it has; the same category comes several times with different boards. Prices are in EUR for the whole stay. Texts may be German. Credentials are the server's business: never ask for them.`,
  risk: "read",
  safety_notes: "Books nothing. Prices are only good until another guest takes the room.",
  input: {
    type: "object",
    required: ["arrivalDate", "departureDate", "hotelId", "rooms"],
    properties: {
      hotelId,
      arrivalDate,
      departureDate,
      rooms: {
        type: "array",
        minItems: 1,
        maxItems: MOST_ROOMS,
        description: "One entry per room.",
        items: { type: "object", required: ["adults"], properties: { adults, children } },
      },
      language: {
        type: "string",
        enum: ["en", "de"],
        default: "en",
        description: "Of the texts, where the hotel has both.",
      },
    },
  },
  request: {
    method: "POST",
    path: "/RoomAvailability",
    mapping: REQUEST,
    body: { format: "xml", root: "room_availability" },
  },
  auth: [
    { credential: "user", in: "query", name: "user" },
    { credential: "password", in: "query", name: "password" },
    { credential: "system", in: "query", name: "system" },
  ],
  http: { timeout_ms: 30_000, retries: 2, idempotent: true, max_bytes: 5_000_000 },
  parse: {
    format: "xml",
    error: 'status >= 400 ? body.message : $type(body) = "object" ? "" : "it sent no list of rooms"',
    xml: {
      arrays: [
        "members.member",
        "members.member.rooms.room",
        "members.member.rooms.room.children.child",
        "members.member.rooms.room.options.option",
      ],
    },
  },
  response: { mapping: RESPONSE, text: TEXT },
  output: {
    type: "object",
    required: ["hotelId", "arrivalDate", "departureDate", "nights", "rooms", "sourceRequestId"],
    properties: {
      hotelId: text("As asked for."),
      arrivalDate: { ...arrivalDate, description: "As asked for." },
      departureDate: { ...departureDate, description: "As asked for." },
      nights: { type: "integer", description: "Of the stay." },
      rooms: {
        type: "array",
        description: "Options, in the order of the rooms asked for.",
        items: {
          type: "object",
          required: ["room", "optionKey", "categoryCode", "totalPrice", "currency", "nights"],
          properties: {
            room: { type: "integer", description: "Which of the rooms asked for it is an option for; the first is 1." },
            optionKey: text("Tells this option from the others: category, board and price."),
            categoryCode: text("For create_reservation."),
            name: text("Of the category."),
            description: text("By the hotel."),
            sizeM2: amount("Square metres."),
            totalPrice: amount("Of the whole stay, all persons."),
            pricePerNight: amount("On average."),
            pricePerPerson: amount("Of the whole stay, children counted."),
            pricePerAdult: amount("Of the whole stay, divided by the adults."),
            currency: { type: "string", const: "EUR" },
            board,
            roomType: { type: "string", enum: ["hotel_room", "apartment"] },
            nights: { type: "integer" },
          },
        },
      },
      roomsWithoutOptions: {
        type: "array",
        items: { type: "integer" },
        description: "Rooms of the request for which nothing is free; the first is 1.",
      },
      notes: { type: "array", items: { type: "string" } },
      sourceRequestId: text("Names this search in logs."),
    },
  },
};
