import type { Pen } from "../canvas/canvas.ts";
import { type Colour, darker, lighter, mix } from "../canvas/colour.ts";
import { ellipse, polygon, rect, roundRect } from "../canvas/outline.ts";
import type { Drawing } from "./look.ts";

const pane = (pen: Pen, outline: string, dark: boolean, lit = dark): void =>
  pen.fill(outline, lit ? { colour: "#ffdb86", shines: true } : { colour: dark ? "#33415e" : "#6d8ba3" });

export const house: Drawing = (pen, { colour, dark, snowy }) => {
  const wall = colour ?? pen.chance.pick(["#ead9bd", "#d9b48c", "#e6e0d4", "#c98f6a"]);
  const roof = snowy ? "#f3f7fb" : "#a4503c";
  pen.fill(rect(22, -88, 10, 30), { colour: "#8d6a58", form: "pillar" });
  pen.fill(rect(-40, -44, 80, 44), { colour: wall, form: "pillar" });
  pen.fill(polygon([-48, -42], [-24, -80], [24, -80], [48, -42]), { colour: roof, form: "wall" });
  pen.fill(rect(-9, -26, 18, 26), { colour: "#6b4630" });
  for (const x of [-32, 17]) {
    pane(pen, rect(x, -32, 15, 14), dark);
    pen.line(`M${x + 7.5} -32L${x + 7.5} -18`, 1.2, "#f4efe4");
    pen.line(`M${x} -25L${x + 15} -25`, 1.2, "#f4efe4");
  }
  pane(pen, polygon([-8, -56], [0, -68], [8, -56]), dark);
};

export const church: Drawing = (pen, { dark, snowy }) => {
  const roof = snowy ? "#b9c9d8" : "#7d4a3c";
  pen.fill(rect(-10, -42, 54, 42), { colour: "#e6d3b0", form: "pillar" });
  pen.fill(polygon([-14, -40], [-6, -62], [40, -62], [48, -40]), { colour: roof });
  pen.fill(rect(-32, -74, 24, 74), { colour: "#ecdcbc", form: "pillar" });
  pen.fill(polygon([-35, -73], [-20, -116], [-5, -73]), { colour: roof, form: "pillar" });
  pen.line("M-20 -116L-20 -128M-24 -123L-16 -123", 2, "#c9a13c");
  pen.fill(ellipse(-20, -60, 6), { colour: "#faf6ea" });
  pen.line("M-20 -60L-20 -64M-20 -60L-17 -59", 1, "#33302c");
  for (const x of [2, 16, 30]) pane(pen, `M${x} -10L${x} -24Q${x + 4} -31 ${x + 8} -24L${x + 8} -10Z`, dark);
  pen.fill("M-26 0L-26 -14Q-20 -22 -14 -14L-14 0Z", { colour: "#5f4330" });
};

export const castle: Drawing = (pen, { colour, dark, palette }) => {
  const stone: Colour = colour ?? "#cfc4b2";
  const roof = "#4d6a94";
  const tower = (x: number, width: number, height: number, cone: number): void => {
    pen.fill(rect(x - width / 2, -height, width, height), { colour: stone, form: "pillar" });
    pen.fill(rect(x - width / 2 - 1.6, -height - 3, width + 3.2, 5), { colour: lighter(stone, 0.15), form: "pillar" });
    pen.fill(polygon([x - width / 2 - 3, -height - 3], [x, -height - cone], [x + width / 2 + 3, -height - 3]), {
      colour: roof,
      form: "pillar",
    });
    pen.line(`M${x} ${-height - cone}L${x} ${-height - cone - 9}`, 0.8, "#55504a");
    pen.fill(polygon([x, -height - cone - 9], [x + 8, -height - cone - 6.5], [x, -height - cone - 4]), {
      colour: "#d2434b",
      bare: true,
    });
    for (let y = -height + 10; y < -14; y += 17) pane(pen, roundRect(x - 1.7, y, 3.4, 7, 1.7), dark);
  };
  pen.fill("M-150 34C-110 20 -92 2 -66 -4L70 -4C96 2 116 20 156 34Z", { colour: palette.grass, form: "wall" });
  tower(-14, 17, 86, 30);
  tower(20, 14, 74, 26);
  pen.fill(rect(-34, -56, 68, 56), { colour: darker(stone, 0.07), form: "wall" });
  pen.fill(polygon([-36, -55], [-24, -74], [26, -74], [36, -55]), { colour: roof, form: "wall" });
  for (let x = -26; x < 30; x += 11) pane(pen, roundRect(x, -46, 5, 10, 2.5), dark);
  tower(-42, 16, 58, 26);
  tower(44, 18, 64, 28);
  pen.fill(rect(-60, -30, 124, 30), { colour: stone, form: "wall" });
  for (let x = -60; x < 60; x += 9) pen.fill(rect(x, -35, 5.4, 6), { colour: stone, bare: true });
  pen.fill("M-9 0L-9 -16Q0 -28 9 -16L9 0Z", { colour: "#4f3a2b" });
  tower(-62, 15, 42, 20);
  tower(66, 15, 42, 20);
};

