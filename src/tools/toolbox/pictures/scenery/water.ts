import { type Colour, darker, lighter, mix } from "../canvas/colour.ts";
import { curve, ellipse, landUnder, type Point, polygon, rect } from "../canvas/outline.ts";
import type { Stage } from "../stage.ts";
import { palm } from "../subjects/plants.ts";

/** Water from the horizon down, with the light of the lamp on it. */
export const openWater = (stage: Stage, to = 1010): void => {
  const { canvas, pen, scene, palette } = stage;
  const { horizon, lamp } = scene;
  const behind = [...canvas.shapes];
  const bands = 12;
  for (let band = 0; band < bands; band++) {
    const from = horizon + (band / bands) ** 1.35 * (to - horizon);
    const colour = mix(palette.waterFar, palette.waterNear, (band / (bands - 1)) ** 0.8);
    if (band === 0 || pen.detail > 0.5 || band % 3 === 0)
      pen.fill(rect(-10, from, 1020, to - from), { colour, shines: true, bare: true });
  }
  if (scene.water !== "sea") canvas.reflect(behind, horizon + 4, mix(palette.waterFar, palette.waterNear, 0.45), 0.5);
  if (pen.detail > 0.5)
    pen.fill(rect(-10, horizon, 1020, to - horizon), {
      colour: mix(palette.waterFar, palette.waterNear, 0.5),
      shines: true,
      bare: true,
      material: "water",
      opacity: 0.5,
    });
  glitter(stage, lamp[0], horizon, to);
  ripples(stage, to);
};

/** The path of light under sun or moon. */
const glitter = ({ pen, scene, palette, chance }: Stage, x: number, from: number, to: number): void => {
  if (scene.veiled || scene.weather === "fog") return;
  const low = scene.hour !== "day";
  const count = (low ? 60 : 26) * (0.4 + pen.detail * 0.6);
  for (let i = 0; i < count; i++) {
    const share = (i / count) ** 1.25;
    const y = from + 4 + share * (to - from) * 0.85;
    const spread = 14 + share * 110;
    const width = chance.between(10, 26) + share * 46;
    pen.fill(ellipse(x + chance.between(-spread, spread), y, width, 1.6 + share * 4.4), {
      colour: lighter(palette.glow, 0.25),
      shines: true,
      bare: true,
      opacity: (low ? 0.62 : 0.4) * (1 - share * 0.55),
    });
  }
};

const ripples = ({ pen, scene, palette, chance }: Stage, to: number): void => {
  for (let i = 0; i < 26 + pen.detail * 30; i++) {
    const share = chance.between(0.03, 1) ** 1.2;
    const y = scene.horizon + share * (to - scene.horizon);
    const [x, reach] = [chance.between(0, 1000), 14 + share * 52];
    pen.line(
      `M${x - reach} ${y}Q${x - reach / 2} ${y - 3 - share * 6} ${x} ${y}Q${x + reach / 2} ${y + 3 + share * 6} ${x + reach} ${y}`,
      1 + share * 2.6,
      {
        colour: chance.maybe(0.6) ? lighter(palette.waterFar, 0.4) : darker(palette.waterNear, 0.2),
        shines: true,
        opacity: 0.3,
      },
    );
  }
};

/** Sand with the sea coming in over it. */
export const beach = ({ pen, scene, palette, chance }: Stage): void => {
  const slope = scene.lamp[0] < 500 ? 1 : -1;
  const line = (offset: number): Point[] =>
    Array.from({ length: 8 }, (_, i): Point => {
      const x = i * 150 - 25;
      return [x, 742 + slope * (x - 500) * 0.09 + offset + 16 * Math.sin(i * 1.7 + offset * 0.04)];
    });
  const shallow = mix(palette.waterNear, scene.hour === "day" ? "#58d6cc" : palette.waterFar, 0.6);
  pen.fill(landUnder(line(-52), true), { colour: shallow, shines: true, bare: true, opacity: 0.55, soft: 9 });
  pen.fill(landUnder(line(-20), true), {
    colour: lighter(shallow, 0.25),
    shines: true,
    bare: true,
    opacity: 0.7,
    soft: 4,
  });
  const sand = pen.at(0, 0, { depth: 0.06 });
  sand.fill(landUnder(line(2), true), { colour: darker(mix(palette.sand, "#b98f5d", 0.45), 0.05), bare: true });
  sand.fill(landUnder(line(34), true), { colour: palette.sand, bare: true, material: "sand" });
  for (const [offset, width, opacity] of [
    [-44, 4, 0.6],
    [-14, 6, 0.75],
    [3, 9, 0.95],
  ] as const)
    pen.line(curve(line(offset)), width, { colour: mix("#ffffff", palette.glow, 0.15), opacity });
  for (let i = 0; i < 16; i++) {
    const [x, y] = [chance.between(0, 1000), chance.between(840, 990)];
    sand.fill(ellipse(x, y, chance.between(3, 8), chance.between(1.5, 3)), {
      colour: darker(palette.sand, 0.2),
      bare: true,
      opacity: 0.6,
    });
  }
};

