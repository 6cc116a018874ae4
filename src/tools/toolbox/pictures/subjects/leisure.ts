import type { Pen } from "../canvas/canvas.ts";
import { type Colour, darker, lighter, mix } from "../canvas/colour.ts";
import { ellipse, polygon, rect, roundRect } from "../canvas/outline.ts";
import type { Drawing } from "./look.ts";

export const tent: Drawing = (pen, { colour, dark }) => {
  const cloth: Colour = colour ?? pen.chance.pick(["#e07b2f", "#3f8f6f", "#d9a93a"]);
  pen.fill(ellipse(8, 2, 78, 8), { colour: "#14161c", opacity: 0.35, bare: true, soft: 4 });
  pen.line("M-58 4L-12 -66M92 2L40 -56", 1.2, "#d8cdb8");
  pen.fill(polygon([-12, -70], [44, -58], [80, 0], [34, 2]), { colour: darker(cloth, 0.22), form: "wall" });
  pen.fill(polygon([-12, -70], [-50, 2], [34, 2]), { colour: cloth, form: "wall" });
  if (dark) pen.fill(ellipse(-8, -22, 60, 50), { colour: "#ffca6e", form: "glow", shines: true, bare: true });
  pen.fill(polygon([-11, -56], [-28, 2], [12, 2]), dark ? { colour: "#ffdb8c", shines: true } : { colour: "#3d332b" });
  pen.fill(polygon([-11, -56], [-28, 2], [-36, 2], [-13, -58]), { colour: lighter(cloth, 0.3) });
  pen.fill(polygon([-11, -56], [12, 2], [19, 2], [-9, -58]), { colour: lighter(cloth, 0.3) });
};

export const campfire: Drawing = (pen) => {
  pen.fill(ellipse(0, -20, 110, 80), { colour: "#ff9a3c", form: "glow", shines: true, bare: true });
  for (const turn of [-18, 16])
    pen.at(0, -3, { turn }).fill(roundRect(-30, -5, 60, 10, 5), { colour: "#6a452a", form: "barrel" });
  pen.fill("M-22 -6C-26 -30 -8 -38 -6 -64C8 -50 10 -42 12 -36C16 -40 17 -44 17 -48C28 -32 28 -16 20 -6Z", {
    colour: "#f4702a",
    shines: true,
  });
  pen.fill("M-12 -6C-16 -22 -2 -28 -1 -44C8 -34 14 -22 11 -6Z", { colour: "#ffc243", shines: true, bare: true });
  pen.fill("M-5 -6C-6 -14 0 -18 1 -26C6 -18 7 -12 5 -6Z", { colour: "#fff3b8", shines: true, bare: true });
  for (let i = 0; i < 8; i++)
    pen.fill(ellipse(-34 + i * 9.8, 5 + (i % 2) * 3, 7, 5), { colour: "#7d7f85", form: "ball" });
};

/** Seen from the side of a lounger: 200 wide. */
export const pool: Drawing = (pen, { palette }) => {
  const water = mix("#37c6da", palette.waterNear, palette.dark ? 0.5 : 0.08);
  pen.fill("M-128 -34C-60 -52 70 -52 124 -36C158 -24 150 6 100 14C40 24 -70 24 -124 10C-166 -2 -160 -26 -128 -34Z", {
    colour: "#f3ece0",
    form: "barrel",
  });
  pen.fill("M-118 -29C-60 -44 66 -44 114 -31C142 -22 136 2 92 8C36 17 -66 17 -116 5C-150 -4 -146 -22 -118 -29Z", {
    colour: water,
    form: "wall",
    shines: palette.dark,
  });
  for (const [x, y, width] of [
    [-70, -24, 30],
    [10, -28, 40],
    [60, -16, 34],
    [-30, -10, 44],
    [40, 2, 30],
    [-84, -4, 24],
  ] as const)
    pen.line(
      `M${x - width} ${y}Q${x - width / 2} ${y - 5} ${x} ${y}Q${x + width / 2} ${y + 5} ${x + width} ${y}`,
      2.2,
      { colour: "#e9fbff", opacity: 0.7 },
    );
  pen.line("M96 -44L96 -22M108 -44L108 -20M96 -34L108 -33", 2.4, "#dfe4e8");
};

