import type { Connector } from "../connector.ts";
import { availabilitySearch } from "./capcorn-availability.ts";
import { createReservation } from "./capcorn-reservation.ts";

const INSTRUCTIONS = `CapCorn is the booking system of hotels in the Alps. availability_search finds free rooms of one hotel, create_reservation books them.

How to work: ask for the hotel's number, the dates and who sleeps in which room, children with their ages. Search, show the options with board and total price, and book only what the person said yes to, with the same dates, persons and price. A reservation can neither be changed nor cancelled here. Prices are in EUR for the whole stay. Every answer says its source: "sandbox" answers come from a generated world and cost nothing, "live" ones from the hotel.`;

/** The vendor's API, for checking what the tools do. */
const DOCS: NonNullable<Connector["docs"]> = [
  {
    name: "room-availability",
    title: "RoomAvailability",
    text: `# RoomAvailability

POST <base>/RoomAvailability?user=…&password=…&system=…, Content-Type application/xml.

The request has no namespace. Root room_availability; language (0 German, 1 English); members/member@hotel_id; arrival and departure as YYYY-MM-DD; rooms/room@adults, one to ten of them, with a child@age for each child. A child is 1 to 17 years old; a room takes 15 persons, of whom 8 children.

The answer is in the namespace http://capcorn.at/. members/member has one entry per hotel that has something free; a hotel without is not in it. Its rooms/room are as many and in the order asked for, each with options/option: catc (category code), type (name), description, size (square metres), price (whole stay), price_per_person, price_per_adult, price_per_night, board, room_type.

The same catc comes once per board. Amounts are in EUR.`,
  },
  {
    name: "codes",
    title: "Boards and kinds of rooms",
    text: `# Boards and kinds of rooms

| board | here |
| --- | --- |
| 1 | breakfast |
| 2 | half_board |
| 3 | full_board |
| 4 | no_meals |
| 5 | all_inclusive |

| room_type | here |
| --- | --- |
| 1 | hotel_room |
| 2 | apartment |`,
  },
  {
    name: "reservation",
    title: "OTA_HotelResNotifRQ",
    text: `# OTA_HotelResNotifRQ

POST <base>/OTA_HotelResNotifRQ?hotelId=…&pin=…, Content-Type application/xml, OpenTravel's namespace, Version 1.

HotelReservation@ResStatus is always Book. There is one RoomStay per category: its number of units, its meal plan (the numbers of board), who sleeps in each of the rooms (adults 10, children 8 with their age), the dates, the total of all units without services, and the hotel. Services have a quantity and the price of one. A comment has at most 200 characters. ResID_Value is the caller's own number for the reservation and may be used once.

What the answer looks like is not documented. A good status is taken for a yes unless OpenTravel's Errors are in the body. There is no way to read, change or cancel a reservation.`,
  },
];

/** CapCorn's hotel API as a connector: ships with Taxiway as the built-in example. */
export const capcorn: Connector = {
  connector: 1,
  name: "capcorn",
  title: "CapCorn hotels",
  description: "Availability and reservations of hotels that use CapCorn.",
  instructions: INSTRUCTIONS,
  owner: "Taxiway",
  base_url: "https://mainframe.capcorn.net/RestService",
  sandbox: "capcorn",
  raw_results: true,
  credentials: [
    { name: "user", description: "For room searches: the user that CapCorn gave you." },
    { name: "password", description: "For room searches: its password." },
    { name: "system", description: "For room searches: the name of your system at CapCorn." },
    { name: "pin", description: "For reservations: the hotel's PIN. Each hotel has its own." },
  ],
  tools: [availabilitySearch, createReservation],
  docs: DOCS,
};
