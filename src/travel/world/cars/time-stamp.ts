import type { Airport } from "../../../model/place.ts";
import { readCompactDate } from "../compact-date.ts";
import type { GeneratedPlaces } from "../places.ts";

/** When clocks go back an hour comes twice; a `B` marks the second time. Lord Howe Island turns by half an hour. */
const SECOND_TIME = [60, 30].map((minutes) => minutes * 60_000);

/** Wall-clock minutes inside ids: `202612151000`. */
export const stampOf = (places: GeneratedPlaces, airport: Airport, instant: number): string => {
  const wallClock = places.localTime(airport, instant).slice(0, 16);
  const digits = wallClock.replace(/\D/g, "");
  return places.instant(airport, wallClock) === instant ? digits : `${digits}B`;
};

export const readStamp = (places: GeneratedPlaces, airport: Airport, stamp: string): number | undefined => {
  const date = readCompactDate(stamp.slice(0, 8));
  const hour = stamp.slice(8, 10);
  const minute = stamp.slice(10, 12);
  if (date === undefined || hour > "23" || minute > "59") return undefined;
  const first = places.instant(airport, `${date}T${hour}:${minute}`);
  const candidates = stamp.endsWith("B") ? SECOND_TIME.map((later) => first + later) : [first];
  return candidates.find((instant) => stampOf(places, airport, instant) === stamp);
};
