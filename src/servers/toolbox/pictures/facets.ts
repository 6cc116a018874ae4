import type { Chance } from "./chance.ts";
import { fromChannels, lighter, saturate } from "./colour.ts";
import type { Pixels } from "./encode-png.ts";
import { svgOf } from "./treatments.ts";

const CELLS = 13;
const FINEST = 2;
/** How much the colours within a triangle may differ before it is divided, per channel. */
const CONTRAST = 26;

type Point = readonly [x: number, y: number];
type Triangle = readonly [Point, Point, Point];

/** Rebuilds a picture from triangles of one colour each, smaller where there is more to see, under rings around its sun. */
export const facets = (model: Pixels, [lampX, lampY]: Point, chance: Chance): string => {
  const step = 1000 / CELLS;
  const inner = (at: number): number => at * step + (at === 0 || at === CELLS ? 0 : chance.between(-0.38, 0.38) * step);
  const corners = Array.from({ length: CELLS + 1 }, (_, row) =>
    Array.from({ length: CELLS + 1 }, (_, column): Point => [inner(column), inner(row)]),
  );
  const at = (row: number, column: number): Point => corners[row]?.[column] ?? [0, 0];
  const drawn: string[] = [];
  const draw = ([a, b, c]: Triangle, level: number): void => {
    const { mean, contrast } = coloursIn(model, [a, b, c]);
    if (contrast > CONTRAST && level < FINEST) {
      const [ab, bc, ca] = [between(a, b), between(b, c), between(c, a)];
      for (const part of [
        [a, ab, ca],
        [ab, b, bc],
        [ca, bc, c],
        [ab, bc, ca],
      ] as const)
        draw(part, level + 1);
      return;
    }
    const colour = lighter(saturate(mean, 1.35), chance.between(-0.1, 0.14));
    const path = [a, b, c].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    drawn.push(`<path d="M${path}Z" fill="${colour}" stroke="${colour}" stroke-width="1.5"/>`);
  };
  for (let row = 0; row < CELLS; row++)
    for (let column = 0; column < CELLS; column++) {
      const [a, b, c, d] = [at(row, column), at(row, column + 1), at(row + 1, column + 1), at(row + 1, column)];
      const [first, second]: readonly [Triangle, Triangle] = chance.maybe(0.5)
        ? [
            [a, b, c],
            [a, c, d],
          ]
        : [
            [a, b, d],
            [b, c, d],
          ];
      draw(first, 0);
      draw(second, 0);
    }
  for (const [i, radius] of [220, 360, 530, 730].entries())
    drawn.push(
      `<circle cx="${lampX.toFixed(0)}" cy="${lampY.toFixed(0)}" r="${radius}" fill="#ffffff" fill-opacity="0.05" ` +
        `stroke="#ffffff" stroke-opacity="0.3" stroke-width="${5 - i}"/>`,
    );
  return svgOf("", drawn.join(""));
};

const between = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** Weights of the corners: the middle, and points towards corners and edges. */
const SAMPLES: readonly Point[] = [
  [1 / 3, 1 / 3],
  [0.8, 0.1],
  [0.1, 0.8],
  [0.1, 0.1],
  [0.45, 0.45],
  [0.45, 0.1],
  [0.1, 0.45],
];

const coloursIn = ({ width, height, rgba }: Pixels, [a, b, c]: Triangle) => {
  const pixel = (position: number, length: number): number =>
    Math.max(0, Math.min(length - 1, Math.floor((position * length) / 1000)));
  const samples = SAMPLES.map(([u, v]) => {
    const x = pixel(a[0] * (1 - u - v) + b[0] * u + c[0] * v, width);
    const y = pixel(a[1] * (1 - u - v) + b[1] * u + c[1] * v, height);
    return rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 3);
  });
  const channel = (at: number): number[] => samples.map((sample) => sample[at] ?? 0);
  const [red, green, blue] = [channel(0), channel(1), channel(2)];
  const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
  return {
    mean: fromChannels(meanOf(red), meanOf(green), meanOf(blue)),
    contrast: Math.max(spread(red), spread(green), spread(blue)),
  };
};
