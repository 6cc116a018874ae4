import type { Pen } from "../canvas/canvas.ts";
import { type Colour, darker, lighter, mix } from "../canvas/colour.ts";
import { broken, landUnder, type Point, polygon } from "../canvas/outline.ts";
import type { Stage } from "../stage.ts";

/** A range at the horizon, two or three peaks before it, and hills at their feet. */
export const mountains = ({ pen, scene, palette, chance }: Stage): void => {
  const { horizon } = scene;
  const winter = scene.season === "winter";
  const rough = 0.1 + 0.1 * pen.detail;
  const range = pen.at(0, 0, { depth: 0.95 });
  const crest = Array.from({ length: 9 }, (_, i): Point => [i * 130 - 20, horizon - chance.between(90, 210)]);
  range.fill(landUnder(broken(crest, rough, 2 + pen.detail * 2, chance), false, horizon + 60), {
    colour: mix(palette.rock, "#5d7aa8", 0.5),
    form: "ridge",
  });

  // Away from the sun, so that neither hides the other.
  const side = scene.lamp[0] < 500 ? 1 : -1;
  const middle = 500 + side * chance.between(60, 120);
  const snowline = winter ? 0.78 : 0.42;
  const small: readonly Point[] = [
    [middle - side * chance.between(280, 340), chance.between(210, 260)],
    [middle + side * chance.between(260, 320), chance.between(230, 290)],
  ];
  for (const [x, height] of small)
    peak(
      pen.at(x, horizon + 40, { depth: 0.62 }),
      height,
      height * 1.05,
      palette.rock,
      palette.snow,
      snowline - 0.06,
      scene.lamp[0] < x,
    );
  peak(
    pen.at(middle, horizon + 40, { depth: 0.4 }),
    chance.between(370, 410),
    390,
    palette.rock,
    palette.snow,
    snowline,
    scene.lamp[0] < middle,
  );
  foothills({ pen, scene, palette, chance });
};

/** Wooded slopes hide where the rock ends. */
const foothills = ({ pen, scene, palette, chance }: Pick<Stage, "pen" | "scene" | "palette" | "chance">): void => {
  const snowy = scene.season === "winter";
  for (const [depth, rise, lift] of [
    [0.6, 70, 8],
    [0.45, 44, 24],
  ] as const) {
    const slope = pen.at(0, 0, { depth });
    const line = Array.from(
      { length: 8 },
      (_, i): Point => [i * 150 - 20, scene.horizon + lift - chance.between(0.15, 1) * rise],
    );
    slope.fill(landUnder(line, true, scene.horizon + 60), {
      colour: mix(palette.conifer, snowy ? "#ffffff" : palette.grass, 0.4),
      form: "ridge",
    });
    for (let i = 0; i < 46; i++) {
      const x = chance.between(0, 1000);
      const index = Math.min(line.length - 2, Math.floor((x + 20) / 150));
      const [from, to] = [line[index]?.[1] ?? 0, line[index + 1]?.[1] ?? 0];
      const y = from + (to - from) * (((x + 20) % 150) / 150) + chance.between(4, 16);
      slope.fill(polygon([x - 5, y], [x, y - chance.between(18, 34)], [x + 5, y]), {
        colour: mix(palette.conifer, snowy ? "#dfe9f0" : "#1f4030", chance.between(0, 0.4)),
        bare: true,
      });
    }
  }
};

export const volcano = ({ pen, scene, palette, chance }: Stage): void => {
  const { horizon, lamp } = scene;
  const x = lamp[0] < 500 ? chance.between(560, 660) : chance.between(340, 440);
  const mountain = pen.at(x, horizon + 40, { depth: 0.42 });
  const snowy = scene.season === "winter";
  const slope = (side: number): Point[] => [
    [side * 46, -360],
    [side * 100, -270],
    [side * 190, -140],
    [side * 300, -50],
    [side * 430, 0],
  ];
  const [left, right] = [slope(-1), slope(1)];
  const rock = mix(palette.rock, "#5a4a48", 0.6);
  const rim: Point[] = [
    [-46, -360],
    [-18, -346],
    [8, -356],
    [46, -360],
  ];
  mountain.fill(polygon(...[...left].reverse(), ...rim, ...right), { colour: rock, form: "ridge", material: "rock" });
  mountain.fill(polygon([0, -352], [46, -360], ...right, [110, 0], [60, -160]), {
    colour: darker(rock, 0.35),
    opacity: 0.6,
    bare: true,
  });
  if (snowy)
    mountain.fill(
      polygon(
        [-46, -360],
        [-18, -346],
        [8, -356],
        [46, -360],
        [100, -270],
        [138, -215],
        [96, -235],
        [60, -190],
        [20, -238],
        [-30, -185],
        [-70, -238],
        [-130, -222],
        [-100, -270],
      ),
      { colour: palette.snow },
    );
  else {
    for (const [dx, sway] of [
      [-12, -60],
      [10, 20],
      [24, 90],
    ] as const)
      mountain.line(`M${dx} -352C${dx} -280 ${sway} -230 ${sway * 1.2} -150`, 9, { colour: "#ff6a2a", shines: true });
  }
  const plume = mountain.at(0, -380);
  for (let i = 0; i < 9; i++)
    plume.fill(
      `M${-40 - i * 7} ${-i * 22}C${-50 - i * 8} ${-60 - i * 22} ${50 + i * 8} ${-60 - i * 22} ${44 + i * 9} ${-i * 22}C${30} ${24 - i * 20} ${-30} ${24 - i * 20} ${-40 - i * 7} ${-i * 22}Z`,
      {
        colour: mix("#77706f", palette.cloud, 0.2 + i * 0.06),
        opacity: 0.55,
        soft: 9,
        bare: true,
      },
    );
};