/** A parasol with a deck chair under it. */
export const parasol: Drawing = (pen, { colour }) => {
  const cloth: Colour = colour ?? pen.chance.pick(["#e0483e", "#2f86c4", "#efb52f"]);
  pen.fill(ellipse(10, 1, 62, 7), { colour: "#3a2c1c", opacity: 0.32, bare: true, soft: 4 });
  pen.fill(polygon([-1.6, -92], [1.6, -92], [3, 2], [-1, 2]), { colour: "#f1e6d2", form: "pillar" });
  const rim = [-62, -38, -13, 13, 38, 62] as const;
  pen.fill(
    "M-62 -66C-52 -96 -26 -108 0 -108C26 -108 52 -96 62 -66Q50 -73 38 -66Q26 -73 13 -66Q0 -73 -13 -66Q-26 -73 -38 -66Q-50 -73 -62 -66Z",
    { colour: cloth, form: "ball" },
  );
  for (const index of [1, 3] as const) {
    const [a, b] = [rim[index], rim[index + 1] as number];
    pen.fill(
      `M${a} -66C${a * 0.9} -92 ${a * 0.35} -106 0 -108C${b * 0.35} -106 ${b * 0.9} -92 ${b} -66Q${(a + b) / 2} -73 ${a} -66Z`,
      { colour: "#fdf6e8", form: "wall", bare: true },
    );
  }
  pen.line("M0 -108L0 -114", 2.4, "#f1e6d2");
  pen.line("M20 0L40 -26M66 0L36 -14M24 -4L70 -10", 3, "#a5713f");
  pen.fill(polygon([16, -44], [24, -47], [46, -17], [84, -14], [83, -8], [42, -10]), {
    colour: "#f6f0e2",
    form: "wall",
  });
  for (const [x, y] of [
    [22, -38],
    [34, -22],
    [56, -14],
  ] as const)
    pen.line(`M${x - 4} ${y + 2}L${x + 5} ${y - 3}`, 2.6, cloth);
};

/** A table for two under an awning of lights. */
export const restaurant: Drawing = (pen, look) => {
  const cloth = look.colour ?? "#c8413d";
  const chair = (side: number): void => {
    const seat = pen.at(side * 52, 0, { mirrored: side > 0 });
    seat.line("M-14 0L-12 -30L14 -30L15 0M-12 -30L-18 -68", 3, "#4d3a2c");
    seat.fill(roundRect(-22, -70, 7, 36, 3), { colour: "#8a5f3c" });
    seat.fill(roundRect(-16, -35, 34, 7, 3), { colour: "#8a5f3c", form: "barrel" });
  };
  pen.fill(ellipse(0, 2, 84, 8), { colour: "#14161c", opacity: 0.3, bare: true, soft: 4 });
  pen.fill(rect(-2, -150, 4, 110), { colour: "#e8dcc4", form: "pillar" });
  chair(-1);
  chair(1);
  pen.fill(polygon([-3, -44], [3, -44], [4, 0], [-4, 0]), { colour: "#4d3a2c" });
  pen.fill(roundRect(-22, -3, 44, 5, 2), { colour: "#4d3a2c" });
  pen.fill("M-42 -50L42 -50L46 -30Q36 -36 24 -30Q12 -36 0 -30Q-12 -36 -24 -30Q-36 -36 -46 -30Z", {
    colour: "#fbf5e9",
    form: "wall",
  });
  pen.fill(ellipse(0, -50, 42, 7), { colour: "#fffaf0", form: "barrel" });
  for (const x of [-20, 20]) {
    pen.fill(ellipse(x, -51, 11, 2.6), { colour: "#dfe6ea" });
    pen.fill(roundRect(x - 5, -60, 10, 9, 3), { colour: "#ffffff", form: "pillar" });
    pen.line(`M${x - 1} -63Q${x - 4} -68 ${x} -72Q${x + 3} -76 ${x} -80`, 1.4, { colour: "#ffffff", opacity: 0.7 });
  }
  pen.fill(
    "M-88 -124C-70 -152 -36 -166 0 -166C36 -166 70 -152 88 -124Q66 -132 44 -124Q22 -132 0 -124Q-22 -132 -44 -124Q-66 -132 -88 -124Z",
    { colour: cloth, form: "ball" },
  );
  pen.fill("M-44 -124C-38 -150 -16 -164 0 -166C16 -164 38 -150 44 -124Q22 -132 0 -124Q-22 -132 -44 -124Z", {
    colour: lighter(cloth, 0.75),
    form: "wall",
    bare: true,
  });
  if (look.dark) pen.fill(ellipse(0, -60, 90, 60), { colour: "#ffcf80", form: "glow", shines: true, bare: true });
};

