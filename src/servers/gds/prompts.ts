import type { Complete, Prompt, Variables } from "../../mcp/tools/server-definition.ts";
import type { Lazy } from "../../mcp/tools/tool.ts";
import type { GdsServices } from "./gds-tool.ts";
import { matchAirlines } from "./resources.ts";

const sentences = (...parts: readonly (string | false)[]): string => parts.filter((part) => part !== false).join(" ");

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
      name: "rebook-after-cancellation",
      title: "Rebook after a cancellation",
      description: "Replace a booking whose flight was cancelled with the closest alternative.",
      arguments: [{ name: "pnr", description: "Record locator of the booking", required: true }],
      get: ({ pnr }) =>
        sentences(
          `The airline has cancelled the flight of booking ${pnr}.`,
          "Retrieve the booking. Search for flights on the same route, day and cabin for the same party, then a day",
          "earlier and later. Propose up to three alternatives with the difference in price and arrival time, and say how",
          "the hotel and car on the booking are affected. When the traveller has chosen, book the new flights with the same",
          "passengers and contact, add hotel and car again for the new dates, and only then cancel the old booking.",
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
