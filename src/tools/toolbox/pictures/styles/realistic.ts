import type { Shape } from "../canvas/canvas.ts";
import { darker, lighter, mix } from "../canvas/colour.ts";
import { blur, createSvg, linear, radial, type Svg } from "../canvas/svg.ts";
import type { Picture } from "../compose.ts";
import { texture } from "./materials.ts";
import { realisticSky } from "./realistic-sky.ts";

/** Soft light, worn surfaces (unless they are to be smooth), and air between us and what is far away. */
export const realistic = (picture: Picture, worn = true): string => {
  const svg = createSvg();
  realisticSky(svg, picture);
  const fromLeft = picture.scene.lamp[0] < 500;
  for (const shape of picture.shapes) {
    const paint =
      shape.width === undefined
        ? `fill="${shaded(svg, shape, fromLeft, picture.scene.palette.haze)}"`
        : `fill="none" stroke="${shape.colour}" stroke-width="${shape.width.toFixed(1)}" stroke-linecap="round" stroke-linejoin="round"`;
    const filter =
      worn && shape.material !== "plain"
        ? ` filter="${texture(svg, shape.material, fromLeft, picture.seed % 1000)}"`
        : shape.soft > 0
          ? ` filter="${blur(svg, shape.soft)}"`
          : "";
    const opacity = shape.opacity < 1 ? ` opacity="${shape.opacity.toFixed(2)}"` : "";
    svg.add(`<path d="${shape.outline}" ${paint}${opacity}${filter}/>`);
  }
  vignette(svg);
  return svg.finish();
};

const shaded = (svg: Svg, { colour, form }: Shape, fromLeft: boolean, haze: string): string => {
  const side = fromLeft ? 0.32 : 0.68;
  switch (form) {
    case "flat":
      return colour;
    case "ball":
      return radial(
        svg,
        [side, 0.28, 0.8],
        [
          [0, lighter(colour, 0.38)],
          [0.45, colour],
          [1, darker(colour, 0.45)],
        ],
      );
    case "pillar": {
      const tones = [lighter(colour, 0.1), lighter(colour, 0.22), colour, darker(colour, 0.38)];
      if (!fromLeft) tones.reverse();
      return linear(
        svg,
        "across",
        tones.map((tone, index) => [[0, 0.25, 0.55, 1][index] ?? 1, tone] as const),
      );
    }
    case "barrel":
      return linear(svg, "down", [
        [0, lighter(colour, 0.15)],
        [0.28, lighter(colour, 0.32)],
        [0.6, colour],
        [1, darker(colour, 0.42)],
      ]);
    case "wall":
      return linear(svg, "down", [
        [0, lighter(colour, 0.1)],
        [1, darker(colour, 0.16)],
      ]);
    case "ridge":
      return linear(svg, "down", [
        [0, colour],
        [0.45, mix(colour, haze, 0.12)],
        [1, mix(colour, haze, 0.5)],
      ]);
    case "glow":
      return radial(
        svg,
        [0.5, 0.5, 0.5],
        [
          [0, colour, 0.95],
          [0.25, colour, 0.5],
          [0.6, colour, 0.14],
          [1, colour, 0],
        ],
      );
  }
};

const vignette = (svg: Svg): void => {
  const fade = radial(
    svg,
    [0.5, 0.48, 0.75],
    [
      [0.62, "#000010", 0],
      [1, "#000010", 0.2],
    ],
  );
  svg.add(`<path d="M0 0L1000 0L1000 1000L0 1000Z" fill="${fade}"/>`);
};
