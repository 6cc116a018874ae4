import { maybe, object, oneOf, string } from "../../model/schema.ts";
import { FLIGHT_STATUSES } from "../../travel/flight-status.ts";
import { operatedBy } from "./compact-text.ts";
import { day } from "./fields.ts";
import { defineGdsTool } from "./gds-tool.ts";

export const flightStatus = defineGdsTool({
  name: "flightStatus",
  title: "Flight status",
  description: "On time, delayed, cancelled, departed or landed.",
  effect: "read",
  input: object({
    flightNumber: string({ description: "AA100" }),
    date: day("Of departure."),
  }),
  output: object({
    flightNumber: string(),
    date: string(),
    status: oneOf(FLIGHT_STATUSES),
    airlineName: string(),
    operatedBy: maybe(string()),
    originCode: string(),
    originName: string(),
    destinationCode: string(),
    destinationName: string(),
    aircraftType: string(),
    scheduledDeparture: string(),
    scheduledArrival: string(),
    estimatedDeparture: maybe(string()),
    estimatedArrival: maybe(string()),
    why: maybe(string()),
  }),
  run: async ({ flightNumber, date }, { travel, caller }) => travel.flightStatus(flightNumber, date, caller),
  compact: (flight) =>
    [
      `${flight.flightNumber} on ${flight.date}: ${flight.status}`,
      `${flight.originCode} ${flight.scheduledDeparture} > ${flight.destinationCode} ${flight.scheduledArrival}${operatedBy(flight)}`,
      ...(flight.estimatedDeparture === undefined || flight.estimatedDeparture === flight.scheduledDeparture
        ? []
        : [`now ${flight.estimatedDeparture} > ${flight.estimatedArrival}`]),
      ...(flight.why === undefined ? [] : [flight.why]),
    ].join("\n"),
});
