import { readFileSync } from "node:fs";
import { Temporal } from "temporal-polyfill";
import { editDistance } from "../../../model/edit-distance.ts";
import { invalid } from "../../../model/failure.ts";

/** Looks up the time zone of the airport or city with an IATA code (in capitals). */
export type ZoneOfPlace = (iataCode: string) => string | undefined | Promise<string | undefined>;

export interface Zone {
  /** An IANA name, or an offset such as +05:30. */
  readonly id: string;
  /** The IATA code that led to the zone. */
  readonly place?: string;
  /** Another possible reading of the input. */
  readonly note?: string;
}

export type FindZone = (text: string, field: string) => Promise<Zone>;

const ZONE_FORMS =
  "an IANA time zone such as Europe/Berlin, an offset such as +05:30, or the IATA code of an airport or city such as JFK";

const OFFSET = /^(?:UTC|GMT)?\s?([+-])(\d{1,2})(?::?(\d{2}))?$/i;
const NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;
const IATA_CODE = /^[A-Za-z]{3}$/;

export const createFindZone =
  (zoneOfPlace: ZoneOfPlace): FindZone =>
  async (text, field) => {
    const trimmed = text.trim();
    const id = zoneByOffset(trimmed) ?? zoneByName(trimmed);
    if (id !== undefined) return { id };
    if (IATA_CODE.test(trimmed)) {
      const place = trimmed.toUpperCase();
      const found = zoneByName((await zoneOfPlace(place)) ?? "");
      if (found !== undefined) return { id: found, place, ...ambiguityOf(place, found) };
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

const ambiguityOf = (place: string, found: string): { note?: string } => {
  const other = abbreviatedZones(place);
  if (other === undefined || other.includes(found)) return {};
  return { note: `${place} was read as the IATA code of a place; for the time zone called ${place}, use ${other[0]}.` };
};

const unknownZone = (text: string, field: string): Error => {
  const near = nearZones(text);
  return invalid(`There is no time zone '${quotable(text)}'.`, {
    field,
    value: quotable(text),
    allowed: ZONE_FORMS,
    ...(near.length > 0 && { near }),
    hint: near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `Give ${ZONE_FORMS}.`,
  });
};

const LONGEST_QUOTE = 60;

/** Untrusted input, shortened and without control characters, to be quoted in an error message. */
export const quotable = (text: string): string => {
  const printable = text.slice(0, LONGEST_QUOTE + 1).replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?");
  return printable.length > LONGEST_QUOTE ? `${printable.slice(0, LONGEST_QUOTE)}…` : printable;
};

interface ZoneNames {
  /** Common abbreviations, which are not IANA names; several zones can share one. */
  readonly abbreviations: Readonly<Record<string, readonly string[]>>;
  /** Current names of zones that the runtime lists only under an outdated name. */
  readonly renamed: Readonly<Record<string, string>>;
}

const { abbreviations, renamed } = JSON.parse(
  readFileSync(new URL("./data/zone-names.json", import.meta.url), "utf8"),
) as ZoneNames;

/** Returns the zones that an abbreviation can stand for, the most likely first. */
const abbreviatedZones = (text: string): readonly string[] | undefined => abbreviations[text.toUpperCase()];

const MOST_SUGGESTIONS = 5;
const LONGEST_NAME = 64;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, "");

/** Suggests zones for a misspelt name, a city or an abbreviation, nearest first. */
const nearZones = (text: string): readonly string[] => {
  if (text.length > LONGEST_NAME) return [];
  const abbreviated = abbreviatedZones(text.trim());
  if (abbreviated !== undefined) return abbreviated;
  const wanted = plain(text);
  if (wanted.length < 3) return [];
  const tolerance = Math.floor(wanted.length / 3);
  return Intl.supportedValuesOf("timeZone")
    .map((name) => {
      const current = renamed[name] ?? name;
      return {
        name: current,
        distance: Math.min(...[current, name].map((each) => distanceOf(wanted, each, tolerance))),
      };
    })
    .filter(({ distance }) => distance <= tolerance)
    .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .slice(0, MOST_SUGGESTIONS)
    .map(({ name }) => name);
};

const distanceOf = (wanted: string, name: string, tolerance: number): number => {
  const city = plain(name.slice(name.lastIndexOf("/") + 1));
  const contains = city.startsWith(wanted) || (city.length > 3 && wanted.includes(city));
  return Math.min(
    editDistance(wanted, city, tolerance),
    editDistance(wanted, plain(name), tolerance),
    contains ? 1 : Number.POSITIVE_INFINITY,
  );
};
