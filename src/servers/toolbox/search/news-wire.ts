import type { Airline } from "../../../model/airline.ts";
import type { IsoDate } from "../../../model/calendar.ts";
import { type Draw, draw } from "../../../model/draw.ts";
import type { Airport, Places } from "../../../model/place.ts";
import type { IndexedDocument } from "./indexed-document.ts";
import { type Cast, STORIES } from "./news-stories.ts";

/** Invented news of the generated world: a pure function of seed and date, the same on every machine. */
export interface NewsWire {
  /** The stories of a day, earliest first. */
  storiesOf(date: IsoDate): readonly IndexedDocument[];
}

export interface NewsReference {
  readonly places: Pick<Places, "airport" | "airports">;
  /** Largest first. */
  readonly airlines: readonly Airline[];
}

const STORIES_A_DAY = 8;
const HOURS_APART = 24 / STORIES_A_DAY;
const MOST_AIRPORTS = 150;
const MOST_AIRLINES = 120;
/** Invented, so that no real house is said to open. */
const HOTELS = ["Windsock Hotels", "Halyard Group", "Lantern & Quay", "Meridian Rooms", "Papercrane Inns", "Nordlicht"];

export const createNewsWire = (seed: string, { places, airlines }: NewsReference): NewsWire => {
  const airports = places.airports().slice(0, MOST_AIRPORTS);
  const staged = airlines.slice(0, MOST_AIRLINES).flatMap(({ name, hubs }) => {
    const known = hubs.map((hub) => places.airport(hub)).filter((hub): hub is Airport => hub !== undefined);
    return known.length === 0 ? [] : [{ name, hubs: known.slice(0, 3) }];
  });

  const castOf = ({ pick, integer }: Draw): Cast => {
    const airport = pick(airports);
    const airline = pick(staged);
    const hub = pick(airline.hubs);
    const others = airports.filter(({ city }) => city !== airport.city && city !== hub.city);
    return {
      airline: airline.name,
      hub,
      airport,
      elsewhere: pick(others),
      hotel: pick(HOTELS),
      pick: (...choices) => pick(choices),
      number: integer,
    };
  };

  return {
    storiesOf: (date) => {
      if (airports.length < 3 || staged.length === 0) return [];
      // Every kind at most once a day.
      const kinds = shuffled(STORIES, draw(seed, "news", date));
      return kinds.slice(0, STORIES_A_DAY).map((story, slot) => {
        const number = slot + 1;
        const chance = draw(seed, "news", date, number);
        const { headline, text } = story(castOf(chance));
        const minutes = slot * HOURS_APART * 60 + chance.integer(0, HOURS_APART * 60 - 1);
        return {
          id: `news:${date}:${number}`,
          title: `TEST: ${headline}`,
          text: `${text} (TEST story, invented for rehearsal.)`,
          url: `taxiway://news/${date}/${number}`,
          kind: "news",
          published: new Date(Date.parse(`${date}T00:00:00Z`) + minutes * 60_000).toISOString(),
        };
      });
    },
  };
};

const shuffled = <T>(list: readonly T[], { integer }: Draw): readonly T[] => {
  const rest = [...list];
  return list.map(() => rest.splice(integer(0, rest.length - 1), 1)[0] as T);
};
