import type { Schema } from "../../../model/schema.ts";
import type { ConnectorTool } from "../connector.ts";
import {
  adults,
  arrivalDate,
  BOARD_NUMBERS,
  board,
  CHECK_STAY,
  children,
  departureDate,
  hotelId,
  INFANT_NOTES,
  MOST_ROOMS,
} from "./capcorn-party.ts";

const ADULT = 10;
const CHILD = 8;

const REQUEST = `(${CHECK_STAY}
  $assert($sum(rooms.quantity) <= ${MOST_ROOMS}, "A reservation takes ${MOST_ROOMS} rooms at most. Make another one for the rest.");
  $boards := ${BOARD_NUMBERS};
  $stay := $;
  {
    "@Version": "1",
    "POS": { "Source": { "@AgentDutyCode": agentDutyCode } },
    "HotelReservations": { "HotelReservation": {
      "@CreateDateTime": createdAt,
      "@ResStatus": "Book",
      "RoomStays": { "RoomStay": [rooms.{
        "RoomTypes": { "RoomType": { "@NumberOfUnits": quantity, "@RoomTypeCode": categoryCode } },
        "RatePlans": { "RatePlan": { "MealsIncluded": { "@MealPlanCodes": $lookup($boards, board) } } },
        "GuestCounts": {
          "@IsPerRoom": "true",
          "GuestCount": $append(
            [{ "@AgeQualifyingCode": ${ADULT}, "@Count": adults }],
            [children.{ "@AgeQualifyingCode": ${CHILD}, "@Count": 1, "@Age": age < 1 ? 1 : age }]
          )
        },
        "TimeSpan": { "@Start": $stay.arrivalDate, "@End": $stay.departureDate },
        "Total": { "@AmountAfterTax": $formatNumber(totalPrice, "0.00"), "@CurrencyCode": "EUR" },
        "BasicPropertyInfo": { "@HotelCode": $stay.hotelId }
      }] },
      "Services": services ? { "Service": [services.{
        "@Quantity": quantity,
        "ServiceDetails": { "ServiceDescription": { "@Name": name } },
        "Price": { "Base": { "@AmountAfterTax": $formatNumber(unitPrice, "0.00") } }
      }] },
      "ResGuests": { "ResGuest": {
        "Profiles": { "ProfileInfo": { "Profile": { "Customer": guest.{
          "@Language": language,
          "PersonName": { "NamePrefix": title, "GivenName": firstName, "Surname": lastName },
          "Telephone": phone ? { "@PhoneNumber": phone },
          "Email": email,
          "Address": address ? address.{
            "AddressLine": street,
            "CityName": city,
            "PostalCode": postalCode,
            "CountryName": country ? { "@Code": country }
          }
        } } } },
        "Comments": comment ? { "Comment": { "ListItem": comment } }
      } },
      "ResGlobalInfo": { "HotelReservationIDs": { "HotelReservationID": {
        "@ResID_Value": reservationId,
        "@ResID_Source": reservationSource
      } } }
    } }
  }
)`;

/** The vendor does not document the response: a success status without an OpenTravel error counts as booked. */
const RESPONSE = `(
  $services := $sum(input.services.(quantity * unitPrice));
  {
    "reservationId": input.reservationId,
    "status": "booked",
    "hotelId": input.hotelId,
    "arrivalDate": input.arrivalDate,
    "departureDate": input.departureDate,
    "nights": ($toMillis(input.departureDate) - $toMillis(input.arrivalDate)) / 86400000,
    "rooms": [input.rooms.{
      "categoryCode": categoryCode,
      "board": board,
      "quantity": quantity,
      "adults": adults,
      "childAges": [children.age],
      "totalPrice": totalPrice
    }],
    "totalAmount": $round($sum(input.rooms.totalPrice) + ($services ? $services : 0), 2),
    "currency": "EUR",
    "guest": input.guest.firstName & " " & input.guest.lastName,
    "hotelMessages": [$type(body) = "object" ? body.Warnings.Warning.\`@ShortText\`],
    "notes": ${INFANT_NOTES},
    "sourceRequestId": "capcorn-" & input.hotelId & "-" & $replace(input.arrivalDate, "-", "") & "-" & input.reservationId
  }
)`;

const TEXT = `"Booked for " & guest & ": reservation " & reservationId & " at hotel " & hotelId & ", " & arrivalDate & " to "
  & departureDate & ", " & $formatNumber(totalAmount, "0.00") & " EUR in all."`;

const text = (most: number, description: string): Schema => ({
  type: "string",
  minLength: 1,
  maxLength: most,
  description,
});
const amount = (description: string): Schema => ({ type: "number", minimum: 0, maximum: 1_000_000, description });
const quantity = (most: number, description: string): Schema => ({
  type: "integer",
  minimum: 1,
  maximum: most,
  default: 1,
  description,
});

