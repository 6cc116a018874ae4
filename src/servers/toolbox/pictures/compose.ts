import type { Chance } from "./chance.ts";
import type { Colour } from "./colour.ts";
import type { Palette } from "./palette.ts";
import { ROWS, type Row, type Setting, SKY } from "./picture-book.ts";
import type { Role, Scene } from "./scene.ts";

/** Something in the picture before it has a style. */
export interface Item {
  readonly drawing: string;
  readonly place: string;
  readonly scale: number;
  readonly depth: "sky" | "far" | "ground" | "subject";
  readonly colour?: Colour;
}

/** From the back to the front, 1000 by 1000 units. */
export interface Picture {
  readonly definitions: string;
  readonly items: readonly Item[];
  readonly lamp: readonly [x: number, y: number];
  readonly dark: boolean;
}

export const compose = (scene: Scene, chance: Chance): Picture => ({
  definitions: gradientsOf(scene),
  items: [
    ...skyOf(scene, chance.apart("sky")),
    ...scene.far.map((setting) => backdrop(setting, scene.palette, "far", chance)),
    backdrop(scene.ground, scene.palette, "ground", chance),
    ...reflectionOf(scene),
    ...castOf(scene, chance.apart("cast")),
    ...weatherOf(scene, chance.apart("weather")),
  ],
  lamp: scene.lamp,
  dark: scene.palette.dark,
});

const n = (value: number): string => value.toFixed(1);
const item = (drawing: string, depth: Item["depth"], x = 0, y = 0, scale = 1, more = ""): Item => ({
  ...{ drawing, depth, scale },
  place: `translate(${n(x)} ${n(y)}) scale(${scale.toFixed(3)})${more}`,
});

const gradientsOf = ({ palette }: Scene): string => {
  const down = (id: string, colours: readonly Colour[]): string => {
    const stops = colours.map((colour, i) => `<stop offset="${n(i / (colours.length - 1))}" stop-color="${colour}"/>`);
    return `<linearGradient id="${id}" x2="0" y2="1">${stops.join("")}</linearGradient>`;
  };
  return (
    down("sky", palette.sky) +
    down("water", [palette.shine("{waterFar}"), palette.shine("{waterNear}")]) +
    down("sand", [palette.shine("{sand}"), palette.shine("{sandShade}")]) +
    `<radialGradient id="glow"><stop offset="0.1" stop-color="${palette.lamp}" stop-opacity="0.75"/>` +
    `<stop offset="1" stop-color="${palette.lamp}" stop-opacity="0"/></radialGradient>`
  );
};

