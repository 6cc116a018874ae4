import { createChance } from "../canvas/chance.ts";
import { type Channels, fromChannels, saturate } from "../canvas/colour.ts";
import type { Pixels } from "../canvas/encode-png.ts";
import { createSvg } from "../canvas/svg.ts";

/** Cells are halved until what is in them is simple enough, or they are this small. */
const LARGEST = 125;
const SMALLEST = 31.25;
const PATIENCE = 11;

/** A cell that is cut in two by one simple form: inside and outside have a colour each. */
interface Motif {
  /** In a cell from 0,0 to 1,1. */
  inside(x: number, y: number): boolean;
  readonly outline: (x: number, y: number, size: number) => string;
}

/** Rebuilds a picture out of circles, quarters, triangles and bars, as few as still tell what it was. */
export const abstract = (model: Pixels, seed: number, [x0, y0]: readonly [number, number]): string => {
  const svg = createSvg();
  const chance = createChance(seed, "cells");
  const visit = (x: number, y: number, size: number): void => {
    const fit = bestFit(model, x, y, size);
    if (size > LARGEST || (fit.error > PATIENCE && size > SMALLEST)) {
      const half = size / 2;
      for (const [dx, dy] of [
        [0, 0],
        [half, 0],
        [0, half],
        [half, half],
      ] as const)
        visit(x + dx, y + dy, half);
      return;
    }
    const shift = chance.between(-9, 9);
    svg.add(`<path d="${square(x, y, size)}" fill="${tone(fit.outside, shift)}"/>`);
    // Where nothing happens a form in nearly the same colour keeps the rhythm.
    const quiet = distance(fit.inside, fit.outside) < 14;
    const motif = quiet ? chance.pick(MOTIFS as [Motif, ...Motif[]]) : fit.motif;
    const inside = quiet ? tone(fit.outside, shift + chance.pick([-16, -10, 12, 18])) : tone(fit.inside, shift);
    svg.add(`<path d="${motif.outline(x, y, size)}" fill="${inside}"/>`);
    if (motif === MOTIFS[0] && size >= 30)
      svg.add(
        `<path d="${MOTIFS[0]?.outline(x + size * 0.3, y + size * 0.3, size * 0.4)}" fill="${tone(fit.outside, shift)}"/>`,
      );
  };
  for (let y = 0; y < 1000; y += 250) for (let x = 0; x < 1000; x += 250) visit(x, y, 250);
  // Rings around the light hold the pieces together.
  for (let ring = 1; ring <= 4; ring++)
    svg.add(
      `<path d="${circle.outline(x0 - ring * 150, y0 - ring * 150, ring * 300)}" fill="${ring % 2 === 0 ? "#10143a" : "#ffffff"}" opacity="0.06"/>`,
    );
  return svg.finish();
};

const n = (value: number): string => (Math.round(value * 10) / 10).toString();
const square = (x: number, y: number, size: number): string =>
  `M${n(x)} ${n(y)}L${n(x + size + 0.6)} ${n(y)}L${n(x + size + 0.6)} ${n(y + size + 0.6)}L${n(x)} ${n(y + size + 0.6)}Z`;

const tone = ([red, green, blue]: Channels, shift: number): string =>
  saturate(fromChannels(red + shift, green + shift, blue + shift), 1.35);
const distance = (a: Channels, b: Channels): number =>
  (Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2])) / 3;

const polygonMotif = (points: readonly (readonly [number, number])[], inside: Motif["inside"]): Motif => ({
  inside,
  outline: (x, y, size) => `M${points.map(([px, py]) => `${n(x + px * size)} ${n(y + py * size)}`).join("L")}Z`,
});

const circle: Motif = {
  inside: (x, y) => Math.hypot(x - 0.5, y - 0.5) < 0.5,
  outline: (x, y, size) => {
    const [r, mx, my] = [size / 2, x + size / 2, y + size / 2];
    return `M${n(mx - r)} ${n(my)}A${n(r)} ${n(r)} 0 1 0 ${n(mx + r)} ${n(my)}A${n(r)} ${n(r)} 0 1 0 ${n(mx - r)} ${n(my)}Z`;
  },
};

