import type { Pen } from "../canvas/canvas.ts";
import type { Colour } from "../canvas/colour.ts";
import type { Palette } from "../palette.ts";

/** How a subject is wanted. */
export interface Look {
  /** Named in the prompt. */
  readonly colour: Colour | undefined;
  /** Lamps are lit. */
  readonly dark: boolean;
  readonly snowy: boolean;
  readonly palette: Palette;
}

/** Draws on the line y = 0, upwards, about 100 units high or wide. */
export type Drawing = (pen: Pen, look: Look) => void;
