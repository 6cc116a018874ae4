import type { Chance } from "./chance.ts";
import { type Colour, mix, multiply } from "./colour.ts";
import { type Outline, type Point, transform } from "./outline.ts";

/** How a form takes the light; every style has its own way to show it. */
export type Form = "flat" | "ball" | "pillar" | "barrel" | "wall" | "ridge" | "glow";
/** What it is made of. Only the realistic style looks so closely. */
export type Material = "plain" | "rock" | "water" | "sand" | "snow" | "grass" | "leaves" | "paving";

export interface Paint {
  readonly colour: Colour;
  readonly form?: Form;
  readonly material?: Material;
  readonly opacity?: number;
  /** Shines by itself: neither the hour nor the haze changes it. */
  readonly shines?: boolean;
  /** Drawn without the cartoon's contour: details and whatever has no edge. */
  readonly bare?: boolean;
  /** A contour as fine as that of a leaf. */
  readonly fine?: boolean;
  /** Blurred so far in the realistic style. */
  readonly soft?: number;
}

/** A painted form, in the picture's own coordinates: 1000 wide and high. */
export interface Shape {
  readonly outline: Outline;
  readonly colour: Colour;
  readonly form: Form;
  readonly material: Material;
  readonly opacity: number;
  readonly contour: number;
  readonly width: number | undefined;
  readonly soft: number;
  /** 0 before our feet, 1 at the horizon. */
  readonly depth: number;
}

/** What the hour and the weather do to every colour. */
export interface Air {
  readonly light: Colour;
  readonly haze: Colour;
  /** How much of a thing at the horizon is hidden, 0 to 1. */
  readonly thickness: number;
}

export interface Pen {
  readonly chance: Chance;
  readonly depth: number;
  /** 0 simple, 1 every stone. */
  readonly detail: number;
  fill(outline: Outline, paint: Paint | Colour): void;
  line(outline: Outline, width: number, paint: Paint | Colour): void;
  /** A pen whose own 0,0 lies there, with its unit so large. */
  at(x: number, y: number, place?: Place): Pen;
}

export interface Place {
  readonly scale?: number;
  /** Degrees, clockwise. */
  readonly turn?: number;
  readonly mirrored?: boolean;
  readonly depth?: number;
}

export interface Canvas {
  readonly pen: Pen;
  readonly shapes: readonly Shape[];
  /** Draws these shapes once more, upside down below the waterline, in the colour of the water by `share`. */
  reflect(shapes: readonly Shape[], waterline: number, water: Colour, share: number): void;
}

export const createCanvas = (air: Air, chance: Chance, detail: number): Canvas => {
  const shapes: Shape[] = [];

  const penAt = (map: (x: number, y: number) => Point, scale: number, depth: number): Pen => {
    const add = (outline: Outline, paint: Paint | Colour, width?: number): void => {
      const { colour, ...given } = typeof paint === "string" ? { colour: paint } : paint;
      shapes.push({
        outline: transform(outline, map),
        colour: given.shines ? colour : mix(multiply(colour, air.light), air.haze, depth * air.thickness),
        form: given.form ?? "flat",
        material: given.material ?? "plain",
        opacity: given.opacity ?? 1,
        contour:
          given.bare || width !== undefined
            ? 0
            : Math.min(1, 0.35 + scale * 0.35) * (1 - depth * 0.6) * (given.fine ? 0.4 : 1),
        width: width === undefined ? undefined : width * scale,
        soft: given.soft ?? 0,
        depth,
      });
    };
    return {
      chance,
      depth,
      detail,
      fill: (outline, paint) => add(outline, paint),
      line: (outline, width, paint) => add(outline, paint, width),
      at(x, y, place = {}) {
        const size = place.scale ?? 1;
        const angle = ((place.turn ?? 0) * Math.PI) / 180;
        const [cos, sin] = [Math.cos(angle) * size, Math.sin(angle) * size];
        const side = place.mirrored ? -1 : 1;
        return penAt(
          (px, py) => map(x + side * (px * cos - py * sin), y + px * sin + py * cos),
          scale * size,
          place.depth ?? depth,
        );
      },
    };
  };

  return {
    pen: penAt((x, y) => [x, y], 1, 0),
    shapes,
    reflect(mirrored, waterline, water, share) {
      for (const shape of mirrored.filter(({ form }) => form !== "glow"))
        shapes.push({
          ...shape,
          outline: transform(shape.outline, (x, y) => [x, waterline + Math.max(0, waterline - y) * 0.8]),
          colour: mix(shape.colour, water, share),
          form: "flat",
          material: "plain",
          contour: 0,
          soft: Math.max(shape.soft, 3),
        });
    },
  };
};
