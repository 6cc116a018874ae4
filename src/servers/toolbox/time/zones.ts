import { Temporal } from "temporal-polyfill";
import { invalid } from "../../../model/failure.ts";
import { abbreviatedZones, nearZones } from "./near-zones.ts";
import { shown } from "./shown.ts";

/** The time zone of a place that has an IATA code; the code is in capitals. */
export type ZoneOfPlace = (iataCode: string) => string | undefined | Promise<string | undefined>;

export interface Zone {
  /** An IANA name, or an offset such as +05:30. */
  readonly id: string;
  /** The IATA code it was found by. */
  readonly place?: string;
  /** What else may have been meant. */
  readonly note?: string;
}

export type FindZone = (text: string, field: string) => Promise<Zone>;

export const ZONE_FORMS =
  "an IANA time zone such as Europe/Berlin, an offset such as +05:30, or the IATA code of an airport or city such as JFK";

const OFFSET = /^(?:UTC|GMT)?\s?([+-])(\d{1,2})(?::?(\d{2}))?$/i;
const NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;
const IATA_CODE = /^[A-Za-z]{3}$/;

export const createFindZone =
  (zoneOfPlace: ZoneOfPlace): FindZone =>
  async (text, field) => {
    const wanted = text.trim();
    const id = zoneByOffset(wanted) ?? zoneByName(wanted);
    if (id !== undefined) return { id };
    if (IATA_CODE.test(wanted)) {
      const place = wanted.toUpperCase();
      const found = zoneByName((await zoneOfPlace(place)) ?? "");
      if (found !== undefined) return { id: found, place, ...misreading(place, found) };
    }
    throw unknownZone(text, field);
  };

const zoneByOffset = (text: string): string | undefined => {
  const [, sign, hours = "", minutes = "00"] = OFFSET.exec(text) ?? [];
  if (sign === undefined || Number(hours) > 23 || Number(minutes) > 59) return /^z$/i.test(text) ? "UTC" : undefined;
  const offset = `${sign}${hours.padStart(2, "0")}:${minutes}`;
  return offset === "-00:00" ? "+00:00" : offset;
};

const zoneByName = (text: string): string | undefined => {
  if (!NAME.test(text)) return undefined;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId;
  } catch {
    return undefined;
  }
};

const misreading = (place: string, found: string): { note?: string } => {
  const other = abbreviatedZones(place);
  if (other === undefined || other.includes(found)) return {};
  return { note: `${place} was read as the IATA code of a place; for the time zone called ${place}, use ${other[0]}.` };
};

const unknownZone = (text: string, field: string): Error => {
  const near = nearZones(text);
  return invalid(`There is no time zone '${shown(text)}'.`, {
    field,
    value: shown(text),
    allowed: ZONE_FORMS,
    ...(near.length > 0 && { near }),
    hint: near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `Give ${ZONE_FORMS}.`,
  });
};
