import { join } from "node:path";
import { LOAD_CORE } from "../http/cores.ts";
import { type HttpServer, startHttpServer } from "../http/http-server.ts";

/** Starts the API on the core of the callers; Taxiway has the other one. */
export const startHotelApi = (): Promise<HttpServer> =>
  startHttpServer({ args: [join(import.meta.dirname, "../servers/hotel-api.mjs")] }, LOAD_CORE);

export const LIST_ROOMS = { hotel: "9100", arrival: "2030-01-10", nights: 3, board: "breakfast" };
export const FIND_ROOMS = {
  hotelId: "9100",
  arrivalDate: "2030-01-10",
  departureDate: "2030-01-13",
  rooms: [{ adults: 2, children: [{ age: 5 }] }],
};

const text = (description: string) => ({ type: "string", description });
const number = (description: string) => ({ type: "number", description });
const integer = (description: string) => ({ type: "integer", description });
const object = (properties: Readonly<Record<string, object>>) => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});

const ROOM = object({
  code: text("Of the category."),
  name: text("Of the category."),
  description: text("By the hotel."),
  sizeM2: number("Square metres."),
  board: { type: "string", enum: ["breakfast", "half_board"] },
  price: object({ total: number("Of the stay."), perNight: number("On average."), currency: text("ISO 4217.") }),
  free: integer("How many are left."),
});

const query = (name: string, schema: object, required = true) => ({ name, in: "query", required, schema });

/** Returns the OpenAPI document of the API's JSON part. */
export const hotelOpenApi = (port: number): string =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Hotel rooms", version: "1.0.0", description: "Free rooms of hotels." },
    servers: [{ url: `http://127.0.0.1:${port}` }],
    paths: {
      "/hotels/{hotel}/rooms": {
        get: {
          operationId: "list_rooms",
          summary: "Rooms of a hotel that are free for a stay, with prices.",
          parameters: [
            { name: "hotel", in: "path", required: true, schema: text("Its number.") },
            query("arrival", { type: "string", format: "date" }),
            query("nights", { type: "integer", minimum: 1, maximum: 30 }),
            query("board", { type: "string", enum: ["breakfast", "half_board"] }, false),
          ],
          responses: {
            200: {
              description: "The rooms.",
              content: {
                "application/json": {
                  schema: object({
                    hotel: text("As requested."),
                    arrival: text("As requested."),
                    nights: integer("As requested."),
                    rooms: { type: "array", items: ROOM },
                  }),
                },
              },
            },
          },
        },
      },
    },
  });