/** A pagoda of five roofs. */
export const temple: Drawing = (pen, { colour, dark, snowy }) => {
  const red = colour ?? "#b5382f";
  const roof = snowy ? "#eff4f9" : "#3f4a52";
  pen.fill(rect(-46, -7, 92, 7), { colour: "#b3aa9c", form: "barrel" });
  for (let tier = 0; tier < 4; tier++) {
    const [y, half] = [-7 - tier * 21, 32 - tier * 5.4];
    pen.fill(rect(-half, y - 14, half * 2, 14), { colour: red, form: "pillar" });
    for (let x = -half + 4; x < half - 3; x += 9) pane(pen, rect(x, y - 11, 5, 8), dark);
    const [edge, top] = [half + 17, y - 14];
    pen.fill(
      `M${-edge} ${top + 1}Q${-edge + 6} ${top - 4} ${-half + 2} ${top - 8}L${half - 2} ${top - 8}Q${edge - 6} ${top - 4} ${edge} ${top + 1}Q${half} ${top + 1} 0 ${top + 1}Q${-half} ${top + 1} ${-edge} ${top + 1}Z`,
      { colour: roof, form: "wall" },
    );
  }
  pen.line("M0 -92L0 -116", 2.2, "#c9a13c");
  for (const y of [-98, -104, -110]) pen.line(`M-4 ${y}L4 ${y}`, 1.6, "#c9a13c");
};

/** Columns of an old temple. */
export const ruins: Drawing = (pen) => {
  const stone = "#e2d6bf";
  for (const [index, inset] of [0, 3, 6].entries())
    pen.fill(rect(-64 + inset, -6 - index * 5, 128 - inset * 2, 6), {
      colour: darker(stone, 0.05 * index),
      form: "barrel",
    });
  pen.fill(rect(-54, -66, 108, 52), { colour: darker(mix(stone, "#7a6a55", 0.5), 0.2), bare: true });
  for (let i = 0; i < 7; i++) {
    const x = -52 + i * 17.3;
    pen.fill(rect(x - 4, -64, 8, 49), { colour: stone, form: "pillar" });
    pen.line(`M${x - 1.3} -62L${x - 1.3} -18M${x + 1.3} -62L${x + 1.3} -18`, 0.6, { colour: "#a5967c", opacity: 0.8 });
    pen.fill(rect(x - 6, -68, 12, 4), { colour: stone });
  }
  pen.fill(rect(-60, -76, 120, 8), { colour: stone, form: "barrel" });
  pen.fill(polygon([-64, -76], [0, -102], [30, -90], [34, -84], [64, -76]), { colour: lighter(stone, 0.08) });
  pen.fill(polygon([-46, -79], [0, -97], [26, -87], [30, -79]), { colour: darker(stone, 0.2), bare: true });
};

