import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** A tour operator's API, and two services that register tools; `stopVisas` makes one of them unavailable. */
export interface DemoServices {
  readonly tours: string;
  readonly packing: string;
  readonly visas: string;
  stopVisas(): void;
  close(): void;
}

type Answer = (request: IncomingMessage) => unknown;

const serve = async (answer: Answer): Promise<{ readonly server: Server; readonly url: string }> => {
  const server = createServer(async (request, response) => {
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(await answer(request)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const TOURS = [
  { id: "alhambra-night", title: "The Alhambra by night", city: "GRX", price: { amount: 48, currency: "EUR" } },
  { id: "tapas-walk", title: "A walk from bar to bar", city: "GRX", price: { amount: 65, currency: "EUR" } },
];

/** Answers the registry's messages, see docs/toolbox.md. */
const answerTool =
  (data: object): Answer =>
  async (request) => {
    const { id, method, params } = (await json(request)) as { id: number; method: string; params: { call_id: string } };
    const result =
      method === "health/check"
        ? { status: "healthy", version: "1.2.0" }
        : { call_id: params.call_id, status: "completed", data };
    return { jsonrpc: "2.0", id, result };
  };

export const startDemoServices = async (): Promise<DemoServices> => {
  const tours = await serve(({ url }) => (url?.startsWith("/tours/") ? TOURS[0] : { tours: TOURS, next: null }));
  const packing = await serve(answerTool({ items: ["rain jacket", "adapter", "sunscreen"] }));
  const visas = await serve(answerTool({ needed: false }));
  const stop = ({ server }: { readonly server: Server }) => {
    server.close();
    server.closeAllConnections();
  };
  return {
    tours: tours.url,
    packing: packing.url,
    visas: visas.url,
    stopVisas: () => stop(visas),
    close: () => [tours, packing, visas].forEach(stop),
  };
};

const price = {
  type: "object",
  properties: { amount: { type: "number" }, currency: { type: "string" } },
};
const tour = {
  type: "object",
  properties: { id: { type: "string" }, title: { type: "string" }, city: { type: "string" }, price },
};
const answers = (schema: object) => ({
  "200": { description: "Found", content: { "application/json": { schema } } },
});

/** Returns the tour operator's OpenAPI document. */
export const toursDocument = (url: string): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Andalusian Tours", version: "2.3.0", description: "Guided tours in the south of Spain." },
    servers: [{ url }],
    paths: {
      "/tours": {
        get: {
          operationId: "listTours",
          summary: "Tours in a city on a day",
          parameters: [
            { name: "city", in: "query", required: true, schema: { type: "string", example: "GRX" } },
            { name: "date", in: "query", schema: { type: "string", format: "date" } },
          ],
          responses: answers({ type: "object", properties: { tours: { type: "array", items: tour } } }),
        },
      },
      "/tours/{id}": {
        get: {
          operationId: "getTour",
          summary: "One tour with everything about it",
          parameters: [
            { name: "id", in: "path", required: true, schema: { type: "string", example: "alhambra-night" } },
          ],
          responses: answers(tour),
        },
      },
      "/bookings": {
        post: {
          operationId: "bookTour",
          summary: "Book places on a tour",
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["tourId", "people"],
                  properties: { tourId: { type: "string" }, people: { type: "integer", minimum: 1, maximum: 12 } },
                },
              },
            },
          },
          responses: answers({ type: "object", properties: { reference: { type: "string" } } }),
        },
      },
    },
  });
