import type { Chance } from "./canvas/chance.ts";
import type { Colour } from "./canvas/colour.ts";
import { createPalette, type Palette } from "./palette.ts";
import type { Wish } from "./prompt/read-prompt.ts";
import {
  type Concept,
  HOURS,
  type Hour,
  SEASONS,
  SETTINGS,
  type Season,
  type Setting,
  SKY_SIGHTS,
  type SkySight,
  SUBJECTS,
  type Subject,
  WEATHERS,
  type Weather,
} from "./prompt/vocabulary.ts";

/** What stands before our feet. */
export type Ground = "sand" | "grass" | "paving" | "tarmac" | "dunes" | "table" | "water" | "clouds" | "street";

/** What the picture will show, decided before anything is drawn. */
export interface Scene {
  readonly hour: Hour;
  readonly weather: Weather;
  readonly season: Season;
  readonly sights: ReadonlySet<SkySight>;
  readonly settings: ReadonlySet<Setting>;
  readonly far: "mountains" | "volcano" | "hills" | "open";
  readonly water: "sea" | "lake" | "river" | undefined;
  readonly ground: Ground;
  readonly cast: readonly Role[];
  readonly palette: Palette;
  readonly horizon: number;
  /** Clouds hide sun and moon. */
  readonly veiled: boolean;
  /** The lamp is the moon. */
  readonly moonlit: boolean;
  /** Where sun or moon stand. */
  readonly lamp: readonly [x: number, y: number];
}

export interface Role {
  readonly subject: Subject;
  readonly count: number;
  readonly colour: Colour | undefined;
}

const ON_WATER: readonly Concept[] = ["sea", "island", "harbour", "ship", "boat", "lighthouse", "bridge"];
const ON_A_TABLE: ReadonlySet<Subject> = new Set([
  "coffee",
  "suitcase",
  "passport",
  "map",
  "compass",
  "globe",
  "camera",
]);
/** Through these a street is a road. */
const COUNTRY: readonly Setting[] = ["desert", "mountain", "hill", "field", "forest", "jungle"];
const MOST_ROLES = 6;

export const planScene = (wish: Wish, chance: Chance): Scene => {
  const wanted = new Set<Concept>(wish.concepts);
  const among = <T extends Concept>(list: readonly T[]): T[] =>
    wish.concepts.filter((concept): concept is T => (list as readonly Concept[]).includes(concept));

  const settings = new Set(among(SETTINGS));
  const cast = among(SUBJECTS)
    .slice(0, MOST_ROLES)
    .map((subject): Role => ({ subject, count: wish.counts[subject] ?? 1, colour: wish.paints[subject] }));
  if (settings.size === 0 && cast.length === 0) inventSetting(wanted, settings, chance);
  if (settings.has("harbour") && !wanted.has("boat") && !wanted.has("ship"))
    cast.push({ subject: "boat", count: 3, colour: undefined });
  if (settings.has("airport") && !wanted.has("airplane"))
    cast.push({ subject: "airplane", count: 1, colour: undefined });

  const hour = among(HOURS)[0] ?? hourFor(wanted, chance);
  const weather = among(WEATHERS)[0] ?? "clear";
  const season = among(SEASONS)[0] ?? (weather === "snowfall" ? "winter" : "summer");
  const water = waterFor(wanted);
  const ground = groundFor(wanted, cast, water);
  const horizon = ground === "clouds" ? 760 : ground === "table" ? 560 : Math.round(chance.between(515, 550));
  const low = hour === "sunset" || hour === "sunrise";
  return {
    hour,
    weather,
    season,
    sights: new Set(among(SKY_SIGHTS)),
    settings,
    far: farFor(wanted, chance),
    water,
    ground,
    cast,
    palette: createPalette({ hour, weather, season, tints: wish.tints, paints: wish.paints }),
    horizon,
    veiled: weather === "rain" || weather === "storm" || weather === "snowfall",
    moonlit: hour === "night" || hour === "dusk" || wanted.has("moon"),
    lamp: [
      chance.pick([chance.between(250, 400), chance.between(600, 750)]),
      low ? horizon - chance.between(45, 95) : chance.between(130, 210),
    ],
  };
};

/** A prompt without a word we know still gets a landscape: its letters choose which. */
const inventSetting = (wanted: Set<Concept>, settings: Set<Setting>, chance: Chance): void => {
  const open: readonly (readonly [Setting, ...Setting[]])[] = [
    ["hill", "road"],
    ["mountain", "lake"],
    ["beach"],
    ["hill", "river"],
    ["desert"],
    ["island"],
  ];
  // A prompt of a season or an hour alone: anything but sand in the snow.
  const fitting =
    wanted.has("winter") || wanted.has("snowfall") || wanted.has("spring") || wanted.has("autumn") ? 2 : 6;
  for (const setting of open[chance.whole(0, fitting - 1)] ?? ["hill"]) {
    wanted.add(setting);
    settings.add(setting);
  }
};

const hourFor = (wanted: ReadonlySet<Concept>, chance: Chance): Hour => {
  if (wanted.has("moon") || wanted.has("stars") || wanted.has("aurora") || wanted.has("campfire")) return "night";
  return wanted.size === 0 && chance.maybe(0.4) ? chance.pick(["sunset", "sunrise"]) : "day";
};

const waterFor = (wanted: ReadonlySet<Concept>): Scene["water"] => {
  if (wanted.has("beach")) return "sea";
  if (wanted.has("lake")) return "lake";
  if (wanted.has("river") || wanted.has("waterfall")) return "river";
  if (!ON_WATER.some((concept) => wanted.has(concept)))
    return wanted.has("city") &&
      !["street", "desert", "airport", "hill", "field", "road"].some((other) => wanted.has(other as Concept))
      ? "lake"
      : undefined;
  return wanted.has("mountain") && !wanted.has("sea") ? "lake" : "sea";
};

const groundFor = (wanted: ReadonlySet<Concept>, cast: readonly Role[], water: Scene["water"]): Ground => {
  const landscape = SETTINGS.some((setting) => setting !== "sky" && wanted.has(setting));
  const objects = cast.filter(({ subject }) => ON_A_TABLE.has(subject));
  if (objects.length > 0 && !landscape && objects.length === cast.length) return "table";
  if (wanted.has("airport")) return "tarmac";
  if (wanted.has("street") && !COUNTRY.some((setting) => wanted.has(setting))) return "street";
  if (wanted.has("beach")) return "sand";
  if (wanted.has("desert") || wanted.has("pyramid")) return "dunes";
  if (wanted.has("harbour")) return "paving";
  const standing = cast.some(
    ({ subject }) => !["ship", "boat", "airplane", "balloon", "bridge", "lighthouse"].includes(subject),
  );
  if (wanted.has("airplane") && !landscape && !standing && water === undefined) return "clouds";
  if (water === "sea" && !standing) return "water";
  if (water === "sea") return wanted.has("palm") || wanted.has("parasol") ? "sand" : "grass";
  if (wanted.has("city") && !standing && water === "lake") return "water";
  if (wanted.has("city") && water === undefined) return "paving";
  return "grass";
};

const farFor = (wanted: ReadonlySet<Concept>, chance: Chance): Scene["far"] => {
  if (wanted.has("volcano")) return "volcano";
  if (wanted.has("mountain")) return "mountains";
  if (wanted.has("lake") && !wanted.has("city")) return "mountains";
  if (wanted.has("sea") || wanted.has("island") || wanted.has("ship")) return "open";
  if (wanted.has("beach")) return chance.maybe(0.6) ? "hills" : "open";
  return wanted.has("winter") && !wanted.has("city") ? "mountains" : "hills";
};