const quarter = (cornerX: 0 | 1, cornerY: 0 | 1): Motif => ({
  inside: (x, y) => Math.hypot(x - cornerX, y - cornerY) < 1,
  outline: (x, y, size) => {
    const [cx, cy] = [x + cornerX * size, y + cornerY * size];
    const [ex, ey] = [x + (1 - cornerX) * size, y + (1 - cornerY) * size];
    return `M${n(cx)} ${n(cy)}L${n(ex)} ${n(cy)}A${n(size)} ${n(size)} 0 0 ${cornerX === cornerY ? 1 : 0} ${n(cx)} ${n(ey)}Z`;
  },
});

const MOTIFS: readonly Motif[] = [
  circle,
  quarter(0, 0),
  quarter(1, 0),
  quarter(0, 1),
  quarter(1, 1),
  polygonMotif(
    [
      [0, 0],
      [1, 0],
      [0, 1],
    ],
    (x, y) => x + y < 1,
  ),
  polygonMotif(
    [
      [0, 0],
      [1, 0],
      [1, 1],
    ],
    (x, y) => x > y,
  ),
  polygonMotif(
    [
      [0, 0],
      [1, 0],
      [1, 0.5],
      [0, 0.5],
    ],
    (_, y) => y < 0.5,
  ),
  polygonMotif(
    [
      [0, 0],
      [0.5, 0],
      [0.5, 1],
      [0, 1],
    ],
    (x) => x < 0.5,
  ),
  polygonMotif(
    [
      [0, 1],
      [0.5, 0],
      [1, 1],
    ],
    (x, y) => y > Math.abs(x - 0.5) * 2,
  ),
  polygonMotif(
    [
      [0, 0],
      [0.5, 1],
      [1, 0],
    ],
    (x, y) => y < 1 - Math.abs(x - 0.5) * 2,
  ),
];

interface Fit {
  readonly motif: Motif;
  readonly inside: Channels;
  readonly outside: Channels;
  /** What the two colours leave unsaid: a mean difference per channel. */
  readonly error: number;
}

const SAMPLES = 12;

const bestFit = (model: Pixels, x: number, y: number, size: number): Fit => {
  const samples: { readonly u: number; readonly v: number; readonly colour: Channels }[] = [];
  for (let row = 0; row < SAMPLES; row++)
    for (let column = 0; column < SAMPLES; column++) {
      const [u, v] = [(column + 0.5) / SAMPLES, (row + 0.5) / SAMPLES];
      samples.push({ u, v, colour: pixel(model, x + u * size, y + v * size) });
    }
  let best: Fit | undefined;
  for (const motif of MOTIFS) {
    const inner = samples.filter(({ u, v }) => motif.inside(u, v));
    const outer = samples.filter(({ u, v }) => !motif.inside(u, v));
    const [inside, outside] = [mean(inner), mean(outer)];
    const error =
      (inner.reduce((sum, { colour }) => sum + distance(colour, inside), 0) +
        outer.reduce((sum, { colour }) => sum + distance(colour, outside), 0)) /
      samples.length;
    if (best === undefined || error < best.error) best = { motif, inside, outside, error };
  }
  return best as Fit;
};

const pixel = ({ width, height, rgba }: Pixels, x: number, y: number): Channels => {
  const [px, py] = [
    Math.min(width - 1, Math.floor((x / 1000) * width)),
    Math.min(height - 1, Math.floor((y / 1000) * height)),
  ];
  const from = (py * width + px) * 4;
  return [rgba[from] ?? 0, rgba[from + 1] ?? 0, rgba[from + 2] ?? 0];
};

const mean = (samples: readonly { readonly colour: Channels }[]): Channels => {
  const sum: [number, number, number] = [0, 0, 0];
  for (const { colour } of samples) {
    sum[0] += colour[0] / samples.length;
    sum[1] += colour[1] / samples.length;
    sum[2] += colour[2] / samples.length;
  }
  return sum;
};
