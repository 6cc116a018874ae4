import { type Colour, mix, multiply, saturate } from "./canvas/colour.ts";
import type { Concept, Hour, Season, Weather } from "./prompt/vocabulary.ts";

export interface Palette {
  /** From the zenith to the horizon. */
  readonly sky: readonly Colour[];
  readonly lamp: Colour;
  readonly glow: Colour;
  readonly cloud: Colour;
  readonly cloudShade: Colour;
  readonly haze: Colour;
  /** How thick the air is, 0 to 1. */
  readonly thickness: number;
  /** What everything is seen in. */
  readonly light: Colour;
  readonly waterFar: Colour;
  readonly waterNear: Colour;
  readonly grass: Colour;
  readonly leaves: readonly [Colour, Colour, Colour];
  readonly conifer: Colour;
  readonly rock: Colour;
  readonly sand: Colour;
  readonly snow: Colour;
  readonly dark: boolean;
}

type Daylight = Pick<
  Palette,
  "sky" | "lamp" | "glow" | "cloud" | "cloudShade" | "haze" | "thickness" | "light" | "waterFar" | "waterNear"
>;

const DAYLIGHT: Readonly<Record<Hour, Daylight>> = {
  day: {
    sky: ["#2a73c4", "#5a9fdf", "#a6d0ee", "#e3f1f6"],
    lamp: "#fffdf0",
    glow: "#fff6cf",
    cloud: "#ffffff",
    cloudShade: "#b4c6d8",
    haze: "#c3dbec",
    thickness: 0.62,
    light: "#ffffff",
    waterFar: "#63b3d6",
    waterNear: "#155f94",
  },
  sunrise: {
    sky: ["#5b86c9", "#a8b4de", "#f6cdc4", "#ffe9bd"],
    lamp: "#fffbe0",
    glow: "#ffdf9a",
    cloud: "#fff0e4",
    cloudShade: "#d59fae",
    haze: "#f3d3cb",
    thickness: 0.7,
    light: "#f5d9cc",
    waterFar: "#f0cdc0",
    waterNear: "#5a86b4",
  },
  sunset: {
    sky: ["#2a2f68", "#7d4586", "#e0625f", "#fba353", "#ffd883"],
    lamp: "#fff6cc",
    glow: "#ffb04a",
    cloud: "#ff9d72",
    cloudShade: "#7d4474",
    haze: "#e98a66",
    thickness: 0.6,
    light: "#e6b098",
    waterFar: "#f3a363",
    waterNear: "#4a3a72",
  },
  dusk: {
    sky: ["#131a48", "#343a7e", "#7d5a9c", "#d68f92"],
    lamp: "#fdf3d8",
    glow: "#d79ab0",
    cloud: "#a07ba6",
    cloudShade: "#443f74",
    haze: "#75649a",
    thickness: 0.6,
    light: "#8e86b4",
    waterFar: "#9a78a4",
    waterNear: "#232a5c",
  },
  night: {
    sky: ["#040818", "#0a1638", "#1a2f60", "#35507f"],
    lamp: "#fbf6e2",
    glow: "#aebfe6",
    cloud: "#3c4d7c",
    cloudShade: "#18244a",
    haze: "#24395f",
    thickness: 0.6,
    light: "#6679ac",
    waterFar: "#2c4674",
    waterNear: "#0a1636",
  },
};

/** How much of its own colour the sky loses, and to which. */
const GREYING: Readonly<Record<Weather, readonly [share: number, colour: Colour, thicker: number]>> = {
  clear: [0, "#ffffff", 0],
  clouds: [0.25, "#a9b6c2", 0.05],
  rain: [0.6, "#76838f", 0.2],
  storm: [0.7, "#39424f", 0.1],
  snowfall: [0.5, "#c3ced8", 0.2],
  fog: [0.55, "#c9d1d6", 0.32],
};

type Growth = Pick<Palette, "grass" | "leaves" | "conifer">;
const GROWTH: Readonly<Record<Season, Growth>> = {
  summer: { grass: "#6f9f45", leaves: ["#3f7d3a", "#5a9a45", "#2f6632"], conifer: "#2c5b40" },
  autumn: { grass: "#a99a4c", leaves: ["#d5702a", "#e3a332", "#b3402b"], conifer: "#3d5b3a" },
  winter: { grass: "#eef3f8", leaves: ["#8b7a6c", "#a39486", "#75665a"], conifer: "#3b5f58" },
  spring: { grass: "#86b556", leaves: ["#f3b3c8", "#f9d0dc", "#e58fb0"], conifer: "#3f7149" },
};

export const createPalette = ({
  hour,
  weather,
  season,
  tints,
  paints,
}: {
  readonly hour: Hour;
  readonly weather: Weather;
  readonly season: Season;
  readonly tints: readonly Colour[];
  readonly paints: Partial<Record<Concept, Colour>>;
}): Palette => {
  const daylight = DAYLIGHT[hour];
  const [share, grey, thicker] = GREYING[weather];
  const dull = multiply(grey, mix("#ffffff", daylight.light, 0.8));
  const tint = tints.length === 0 ? undefined : tints.reduce((first, second) => mix(first, second, 0.5));
  const air = (colour: Colour, paint = tint, strength = 0.42): Colour => {
    const greyed = mix(colour, dull, share);
    return paint === undefined ? greyed : mix(greyed, multiply(paint, mix("#ffffff", greyed, 0.55)), strength);
  };
  const growth = GROWTH[season];
  const grown = (colour: Colour): Colour => (tint === undefined ? colour : mix(colour, tint, 0.2));
  const sky = paints.sky;
  const water = paints.sea ?? paints.lake ?? paints.river ?? paints.beach;
  return {
    sky: daylight.sky.map((colour) => air(colour, sky ?? tint, sky === undefined ? 0.42 : 0.65)),
    lamp: daylight.lamp,
    glow: air(daylight.glow),
    cloud: air(daylight.cloud),
    cloudShade: air(daylight.cloudShade),
    haze: air(daylight.haze, sky ?? tint),
    thickness: Math.min(0.95, daylight.thickness + thicker),
    light: mix(daylight.light, dull, share * 0.5),
    waterFar: air(daylight.waterFar, water ?? tint, water === undefined ? 0.3 : 0.7),
    waterNear: air(daylight.waterNear, water ?? tint, water === undefined ? 0.3 : 0.7),
    grass: grown(paints.field ?? paints.hill ?? growth.grass),
    leaves: growth.leaves.map((colour) =>
      grown(paints.tree ?? paints.forest ?? colour),
    ) as unknown as Palette["leaves"],
    conifer: grown(paints.forest ?? growth.conifer),
    rock: grown(paints.mountain ?? (season === "winter" ? "#8d97a6" : "#8c8378")),
    sand: saturate(mix("#ecd3a0", paints.desert ?? paints.beach ?? "#ecd3a0", 0.5), 1.05),
    snow: "#f7fbff",
    dark: hour === "night" || hour === "dusk",
  };
};
