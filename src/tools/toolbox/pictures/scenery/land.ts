import { darker, lighter, mix } from "../canvas/colour.ts";
import { broken, curve, landUnder, type Point, polygon } from "../canvas/outline.ts";
import type { Stage } from "../stage.ts";
import { conifer, leafyTree } from "../subjects/plants.ts";

const wavy = ({ chance }: Stage, y: number, rise: number, steps = 6): Point[] => {
  const phase = chance.between(0, 6);
  return Array.from(
    { length: steps + 1 },
    (_, i): Point => [
      (i / steps) * 1080 - 40,
      y - rise * (0.5 + 0.5 * Math.sin(i * 1.35 + phase)) - chance.between(0, rise * 0.25),
    ],
  );
};

/** Far blue hills, one behind the other. */
export const distantHills = (stage: Stage): void => {
  const { pen, scene, palette, chance } = stage;
  for (const [depth, rise] of [
    [0.95, 90],
    [0.78, 60],
  ] as const) {
    const line = broken(wavy(stage, scene.horizon - (0.95 - depth) * -60, rise), 0.05 * pen.detail, 2, chance);
    pen.at(0, 0, { depth }).fill(landUnder(line, true, scene.horizon + 60), {
      colour: mix(palette.conifer, "#5f7fae", 0.35),
      form: "ridge",
    });
  }
};

/** Rolling ground from the horizon to our feet; what grows there follows the season. */
export const meadows = (stage: Stage, from: number, layers: number, farthest = 0.62): void => {
  const { pen, scene, palette, chance } = stage;
  const material = scene.season === "winter" ? "snow" : "grass";
  for (let layer = 0; layer < layers; layer++) {
    const share = layer / Math.max(1, layers - 1);
    const y = from + share ** 1.3 * (940 - from) * 0.62;
    const depth = farthest * (1 - share);
    const line = wavy(stage, y + 10, 46 - 16 * share);
    const ground =
      layer % 2 === 0 ? palette.grass : mix(palette.grass, palette.conifer, scene.season === "winter" ? 0.06 : 0.22);
    const land = pen.at(0, 0, { depth });
    land.fill(landUnder(line, true), {
      colour: darker(ground, share * 0.1),
      form: depth > 0.3 ? "ridge" : "wall",
      material,
    });
    if (layer < layers - 1 && layer > 0)
      for (let i = 0; i < 7; i++) {
        const [x, top] = line[chance.whole(1, line.length - 2)] ?? [500, y];
        const tree = land.at(x + chance.between(-70, 70), top + chance.between(8, 26), {
          scale: 0.16 + share * 0.22,
          depth,
        });
        if (chance.maybe(0.5)) conifer(tree, palette.conifer, scene.season === "winter");
        else leafyTree(tree, palette.leaves, scene.season === "winter");
      }
  }
};

/** Rows of trees, from the far edge of the wood to the near one. */
export const woods = (stage: Stage, from: number, to: number): void => {
  const { pen, scene, palette, chance } = stage;
  const winter = scene.season === "winter";
  const tropical = scene.settings.has("jungle");
  const rows = 4;
  for (let row = 0; row < rows; row++) {
    const share = row / (rows - 1);
    const y = from + (to - from) * share;
    const depth = 0.7 * (1 - share);
    const size = 0.55 + share * 0.75;
    const spacing = 34 + share * 44;
    for (let x = -30; x < 1040; x += spacing * chance.between(0.7, 1.2)) {
      const tree = pen.at(x, y + chance.between(-8, 14), { scale: size * chance.between(0.8, 1.2), depth });
      const leafy = tropical || scene.season === "autumn" || scene.season === "spring" ? 0.75 : 0.25;
      if (chance.maybe(leafy)) leafyTree(tree, palette.leaves, winter);
      else conifer(tree, palette.conifer, winter);
    }
  }
};

