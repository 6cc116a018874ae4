import type { Draw } from "../../../model/draw.ts";
import type { Style } from "./images-endpoint.ts";
import type { Colour, Palette } from "./palette.ts";
import { type Layer, ROWS, type Row, type Setting, SKY, STYLE_SHEETS } from "./picture-book.ts";
import { between, type Scene, type SceneSubject } from "./scene.ts";

/** A part of the picture, independent of its style. */
interface Item {
  readonly drawing: string;
  readonly transform: string;
  readonly scale: number;
  readonly layer: Layer;
  readonly colour?: Colour;
}

/** Random numbers for each part of a picture, so that a change of one part does not move another. */
export type DrawFor = (part: string) => Draw;

/** Returns the scene in a style as an SVG of 1000 by 1000 units. */
export const compose = (scene: Scene, style: Style, drawFor: DrawFor): string => {
  const sheet = STYLE_SHEETS[style];
  const backdropDraw = drawFor("backdrops");
  const items = [
    ...skyOf(scene, drawFor("sky")),
    ...scene.far.map((setting) => backdrop(setting, scene.palette, "far", backdropDraw)),
    backdrop(scene.ground, scene.palette, "ground", backdropDraw),
    ...reflectionOf(scene),
    ...subjectsOf(scene, drawFor("subjects")),
    ...weatherOf(scene, drawFor("weather")),
  ];
  const drawn = items.map(({ drawing, transform, scale, layer, colour }) => {
    const outline = sheet.outline && {
      colour: sheet.outline[scene.palette.dark ? "atNight" : "colour"],
      width: (sheet.outline[layer === "far" ? "far" : "near"] / scale).toFixed(2),
    };
    const stroke = outline
      ? `stroke="${outline.colour}" stroke-width="${outline.width}" stroke-linejoin="round"`
      : 'stroke="none"';
    const current = colour === undefined ? "" : ` color="${colour}"`;
    return `<g transform="${transform}"${current} ${stroke} ${sheet.layers?.[layer] ?? ""}>${drawing}</g>`;
  });
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="1000" height="1000">' +
    `<defs>${gradientsOf(scene)}${sheet.definitions.join("")}</defs>` +
    // The empty path makes a filter's region the whole picture.
    `<g ${sheet.whole ?? ""}><path d="M0 0H1000V1000H0Z" fill="none"/>${drawn.join("")}</g>${sheet.over ?? ""}</svg>`
  );
};

const n = (value: number): string => value.toFixed(1);

const item = (drawing: string, layer: Layer, x = 0, y = 0, scale = 1, more = ""): Item => ({
  drawing,
  transform: `translate(${n(x)} ${n(y)}) scale(${scale.toFixed(3)})${more}`,
  scale,
  layer,
});

const gradientsOf = ({ palette }: Scene): string => {
  const vertical = (id: string, colours: readonly Colour[]): string => {
    const stops = colours.map((colour, i) => `<stop offset="${n(i / (colours.length - 1))}" stop-color="${colour}"/>`);
    return `<linearGradient id="${id}" x2="0" y2="1">${stops.join("")}</linearGradient>`;
  };
  return (
    vertical("sky", palette.sky) +
    vertical("water", [palette.fill("{waterFar}"), palette.fill("{waterNear}")]) +
    vertical("sand", [palette.fill("{sand}"), palette.fill("{sandShade}")]) +
    `<radialGradient id="glow"><stop offset="0.1" stop-color="${palette.sun}" stop-opacity="0.75"/>` +
    `<stop offset="1" stop-color="${palette.sun}" stop-opacity="0"/></radialGradient>`
  );
};

