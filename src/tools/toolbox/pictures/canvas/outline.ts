import type { Chance } from "./chance.ts";

/**
 * Outlines are SVG path data with absolute M, L, C and Q commands and Z, every coordinate as a pair: that way one
 * replacement moves, turns and mirrors any of them.
 */
export type Outline = string;
export type Point = readonly [x: number, y: number];

const n = (value: number): string => String(Math.round(value * 10) / 10);
const pair = ([x, y]: Point): string => `${n(x)} ${n(y)}`;

export const transform = (outline: Outline, map: (x: number, y: number) => Point): Outline =>
  outline.replace(/(-?[\d.]+)[ ,]+(-?[\d.]+)/g, (_, x: string, y: string) => pair(map(Number(x), Number(y))));

export const polygon = (...points: readonly Point[]): Outline => `M${points.map(pair).join("L")}Z`;
export const polyline = (...points: readonly Point[]): Outline => `M${points.map(pair).join("L")}`;

export const rect = (x: number, y: number, width: number, height: number): Outline =>
  polygon([x, y], [x + width, y], [x + width, y + height], [x, y + height]);

export const roundRect = (x: number, y: number, width: number, height: number, radius: number): Outline => {
  const [r, right, bottom] = [Math.min(radius, width / 2, height / 2), x + width, y + height];
  const corner = (x1: number, y1: number, x2: number, y2: number): string => `Q${pair([x1, y1])} ${pair([x2, y2])}`;
  return (
    `M${pair([x + r, y])}L${pair([right - r, y])}${corner(right, y, right, y + r)}` +
    `L${pair([right, bottom - r])}${corner(right, bottom, right - r, bottom)}` +
    `L${pair([x + r, bottom])}${corner(x, bottom, x, bottom - r)}L${pair([x, y + r])}${corner(x, y, x + r, y)}Z`
  );
};

export const ellipse = (x: number, y: number, rx: number, ry = rx): Outline => {
  const [kx, ky] = [rx * 0.5523, ry * 0.5523];
  const arc = (...points: readonly Point[]): string => `C${points.map(pair).join(" ")}`;
  return (
    `M${pair([x - rx, y])}${arc([x - rx, y - ky], [x - kx, y - ry], [x, y - ry])}` +
    `${arc([x + kx, y - ry], [x + rx, y - ky], [x + rx, y])}${arc([x + rx, y + ky], [x + kx, y + ry], [x, y + ry])}` +
    `${arc([x - kx, y + ry], [x - rx, y + ky], [x - rx, y])}Z`
  );
};

/** A soft line through all points. */
export const curve = (points: readonly Point[]): Outline => {
  const at = (index: number): Point => points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0];
  let outline = `M${pair(at(0))}`;
  for (let i = 0; i < points.length - 1; i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const first: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const second: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    outline += `C${pair(first)} ${pair(second)} ${pair(to)}`;
  }
  return outline;
};

/** A soft closed form through all points. */
export const blob = (points: readonly Point[]): Outline => {
  const [first, second, third] = [points.at(-1), points[0], points[1]];
  if (first === undefined || second === undefined || third === undefined) return "";
  const whole = curve([first, ...points, second, third]);
  const pieces = whole.split("C");
  const start = pieces[1]?.trim().split(" ").slice(-2).join(" ");
  return `M${start}${pieces
    .slice(2, 2 + points.length)
    .map((piece) => `C${piece}`)
    .join("")}Z`;
};

/** The land under a line: down to the lower edge of the picture. */
export const landUnder = (line: readonly Point[], soft: boolean, bottom = 1010): Outline => {
  const [start, end] = [line[0] ?? [0, 0], line.at(-1) ?? [0, 0]];
  const top = soft ? curve(line) : polyline(...line);
  return `${top}L${pair([end[0], bottom])}L${pair([start[0], bottom])}Z`;
};

/** A line that is broken again and again between its points: rocks, far ridges, lightning. */
export const broken = (points: readonly Point[], roughness: number, times: number, chance: Chance): Point[] => {
  let line = [...points];
  for (let round = 0; round < times; round++) {
    line = line.flatMap((point, index) => {
      const next = line[index + 1];
      if (next === undefined) return [point];
      const length = Math.hypot(next[0] - point[0], next[1] - point[1]);
      const shift = chance.between(-roughness, roughness) * length;
      return [point, [(point[0] + next[0]) / 2 + shift * 0.3, (point[1] + next[1]) / 2 + shift] as const];
    });
  }
  return line;
};
