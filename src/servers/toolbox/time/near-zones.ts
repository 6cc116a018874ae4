import { readFileSync } from "node:fs";
import { editDistance } from "../../../model/edit-distance.ts";

interface ZoneNames {
  /** What people call zones, which are no names of zones: several share one abbreviation. */
  readonly abbreviations: Readonly<Record<string, readonly string[]>>;
  /** The runtime lists some zones only under a name they had long ago. */
  readonly renamed: Readonly<Record<string, string>>;
}

const { abbreviations, renamed } = JSON.parse(
  readFileSync(new URL("./data/zone-names.json", import.meta.url), "utf8"),
) as ZoneNames;

/** The zones that an abbreviation may stand for, the likeliest first. */
export const abbreviatedZones = (text: string): readonly string[] | undefined => abbreviations[text.toUpperCase()];

const MOST = 5;
const LONGEST = 64;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, "");

/** The zones that somebody may have meant, nearest first: by city, by spelling, or by what people call them. */
export const nearZones = (text: string): readonly string[] => {
  if (text.length > LONGEST) return [];
  const abbreviated = abbreviatedZones(text.trim());
  if (abbreviated !== undefined) return abbreviated;
  const wanted = plain(text);
  if (wanted.length < 3) return [];
  const tolerated = Math.floor(wanted.length / 3);
  return Intl.supportedValuesOf("timeZone")
    .map((name) => {
      const today = renamed[name] ?? name;
      return { name: today, distance: Math.min(...[today, name].map((each) => distanceOf(wanted, each, tolerated))) };
    })
    .filter(({ distance }) => distance <= tolerated)
    .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .slice(0, MOST)
    .map(({ name }) => name);
};

const distanceOf = (wanted: string, name: string, tolerated: number): number => {
  const city = plain(name.slice(name.lastIndexOf("/") + 1));
  const contains = city.startsWith(wanted) || (city.length > 3 && wanted.includes(city));
  return Math.min(
    editDistance(wanted, city, tolerated),
    editDistance(wanted, plain(name), tolerated),
    contains ? 1 : Number.POSITIVE_INFINITY,
  );
};
