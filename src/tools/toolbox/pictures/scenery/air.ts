import { lighter, mix } from "../canvas/colour.ts";
import { blob, broken, ellipse, type Point, polyline, rect } from "../canvas/outline.ts";
import type { Stage } from "../stage.ts";

/** A floor of clouds, seen from above: heaps with a lit top and a shaded foot. */
export const cloudFloor = ({ pen, scene, palette, chance }: Stage): void => {
  const simple = pen.detail <= 0.5;
  const rows = simple ? 4 : 6;
  for (let row = 0; row < rows; row++) {
    const share = row / (rows - 1);
    const y = scene.horizon - 14 + share ** 1.3 * 230;
    const size = 0.35 + share * 1.15;
    const shade = mix(palette.cloud, palette.cloudShade, 0.55 - share * 0.25);
    for (let x = -80; x < 1080; x += (simple ? 190 : 130) * size) {
      const [cx, cy] = [x + chance.between(-40, 40), y + chance.between(-8, 18)];
      if (simple) {
        pen.fill(heap(cx, cy, size), { colour: mix(shade, lighter(palette.cloud, 0.6), share), shines: true });
        continue;
      }
      for (const [dx, dy, r] of [
        [-60, 6, 44],
        [58, 8, 42],
        [-22, -18, 50],
        [26, -14, 48],
        [2, 14, 66],
      ] as const) {
        const puff = { shines: true, bare: true, soft: 3 + share * 7 } as const;
        const [px, py, radius] = [cx + dx * size, cy + dy * size, r * size * chance.between(0.85, 1.15)];
        pen.fill(ellipse(px, py, radius, radius * 0.72), { ...puff, colour: shade });
        pen.fill(ellipse(px - radius * 0.1, py - radius * 0.16, radius * 0.84, radius * 0.52), {
          ...puff,
          colour: lighter(palette.cloud, 0.2 + share * 0.2),
          opacity: 0.85,
        });
      }
    }
    pen.fill(rect(-10, y + 46 * size, 1020, 1000), {
      colour: mix(palette.cloud, palette.cloudShade, 0.3),
      bare: true,
      soft: 14,
      shines: true,
      opacity: 0.75,
    });
  }
};

const heap = (x: number, y: number, size: number): string =>
  blob(
    (
      [
        [-120, 60],
        [-112, 14],
        [-74, 0],
        [-48, -38],
        [-6, -46],
        [24, -22],
        [58, -28],
        [84, 4],
        [116, 18],
        [122, 60],
        [0, 90],
      ] as const
    ).map(([dx, dy]) => [x + dx * size, y + dy * size] as const),
  );

export const birds = ({ pen, scene, chance }: Stage): void => {
  const [x, y] = [
    scene.lamp[0] < 500 ? chance.between(620, 800) : chance.between(200, 380),
    chance.between(150, scene.horizon * 0.5),
  ];
  for (let i = 0; i < 6; i++) {
    const size = chance.between(9, 17);
    const bird = pen.at(x + chance.between(-130, 130), y + chance.between(-60, 60), { depth: 0.25 });
    bird.line(
      `M${-size} ${-size * 0.15}Q${-size * 0.5} ${-size * 0.7} 0 0Q${size * 0.5} ${-size * 0.7} ${size} ${-size * 0.15}`,
      3,
      "#2c3040",
    );
  }
};

/** Rain, snow, fog and lightning lie over everything else. */
export const weatherOver = ({ pen, scene, palette, chance }: Stage): void => {
  if (scene.weather === "storm") {
    const x = chance.between(250, 750);
    const bolt = broken(
      [
        [x, 60],
        [x - 40, 190],
        [x + 24, 250],
        [x - 30, scene.horizon - 30],
      ],
      0.16,
      2,
      chance,
    );
    pen.line(polyline(...bolt), 18, { colour: "#b9c8ff", shines: true, opacity: 0.35, soft: 6 });
    pen.line(polyline(...bolt), 6, { colour: "#fffbe0", shines: true });
    const branch: Point[] = [bolt[5] ?? [x, 190], [x + 80, 300], [x + 70, 370]];
    pen.line(polyline(...broken(branch, 0.15, 2, chance)), 3.4, { colour: "#fffbe0", shines: true });
  }
  if (scene.weather === "rain" || scene.weather === "storm")
    for (let i = 0; i < 170; i++) {
      const [x, y, length] = [chance.between(-40, 1040), chance.between(-40, 1000), chance.between(20, 52)];
      pen.line(`M${x} ${y}L${x - length * 0.28} ${y + length}`, chance.between(1, 2.6), {
        colour: "#dfeaf2",
        shines: true,
        opacity: 0.42,
      });
    }
  if (scene.weather === "snowfall" || (scene.season === "winter" && scene.weather === "clear" && pen.detail <= 0.5))
    for (let i = 0; i < (scene.weather === "snowfall" ? 240 : 60); i++)
      pen.fill(ellipse(chance.between(0, 1000), chance.between(0, 1000), chance.between(1.5, 6)), {
        colour: "#ffffff",
        shines: true,
        bare: true,
        opacity: chance.between(0.5, 0.95),
        soft: chance.maybe(0.3) ? 2 : 0,
      });
  if (scene.weather === "fog")
    for (let i = 0; i < 7; i++)
      pen.fill(
        ellipse(chance.between(0, 1000), scene.horizon - 60 + i * 62, chance.between(420, 700), chance.between(34, 70)),
        { colour: lighter(palette.haze, 0.2), shines: true, bare: true, opacity: 0.42, soft: 26 },
      );
};