const skyOf = ({ palette, extras, sun, isOvercast, isMoonlit, weather, ground }: Scene, draw: Draw): Item[] => {
  const base =
    '<path d="M0 0H1000V720H0Z" fill="url(#sky)" stroke="none"/>' +
    `<path d="M0 719H1000V1000H0Z" stroke="none" fill="${palette.sky.at(-1)}"/>`;
  const items = [item(base, "sky")];
  if (palette.dark && !isOvercast) {
    const stars = Array.from({ length: 70 }, () => {
      const [x, y, r] = [between(draw, 0, 1000), between(draw, 0, 480), between(draw, 1.2, 3.6)];
      return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="#fff8e0" fill-opacity="${n(between(draw, 0.4, 1))}"/>`;
    });
    items.push(item(`<g stroke="none">${stars.join("")}</g>`, "sky"));
  }
  if (!isOvercast) {
    items.push(item('<circle r="260" fill="url(#glow)" stroke="none"/>', "sky", ...sun));
    items.push(item(palette.fill(isMoonlit ? SKY.moon : SKY.sun), "sky", ...sun));
  }
  if (extras.has("rainbow")) items.push(item(SKY.rainbow, "sky"));
  const clouds = isOvercast || weather === "clouds" || extras.has("clouds") ? 7 : palette.dark ? 2 : 4;
  const start = between(draw, 0, 300);
  for (let i = 0; i < clouds; i++) {
    const x = (start + i * (1000 / clouds) + between(draw, -50, 50)) % 1000;
    const y = between(draw, 90, 380);
    if (Math.hypot(x - sun[0], y - sun[1]) < 150 && !isOvercast) continue;
    items.push(item(palette.fill(SKY.cloud), "sky", x, y, between(draw, 0.55, 1) * (clouds > 4 ? 1.4 : 1)));
  }
  if (weather === "storm") items.push(item(SKY.lightning, "sky", between(draw, 250, 750), 230));
  if (extras.has("birds") || (ground.lines?.water === 640 && !palette.dark && !isOvercast))
    items.push(item(palette.paint(SKY.birds), "sky", between(draw, 300, 650), between(draw, 330, 420), 0.8));
  return items;
};

const backdrop = (setting: Setting, palette: Palette, layer: "far" | "ground", { chance }: Draw): Item => {
  const lights = palette.dark ? (setting.lights ?? []) : [];
  const drawing = setting.drawing.map(palette.paint).join("") + lights.join("");
  return item(drawing, layer, 0, 0, 1, chance(0.5) ? " translate(1000 0) scale(-1 1)" : "");
};

/** A low sun and the moon reflect on water. */
const reflectionOf = ({ hasWater, isOvercast, sun: [x, y], palette, isMoonlit }: Scene): Item[] => {
  if (!hasWater || isOvercast || !(isMoonlit || y > 300)) return [];
  const glints = [0, 1, 2, 3, 4, 5].map((i) => {
    const half = 26 + i * 9 + (i % 2) * 16;
    return `M${n(x - half)} ${n(600 + i * 19)}H${n(x + half)}`;
  });
  const line = `<path d="${glints.join("")}" stroke="${palette.sun}" stroke-width="7" stroke-linecap="round" stroke-opacity="0.6" fill="none"/>`;
  return [item(line, "ground")];
};

const SKY_LINE = 370;
const lineOf = ({ lines = {} }: Setting, row: Row): number =>
  lines[row] ?? (row === "sky" ? SKY_LINE : (lines.near ?? lines.water ?? 900));

/** Tall plants go to the edges, where they hide nothing. */
const FRAME_SPOTS = [140, 860, 290, 730, 40] as const;

const subjectsOf = (scene: Scene, draw: Draw): Item[] => {
  const all = scene.subjects.flatMap((one, rank) =>
    Array.from({ length: one.count }, (_, index) => ({ one, rank, index })),
  );
  const side = scene.sun[0] < 500 ? 1 : -1;
  return ROWS.flatMap((row) => {
    const inRow = all.filter(({ one }) => one.subject.row === row);
    const count = inRow.length;
    const isOnly = count === all.length;
    return inRow.map(({ one, rank, index }, at) => {
      const size = one.subject.scale * (rank === 0 ? 1 : 0.85) * (index === 0 ? 1 : 0.78);
      const squeeze = row === "frame" ? 1 : Math.min(1, 960 / count / (size * 205)) * (count > 1 ? 1.04 : 1);
      const scale = size * squeeze * between(draw, 0.95, 1.05) * (isOnly && count === 1 && size < 1.4 ? 1.35 : 1);
      const x = spotFor(row, at, count, isOnly, side, scale) + between(draw, -18, 18);
      const y = lineOf(scene.ground, row) + (at % 2) * (row === "sky" ? 70 : 16) + between(draw, -6, 6);
      const isMirrored = row === "frame" ? x > 500 : row !== "near" && row !== "middle" && draw.chance(0.5);
      return subjectItem(scene, one, x, y, scale, isMirrored);
    });
  });
};

const spotFor = (row: Row, at: number, count: number, isOnly: boolean, side: number, scale: number): number => {
  if (row === "frame") {
    const spot = isOnly && count === 1 ? 360 : (FRAME_SPOTS[at] ?? 500);
    return side > 0 ? 1000 - spot : spot;
  }
  if (count > 1) return ((at + 0.5) / count) * 1000;
  if (scale * 200 > 560) return 500;
  return 500 + side * (row === "near" ? (isOnly ? 30 : -230) : row === "middle" ? 110 : 70);
};

const subjectItem = (
  { palette, ground }: Scene,
  { subject, colour }: SceneSubject,
  x: number,
  y: number,
  scale: number,
  isMirrored: boolean,
): Item => {
  const { row, drawing, lights = [] } = subject;
  const shadow = row === "sky" ? "" : '<ellipse rx="96" ry="9" fill="#101430" fill-opacity="0.2" stroke="none"/>';
  const tilt = row === "sky" && ground.lines?.sky !== undefined ? " rotate(-8)" : "";
  const painted = shadow + drawing.map(palette.paint).join("") + (palette.dark ? lights.join("") : "");
  return {
    ...item(painted, "subject", x, y, scale, (isMirrored ? " scale(-1 1)" : "") + tilt),
    colour: palette.paint(colour ?? subject.colour),
  };
};

const weatherOf = ({ weather, palette }: Scene, draw: Draw): Item[] => {
  const scatter = (count: number, at: (x: number, y: number) => string): string =>
    Array.from({ length: count }, () => at(between(draw, 0, 1000), between(draw, 0, 1000))).join("");
  const lines = (count: number, stroke: string, step: string): string =>
    `<path d="${scatter(count, (x, y) => `M${n(x)} ${n(y)}${step}`)}" stroke="${stroke}" stroke-opacity="0.5" stroke-width="3" fill="none"/>`;
  const flake = (x: number, y: number): string =>
    `<circle cx="${n(x)}" cy="${n(y)}" r="${n(between(draw, 3, 8))}" fill="#ffffff" fill-opacity="0.85" stroke="none"/>`;
  switch (weather) {
    case "rain":
      return [item(lines(170, "#e6f1fa", "l-9 34"), "sky")];
    case "storm":
      return [item(lines(220, "#dbe6f2", "l-18 36"), "sky")];
    case "snowfall":
      return [item(scatter(150, flake), "sky")];
    case "fog":
      return [item(`<path d="M0 330H1000V1000H0Z" fill="${palette.haze}" fill-opacity="0.45" stroke="none"/>`, "sky")];
    default:
      return [];
  }
};
