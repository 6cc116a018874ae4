import { createHash } from "node:crypto";
import type { Airline } from "../../../model/airline.ts";
import type { IsoDate } from "../../../model/calendar.ts";
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

  const castOf = (draw: Draw): Cast => {
    const airport = draw.from(airports);
    const airline = draw.from(staged);
    const hub = draw.from(airline.hubs);
    const others = airports.filter(({ city }) => city !== airport.city && city !== hub.city);
    return {
      airline: airline.name,
      hub,
      airport,
      elsewhere: draw.from(others),
      hotel: draw.from(HOTELS),
      pick: (...choices) => draw.from(choices),
      number: (least, most) => least + draw.below(most - least + 1),
    };
  };

  return {
    storiesOf: (date) => {
      if (airports.length < 3 || staged.length === 0) return [];
      // Every kind at most once a day.
      const kinds = createDraw(seed, date).shuffled(STORIES);
      return kinds.slice(0, STORIES_A_DAY).map((story, slot) => {
        const number = slot + 1;
        const draw = createDraw(seed, date, String(number));
        const { headline, text } = story(castOf(draw));
        const minutes = slot * HOURS_APART * 60 + draw.below(HOURS_APART * 60);
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

interface Draw {
  /** A whole number from 0. */
  below(limit: number): number;
  from<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): readonly T[];
}

const createDraw = (...words: readonly string[]): Draw => {
  const key = JSON.stringify(words);
  let block = Buffer.alloc(0);
  let blocks = 0;
  const next = (): number => {
    if (block.length < 4) block = createHash("sha256").update(`${key}${blocks++}`).digest();
    const value = block.readUInt32BE();
    block = block.subarray(4);
    return value;
  };
  const below = (limit: number): number => Math.floor((next() / 0x1_0000_0000) * limit);
  const from = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  return {
    below,
    from,
    shuffled: (list) => {
      const rest = [...list];
      return list.map(() => rest.splice(below(rest.length), 1)[0] as (typeof list)[number]);
    },
  };
};
