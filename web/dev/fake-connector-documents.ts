import type { Connector, ConnectorTool } from "../src/pages/connectors/answers.ts";

const date = (description: string) => ({ type: "string", format: "date", description });

/** Like the one that ships with Taxiway, as far as a page shows it. */
export const CAPCORN: Connector = {
  ...{ connector: 1, name: "capcorn", title: "CapCorn hotels", owner: "Taxiway", sandbox: "capcorn" },
  description: "Availability and reservations of hotels that use CapCorn.",
  base_url: "https://mainframe.capcorn.net/RestService",
  credentials: [
    { name: "user", description: "For room searches: the user that CapCorn gave you." },
    { name: "password", description: "For room searches: its password." },
  ],
  tools: [
    {
      ...{ name: "availability_search", title: "Search free rooms of a hotel", category: "hotels", risk: "read" },
      description: "Finds the rooms that one CapCorn hotel has free for a stay, with price, board and size.",
      input: {
        type: "object",
        required: ["hotelId", "arrivalDate", "departureDate"],
        properties: {
          hotelId: { type: "string", examples: ["9100"], description: "The hotel's number." },
          arrivalDate: date("First night."),
          departureDate: date("Day of departure."),
          language: { type: "string", enum: ["en", "de"], default: "en" },
        },
      },
      request: {
        ...{ method: "POST", path: "/RoomAvailability", body: { format: "xml", root: "room_availability" } },
        mapping: '{ "members": { "member": { "@hotel_id": hotelId } }, "arrival": arrivalDate }',
      },
      auth: [
        { credential: "user", in: "query", name: "user" },
        { credential: "password", in: "query", name: "password" },
      ],
      http: { timeout_ms: 30_000, retries: 2, idempotent: true },
      parse: { format: "xml", xml: { arrays: ["members.member"] }, error: "body.error" },
      response: { mapping: '{ "rooms": body.members.member.rooms }', text: '"Found " & $count(rooms) & " rooms."' },
      output: { type: "object", required: ["rooms"], properties: { rooms: { type: "array" } } },
    },
  ],
};

const petTool = (
  [method, path]: readonly [ConnectorTool["request"]["method"], string],
  name: string,
  risk: ConnectorTool["risk"],
  more: Partial<ConnectorTool> = {},
): ConnectorTool => ({
  ...{ name, risk, title: name.replaceAll("_", " "), category: path.split("/")[1] ?? "pets" },
  description: `What ${name} does, when to use it, and what comes back.`,
  input: {
    type: "object",
    properties: {
      petId: { type: "string", description: "Of the pet.", examples: ["PET-7"] },
      limit: { type: "integer", default: 10, minimum: 1, maximum: 50 },
    },
    ...(path.includes("{") && { required: ["petId"] }),
  },
  request: {
    ...{ method, path },
    bindings: [
      { argument: "petId", in: path.includes("{") ? "path" : "query" },
      { argument: "limit", in: "query" },
    ],
  },
  auth: [{ credential: "desk_key", in: "header", name: "X-Desk-Key" }],
  parse: { format: "json" },
  response: { mapping: '{ "items": body }' },
  ...more,
});

/** Drafted from an OpenAPI document, nothing approved. */
export const PETS: Connector = {
  ...{ connector: 1, name: "pets", title: "Seaside Pet Travel", base_url: "https://api.pets.example/v2" },
  description: "Cabins and crossings for pets, and for those who travel with them.",
  credentials: [{ name: "desk_key", description: "Ask the pet desk for one." }],
  tools: [
    petTool(["GET", "/pet/{petId}"], "get_pet_by_id", "read"),
    petTool(["GET", "/pet"], "find_pets", "read", { proposed: true }),
    petTool(["POST", "/pet"], "add_pet", "write", { safety_notes: "Ask whose pet it is first." }),
    petTool(["DELETE", "/pet/{petId}"], "delete_pet", "destructive"),
    petTool(["GET", "/store/inventory"], "get_inventory", "read"),
  ],
};
