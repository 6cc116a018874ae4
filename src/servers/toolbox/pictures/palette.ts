import { LIGHT } from "./picture-book.ts";
import type { PromptContent } from "./read-prompt.ts";

/** `#rrggbb`, always six digits. */
export type Colour = string;

type Channels = readonly [red: number, green: number, blue: number];

export interface Palette {
  /** From the zenith to the horizon. */
  readonly sky: readonly Colour[];
  readonly haze: Colour;
  /** Of sun or moon. */
  readonly sun: Colour;
  readonly dark: boolean;
  /** Replaces `{name}` with palette colours and tints all other colours with the light of the hour. */
  paint(drawing: string): string;
  /** Replaces `{name}` only: for clouds, sun and moon, which the light does not tint. */
  fill(drawing: string): string;
}

const channels = (colour: Colour): Channels => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

const combine = (first: Colour, second: Colour, channel: (a: number, b: number) => number): Colour => {
  const b = channels(second);
  const bytes = channels(first).map((value, i) => Math.max(0, Math.min(255, Math.round(channel(value, b[i] ?? 0)))));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
};

/** `share` is the part of the second colour. */
const mix = (first: Colour, second: Colour, share: number): Colour =>
  combine(first, second, (a, b) => a + (b - a) * share);

const darker = (colour: Colour, share: number): Colour => mix(colour, "#0a0a1e", share);

/** The colour of a surface in coloured light. */
const multiply = (surface: Colour, light: Colour): Colour => combine(surface, light, (a, b) => (a * b) / 255);

export const createPalette = (
  hourName: string,
  weatherName: string,
  seasonName: string,
  { tints, paints }: PromptContent,
): Palette => {
  const hour = LIGHT.hours[hourName] ?? (LIGHT.hours["day"] as (typeof LIGHT.hours)[string]);
  const season = LIGHT.seasons[seasonName] ?? (LIGHT.seasons["summer"] as (typeof LIGHT.seasons)[string]);
  const { share = 0, grey = "#ffffff" } = LIGHT.weathers[weatherName] ?? {};
  const dull = multiply(grey, hour.light);
  const tint = tints.length === 0 ? undefined : tints.reduce((first, second) => mix(first, second, 0.5));

  /** Greyed by the weather, tinted by the prompt. */
  const air = (colour: Colour, paint = tint, strength = 0.42): Colour => {
    const greyed = mix(colour, dull, share);
    return paint === undefined ? greyed : mix(greyed, multiply(paint, mix("#ffffff", greyed, 0.5)), strength);
  };
  const painted = (colour: Colour, ...concepts: readonly string[]): Colour => {
    const named = concepts.map((concept) => paints.get(concept)).find((paint) => paint !== undefined);
    if (named !== undefined) return mix(colour, named, 0.7);
    return tint === undefined ? colour : mix(colour, tint, 0.22);
  };
  const light = mix(hour.light, dull, share * 0.5);
  const inLight = (colour: Colour): Colour => multiply(colour, light);

  const haze = air(hour.haze);
  const distant = (colour: Colour, thickness: number): Colour => mix(inLight(colour), haze, thickness + share * 0.3);
  const grass = painted(season.grass, "hill");
  const conifer = painted(season.conifer, "forest");
  const rock = painted(season.rock, "mountain");
  const sand = painted("#f0d6a2", "beach", "desert");
  const water = paints.get("sea") ?? paints.get("lake") ?? paints.get("beach") ?? tint;
  const building = (colour: Colour): Colour => distant(painted(colour, "city"), 0.2);
  const colours: Readonly<Record<string, Colour>> = {
    sun: hour.sun,
    cloud: air(hour.cloud),
    cloudShade: air(hour.cloudShade),
    waterFar: air(hour.waterFar, water, 0.6),
    waterNear: air(hour.waterNear, water, 0.6),
    foam: mix(inLight("#ffffff"), haze, 0.15),
    snow: inLight("#f9fcff"),
    snowShade: inLight("#cfdcec"),
    rock: distant(rock, 0.3),
    rockShade: distant(darker(rock, 0.25), 0.3),
    rockFar: distant(rock, 0.65),
    grass: distant(grass, 0.12),
    grassFar: distant(grass, 0.45),
    grassNear: inLight(darker(grass, 0.1)),
    conifer: distant(conifer, 0.08),
    coniferFar: distant(conifer, 0.45),
    leaf: inLight(season.leaf),
    sand: inLight(sand),
    sandFar: distant(sand, 0.45),
    sandShade: inLight(darker(sand, 0.16)),
    city1: building("#7f93ad"),
    city2: building("#a3b1c4"),
    city3: building("#5f7796"),
    cityFar: distant("#93a6bd", 0.6),
    glass: distant("#d3e6f2", 0.25),
    asphalt: inLight("#6d7380"),
  };
  const fill = (drawing: string): string =>
    drawing.replace(/\{(\w+)\}/g, (_, name: string) => colours[name] ?? "#808080");
  return {
    sky: hour.sky.map((colour) => air(colour, paints.get("sky") ?? tint, paints.has("sky") ? 0.65 : 0.42)),
    haze,
    sun: hour.sun,
    dark: hour.dark,
    paint: (drawing) => fill(drawing.replace(/#[0-9a-f]{6}/g, inLight)),
    fill,
  };
};