/** A river that winds from the far end of the valley to our feet. */
export const river = (stage: Stage, from: number): void => {
  const { pen, palette, chance } = stage;
  const side = chance.pick([-1, 1]);
  const x = (value: number): number => 500 + side * value;
  const water = (widen: number): string =>
    `M${x(30 - widen * 0.2)} ${from}C${x(150)} ${from + 70} ${x(-230 - widen)} ${from + 110} ${x(-130 - widen)} ${from + 210}` +
    `C${x(-70 - widen)} ${from + 300} ${x(-190 - widen)} ${from + 380} ${x(-330 - widen)} 1010L${x(230 + widen)} 1010` +
    `C${x(170 + widen)} ${from + 340} ${x(120 + widen)} ${from + 270} ${x(30 + widen)} ${from + 200}` +
    `C${x(-50 + widen)} ${from + 130} ${x(210 + widen * 0.4)} ${from + 80} ${x(48 + widen * 0.2)} ${from}Z`;
  pen.fill(water(16), { colour: mix(palette.sand, palette.grass, 0.45), bare: true, opacity: 0.9 });
  pen.fill(water(0), { colour: mix(palette.waterFar, palette.waterNear, 0.35), shines: true, material: "water" });
  for (let i = 0; i < 22; i++) {
    const y = from + 150 + chance.between(0, 1) * (840 - from);
    const width = 20 + (y - from) * 0.08;
    const middle = x(-40 - (y - from - 150) * 0.02) + chance.between(-60, 60);
    pen.line(`M${middle - width} ${y}Q${middle} ${y - 5} ${middle + width} ${y}`, 2.4, {
      colour: lighter(palette.waterFar, 0.5),
      shines: true,
      opacity: 0.45,
    });
  }
};

export const waterfall = ({ pen, palette, chance, scene }: Stage): void => {
  const cliff = pen.at(scene.lamp[0] < 500 ? 680 : 320, scene.horizon + 130, { depth: 0.25 });
  const material = pen.detail > 0.5 ? "rock" : "plain";
  cliff.fill(
    polygon(
      [-250, 20],
      [-230, -120],
      [-190, -260],
      [-70, -330],
      [-40, -300],
      [40, -300],
      [80, -340],
      [190, -270],
      [240, -110],
      [260, 20],
    ),
    { colour: darker(palette.rock, 0.2), material },
  );
  cliff.fill(polygon([-40, -302], [40, -302], [54, 10], [-56, 10]), { colour: "#eaf5fa", form: "pillar" });
  for (let i = 0; i < 26; i++) {
    const [at, top] = [chance.between(-46, 46), chance.between(-295, -60)];
    cliff.line(`M${at * 0.85} ${top}L${at} ${top + chance.between(30, 110)}`, chance.between(2, 5), {
      colour: chance.maybe(0.5) ? "#ffffff" : "#a9cfe0",
      opacity: 0.7,
    });
  }
  for (let i = 0; i < 8; i++)
    cliff.fill(
      ellipse(chance.between(-80, 80), chance.between(-4, 20), chance.between(26, 48), chance.between(12, 22)),
      { colour: "#f4fbff", opacity: 0.6, bare: true, soft: 8 },
    );
};

/** A small green island with palms, on the horizon. */
export const island = (stage: Stage, x: number, size: number): void => {
  const { scene, palette, chance } = stage;
  const pen = stage.pen.at(x, scene.horizon + 30, { scale: size, depth: 0.3 });
  pen.fill("M-190 10C-120 -6 120 -8 195 10C120 22 -110 24 -190 10Z", { colour: palette.sand, form: "barrel" });
  pen.fill("M-150 4C-120 -46 -70 -40 -40 -72C0 -112 50 -90 74 -50C110 -52 140 -20 152 4C60 12 -70 12 -150 4Z", {
    colour: mix(palette.conifer, palette.leaves[0], 0.5),
    form: "ball",
    material: pen.detail > 0.5 ? "leaves" : "plain",
  });
  for (const [dx, height, mirrored] of [
    [-96, 0.85, true],
    [-60, 1.1, false],
    [104, 1, false],
    [70, 0.75, true],
  ] as const)
    palm(pen.at(dx, 2, { scale: height * chance.between(0.95, 1.15), mirrored }));
  const foam: Colour = mix("#ffffff", palette.glow, 0.2);
  pen.line("M-200 14C-120 28 120 28 204 13", 4, { colour: foam, opacity: 0.7 });
};
