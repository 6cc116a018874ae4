import type { Pen } from "../canvas/canvas.ts";
import { type Colour, darker, lighter, mix } from "../canvas/colour.ts";
import { ellipse, type Outline, polygon, rect } from "../canvas/outline.ts";
import type { Stage } from "../stage.ts";

const FACADES = ["#8fa3b8", "#a8937f", "#7d8ea6", "#b9a79a", "#6f7f96", "#9c8f94", "#8aa5a6", "#c0a88c"] as const;

/** Towers in three rows, the far ones pale. */
export const skyline = (stage: Stage, base: number): void => {
  const { pen, palette, chance } = stage;
  const centre = chance.between(380, 620);
  if (palette.dark)
    pen.fill(ellipse(centre, base - 40, 620, 330), {
      colour: "#e8a860",
      form: "glow",
      shines: true,
      bare: true,
      opacity: 0.28,
    });
  const rows = [
    { depth: 0.85, tall: 390, wide: 44, lift: 0 },
    { depth: 0.5, tall: 340, wide: 60, lift: 8 },
    { depth: 0.18, tall: 200, wide: 84, lift: 22 },
  ];
  for (const [index, { depth, tall, wide, lift }] of rows.entries()) {
    for (let x = -20 - chance.between(0, 40); x < 1010; ) {
      const width = wide * chance.between(0.75, 1.3);
      const nearness = Math.exp(-(((x + width / 2 - centre) / 300) ** 2));
      const height = tall * (0.32 + 0.75 * nearness) * chance.between(0.65, 1.2);
      building(pen.at(x, base + lift, { depth }), width, height, chance.pick(FACADES), palette.dark, index);
      x += width * chance.between(1, 1.25);
    }
  }
  pen.fill(rect(-10, base + 10, 1020, 18), { colour: "#6d7480", form: "barrel", bare: true });
  for (let x = 14; x < 1000; x += 30) {
    pen.fill(ellipse(x + chance.between(-8, 8), base + 8, chance.between(9, 16), chance.between(7, 13)), {
      colour: palette.conifer,
      form: "ball",
      bare: true,
    });
    if (palette.dark && x % 60 < 30)
      pen.fill(ellipse(x, base + 16, 4), { colour: "#ffe2a0", shines: true, bare: true });
  }
};

/** Its lower left corner at 0,0. */
const building = (pen: Pen, width: number, height: number, facade: Colour, dark: boolean, row: number): void => {
  const { chance } = pen;
  const top = -height;
  const roof = chance.whole(0, 5);
  const tone = mix(facade, "#ffffff", chance.between(0, 0.2));
  if (roof === 0)
    pen.fill(polygon([width * 0.15, top], [width / 2, top - width * 0.55], [width * 0.85, top]), {
      colour: darker(tone, 0.15),
      form: "pillar",
    });
  if (roof === 1) {
    pen.fill(rect(width * 0.2, top - height * 0.09, width * 0.6, height * 0.09 + 2), { colour: tone, form: "pillar" });
    pen.line(`M${width / 2} ${top - height * 0.09}L${width / 2} ${top - height * 0.09 - 46}`, 2.6, darker(tone, 0.3));
  }
  if (roof === 2)
    pen.fill(ellipse(width / 2, top, width * 0.36, width * 0.3), { colour: darker(tone, 0.1), form: "ball" });
  const slanted = roof === 3 ? width * 0.4 : 0;
  pen.fill(polygon([0, 0], [0, top], [width, top + slanted], [width, 0]), { colour: tone, form: "pillar" });
  if (roof >= 4 && width > 40) pen.fill(rect(width * 0.12, top - 9, width * 0.3, 10), { colour: darker(tone, 0.2) });
  windows(pen, width, height - slanted, tone, dark, row);
};

const windows = (pen: Pen, width: number, height: number, tone: Colour, dark: boolean, row: number): void => {
  const { chance } = pen;
  const [stepX, stepY] = [
    [11, 14],
    [14, 18],
    [19, 24],
  ][row] ?? [14, 18];
  const [inX, inY] = [(stepX as number) * 0.5, (stepY as number) * 0.58];
  const columns = Math.max(1, Math.floor((width - 6) / (stepX as number)));
  const rows = Math.floor((height - 12) / (stepY as number));
  const margin = (width - columns * (stepX as number)) / 2;
  const banded = chance.maybe(0.3);
  let lit: Outline = "";
  let unlit: Outline = "";
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const pane = rect(
        margin + c * (stepX as number) + (banded ? 0 : inX / 2),
        -height + 10 + r * (stepY as number),
        banded ? (stepX as number) - 1 : inX,
        inY,
      );
      if (chance.maybe(dark ? 0.5 : 0.1)) lit += pane;
      else unlit += pane;
    }
  }
  if (unlit !== "") pen.fill(unlit, { colour: dark ? darker(tone, 0.45) : mix(tone, "#31507a", 0.55), bare: true });
  if (lit !== "")
    pen.fill(
      lit,
      dark
        ? { colour: chance.pick(["#ffd97a", "#ffe9b0", "#ffc861"]), shines: true, bare: true }
        : { colour: lighter(tone, 0.55), bare: true },
    );
};

/** A quay or a square of stone, down to our feet. */
export const paving = ({ pen, palette, scene }: Stage, from: number): void => {
  const stone = scene.season === "winter" ? "#dfe6ec" : "#b7aca0";
  const ground = pen.at(0, 0, { depth: 0.06 });
  ground.fill(rect(-10, from, 1020, 1020 - from), { colour: stone, material: "paving", bare: true });
  for (let i = -9; i <= 9; i++)
    ground.line(`M${500 + i * 70} ${from}L${500 + i * 190} 1010`, 2, { colour: darker(stone, 0.3), opacity: 0.5 });
  for (let i = 1; i < 6; i++) {
    const y = from + (1010 - from) * (i / 6) ** 1.7;
    ground.line(`M-10 ${y}L1010 ${y}`, 2, { colour: darker(stone, 0.3), opacity: 0.5 });
  }
  ground.fill(rect(-10, from - 8, 1020, 14), { colour: lighter(stone, 0.2), form: "barrel" });
  for (let x = 60; x < 1000; x += 220) streetLamp(pen.at(x, from + 6), palette.dark);
};

export const streetLamp = (pen: Pen, lit: boolean): void => {
  pen.fill(rect(-3, -110, 6, 112), { colour: "#3a3f47", form: "pillar" });
  pen.fill(ellipse(0, -118, 11), lit ? { colour: "#ffeeb0", shines: true } : { colour: "#f2f0e4", form: "ball" });
  if (lit) pen.fill(ellipse(0, -118, 70), { colour: "#ffd98a", form: "glow", shines: true, bare: true, opacity: 0.7 });
};
