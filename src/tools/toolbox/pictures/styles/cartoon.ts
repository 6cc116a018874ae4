import type { Shape } from "../canvas/canvas.ts";
import { darker, lighter, mix, saturate } from "../canvas/colour.ts";
import { createSvg, linear, radial, type Stop, type Svg } from "../canvas/svg.ts";
import type { Picture } from "../compose.ts";
import { cartoonSky } from "./cartoon-sky.ts";

const INK = "#241f38";
const LINE = 6.5;

/** Flat strong colours, one hard shadow, bold contours. */
export const cartoon = (picture: Picture): string => flat(picture, true);

/** The same without a contour: what the abstract style takes its forms from. */
export const flat = (picture: Picture, contours: boolean): string => {
  const svg = createSvg();
  const ink = picture.scene.palette.dark ? "#0d0c22" : INK;
  cartoonSky(svg, picture, contours ? ink : undefined);
  const fromLeft = picture.scene.lamp[0] < 500;
  for (const shape of picture.shapes) {
    const colour = saturate(shape.colour, 1.28);
    const opacity = shape.opacity < 1 ? ` opacity="${shape.opacity.toFixed(2)}"` : "";
    if (shape.width !== undefined) {
      svg.add(
        `<path d="${shape.outline}" fill="none" stroke="${colour}" stroke-width="${shape.width.toFixed(1)}" stroke-linecap="round" stroke-linejoin="round"${opacity}/>`,
      );
      continue;
    }
    const contour =
      contours && shape.contour > 0
        ? ` stroke="${mix(ink, colour, shape.depth * 0.5)}" stroke-width="${(LINE * shape.contour).toFixed(1)}" stroke-linejoin="round"`
        : "";
    svg.add(
      `<path d="${shape.outline}" fill="${celShaded(svg, { ...shape, colour }, fromLeft)}"${contour}${opacity}/>`,
    );
  }
  return svg.finish();
};

/** Two tones with a hard edge between. */
const celShaded = (svg: Svg, { colour, form }: Shape, fromLeft: boolean): string => {
  const hard = (at: number, first: string, second: string): Stop[] => [
    [at, first],
    [at, second],
  ];
  switch (form) {
    case "ball":
      return radial(
        svg,
        [fromLeft ? 0.4 : 0.6, 0.36, 0.62],
        [...hard(0.32, lighter(colour, 0.22), colour), ...hard(0.78, colour, darker(colour, 0.22))],
      );
    case "pillar":
      return linear(
        svg,
        "across",
        fromLeft ? hard(0.66, colour, darker(colour, 0.2)) : hard(0.34, darker(colour, 0.2), colour),
      );
    case "barrel":
      return linear(svg, "down", hard(0.62, colour, darker(colour, 0.18)));
    case "glow":
      return radial(
        svg,
        [0.5, 0.5, 0.5],
        [
          [0.45, colour, 0.55],
          [0.45, colour, 0.25],
          [0.8, colour, 0.25],
          [0.8, colour, 0],
        ],
      );
    default:
      return colour;
  }
};
