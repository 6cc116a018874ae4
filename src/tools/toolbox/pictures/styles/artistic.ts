import { type Chance, createChance } from "../canvas/chance.ts";
import { fromChannels, saturate } from "../canvas/colour.ts";
import type { Pixels } from "../canvas/encode-png.ts";
import { createSvg } from "../canvas/svg.ts";

/** How far apart strokes of one layer lie, how long and broad they are, and how exact they must be. */
interface Layer {
  readonly step: number;
  readonly length: number;
  readonly width: number;
  /** Strokes are only laid where the picture has changed so much since the layer before. */
  readonly contrast: number;
}

const LAYERS: readonly Layer[] = [
  { step: 26, length: 120, width: 40, contrast: 0 },
  { step: 15, length: 74, width: 20, contrast: 9 },
  { step: 8.5, length: 38, width: 9.5, contrast: 22 },
  { step: 5, length: 16, width: 4.2, contrast: 40 },
];

/** Paints a picture anew with a brush: broad strokes first, finer ones where there is more to see. */
export const artistic = (model: Pixels, seed: number): string => {
  const svg = createSvg();
  const chance = createChance(seed, "brush");
  svg.add('<path d="M0 0L1000 0L1000 1000L0 1000Z" fill="#cdb899"/>');
  const eye = createEye(model);
  for (const layer of LAYERS) {
    for (let y = -layer.step / 2; y < 1000 + layer.step; y += layer.step)
      for (let x = -layer.step / 2; x < 1000 + layer.step; x += layer.step) {
        const [px, py] = [x + chance.between(-0.6, 0.6) * layer.step, y + chance.between(-0.6, 0.6) * layer.step];
        if (layer.contrast > 0 && eye.contrast(px, py, layer.width) < layer.contrast) continue;
        svg.add(stroke(eye, layer, px, py, chance));
      }
  }
  canvasWeave(svg.add);
  return svg.finish();
};

const stroke = (eye: Eye, { length, width }: Layer, x: number, y: number, chance: Chance): string => {
  const reach = (length / 2) * chance.between(0.6, 1.1);
  const angle = eye.direction(x, y, width) + chance.between(-0.25, 0.25);
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  // The hand lifts the brush where the colour ends.
  const sameColour = (side: 1 | -1): number => {
    let far = 0;
    for (let part = 1; part <= 4; part++) {
      const next = (reach * part) / 4;
      if (eye.difference(x, y, x + side * dx * next, y + side * dy * next) > 26) break;
      far = next;
    }
    return Math.max(far, width * 0.25);
  };
  const [ahead, back] = [sameColour(1), sameColour(-1)];
  const bend = chance.between(-0.2, 0.2) * Math.min(ahead, back);
  const n = (value: number): string => value.toFixed(1);
  const light = chance.between(-15, 15);
  const [red, green, blue] = eye.colour(x, y, width * 0.3);
  const tone = (more: number): string =>
    saturate(
      fromChannels(
        red + light + more + chance.between(-7, 7),
        green + light + more,
        blue + light + more + chance.between(-7, 7),
      ),
      1.22,
    );
  const path = (shift: number): string => {
    const [ox, oy] = [-dy * shift, dx * shift];
    return `M${n(x + ox - dx * back)} ${n(y + oy - dy * back)}Q${n(x + ox - dy * bend)} ${n(y + oy + dx * bend)} ${n(x + ox + dx * ahead)} ${n(y + oy + dy * ahead)}`;
  };
  const drawn = `<path d="${path(0)}" stroke="${tone(0)}" stroke-width="${n(width * chance.between(0.75, 1.1))}" stroke-linecap="round" fill="none" opacity="0.9"/>`;
  // The trace of single bristles, where the brush is broad enough to show them.
  if (width < 9) return drawn;
  return `${drawn}<path d="${path(width * chance.between(0.15, 0.32))}" stroke="${tone(20)}" stroke-width="${n(width * 0.1)}" stroke-linecap="round" fill="none" opacity="0.5"/><path d="${path(-width * chance.between(0.15, 0.35))}" stroke="${tone(-22)}" stroke-width="${n(width * 0.1)}" stroke-linecap="round" fill="none" opacity="0.45"/>`;
};

interface Eye {
  colour(x: number, y: number, blur: number): readonly [number, number, number];
  /** Along the edges that are there; where there are none, the way a hand would lie. */
  direction(x: number, y: number, reach: number): number;
  contrast(x: number, y: number, reach: number): number;
  /** Between the colours of two places, per channel. */
  difference(x1: number, y1: number, x2: number, y2: number): number;
}

const createEye = ({ width, height, rgba }: Pixels): Eye => {
  const scale = width / 1000;
  const at = (x: number, y: number): number => {
    const [px, py] = [
      Math.max(0, Math.min(width - 1, Math.round(x * scale))),
      Math.max(0, Math.min(height - 1, Math.round(y * scale))),
    ];
    return (py * width + px) * 4;
  };
  const grey = (x: number, y: number): number => {
    const from = at(x, y);
    return 0.3 * (rgba[from] ?? 0) + 0.59 * (rgba[from + 1] ?? 0) + 0.11 * (rgba[from + 2] ?? 0);
  };
  return {
    colour(x, y, blur) {
      const sum = [0, 0, 0];
      for (const [dx, dy] of [
        [0, 0],
        [-blur, 0],
        [blur, 0],
        [0, -blur],
        [0, blur],
      ] as const) {
        const from = at(x + dx, y + dy);
        for (let channel = 0; channel < 3; channel++)
          sum[channel] = (sum[channel] ?? 0) + (rgba[from + channel] ?? 0) / 5;
      }
      return sum as unknown as readonly [number, number, number];
    },
    direction(x, y, reach) {
      const r = Math.max(6, reach * 0.6);
      const gx =
        grey(x + r, y - r) +
        2 * grey(x + r, y) +
        grey(x + r, y + r) -
        grey(x - r, y - r) -
        2 * grey(x - r, y) -
        grey(x - r, y + r);
      const gy =
        grey(x - r, y + r) +
        2 * grey(x, y + r) +
        grey(x + r, y + r) -
        grey(x - r, y - r) -
        2 * grey(x, y - r) -
        grey(x + r, y - r);
      return Math.hypot(gx, gy) > 24
        ? Math.atan2(gy, gx) + Math.PI / 2
        : 0.16 * Math.sin(x / 90) + 0.3 * Math.sin(y / 70 + x / 240);
    },
    contrast(x, y, reach) {
      const r = Math.max(4, reach * 0.7);
      const values = [grey(x, y), grey(x - r, y), grey(x + r, y), grey(x, y - r), grey(x, y + r)];
      return Math.max(...values) - Math.min(...values);
    },
    difference(x1, y1, x2, y2) {
      const [a, b] = [at(x1, y1), at(x2, y2)];
      let sum = 0;
      for (let channel = 0; channel < 3; channel++)
        sum += Math.abs((rgba[a + channel] ?? 0) - (rgba[b + channel] ?? 0));
      return sum / 3;
    },
  };
};

const canvasWeave = (add: (element: string) => void): void => {
  let threads = "";
  for (let i = 2; i < 1000; i += 5) threads += `M0 ${i}L1000 ${i}M${i} 0L${i} 1000`;
  add(`<path d="${threads}" stroke="#2a2018" stroke-width="1" fill="none" opacity="0.05"/>`);
};