export const dunes = (stage: Stage): void => {
  const { pen, scene, palette, chance } = stage;
  const lit = scene.lamp[0] < 500;
  const sand = mix(palette.sand, "#dd9a55", 0.5);
  for (let layer = 0; layer < 5; layer++) {
    const share = layer / 4;
    const y = scene.horizon - 12 + share ** 1.2 * 330;
    const top = chance.between(220, 780);
    const height = 60 + share * 70;
    const left: Point[] = [
      [-30, y + chance.between(10, 40)],
      [top * 0.5, y - height * 0.35],
      [top, y - height],
    ];
    const right: Point[] = [
      [top, y - height],
      [top + (1000 - top) * 0.4, y - height * 0.25],
      [1030, y + chance.between(0, 30)],
    ];
    const dune = pen.at(0, 0, { depth: 0.75 * (1 - share) });
    dune.fill(landUnder([...left, ...right.slice(1)], true), {
      colour: lighter(sand, 0.12),
      form: "ridge",
      material: "sand",
    });
    const foot: Point = lit ? [top + 60, y + 260] : [top - 60, y + 260];
    const edge = curve(lit ? right : left);
    const end: Point = lit ? [1030, y + 300] : [-30, y + 300];
    dune.fill(
      lit
        ? `${edge}L${end[0]} ${end[1]}L${foot[0]} ${foot[1]}C${top + 110} ${y + 120} ${top - 20} ${y + 20} ${top} ${y - height}Z`
        : `${edge}C${top + 20} ${y + 20} ${top - 110} ${y + 120} ${foot[0]} ${foot[1]}L${end[0]} ${end[1]}Z`,
      {
        colour: darker(mix(sand, "#a0522d", 0.35), 0.12),
        form: "ridge",
        material: "sand",
        bare: true,
      },
    );
  }
};

/** A road that winds from our feet to the horizon. */
export const road = ({ pen, scene }: Stage, from: number): void => {
  const far = from + 6;
  const drawn = (spread: number): string => {
    const side = (x: number, y: number, width: number): Point => [x + spread * width, y];
    const [a, b, c, d] = [side(560, 1010, 190), side(380, 820, 92), side(610, 690, 40), side(520, far, 6)];
    return `${a[0]} ${a[1]}C${b[0] - 40} ${b[1] + 90} ${b[0] - 30} ${b[1] + 10} ${(b[0] + c[0]) / 2} ${(b[1] + c[1]) / 2}C${c[0] + 30} ${c[1] - 20} ${c[0]} ${c[1] - 50} ${d[0]} ${d[1]}`;
  };
  const reversed = (outline: string): string => {
    const numbers = outline.match(/-?[\d.]+ -?[\d.]+/g) ?? [];
    const [a, b, c, d, e, f, g] = [...numbers].reverse();
    return `${a}C${b} ${c} ${d}C${e} ${f} ${g}`;
  };
  const ground = pen.at(0, 0, { depth: 0.12 });
  ground.fill(`M${drawn(-1)}L${reversed(drawn(1))}Z`, {
    colour: scene.season === "winter" ? "#9aa3ad" : "#6d6a70",
    material: "paving",
  });
  for (const offset of [-0.9, 0.9]) ground.line(`M${drawn(offset)}`, 5, { colour: "#f4f0e4", opacity: 0.8 });
  ground.fill(`M${drawn(-0.04)}L${reversed(drawn(0.04))}Z`, { colour: "#f6d878", bare: true });
};

export const pyramid = (stage: Stage, x: number, y: number, size: number): void => {
  const pen = stage.pen.at(x, y, { scale: size / 100, depth: 0.3 });
  const [light, shade] = ["#e3bd7c", "#a87843"];
  const litLeft = stage.scene.lamp[0] < x;
  pen.fill(polygon([-80, 0], [0, -100], [82, 0]), { colour: litLeft ? light : shade, material: "sand" });
  pen.fill(polygon([0, -100], [82, 0], [22, 6]), { colour: litLeft ? shade : light, material: "sand", bare: true });
  for (let row = 1; row < 10; row++)
    pen.line(`M${-8 * row} ${-100 + row * 10}L${2.2 * row} ${-100 + row * 10.6}L${8.2 * row} ${-100 + row * 10}`, 0.7, {
      colour: "#8a6236",
      opacity: 0.5,
    });
};
