import { createChance } from "../canvas/chance.ts";
import { type Colour, channels, mix } from "../canvas/colour.ts";
import { ellipse } from "../canvas/outline.ts";
import { linear, radial, type Svg } from "../canvas/svg.ts";
import type { Picture } from "../compose.ts";
import type { Weather } from "../prompt/vocabulary.ts";

/** How much of the sky is covered, 0 to 1. */
const COVER: Readonly<Record<Weather, number>> = {
  clear: 0.5,
  clouds: 0.68,
  rain: 0.95,
  storm: 1,
  snowfall: 0.9,
  fog: 0.55,
};

export const realisticSky = (svg: Svg, { scene, seed }: Picture): void => {
  const { palette, horizon, hour, weather, lamp, veiled, moonlit: moon } = scene;
  const last = palette.sky.length - 1;
  const reach = horizon / 1000;
  const sky = linear(
    svg,
    "down",
    palette.sky.map((colour, index) => [Number(((index / last) * reach).toFixed(3)), colour] as const),
  );
  svg.add(`<path d="M0 0L1000 0L1000 1000L0 1000Z" fill="${sky}"/>`);

  const chance = createChance(seed, "sky");
  const starry = hour === "night" || scene.sights.has("stars");
  if (starry && !veiled) {
    for (let i = 0; i < 260; i++) {
      const [x, y] = [chance.between(0, 1000), chance.between(0, horizon * 0.92)];
      const size = chance.between(0.5, 1.3) ** 2 * 1.3;
      svg.add(`<path d="${ellipse(x, y, size)}" fill="#fffef2" opacity="${chance.between(0.35, 1).toFixed(2)}"/>`);
    }
  }
  if (scene.sights.has("aurora")) aurora(svg, seed, horizon);
  if (!veiled) {
    const [x, y] = lamp;
    const low = hour === "sunset" || hour === "sunrise";
    halo(svg, x, y, low ? 520 : moon ? 260 : 380, palette.glow);
    svg.add(`<path d="${ellipse(x, y, moon ? 40 : low ? 52 : 38)}" fill="${palette.lamp}"/>`);
    if (moon && !low)
      for (const [dx, dy, r] of [
        [-12, -8, 9],
        [10, 10, 7],
        [14, -14, 5],
      ] as const)
        svg.add(`<path d="${ellipse(x + dx, y + dy, r)}" fill="#c9c4b2" opacity="0.55"/>`);
  }
  clouds(svg, seed, palette.cloud, palette.cloudShade, hour === "night" && !veiled ? 0.4 : COVER[weather], horizon);
  if (scene.sights.has("rainbow")) rainbow(svg, horizon);
  const mist = linear(svg, "down", [
    [0, palette.haze, 0],
    [1, palette.haze, 0.75],
  ]);
  svg.add(
    `<path d="M0 ${horizon - 170}L1000 ${horizon - 170}L1000 ${horizon + 10}L0 ${horizon + 10}Z" fill="${mist}"/>`,
  );
};

const halo = (svg: Svg, x: number, y: number, radius: number, colour: Colour): void => {
  const light = radial(
    svg,
    [0.5, 0.5, 0.5],
    [
      [0, mix(colour, "#ffffff", 0.6), 0.95],
      [0.14, colour, 0.62],
      [0.42, colour, 0.22],
      [1, colour, 0],
    ],
  );
  svg.add(`<path d="${ellipse(x, y, radius)}" fill="${light}"/>`);
};

/** Noise, cut off where it is thin; its own copy, moved down a little, is the shaded underside. */
const clouds = (svg: Svg, seed: number, light: Colour, shade: Colour, cover: number, horizon: number): void => {
  const tinted = (colour: Colour, slope: number, cut: number): string => {
    const [red, green, blue] = channels(colour).map((channel) => (channel / 255).toFixed(3));
    return `0 0 0 0 ${red} 0 0 0 0 ${green} 0 0 0 0 ${blue} ${slope} 0 0 0 ${cut.toFixed(2)}`;
  };
  const slope = 4.2;
  const cut = -slope * (0.78 - cover * 0.5);
  const filter = svg.define(
    "clouds",
    (id) =>
      `<filter id="${id}" x="0" y="0" width="1000" height="${horizon}" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">` +
      `<feTurbulence type="fractalNoise" baseFrequency="0.0042 0.0105" numOctaves="5" seed="${seed % 997}" result="noise"/>` +
      `<feColorMatrix in="noise" values="${tinted(shade, slope, cut)}" result="under"/>` +
      `<feColorMatrix in="noise" values="${tinted(light, slope * 1.1, cut * 1.13)}" result="over"/>` +
      '<feOffset in="over" dx="-4" dy="-13" result="raised"/>' +
      '<feMerge><feMergeNode in="under"/><feMergeNode in="raised"/></feMerge></filter>',
  );
  const fade = svg.define("cloud mask", (id) => {
    const gradient = linear(svg, "down", [
      [0, "#ffffff"],
      [0.55, "#d0d0d0"],
      [1, "#202020"],
    ]);
    return `<mask id="${id}" maskUnits="userSpaceOnUse" x="0" y="0" width="1000" height="1000"><path d="M0 0L1000 0L1000 ${horizon}L0 ${horizon}Z" fill="${gradient}"/></mask>`;
  });
  svg.add(`<g mask="${fade}"><path d="M0 0L1000 0L1000 ${horizon}L0 ${horizon}Z" filter="${filter}"/></g>`);
};

const aurora = (svg: Svg, seed: number, horizon: number): void => {
  const chance = createChance(seed, "aurora");
  for (const colour of ["#37e2a0", "#49f0b4", "#7d6bf0", "#2bd48f"]) {
    const curtain = linear(svg, "down", [
      [0, colour, 0],
      [0.7, colour, 0.5],
      [0.92, mix(colour, "#ffffff", 0.35), 0.6],
      [1, colour, 0],
    ]);
    const [start, height, wave] = [chance.between(10, 130), chance.between(170, 270), chance.between(0, 6)];
    for (let x = -20; x < 1020; x += 14) {
      const base = Math.min(
        horizon - 40,
        start + height + 60 * Math.sin(x / 150 + wave) + 25 * Math.sin(x / 47 + wave * 2),
      );
      const top = base - height * chance.between(0.7, 1.1);
      svg.add(
        `<path d="M${x} ${top.toFixed(0)}L${x + 16} ${top.toFixed(0)}L${x + 16} ${base.toFixed(0)}L${x} ${base.toFixed(0)}Z" fill="${curtain}" opacity="${chance.between(0.45, 0.95).toFixed(2)}"/>`,
      );
    }
  }
};

const rainbow = (svg: Svg, horizon: number): void => {
  const bands = ["#d9455f", "#ee9a4d", "#f4d65e", "#6cc07a", "#5aa2e0", "#8a6cc8"];
  bands.forEach((colour, index) => {
    const radius = 470 - index * 11;
    svg.add(
      `<path d="${ellipse(520, horizon + 60, radius, radius * 0.95)}" fill="none" stroke="${colour}" stroke-width="11.5" opacity="0.5"/>`,
    );
  });
};