/** Two or more figures who look into the picture. */
export const people: Drawing = (pen, { colour }) => {
  const shirts = ["#d6493f", "#2f77b8", "#e8b13a", "#3a9a78", "#f1efe8"] as const;
  person(pen.at(-16, 0), colour ?? pen.chance.pick(shirts), "#31456a", true);
  person(pen.at(16, 0, { scale: 0.94, mirrored: true }), pen.chance.pick(shirts), "#5b4636", false);
};

const person = (pen: Pen, shirt: Colour, trousers: Colour, backpack: boolean): void => {
  const skin = pen.chance.pick(["#e2b08c", "#c68a63", "#8d5a3c", "#f0c8a6"]);
  pen.fill(ellipse(2, 1, 18, 3.6), { colour: "#14161c", opacity: 0.35, bare: true, soft: 3 });
  pen.fill("M-10 -48L-9 0L-2 0L0 -34L3 0L10 0L10 -48Z", { colour: trousers, form: "pillar" });
  pen.fill("M-12 -2L-1 -2L-1 2L-13 2ZM2 -2L12 -2L13 2L2 2Z", { colour: "#3a2c24", bare: true });
  pen.fill("M-14 -78Q-22 -66 -20 -48L-15 -47Q-15 -62 -10 -70Z", { colour: skin, form: "pillar" });
  pen.fill("M14 -78Q22 -66 20 -48L15 -47Q15 -62 10 -70Z", { colour: skin, form: "pillar" });
  pen.fill("M-13 -80Q0 -86 13 -80Q17 -70 12 -44L-12 -44Q-17 -70 -13 -80Z", { colour: shirt, form: "pillar" });
  if (backpack) {
    pen.fill(roundRect(-10, -78, 20, 28, 6), { colour: "#7a5a34", form: "pillar" });
    pen.line("M-8 -62L8 -62", 1.4, "#4f3a20");
  }
  pen.fill(rect(-3.4, -88, 6.8, 8), { colour: darker(skin, 0.12), bare: true });
  pen.fill(ellipse(0, -95, 9, 10.5), { colour: skin, form: "ball" });
  pen.fill("M-9.6 -93C-11 -108 11 -108 9.6 -93C7 -90 4 -86 0 -86C-4 -86 -7 -90 -9.6 -93Z", {
    colour: pen.chance.pick(["#3a2a20", "#6b4526", "#caa25a"]),
  });
  if (!backpack) {
    pen.fill(ellipse(0, -102, 17, 4.4), { colour: "#ead39a", form: "barrel" });
    pen.fill("M-9 -102C-9 -113 9 -113 9 -102Z", { colour: "#ead39a", form: "ball" });
  }
};