const room: Schema = {
  type: "object",
  required: ["categoryCode", "board", "adults", "totalPrice"],
  properties: {
    categoryCode: text(8, "From availability_search."),
    board,
    adults,
    children,
    quantity: quantity(MOST_ROOMS, "How many rooms of this category, each with the same persons in it."),
    totalPrice: amount("EUR for the stay, all rooms of this entry together, as availability_search gave it."),
  },
};

const guest: Schema = {
  type: "object",
  required: ["firstName", "lastName"],
  description: "The person the reservation is for.",
  properties: {
    title: text(20, "Such as Frau or Dr."),
    firstName: text(100, "As in the passport, in any script."),
    lastName: text(100, "As in the passport, in any script."),
    email: { type: "string", format: "email", maxLength: 200 },
    phone: text(40, "With country code, such as +43 512 000000."),
    language: { type: "string", pattern: "^[a-z]{2}$", default: "de", description: "Two letters, such as de or en." },
    address: {
      type: "object",
      properties: {
        street: text(100, "With number."),
        city: text(100, "Town."),
        postalCode: text(20, "As written there."),
        country: { type: "string", pattern: "^[A-Z]{2}$", description: "Two letters, such as AT." },
      },
    },
  },
};

const service: Schema = {
  type: "object",
  required: ["name", "unitPrice"],
  properties: {
    name: text(100, "Of what is booked beside the rooms."),
    quantity: quantity(999, "How many."),
    unitPrice: amount("EUR for one."),
  },
};

export const createReservation: ConnectorTool = {
  name: "create_reservation",
  title: "Reserve rooms at a hotel",
  category: "hotels",
  description: `Books rooms at one CapCorn hotel, for good: CapCorn has no way to change or cancel, so first show the person the option, the total and the names, and book only after a clear yes. Needs categoryCode, board and totalPrice of an option of availability_search for the same dates and persons, and who the reservation is for. At most ${MOST_ROOMS} rooms. Give a reservationId of your own and use the same one if you have to repeat the call: the hotel refuses an id that it knows, so that nothing is booked twice. Credentials are the server's business: never ask for them.`,
  risk: "write",
  safety_notes:
    "Spends the guest's money, and cannot be undone here. Never repeated by itself: after a timeout it is unknown whether it was booked.",
  input: {
    type: "object",
    required: ["hotelId", "arrivalDate", "departureDate", "rooms", "guest"],
    properties: {
      hotelId,
      arrivalDate,
      departureDate,
      rooms: { type: "array", minItems: 1, maxItems: MOST_ROOMS, items: room },
      guest,
      services: { type: "array", minItems: 1, maxItems: 20, items: service },
      comment: text(200, "For the hotel, at most 200 characters."),
      reservationId: {
        type: "string",
        pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$",
        description: "Unique among your reservations. Left out, one is made; the answer has it.",
      },
    },
  },
  fixed: { agentDutyCode: "TAXIWAY", reservationSource: "TAXIWAY" },
  made: { reservationId: "id", createdAt: "instant" },
  request: {
    method: "POST",
    path: "/OTA_HotelResNotifRQ",
    bindings: [{ argument: "hotelId", in: "query" }],
    mapping: REQUEST,
    body: {
      format: "xml",
      root: "OTA_HotelResNotifRQ",
      xml: { namespaces: { "": "http://www.opentravel.org/OTA/2003/05" } },
    },
  },
  auth: [{ credential: "pin", in: "query", name: "pin" }],
  http: { timeout_ms: 30_000, retries: 0 },
  parse: {
    format: "xml",
    error: '$type(body) = "object" ? $join(body.Errors.Error.`@ShortText`, " ")',
    xml: { arrays: ["Errors.Error", "Warnings.Warning"] },
  },
  response: { mapping: RESPONSE, text: TEXT },
  output: {
    type: "object",
    required: [
      "reservationId",
      "status",
      "hotelId",
      "arrivalDate",
      "departureDate",
      "rooms",
      "totalAmount",
      "currency",
    ],
    properties: {
      reservationId: { type: "string", description: "Under which the hotel knows it." },
      status: { type: "string", const: "booked" },
      hotelId: { type: "string" },
      arrivalDate: { type: "string", format: "date" },
      departureDate: { type: "string", format: "date" },
      nights: { type: "integer" },
      rooms: {
        type: "array",
        items: {
          type: "object",
          properties: {
            categoryCode: { type: "string" },
            board,
            quantity: { type: "integer" },
            adults: { type: "integer" },
            childAges: { type: "array", items: { type: "integer" } },
            totalPrice: { type: "number" },
          },
        },
      },
      totalAmount: { type: "number", description: "Rooms and services together." },
      currency: { type: "string", const: "EUR" },
      guest: { type: "string" },
      hotelMessages: { type: "array", items: { type: "string" }, description: "What the hotel's system had to say." },
      notes: { type: "array", items: { type: "string" } },
      sourceRequestId: { type: "string", description: "Names this reservation in logs." },
    },
  },
};
