import type { ServerResponse } from "node:http";
import type { ConsoleEvent } from "../../src/console/contract.ts";
import { makeBooking } from "./fake-bookings.ts";
import { makeCall, makeRates, rememberCalls } from "./fake-calls.ts";

const line = ({ event, data }: ConsoleEvent): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** As the server does: rates every second, calls in batches. */
export const openEvents = (response: ServerResponse): void => {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
  const tell = (event: ConsoleEvent) => response.write(line(event));
  tell({ event: "hello", data: {} });
  const rates = setInterval(() => tell({ event: "rates", data: { ...makeRates(), dropped: 0 } }), 1_000);
  const calls = setInterval(() => {
    const made = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => makeCall());
    rememberCalls(made);
    tell({ event: "call", data: made });
  }, 700);
  const bookings = setInterval(() => tell({ event: "booking", data: makeBooking() }), 6_000);
  response.on("close", () => {
    clearInterval(bookings);
    clearInterval(rates);
    clearInterval(calls);
  });
};
