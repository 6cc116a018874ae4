import type { Step } from "./stand-in-model.ts";

/** Uses default arguments: the results must reach the model completely. */
export const SEARCH = { origin: "NYC", destination: "LON", departureDate: "2027-03-10" };
export const CONNECTING_SEARCH = { ...SEARCH, origin: "SFO", destination: "VIE" };

/** Some hosts and clients pass on the text as a part of JSON. */
export const unescaped = (result = ""): string => result.replaceAll('\\"', '"').replaceAll("\\n", "\n");

/** The IDs of the first option, in the structured content as in the text. */
const flightIdsIn = (result = ""): string[] => {
  const list = /flightIds"?:? ?(\[[^\]]+\])/.exec(unescaped(result))?.[1];
  return JSON.parse(list ?? "[]") as string[];
};

export const pnrIn = (result = ""): string | undefined => /TEST-[A-Z0-9]{6}/.exec(result)?.[0];

/** The model's script: it reads everything it needs in the results. */
export const TRIP: readonly Step[] = [
  { tool: "searchFlights", input: () => SEARCH },
  {
    tool: "bookFlight",
    input: ([found]) => ({
      flightIds: flightIdsIn(found),
      passengers: [{ type: "adult", firstName: "Ada", lastName: "Lovelace" }],
      contactEmail: "ada@example.com",
    }),
  },
  { tool: "listBookings", input: () => ({}) },
  { tool: "cancelBooking", input: ([, booked]) => ({ pnr: pnrIn(booked) }) },
  { tool: "searchFlights", input: () => ({ ...SEARCH, origin: "New York" }) },
  { tool: "searchFlights", input: () => ({ ...SEARCH, origin: "QQQ" }) },
  { tool: "searchFlights", input: () => CONNECTING_SEARCH },
];
