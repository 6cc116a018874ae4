import { editDistance } from "../../../model/edit-distance.ts";

/** What people call zones, which are no names of zones: several share one abbreviation. */
export const ABBREVIATIONS: Readonly<Record<string, readonly string[]>> = {
  PST: ["America/Los_Angeles"],
  PDT: ["America/Los_Angeles"],
  PT: ["America/Los_Angeles"],
  MDT: ["America/Denver"],
  MT: ["America/Denver"],
  CST: ["America/Chicago", "Asia/Shanghai"],
  CDT: ["America/Chicago"],
  CT: ["America/Chicago"],
  EDT: ["America/New_York"],
  ET: ["America/New_York"],
  AKST: ["America/Anchorage"],
  AKDT: ["America/Anchorage"],
  BRT: ["America/Sao_Paulo"],
  ART: ["America/Argentina/Buenos_Aires"],
  BST: ["Europe/London"],
  CEST: ["Europe/Berlin", "Europe/Paris"],
  EEST: ["Europe/Athens", "Europe/Helsinki"],
  WEST: ["Europe/Lisbon"],
  MSK: ["Europe/Moscow"],
  TRT: ["Europe/Istanbul"],
  SAST: ["Africa/Johannesburg"],
  EAT: ["Africa/Nairobi"],
  WAT: ["Africa/Lagos"],
  GST: ["Asia/Dubai"],
  PKT: ["Asia/Karachi"],
  IST: ["Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"],
  ICT: ["Asia/Bangkok"],
  WIB: ["Asia/Jakarta"],
  SGT: ["Asia/Singapore"],
  HKT: ["Asia/Hong_Kong"],
  JST: ["Asia/Tokyo"],
  KST: ["Asia/Seoul"],
  AWST: ["Australia/Perth"],
  ACST: ["Australia/Adelaide"],
  AEST: ["Australia/Sydney", "Australia/Brisbane"],
  AEDT: ["Australia/Sydney"],
  NZST: ["Pacific/Auckland"],
  NZDT: ["Pacific/Auckland"],
};

/** The runtime lists some zones only under a name they had long ago. */
const RENAMED: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

const MOST = 5;
const LONGEST = 64;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, "");

/** The zones that somebody may have meant, nearest first: by city, by spelling, or by what people call them. */
export const nearZones = (text: string): readonly string[] => {
  if (text.length > LONGEST) return [];
  const abbreviated = ABBREVIATIONS[text.trim().toUpperCase()];
  if (abbreviated !== undefined) return abbreviated;
  const wanted = plain(text);
  if (wanted.length < 3) return [];
  const tolerated = Math.floor(wanted.length / 3);
  return Intl.supportedValuesOf("timeZone")
    .map((name) => {
      const today = RENAMED[name] ?? name;
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
