import type { Material } from "../canvas/canvas.ts";
import type { Svg } from "../canvas/svg.ts";

interface Texture {
  /** How fine its grain is, across and down. */
  readonly grain: string;
  readonly octaves: number;
  /** How rough it is to the light. */
  readonly relief: number;
  /** How much of the light it takes; the rest stays as it was. */
  readonly strength: number;
}

const TEXTURES: Readonly<Record<Exclude<Material, "plain">, Texture>> = {
  rock: { grain: "0.016 0.03", octaves: 5, relief: 8, strength: 0.6 },
  water: { grain: "0.006 0.06", octaves: 3, relief: 5, strength: 0.5 },
  sand: { grain: "0.012 0.06", octaves: 5, relief: 2.2, strength: 0.35 },
  snow: { grain: "0.006 0.02", octaves: 3, relief: 3, strength: 0.25 },
  grass: { grain: "0.09 0.3", octaves: 3, relief: 2, strength: 0.45 },
  leaves: { grain: "0.12 0.14", octaves: 3, relief: 4, strength: 0.55 },
  paving: { grain: "0.02 0.2", octaves: 3, relief: 2, strength: 0.35 },
};

/** A filter that lights the grain of a material from the side where the sun stands. */
export const texture = (
  svg: Svg,
  material: Exclude<Material, "plain">,
  lightFromLeft: boolean,
  seed: number,
): string => {
  const { grain, octaves, relief, strength } = TEXTURES[material];
  // A flat surface gets sin(elevation) of the light: what is added keeps its colour as it is.
  const lightOnFlat = Math.sin((55 * Math.PI) / 180);
  const keep = 1 - strength * lightOnFlat;
  return svg.define(
    `texture ${material}`,
    (id) =>
      `<filter id="${id}" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">` +
      `<feTurbulence type="fractalNoise" baseFrequency="${grain}" numOctaves="${octaves}" seed="${seed}" result="grain"/>` +
      `<feDiffuseLighting in="grain" surfaceScale="${relief}" lighting-color="#ffffff" result="lit">` +
      `<feDistantLight azimuth="${lightFromLeft ? 215 : 325}" elevation="55"/></feDiffuseLighting>` +
      `<feComposite in="lit" in2="SourceGraphic" operator="arithmetic" k1="${strength}" k2="0" k3="${keep.toFixed(3)}" k4="0" result="worn"/>` +
      `<feComposite in="worn" in2="SourceGraphic" operator="in"/></filter>`,
  );
};
