import type { Complete, Prompt, Variables } from "../../mcp/tools/server-definition.ts";
import type { Lazy } from "../../mcp/tools/tool.ts";
import type { GdsServices } from "./gds-tool.ts";
import { matchAirlines } from "./resources.ts";

const sentences = (...parts: readonly (string | false)[]): string => parts.filter((part) => part !== false).join(" ");

/** Those that need tools beside those of the GDS contract. */
export const SERVICING_PROMPTS: readonly string[] = ["change-trip", "handle-disruption"];

export const gdsPrompts = (services: Lazy<GdsServices>): readonly Prompt[] => {
  const complete: Complete = async (name, text) => {
    const { places, airlines } = await services();
    if (name === "origin" || name === "destination") return places.search(text, 20).map((place) => place.code);
    return name === "airline" ? matchAirlines(airlines(), text).slice(0, 20) : [];
  };
  return [
    {
      name: "plan-trip",
      title: "Plan a trip",
      description:
        "Find flights, a hotel and a car for a trip, propose the best combination, and book it once approved.",
      arguments: [
        { name: "origin", description: "Where the trip starts: IATA code or city", required: true },
        { name: "destination", description: "Where it goes: IATA code or city", required: true },
        { name: "departureDate", description: "Day of departure, YYYY-MM-DD", required: true },
        { name: "returnDate", description: "Day of return, YYYY-MM-DD" },
        { name: "travellers", description: "Who travels, in plain words" },
        { name: "airline", description: "Preferred airline, IATA code" },
      ],
      get: planTrip,
      complete,
    },
    {
      name: "change-trip",
      title: "Change a trip",
      description: "Change or cancel a booking, or a part of it, after the traveller has heard what it costs.",
      arguments: [
        { name: "pnr", description: "Record locator of the booking", required: true },
        { name: "wish", description: "What should change, in plain words", required: true },
      ],
      get: ({ pnr, wish }) =>
        sentences(
          `Change booking ${pnr}: ${wish}.`,
          "Retrieve the booking and look at its fares and notices. Search for what should come in its place, if anything, and",
          "propose up to three options. Call quoteChange for the one that the traveller likes best: remove names what leaves,",
          "add what comes. Say what is to be paid or comes back, by which rule, what is lost, and whether hotel and car still fit.",
          "Call confirmChange only after the traveller has agreed to that amount. If the price has moved, quote and ask again.",
          "Finish with the new itinerary in local times and what was charged or refunded.",
        ),
    },
    {
      name: "handle-disruption",
      title: "Handle a disruption",
      description:
        "Find out what a supplier changed on a booking, and accept, rebook or refund it as the traveller decides.",
      arguments: [{ name: "pnr", description: "Record locator of the booking", required: true }],
      get: ({ pnr }) =>
        sentences(
          `An airline, hotel or car company has changed booking ${pnr}.`,
          "Retrieve the booking, read its open notices and check each changed flight with flightStatus. Tell the traveller what",
          "happened, what each notice entitles to, and whether connections, hotel and car still fit. New times, another cabin,",
          "hotel or car can be accepted with updateBooking acceptNotices. To rebook, search the same cities and cabin from a day",
          "before to a week after, prefer the same airline and its alliance, and quote the exchange with quoteChange; to refund,",
          "quote remove alone. Say what the quote costs or gives back before confirmChange. Do not book a new trip beside it.",
        ),
    },
    {
      name: "compare-dates",
      title: "Find the cheapest day",
      description: "Compare fares around a date and say which day is cheapest and why.",
      arguments: [
        { name: "origin", description: "Where the trip starts: IATA code or city", required: true },
        { name: "destination", description: "Where it goes: IATA code or city", required: true },
        { name: "around", description: "The day in the middle, YYYY-MM-DD", required: true },
      ],
      get: ({ origin, destination, around }) =>
        sentences(
          `Find the cheapest day to fly from ${origin} to ${destination} around ${around}.`,
          "Search each day from three days before to three days after with maxResults 3, show one line per day with the",
          "cheapest fare, airline and duration, and recommend a day. Do not book anything.",
        ),
      complete,
    },
  ];
};

const planTrip = ({ origin, destination, departureDate, returnDate, travellers, airline }: Variables): string =>
  sentences(
    `Plan a trip from ${origin} to ${destination}, leaving on ${departureDate}`,
    returnDate !== undefined ? `and returning on ${returnDate}.` : "(one way).",
    travellers !== undefined && `Travellers: ${travellers}.`,
    airline !== undefined && `Prefer flights of ${airline}.`,
    "Search flights first; pick hotel nights from the arrival date to the day of the return flight, and a car from landing",
    "to the return flight if it makes sense there. Propose one recommended and one cheaper combination with the total in",
    "dollars. Ask for names, dates of birth and a contact before booking. Book the flights first, then add hotel and car to",
    "the same booking with existingPnr. Finish with the record locator and a short itinerary in local times.",
  );
