import type { Chance } from "./chance.ts";
import type { Colour } from "./colour.ts";
import { createPalette, type Palette } from "./palette.ts";
import { LIGHT, SETTINGS, type Setting, SUBJECTS, type Subject } from "./picture-book.ts";
import type { Wish } from "./read-prompt.ts";

/** What the picture will show, decided before anything is drawn. */
export interface Scene {
  readonly weather: string;
  readonly palette: Palette;
  /** From the back to the front. */
  readonly far: readonly Setting[];
  readonly ground: Setting;
  readonly hasWater: boolean;
  readonly cast: readonly Role[];
  readonly sights: ReadonlySet<string>;
  readonly moonlit: boolean;
  /** Clouds hide sun and moon. */
  readonly veiled: boolean;
  /** Where sun or moon stand. */
  readonly lamp: readonly [x: number, y: number];
}

export interface Role {
  readonly subject: Subject;
  readonly count: number;
  readonly colour: Colour | undefined;
}

const MOST_ROLES = 6;
const MOST_OF_A_KIND = 5;
const SIGHTS: ReadonlySet<string> = new Set(["birds", "rainbow", "stars", "moon", "sun", "clouds"]);
const VEILING: ReadonlySet<string> = new Set(["rain", "storm", "snowfall", "fog"]);

export const planScene = (wish: Wish, chance: Chance): Scene => {
  const { concepts, counts, paints } = wish;
  const named = (table: object): string | undefined => concepts.find((concept) => Object.hasOwn(table, concept));
  const weather = named(LIGHT.weathers) ?? "clear";
  const season = named(LIGHT.seasons) ?? (weather === "snowfall" ? "winter" : "summer");
  const nightly = concepts.some((concept) => concept === "moon" || concept === "stars");
  const hour = named(LIGHT.hours) ?? (nightly ? "night" : "day");

  const subjects = concepts.filter((concept) => SUBJECTS.has(concept)).slice(0, MOST_ROLES);
  const cast = subjects.map((name) => ({
    subject: SUBJECTS.get(name) as Subject,
    count: Math.min(MOST_OF_A_KIND, counts.get(name) ?? 1),
    colour: paints.get(name),
  }));
  const [far, ground] = settingFor(concepts, cast, chance);
  const low = hour === "sunset" || hour === "sunrise";
  return {
    ...{ weather, cast, palette: createPalette(hour, weather, season, wish) },
    far: [...SETTINGS].filter(([name]) => far.includes(name)).map(([, setting]) => setting),
    ground: settingOf(ground),
    hasWater: ["sea", "beach", "lake"].includes(ground),
    sights: new Set(concepts.filter((concept) => SIGHTS.has(concept))),
    moonlit: hour === "night",
    veiled: VEILING.has(weather),
    lamp: [
      chance.pick([chance.between(200, 380), chance.between(620, 800)]),
      low ? chance.between(400, 450) : chance.between(130, 200),
    ],
  };
};

const settingOf = (name: string): Setting => SETTINGS.get(name) as Setting;

/** The names of what is far away, and of the ground. */
const settingFor = (
  concepts: readonly string[],
  cast: readonly Role[],
  chance: Chance,
): readonly [far: readonly string[], ground: string] => {
  let settings = concepts.filter((concept) => SETTINGS.has(concept));
  // A prompt without a known word still gets a landscape: its letters choose which.
  if (settings.length === 0)
    settings = [cast[0]?.subject.home ?? chance.pick(["hill", "mountain", "lake", "forest", "road"])];
  const far = settings.filter((name) => settingOf(name).kind === "far");
  const grounds = settings.filter((name) => settingOf(name).kind === "ground");
  const ground =
    grounds.find((name) => settingOf(name).otherwise === undefined) ??
    grounds.find((name) => name !== "sky") ??
    grounds[0] ??
    groundBefore(far[0] ?? "mountain", cast);
  const { lines = {}, otherwise, far: behind } = settingOf(ground);
  if (far.length === 0 && behind !== undefined) far.push(behind);
  const fits = cast.every(
    ({ subject: { row } }) => lines[row === "frame" ? "near" : row] !== undefined || row === "sky",
  );
  return [far, fits || otherwise === undefined ? ground : otherwise];
};

/** Ships need water, cars a road, and small things a table. */
const groundBefore = (far: string, cast: readonly Role[]): string => {
  if (cast.some(({ subject }) => subject.row === "water")) return "lake";
  const home = cast.map(({ subject }) => subject.home).find((name) => name === "road" || name === "table");
  return home ?? settingOf(far).ground ?? "hill";
};