const skyOf = ({ palette, sights, lamp, veiled, moonlit, weather, ground }: Scene, chance: Chance): Item[] => {
  const items = [
    item(
      '<path d="M0 0H1000V720H0Z" fill="url(#sky)" stroke="none"/><path d="M0 719H1000V1000H0Z" stroke="none" ' +
        `fill="${palette.sky.at(-1)}"/>`,
      "sky",
    ),
  ];
  if (palette.dark && !veiled) {
    const stars = Array.from({ length: 70 }, () => {
      const [x, y, r] = [chance.between(0, 1000), chance.between(0, 480), chance.between(1.2, 3.6)];
      return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="#fff8e0" fill-opacity="${n(chance.between(0.4, 1))}"/>`;
    });
    items.push(item(`<g stroke="none">${stars.join("")}</g>`, "sky"));
  }
  if (!veiled) {
    items.push(item('<circle r="260" fill="url(#glow)" stroke="none"/>', "sky", ...lamp));
    items.push(item(palette.shine(moonlit ? SKY.moon : SKY.sun), "sky", ...lamp));
  }
  if (sights.has("rainbow")) items.push(item(SKY.rainbow, "sky"));
  const clouds = veiled || weather === "clouds" || sights.has("clouds") ? 7 : palette.dark ? 2 : 4;
  const start = chance.between(0, 300);
  for (let i = 0; i < clouds; i++) {
    const x = (start + i * (1000 / clouds) + chance.between(-50, 50)) % 1000;
    const y = chance.between(90, 380);
    if (Math.hypot(x - lamp[0], y - lamp[1]) < 150 && !veiled) continue;
    items.push(item(palette.shine(SKY.cloud), "sky", x, y, chance.between(0.55, 1) * (clouds > 4 ? 1.4 : 1)));
  }
  if (weather === "storm") items.push(item(SKY.lightning, "sky", chance.between(250, 750), 230));
  if (sights.has("birds") || (ground.lines?.water === 640 && !palette.dark && !veiled))
    items.push(item(palette.paint(SKY.birds), "sky", chance.between(300, 650), chance.between(330, 420), 0.8));
  return items;
};

const backdrop = (setting: Setting, palette: Palette, depth: "far" | "ground", chance: Chance): Item => {
  const lights = palette.dark ? (setting.lights ?? []) : [];
  const drawing = setting.drawing.map(palette.paint).join("") + lights.join("");
  const mirror = chance.maybe(0.5) ? " translate(1000 0) scale(-1 1)" : "";
  return item(drawing, depth, 0, 0, 1, mirror);
};

/** A low sun and the moon leave a path of light on water. */
const reflectionOf = ({ hasWater, veiled, lamp: [x, y], palette, moonlit }: Scene): Item[] => {
  if (!hasWater || veiled || !(moonlit || y > 300)) return [];
  const glints = [0, 1, 2, 3, 4, 5].map((i) => {
    const half = 26 + i * 9 + (i % 2) * 16;
    return `M${n(x - half)} ${n(600 + i * 19)}H${n(x + half)}`;
  });
  const line = `<path d="${glints.join("")}" stroke="${palette.lamp}" stroke-width="7" stroke-linecap="round" stroke-opacity="0.6" fill="none"/>`;
  return [item(line, "ground")];
};

const SKY_LINE = 370;
const lineOf = ({ lines = {} }: Setting, row: Row): number =>
  lines[row] ?? (row === "sky" ? SKY_LINE : (lines.near ?? lines.water ?? 900));

/** Tall plants stand at the edges, where they hide nothing. */
const FRAME_SPOTS = [140, 860, 290, 730, 40] as const;

const castOf = (scene: Scene, chance: Chance): Item[] => {
  const actors = scene.cast.flatMap((role, rank) =>
    Array.from({ length: role.count }, (_, index) => ({ role, rank, index })),
  );
  const side = scene.lamp[0] < 500 ? 1 : -1;
  return ROWS.flatMap((row) => {
    const here = actors.filter(({ role }) => role.subject.row === row);
    const alone = here.length === actors.length;
    return here.map(({ role, rank, index }, at) => {
      const size = role.subject.scale * (rank === 0 ? 1 : 0.85) * (index === 0 ? 1 : 0.78);
      const squeeze =
        row === "frame" ? 1 : Math.min(1, 960 / here.length / (size * 205)) * (here.length > 1 ? 1.04 : 1);
      const scale = size * squeeze * chance.between(0.95, 1.05) * (alone && here.length === 1 && size < 1.4 ? 1.35 : 1);
      const x = spotFor(row, at, here.length, alone, side, scale) + chance.between(-18, 18);
      const y = lineOf(scene.ground, row) + (at % 2) * (row === "sky" ? 70 : 16) + chance.between(-6, 6);
      return actor(
        scene,
        role,
        x,
        y,
        scale,
        row === "frame" ? x > 500 : row !== "near" && row !== "middle" && chance.maybe(0.5),
      );
    });
  });
};

const spotFor = (row: Row, at: number, count: number, alone: boolean, side: number, scale: number): number => {
  if (row === "frame") {
    const spot = FRAME_SPOTS[at] ?? 500;
    return (alone && count === 1 ? 360 : spot) * (side > 0 ? -1 : 1) + (side > 0 ? 1000 : 0);
  }
  if (count > 1) return ((at + 0.5) / count) * 1000;
  if (scale * 200 > 560) return 500;
  return 500 + side * (row === "near" ? (alone ? 30 : -230) : row === "middle" ? 110 : 70);
};

const actor = (
  { palette, ground }: Scene,
  role: Role,
  x: number,
  y: number,
  scale: number,
  mirrored: boolean,
): Item => {
  const { row, drawing, lights = [], colour } = role.subject;
  const shadow = row === "sky" ? "" : '<ellipse rx="96" ry="9" fill="#101430" fill-opacity="0.2" stroke="none"/>';
  const turn = row === "sky" && ground.lines?.sky !== undefined ? " rotate(-8)" : "";
  const shown = shadow + drawing.map(palette.paint).join("") + (palette.dark ? lights.join("") : "");
  return {
    ...item(shown, "subject", x, y, scale, (mirrored ? " scale(-1 1)" : "") + turn),
    colour: palette.paint(role.colour ?? colour),
  };
};

const weatherOf = ({ weather, palette }: Scene, chance: Chance): Item[] => {
  const many = (count: number, draw: (x: number, y: number) => string): string =>
    Array.from({ length: count }, () => draw(chance.between(0, 1000), chance.between(0, 1000))).join("");
  const falling: Readonly<Record<string, () => string>> = {
    rain: () =>
      `<path d="${many(170, (x, y) => `M${n(x)} ${n(y)}l-9 34`)}" stroke="#e6f1fa" stroke-opacity="0.5" stroke-width="3" fill="none"/>`,
    storm: () =>
      `<path d="${many(220, (x, y) => `M${n(x)} ${n(y)}l-18 36`)}" stroke="#dbe6f2" stroke-opacity="0.45" stroke-width="3" fill="none"/>`,
    snowfall: () =>
      many(
        150,
        (x, y) =>
          `<circle cx="${n(x)}" cy="${n(y)}" r="${n(chance.between(3, 8))}" fill="#ffffff" fill-opacity="0.85" stroke="none"/>`,
      ),
    fog: () => `<path d="M0 330H1000V1000H0Z" fill="${palette.haze}" fill-opacity="0.45" stroke="none"/>`,
  };
  const drawing = falling[weather]?.();
  return drawing === undefined ? [] : [item(drawing, "sky")];
};
