import type { Draw } from "../../../model/draw.ts";
import { type Colour, createPalette, type Palette } from "./palette.ts";
import { LIGHT, SETTINGS, type Setting, SUBJECTS, type Subject } from "./picture-book.ts";
import type { PromptContent } from "./read-prompt.ts";

/** The content of a picture, before anything is placed. */
export interface Scene {
  readonly weather: string;
  readonly palette: Palette;
  /** From the back to the front. */
  readonly far: readonly Setting[];
  readonly ground: Setting;
  readonly hasWater: boolean;
  readonly subjects: readonly SceneSubject[];
  readonly extras: ReadonlySet<string>;
  readonly isMoonlit: boolean;
  /** Clouds hide sun and moon. */
  readonly isOvercast: boolean;
  /** The position of sun or moon. */
  readonly sun: readonly [x: number, y: number];
}

export interface SceneSubject {
  readonly subject: Subject;
  readonly count: number;
  readonly colour: Colour | undefined;
}

const MOST_SUBJECTS = 6;
const MOST_OF_A_KIND = 5;
const EXTRAS: ReadonlySet<string> = new Set(["birds", "rainbow", "clouds"]);
const OVERCAST: ReadonlySet<string> = new Set(["rain", "storm", "snowfall", "fog"]);
/** One of these for a prompt without a known word. */
const LANDSCAPES = ["hill", "mountain", "lake", "forest", "road"] as const;

export const between = ({ fraction }: Draw, min: number, max: number): number => min + fraction() * (max - min);

export const planScene = (content: PromptContent, draw: Draw): Scene => {
  const { concepts, counts, paints } = content;
  const named = (table: object): string | undefined => concepts.find((concept) => Object.hasOwn(table, concept));
  const weather = named(LIGHT.weathers) ?? "clear";
  const season = named(LIGHT.seasons) ?? (weather === "snowfall" ? "winter" : "summer");
  const hour = named(LIGHT.hours) ?? (concepts.includes("moon") || concepts.includes("stars") ? "night" : "day");
  const subjects = concepts
    .filter((concept) => SUBJECTS.has(concept))
    .slice(0, MOST_SUBJECTS)
    .map((name) => ({
      subject: SUBJECTS.get(name) as Subject,
      count: Math.min(MOST_OF_A_KIND, counts.get(name) ?? 1),
      colour: paints.get(name),
    }));
  const [far, ground] = settingsFor(concepts, subjects, draw);
  const isLow = hour === "sunset" || hour === "sunrise";
  return {
    weather,
    palette: createPalette(hour, weather, season, content),
    far: [...SETTINGS].filter(([name]) => far.includes(name)).map(([, setting]) => setting),
    ground: settingOf(ground),
    hasWater: ["sea", "beach", "lake"].includes(ground),
    subjects,
    extras: new Set(concepts.filter((concept) => EXTRAS.has(concept))),
    isMoonlit: hour === "night",
    isOvercast: OVERCAST.has(weather),
    sun: [
      draw.chance(0.5) ? between(draw, 200, 380) : between(draw, 620, 800),
      isLow ? between(draw, 400, 450) : between(draw, 130, 200),
    ],
  };
};

const settingOf = (name: string): Setting => SETTINGS.get(name) as Setting;

/** Returns the names of the backgrounds and of the ground. */
const settingsFor = (
  concepts: readonly string[],
  subjects: readonly SceneSubject[],
  draw: Draw,
): readonly [far: readonly string[], ground: string] => {
  let settings = concepts.filter((concept) => SETTINGS.has(concept));
  if (settings.length === 0) settings = [subjects[0]?.subject.home ?? draw.pick(LANDSCAPES)];
  const far = settings.filter((name) => settingOf(name).kind === "far");
  const grounds = settings.filter((name) => settingOf(name).kind === "ground");
  const ground =
    grounds.find((name) => settingOf(name).otherwise === undefined) ??
    grounds.find((name) => name !== "sky") ??
    grounds[0] ??
    groundFor(far[0] ?? "mountain", subjects);
  const { lines = {}, otherwise, far: background } = settingOf(ground);
  if (far.length === 0 && background !== undefined) far.push(background);
  const fits = subjects.every(
    ({ subject: { row } }) => lines[row === "frame" ? "near" : row] !== undefined || row === "sky",
  );
  return [far, fits || otherwise === undefined ? ground : otherwise];
};

/** Ships need water, cars a road, and small things a table. */
const groundFor = (far: string, subjects: readonly SceneSubject[]): string => {
  if (subjects.some(({ subject }) => subject.row === "water")) return "lake";
  const home = subjects.map(({ subject }) => subject.home).find((name) => name === "road" || name === "table");
  return home ?? settingOf(far).ground ?? "hill";
};
