import { createChance } from "../canvas/chance.ts";
import { type Colour, lighter, mix, saturate } from "../canvas/colour.ts";
import { blob, ellipse, type Point, polygon } from "../canvas/outline.ts";
import type { Svg } from "../canvas/svg.ts";
import type { Picture } from "../compose.ts";
import type { Weather } from "../prompt/vocabulary.ts";

const CLOUDS: Readonly<Record<Weather, number>> = { clear: 3, clouds: 6, rain: 7, storm: 8, snowfall: 6, fog: 4 };
const BANDS = 7;

export const cartoonSky = (svg: Svg, { scene, seed }: Picture, ink: Colour | undefined): void => {
  const { palette, horizon, hour, weather, lamp, veiled, moonlit: moon } = scene;
  const chance = createChance(seed, "sky");
  const contour = (width: number): string =>
    ink === undefined ? "" : ` stroke="${ink}" stroke-width="${width}" stroke-linejoin="round"`;
  const tone = (share: number): Colour => {
    const place = share * (palette.sky.length - 1);
    const [from, to] = [palette.sky[Math.floor(place)] ?? "#88bbee", palette.sky[Math.ceil(place)] ?? "#88bbee"];
    return saturate(mix(from, to, place % 1), 1.3);
  };

  svg.add(`<path d="M0 0L1000 0L1000 1000L0 1000Z" fill="${tone(0)}"/>`);
  for (let band = 1; band < BANDS; band++) {
    const y = (horizon * band) / BANDS;
    const sway = chance.between(-26, 26);
    svg.add(
      `<path d="M0 ${y.toFixed(0)}C300 ${(y - 30 + sway).toFixed(0)} 650 ${(y + 34 - sway).toFixed(0)} 1000 ${(y - 8).toFixed(0)}L1000 1000L0 1000Z" fill="${tone(band / (BANDS - 1))}"/>`,
    );
  }
  if ((hour === "night" || scene.sights.has("stars")) && !veiled)
    for (let i = 0; i < 46; i++)
      svg.add(
        `<path d="${star(chance.between(0, 1000), chance.between(0, horizon * 0.85), chance.between(2.5, 8))}" fill="#fff3b8"/>`,
      );
  if (scene.sights.has("aurora"))
    ["#3fe0a4", "#7a78ee", "#52eebb"].forEach((colour, index) => {
      const y = 110 + index * 75;
      svg.add(
        `<path d="M0 ${y + 60}C220 ${y - 90} 380 ${y + 190} 620 ${y + 40}C780 ${y - 50} 900 ${y + 60} 1000 ${y}L1000 ${y + 90}C880 ${y + 150} 770 ${y + 40} 630 ${y + 130}C400 ${y + 270} 210 ${y} 0 ${y + 150}Z" fill="${colour}" opacity="0.55"/>`,
      );
    });

  if (!veiled) {
    const [x, y] = lamp;
    const colour = moon ? "#fdf0c0" : hour === "day" ? "#ffd84a" : "#ffe07a";
    const size = moon ? 52 : 66;
    if (!moon)
      for (let ray = 0; ray < 14; ray++) {
        const [a, b] = [(ray / 14) * Math.PI * 2 - 0.1, (ray / 14) * Math.PI * 2 + 0.1];
        const end: Point = [
          x + Math.cos((a + b) / 2) * size * (ray % 2 === 0 ? 1.75 : 1.5),
          y + Math.sin((a + b) / 2) * size * (ray % 2 === 0 ? 1.75 : 1.5),
        ];
        svg.add(
          `<path d="${polygon([x + Math.cos(a) * size * 1.18, y + Math.sin(a) * size * 1.18], end, [x + Math.cos(b) * size * 1.18, y + Math.sin(b) * size * 1.18])}" fill="${colour}"${contour(3)}/>`,
        );
      }
    else svg.add(`<path d="${ellipse(x, y, size * 1.5)}" fill="${colour}" opacity="0.18"/>`);
    svg.add(`<path d="${ellipse(x, y, size)}" fill="${colour}"${contour(6)}/>`);
    if (moon)
      for (const [dx, dy, r] of [
        [-18, -10, 11],
        [14, 14, 9],
        [16, -20, 6],
      ] as const)
        svg.add(`<path d="${ellipse(x + dx, y + dy, r)}" fill="#e0cf94"/>`);
  }
  if (scene.sights.has("rainbow"))
    ["#e2485f", "#f59b45", "#f8dc54", "#62bd6d", "#4d9ee6", "#8b63cc"].forEach((colour, index) => {
      const radius = 480 - index * 20;
      svg.add(
        `<path d="${ellipse(520, horizon + 60, radius, radius * 0.95)}" fill="none" stroke="${colour}" stroke-width="21"/>`,
      );
    });
  const colour = saturate(lighter(palette.cloud, hour === "night" ? 0.08 : 0.3), 1.1);
  for (let i = 0; i < CLOUDS[weather]; i++) {
    const x = ((i + chance.between(0.1, 0.9)) / CLOUDS[weather]) * 1000;
    const nearLamp = !veiled && Math.abs(x - lamp[0]) < 210 && lamp[1] < horizon * 0.55;
    const y = nearLamp ? lamp[1] + chance.between(130, 170) : chance.between(60, horizon * 0.5);
    svg.add(
      `<path d="${cloud(x, y, chance.between(0.7, 1.25), chance.between(-14, 14))}" fill="${colour}"${contour(5)}/>`,
    );
  }
};

const cloud = (x: number, y: number, size: number, sway: number): string =>
  blob(
    (
      [
        [-110, 22],
        [-104, -8],
        [-70, -20],
        [-48, -52 + sway],
        [-8, -58],
        [18, -34],
        [52, -44 - sway],
        [82, -18],
        [112, -4],
        [110, 24],
        [40, 30],
        [-50, 30],
      ] as const
    ).map(([dx, dy]) => [x + dx * size, y + dy * size] as const),
  );

const star = (x: number, y: number, size: number): string =>
  polygon(
    ...Array.from({ length: 8 }, (_, point): Point => {
      const reach = point % 2 === 0 ? size : size * 0.35;
      return [x + Math.cos((point * Math.PI) / 4) * reach, y + Math.sin((point * Math.PI) / 4) * reach];
    }),
  );