export const lighthouse: Drawing = (pen, { colour, dark }) => {
  const stripe = colour ?? "#cf3b3b";
  pen.fill("M-44 4C-40 -8 -24 -14 -10 -12C6 -18 30 -12 44 4Z", { colour: "#6c6761", form: "ball" });
  pen.fill(polygon([-13, -10], [-8, -82], [8, -82], [13, -10]), { colour: "#f6f1e8", form: "pillar" });
  for (const [low, high] of [
    [-26, -10],
    [-54, -40],
    [-80, -67],
  ] as const) {
    const half = (y: number): number => 13 + ((y + 10) / 72) * 5;
    pen.fill(polygon([-half(low), low], [half(low), low], [half(high), high], [-half(high), high]), {
      colour: stripe,
      form: "pillar",
      bare: true,
    });
  }
  pen.fill(rect(-12, -86, 24, 4), { colour: "#3b3f46" });
  if (dark) {
    pen.fill(polygon([0, -94], [260, -130], [260, -70]), {
      colour: "#fff1b0",
      shines: true,
      bare: true,
      opacity: 0.32,
      soft: 5,
    });
    pen.fill(ellipse(0, -94, 46), { colour: "#fff1b0", form: "glow", shines: true, bare: true });
  }
  pen.fill(rect(-7, -100, 14, 14), dark ? { colour: "#fff3bd", shines: true } : { colour: "#bfe0ea", form: "pillar" });
  pen.fill(polygon([-9, -100], [0, -112], [9, -100]), { colour: stripe });
  for (const y of [-62, -32]) pen.fill(roundRect(-2, y, 4, 7, 2), { colour: "#41516a" });
};

export const windmill: Drawing = (pen, { colour }) => {
  pen.fill(polygon([-20, 0], [-13, -66], [13, -66], [20, 0]), { colour: colour ?? "#d8c8ae", form: "pillar" });
  pen.fill("M-15 -65Q0 -92 15 -65Z", { colour: "#7a4634", form: "ball" });
  pen.fill("M-5 0L-5 -13Q0 -19 5 -13L5 0Z", { colour: "#5d4330" });
  const hub = pen.at(0, -70, { turn: pen.chance.between(10, 75) });
  for (let sail = 0; sail < 4; sail++) {
    const arm = hub.at(0, 0, { turn: sail * 90 });
    arm.line("M0 0L0 -52", 2, "#5c4634");
    arm.fill(polygon([1, -14], [11, -14], [11, -50], [1, -50]), { colour: "#f5f0e2" });
    for (const y of [-23, -32, -41]) arm.line(`M1 ${y}L11 ${y}`, 0.8, "#8a7458");
  }
  hub.fill(ellipse(0, 0, 4), { colour: "#4c3a2c" });
};

/** A lattice tower on four legs. */
export const tower: Drawing = (pen, { colour, dark }) => {
  const iron = colour ?? (dark ? "#e8b45a" : "#8a6a4c");
  const paint = dark ? ({ colour: iron, shines: true } as const) : ({ colour: iron, form: "pillar" } as const);
  if (dark)
    pen.fill(ellipse(0, -60, 70, 90), { colour: "#ffb950", form: "glow", shines: true, bare: true, opacity: 0.5 });
  pen.fill(
    "M-36 0C-24 -16 -13 -38 -8.5 -62L-2.6 -116L2.6 -116L8.5 -62C13 -38 24 -16 36 0L22 0C19 -10 10 -18 0 -18C-10 -18 -19 -10 -22 0Z",
    paint,
  );
  pen.fill("M-11 -38C-8 -52 -5 -58 -4 -66L4 -66C5 -58 8 -52 11 -38Z", {
    colour: darker(iron, 0.35),
    bare: true,
    opacity: 0.8,
    shines: dark,
  });
  for (const [y, half] of [
    [-26, 22],
    [-62, 11.5],
    [-110, 5],
  ] as const)
    pen.fill(rect(-half, y - 4, half * 2, 5), { ...paint, form: "flat" });
  for (let i = 0; i < 9; i++) {
    const [y, half] = [-30 - i * 8.6, 15 - i * 1.5];
    pen.line(`M${-half} ${y}L${half} ${y - 8}M${half} ${y}L${-half} ${y - 8}`, 0.9, {
      colour: lighter(iron, 0.35),
      opacity: 0.85,
    });
  }
  for (const side of [-1, 1])
    for (let i = 0; i < 3; i++)
      pen.line(`M${side * (33 - i * 5)} ${-2 - i * 8}L${side * (18 - i * 3)} ${-9 - i * 8}`, 0.9, {
        colour: lighter(iron, 0.35),
        opacity: 0.85,
      });
  pen.fill(rect(-1, -134, 2, 20), { ...paint, form: "flat" });
};
