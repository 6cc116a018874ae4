import type { Airport } from "../../../model/place.ts";
import { namesItsCity } from "./airport-name.ts";

/** What a story is told with: all of it drawn from seed, date and number. */
export interface Cast {
  readonly airline: string;
  /** A hub of the airline. */
  readonly hub: Airport;
  readonly airport: Airport;
  readonly elsewhere: Airport;
  readonly hotel: string;
  pick(...choices: readonly string[]): string;
  number(least: number, most: number): number;
}

export interface Story {
  readonly headline: string;
  readonly text: string;
}

/**
 * The kinds of stories. They are colour: whatever they tell of is over, planned without a date, or changes nothing, so
 * that no story says other than what the searches of the GDS server show.
 */
export const STORIES: readonly ((cast: Cast) => Story)[] = [
  ({ airline, hub, elsewhere, pick }) => ({
    headline: `${airline} ${pick("jsonSize", "studies", "looks at")} a new route from ${hub.city} to ${elsewhere.city}`,
    text: `${airline} is ${pick("considering", "examining", "thinking about")} a new route between ${at(hub)} and ${at(elsewhere)}. No date has been set and no seats are on sale. ${pick("Aircraft and slots are still to be found", "A decision is expected next year", "The airline wants to see demand first")}, a spokesperson said.`,
  }),
  ({ airline, hub, number, pick }) => ({
    headline: `${airline} ${pick("confirms", "keeps")} its timetable from ${hub.city} ${pick("for the season", "unchanged")}`,
    text: `A schedule review of ${airline} at ${at(hub)} ended without changes. ${number(2, 9)} departures were ${pick("discussed", "looked at")}, all ${pick("stay where they are", "keep their times")}, the airline said.`,
  }),
  ({ airport, pick, number }) => ({
    headline: `${pick("Fog", "Heavy rain", "Strong wind", "A thunderstorm", "Morning haze")} over ${airport.city} clears, flights ${pick("on time again", "back to plan")}`,
    text: `Weather at ${at(airport)} slowed departures for ${number(20, 90)} minutes ${pick("in the early morning", "around noon", "last evening")}. Since then runways have been ${pick("fully open", "in normal use")}, and the airport reports no cancellations.`,
  }),
  ({ airport, hotel, number, pick }) => ({
    headline: `${hotel} ${pick("plans", "prepares")} a hotel opening in ${airport.city}`,
    text: `The hotel group ${hotel} has announced a house with ${number(80, 320)} rooms ${pick("near the centre", "by the river", "close to the airport", "in the old town")} of ${airport.city}. The opening has no date yet and rooms cannot be booked; ${pick("building begins next year", "permits are pending", "the architect is still to be named")}.`,
  }),
  ({ airline, hub, pick, number }) => ({
    headline: `Fare sale of ${airline} from ${hub.city} ${pick("is over", "has ended")}`,
    text: `A ${number(2, 5)}-day fare sale of ${airline} from ${at(hub)} ended ${pick("yesterday at midnight", "last night")}. What searches show now are regular fares, the airline said, and called the sale ${pick("a success", "its busiest of the year", "encouraging")}.`,
  }),
  ({ airline, hub, pick }) => ({
    headline: `${pick("Cabin crew", "Pilots", "Ground staff")} of ${airline} call off strike in ${hub.city}`,
    text: `A strike announced by staff of ${airline} at ${at(hub)} will not take place. Both sides agreed on ${pick("new talks", "a mediator", "a two-year contract")}; all flights operate as scheduled.`,
  }),
  ({ airport, pick, number }) => ({
    headline: `${airport.city} airport ${pick("opens", "finishes")} ${pick("a refurbished lounge", "new security lanes", "a play area", "a rooftop terrace", "a quiet room")}`,
    text: `${at(airport)} has completed work in ${pick("its main hall", "the departures area", "the arrivals area")} after ${number(4, 18)} months. ${pick("Passengers praised the daylight", "Water fountains were added on the way", "Signs now come in four languages")}, and flights were not affected.`,
  }),
  ({ airline, elsewhere, pick, number }) => ({
    headline: `${airline} ${pick("serves", "brings")} dishes of ${elsewhere.city} on board`,
    text: `${airline} has a menu ${pick("by a young chef", "by a market cook", "of street food")} from ${elsewhere.city}, with ${number(3, 7)} dishes for the season. Fares, cabins and what they include stay as they are.`,
  }),
  ({ airport, pick, number }) => ({
    headline: `${airport.city} ${pick("counts", "welcomes")} more visitors ${pick("than a year ago", "in the shoulder season")}`,
    text: `The tourist office of ${airport.city} reports ${number(2, 9)} percent more overnight stays, most of them ${pick("at weekends", "during trade fairs", "by rail and air travellers")}. Hotels speak of a ${pick("calm", "steady", "good")} season with rooms to be had.`,
  }),
  ({ airport, pick, number }) => ({
    headline: `Lost ${pick("teddy bear", "violin", "birthday cake", "wedding dress", "chess set")} finds its way home through ${airport.city} airport`,
    text: `Staff at ${at(airport)} traced the owner within ${number(2, 30)} hours. ${pick("The reunion was filmed by colleagues", "A tag with a phone number helped", "A pilot carried it on the next flight")}.`,
  }),
  ({ airline, hub, pick, number }) => ({
    headline: `${airline} celebrates ${number(5, 60)} years ${pick("in", "at its hub in")} ${hub.city}`,
    text: `With ${pick("a water salute", "a jazz band at the gate", "cake for all passengers")} ${airline} marked its anniversary at ${at(hub)}. The ${pick("mayor", "airport director", "longest-serving captain")} spoke; the flight left on time.`,
  }),
  ({ airport, elsewhere, pick, number }) => ({
    headline: `Travel survey: ${airport.city} and ${elsewhere.city} ${pick("top the list for", "are favourites for")} ${pick("food", "walking", "museums", "music", "short breaks")}`,
    text: `${number(1, 9)},000 travellers were asked where they would go next. ${airport.city} won ahead of ${elsewhere.city}; ${pick("friendliness", "easy transfers from the airport", "mild weather")} was named most often.`,
  }),
];

const at = (airport: Airport): string =>
  namesItsCity(airport) ? `${airport.name} (${airport.code})` : `${airport.name} (${airport.code}) in ${airport.city}`;
