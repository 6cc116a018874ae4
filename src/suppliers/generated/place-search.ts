import type { Place } from "../../model/place.ts";
import type { AirportTable } from "./airport-table.ts";

export interface PlaceSearch {
  /** Best first. */
  find(text: string, limit: number): readonly Place[];
  suggest(text: string): string | undefined;
  /** `JFK (New York John F. Kennedy)` */
  label(code: string): string;
}

export const createPlaceSearch = (places: readonly Place[], _table: AirportTable): PlaceSearch => {
  const label = (code: string): string => code;
  return {
    find: (text, limit) => places.filter((place) => place.code === text.toUpperCase()).slice(0, limit),
    suggest: () => undefined,
    label,
  };
};
