import type { AdminRoute } from "../../model/admin-route.ts";
import { invalid } from "../../model/failure.ts";
import type { Airline } from "../../model/flight.ts";
import { fold } from "../../model/fold.ts";
import type { Airport, Place, Places } from "../../model/place.ts";
import type { Completion } from "../contract.ts";

export interface PlaceRoutesOptions {
  readonly places: Places;
  airlines(): readonly Airline[];
}

type Completed = Completion["values"][number];

const MAX_VALUES = 20;
const MAX_TEXT_LENGTH = 100;
const MAX_CODES = 200;

/** Routes that complete and describe places, for forms and maps. */
export const placeRoutes = ({ places, airlines }: PlaceRoutesOptions): readonly AdminRoute[] => {
  /** Without text, the largest airports. */
  const airports = (text: string): readonly Completed[] => {
    const found = text === "" ? places.airports().map(placeOf) : places.search(text, MAX_VALUES);
    return found.slice(0, MAX_VALUES).map(completedPlace);
  };
  const placeOf = ({ code }: Airport): Place => places.place(code) as Place;

  const KINDS: ReadonlyMap<string, (text: string) => readonly Completed[]> = new Map([
    ["airport", airports],
    ["airline", (text: string) => completedAirlines(airlines(), fold(text))],
  ]);

  return [
    {
      method: "GET",
      path: "/complete",
      about: "Suggests values for an incomplete input, best match first.",
      query: { kind: `${[...KINDS.keys()].join(" or ")}.`, text: "The incomplete input." },
      async answer({ query: { kind = "", text = "" } }): Promise<Completion> {
        const complete = KINDS.get(kind);
        if (complete === undefined) {
          throw invalid("Unknown kind.", { field: "kind", value: kind, allowed: [...KINDS.keys()] });
        }
        return { values: complete(text.slice(0, MAX_TEXT_LENGTH).trim()) };
      },
    },
    {
      method: "GET",
      path: "/places",
      about: "Returns airports and cities by code. Unknown codes are left out.",
      query: { codes: `IATA codes, separated by commas; at most ${MAX_CODES}.` },
      async answer({ query: { codes = "" } }) {
        const asked = [...new Set(codes.toUpperCase().split(","))];
        if (asked.length > MAX_CODES) throw invalid(`At most ${MAX_CODES} codes are allowed.`, { field: "codes" });
        return { places: asked.flatMap((code) => places.place(code) ?? []).map(shownPlace) };
      },
    },
  ];
};

/** Represents a city by its largest airport. */
const airportOf = ({ airports }: Place): Airport => airports[0] as Airport;

const completedPlace = (place: Place): Completed => {
  const { latitude, longitude, city, country } = airportOf(place);
  const more = place.kind === "city" ? "all airports" : city;
  const label = [place.name, ...(place.name.includes(more) ? [] : [more]), country].join(", ");
  return { value: place.code, label, latitude, longitude };
};

const shownPlace = (place: Place) => {
  const { city, country, latitude, longitude, timeZone } = airportOf(place);
  return { code: place.code, name: place.name, city, country, latitude, longitude, time_zone: timeZone };
};

const completedAirlines = (airlines: readonly Airline[], text: string): readonly Completed[] => {
  const rank = ({ code, name }: Airline): number => {
    const folded = fold(name);
    if (code.toLowerCase() === text) return 0;
    if (folded.startsWith(text)) return 1;
    return folded.includes(text) ? 2 : 3;
  };
  return airlines
    .map((airline) => ({ airline, rank: rank(airline) }))
    .filter((one) => one.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_VALUES)
    .map(({ airline: { code, name, country } }) => ({ value: code, label: `${name}, ${country}` }));
};