/** Two faces, one in the light; gullies; snow down to `snowline` of its height. */
const peak = (
  pen: Pen,
  height: number,
  halfWidth: number,
  rock: Colour,
  snow: Colour,
  snowline: number,
  litLeft: boolean,
): void => {
  const { chance, detail } = pen;
  const rough = 0.1 + 0.09 * detail;
  const times = 2 + Math.round(detail * 3);
  const summit: Point = [0, -height];
  const left = broken(
    [[-halfWidth, 0], [-halfWidth * 0.52, -height * 0.46], [-halfWidth * 0.2, -height * 0.84], summit],
    rough,
    times - 1,
    chance,
  );
  const right = broken(
    [summit, [halfWidth * 0.17, -height * 0.86], [halfWidth * 0.55, -height * 0.44], [halfWidth, 0]],
    rough,
    times - 1,
    chance,
  );
  const spine = broken(
    [summit, [height * 0.06, -height * 0.66], [-height * 0.05, -height * 0.36], [height * 0.1, 0]],
    rough * 1.4,
    times,
    chance,
  );
  const [light, shade] = [lighter(rock, 0.14), darker(mix(rock, "#4a5d8c", 0.3), 0.28)];
  const material = detail > 0.5 ? "rock" : "plain";
  pen.fill(polygon(...left, ...right), { colour: litLeft ? light : shade, form: "ridge", material });
  pen.fill(polygon(...spine, ...[...right].reverse()), {
    colour: litLeft ? shade : light,
    form: "ridge",
    material,
    bare: true,
  });

  for (let i = 0; i < 4 + detail * 6; i++) {
    const onRight = i % 2 === 0;
    const top = chance.between(0.2, 0.75);
    const x = (onRight ? 1 : -1) * halfWidth * chance.between(0.15, 0.85) * (1 - top);
    const length = height * chance.between(0.14, 0.3);
    const lit = onRight !== litLeft;
    pen.fill(
      polygon(
        [x, -height * top],
        [x + chance.between(6, 26), -height * top + length * 0.6],
        [x + (onRight ? 1 : -1) * 12, -height * top + length],
      ),
      {
        colour: lit ? darker(light, 0.28) : lighter(shade, 0.14),
        opacity: 0.55,
        bare: true,
      },
    );
  }

  const white = (slope: readonly Point[], inner: readonly Point[]): string => {
    const level = -height * (1 - snowline);
    const high = (points: readonly Point[]): Point[] => points.filter(([, y]) => y <= level);
    const [outside, inside] = [high(slope), high(inner)];
    const [from, to] = [outside.at(-1) ?? summit, inside.at(-1) ?? summit];
    const tongues = Array.from({ length: 7 }, (_, i): Point => {
      const share = (i + chance.between(0.6, 1.4)) / 8;
      const drop = i % 2 === 0 ? chance.between(0.02, 0.15) : chance.between(-0.09, 0.02);
      return [from[0] + (to[0] - from[0]) * share, level + height * drop];
    });
    return polygon(...outside, ...broken([from, ...tongues, to], 0.16 * detail, 2, chance), ...inside.reverse());
  };
  const [bright, blue] = [snow, mix(snow, "#7f9cc9", 0.5)];
  const snowy = detail > 0.5 ? "snow" : "plain";
  pen.fill(white([...left].reverse(), spine), { colour: litLeft ? bright : blue, material: snowy, bare: true });
  pen.fill(white(right, spine), { colour: litLeft ? blue : bright, material: snowy, bare: true });
  for (let i = 0; i < 5 + detail * 7; i++) {
    const up = chance.between(0.98 - snowline, 0.86);
    const x = chance.between(-0.8, 0.8) * halfWidth * (1 - up);
    const size = height * chance.between(0.03, 0.08);
    pen.fill(
      polygon(
        ...broken(
          [
            [x, -height * up],
            [x + Math.sign(x) * size * 1.1 + size * 0.25, -height * up + size * 1.7],
            [x + Math.sign(x) * size * 0.6 - size * 0.1, -height * up + size * 1.5],
            [x, -height * up],
          ],
          0.2,
          1,
          chance,
        ),
      ),
      {
        colour: x < 0 === litLeft ? rock : shade,
        opacity: 0.5,
        bare: true,
      },
    );
  }
};
