import type { Canvas, Pen } from "./canvas/canvas.ts";
import type { Chance } from "./canvas/chance.ts";
import type { Palette } from "./palette.ts";
import type { Scene } from "./scene.ts";

/** What everything that draws a part of the picture gets. */
export interface Stage {
  readonly canvas: Canvas;
  readonly pen: Pen;
  readonly scene: Scene;
  readonly palette: Palette;
  readonly chance: Chance;
}
