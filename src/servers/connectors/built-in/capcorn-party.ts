import type { Schema } from "../../../model/schema.ts";

/** Schemas and checks that both CapCorn tools share: the stay and its guests. */
export const hotelId: Schema = {
  type: "string",
  pattern: "^[1-9][0-9]{0,8}$",
  description: "CapCorn hotel_id: the hotel's number (e.g. 9100).",
};

export const arrivalDate: Schema = { type: "string", format: "date", description: "First night, YYYY-MM-DD." };
export const departureDate: Schema = {
  type: "string",
  format: "date",
  description: "Day of departure, YYYY-MM-DD, after arrivalDate.",
};

export const adults: Schema = { type: "integer", minimum: 1, maximum: 15, description: "Adults in this room." };

export const children: Schema = {
  type: "array",
  maxItems: 8,
  description: "Each child with its age on arrival. At most 8 of the 15 persons in a room.",
  items: {
    type: "object",
    required: ["age"],
    properties: {
      age: {
        type: "integer",
        minimum: 0,
        maximum: 17,
        description: "In years. CapCorn knows 1 to 17: a child under one year is sent as 1, and the answer says so.",
      },
    },
  },
};

const BOARDS = ["breakfast", "half_board", "full_board", "no_meals", "all_inclusive"] as const;

export const board: Schema = { type: "string", enum: BOARDS, description: "Meals that the price includes." };

/** Board names by CapCorn's number, and the reverse. */
export const BOARD_NAMES = JSON.stringify(Object.fromEntries(BOARDS.map((name, index) => [index + 1, name])));
export const BOARD_NUMBERS = JSON.stringify(Object.fromEntries(BOARDS.map((name, index) => [name, index + 1])));

export const MOST_ROOMS = 10;

/** JSONata that rejects what a schema cannot express. `rooms` is the array of the input. */
export const CHECK_STAY = `
  $nights := ($toMillis(departureDate) - $toMillis(arrivalDate)) / 86400000;
  $assert($nights >= 1, "departureDate must be after arrivalDate.");
  rooms#$place.$assert(adults + $count(children) <= 15,
    "rooms[" & $place & "] is for more than 15 persons, adults and children together. Split the party into more rooms.");`;

const INFANT_NOTE = "Children under one year were sent to CapCorn as 1 year old, the youngest it knows.";

/** JSONata that returns the note if it applies to the input. */
export const INFANT_NOTES = `input.rooms.children[age < 1] ? [${JSON.stringify(INFANT_NOTE)}] : []`;
