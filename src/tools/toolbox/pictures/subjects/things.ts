import type { Pen } from "../canvas/canvas.ts";
import { type Colour, darker, lighter } from "../canvas/colour.ts";
import { ellipse, type Point, polygon, rect, roundRect } from "../canvas/outline.ts";
import type { Drawing } from "./look.ts";

const shadow = (pen: Pen, half: number): void =>
  pen.fill(ellipse(6, 1, half, half * 0.1), { colour: "#120c08", opacity: 0.4, bare: true, soft: 5 });

export const coffee: Drawing = (pen, { colour }) => {
  const china: Colour = colour ?? "#fbf8f2";
  shadow(pen, 62);
  pen.fill(ellipse(0, -4, 58, 11), { colour: darker(china, 0.06), form: "barrel" });
  pen.fill(ellipse(0, -7, 40, 6.5), { colour: darker(china, 0.14), bare: true });
  pen.line("M34 -50C60 -54 62 -20 28 -18", 7.4, darker(china, 0.1));
  pen.fill("M-38 -58C-37 -30 -28 -10 -16 -6L16 -6C28 -10 37 -30 38 -58Z", { colour: china, form: "pillar" });
  pen.fill(ellipse(0, -58, 38, 9), { colour: lighter(china, 0.3) });
  pen.fill(ellipse(0, -57, 33, 7), { colour: "#6b3f22", bare: true });
  pen.fill("M0 -53C-9 -57 -14 -60 -8 -62C-4 -63 -1 -61 0 -59.5C1 -61 4 -63 8 -62C14 -60 9 -57 0 -53Z", {
    colour: "#e9c79b",
    bare: true,
  });
  for (const x of [-12, 4, 18])
    pen.line(`M${x} -70C${x - 12} -84 ${x + 12} -94 ${x} -110C${x - 8} -120 ${x + 4} -128 ${x + 2} -136`, 4, {
      colour: "#ffffff",
      opacity: 0.4,
      soft: 3,
    });
};

export const suitcase: Drawing = (pen, { colour }) => {
  const leather: Colour = colour ?? pen.chance.pick(["#9a5a32", "#2f6f8f", "#b5453b"]);
  shadow(pen, 66);
  pen.line("M-20 -86L-20 -104Q-20 -110 -14 -110L14 -110Q20 -110 20 -104L20 -86", 6, darker(leather, 0.5));
  pen.fill(roundRect(-58, -88, 116, 86, 11), { colour: leather, form: "ball" });
  for (const x of [-36, 28]) {
    pen.fill(rect(x, -88, 9, 86), { colour: darker(leather, 0.35), bare: true });
    pen.fill(roundRect(x - 2.5, -62, 14, 11, 2), { colour: "#e2b95a", form: "ball" });
  }
  for (const [x, y] of [
    [-58, -88],
    [44, -88],
    [-58, -16],
    [44, -16],
  ] as const)
    pen.fill(roundRect(x, y, 14, 14, 5), { colour: darker(leather, 0.3) });
  pen.fill(ellipse(0, -60, 12), { colour: "#f5d15a" });
  pen.fill(polygon([-8, -56], [0, -69], [8, -56]), { colour: "#2f6fa8", bare: true });
  pen.at(2, -28, { turn: -9 }).fill(roundRect(-18, -10, 36, 20, 3), { colour: "#f6efdf" });
  pen.at(2, -28, { turn: -9 }).fill(rect(-14, -5, 28, 3), { colour: "#c8413d", bare: true });
  pen.at(2, -28, { turn: -9 }).fill(rect(-14, 1, 20, 3), { colour: "#4a78a8", bare: true });
};

/** A passport with a boarding pass in it, leaning. */
export const passport: Drawing = (pen, { colour }) => {
  const cover: Colour = colour ?? "#7a2233";
  shadow(pen, 56);
  const pass = pen.at(14, -6, { turn: 14 });
  pass.fill(roundRect(-26, -116, 46, 104, 3), { colour: "#f8f6f0" });
  pass.fill(rect(-26, -104, 46, 13), { colour: "#2f74b8", bare: true });
  for (let i = 0; i < 9; i++)
    pass.fill(rect(-20 + i * 3.8, -86, i % 3 === 0 ? 2.6 : 1.4, 16), { colour: "#2b2b33", bare: true });
  const book = pen.at(-6, -2, { turn: -5 });
  book.fill(roundRect(-36, -92, 70, 92, 6), { colour: cover, form: "wall" });
  book.line("M-30 -88L-30 -4", 1.2, { colour: darker(cover, 0.5), opacity: 0.7 });
  const gold = "#e4bf62";
  book.line(ellipse(1, -54, 17), 2, gold);
  book.line(ellipse(1, -54, 7, 17), 1.4, gold);
  book.line("M-16 -54L18 -54M-13 -63L15 -63M-13 -45L15 -45", 1.4, gold);
  book.fill(roundRect(-17, -84, 36, 4, 2), { colour: gold, bare: true });
  book.fill(roundRect(-12, -22, 26, 3.4, 1.6), { colour: gold, bare: true });
  book.fill(roundRect(-7, -14, 16, 5, 1.6), { colour: gold, bare: true });
};

/** An unfolded map on the table, with a route and a pin. */
export const map: Drawing = (pen) => {
  shadow(pen, 92);
  const [x, folds] = [(fold: number): number => -96 + fold * 48, 4];
  const edge = (fold: number, far: boolean): Point => [
    x(fold) * (far ? 0.8 : 1),
    (far ? -74 : -4) + (fold % 2 === 0 ? 0 : -7),
  ];
  for (let fold = 0; fold < folds; fold++)
    pen.fill(polygon(edge(fold, false), edge(fold + 1, false), edge(fold + 1, true), edge(fold, true)), {
      colour: fold % 2 === 0 ? "#f3e7c8" : "#e6d6b0",
      form: "wall",
    });
  pen.fill("M-74 -22C-70 -46 -50 -60 -24 -62C-10 -54 -14 -38 -28 -34C-40 -22 -56 -12 -74 -22Z", {
    colour: "#9cc58a",
    bare: true,
  });
  pen.fill("M14 -30C20 -50 44 -64 62 -54C72 -40 58 -26 46 -16C32 -14 14 -16 14 -30Z", {
    colour: "#9cc58a",
    bare: true,
  });
  pen.line("M-92 -14C-60 -4 -40 -24 -12 -22C10 -20 20 -10 78 -12", 3.4, "#7fb8d8");
  for (let i = 0; i < 8; i++) {
    const t = i / 7;
    pen.fill(ellipse(-58 + t * 96, -34 - Math.sin(t * Math.PI) * 24, 2.8, 2), { colour: "#c8413d", bare: true });
  }
  pen.fill("M40 -34C30 -50 26 -58 26 -66C26 -76 32 -82 40 -82C48 -82 54 -76 54 -66C54 -58 50 -50 40 -34Z", {
    colour: "#d8423e",
    form: "ball",
  });
  pen.fill(ellipse(40, -67, 5.4), { colour: "#fdf6ea", bare: true });
};

export const compass: Drawing = (pen, { colour }) => {
  const brass: Colour = colour ?? "#c99b45";
  shadow(pen, 50);
  pen.line(ellipse(0, -108, 8), 4, darker(brass, 0.2));
  pen.fill(ellipse(0, -50, 50), { colour: brass, form: "ball" });
  pen.fill(ellipse(0, -50, 41), { colour: "#fbf4e2", form: "ball" });
  const dial = pen.at(0, -50);
  for (let mark = 0; mark < 24; mark++)
    dial
      .at(0, 0, { turn: mark * 15 })
      .line(mark % 6 === 0 ? "M0 -38L0 -28" : "M0 -38L0 -34", mark % 6 === 0 ? 2.4 : 1, "#4b3a28");
  for (let point = 0; point < 4; point++)
    dial
      .at(0, 0, { turn: 45 + point * 90 })
      .fill(polygon([0, -22], [4, -5], [-4, -5]), { colour: "#b8aa90", bare: true });
  const needle = dial.at(0, 0, { turn: pen.chance.between(15, 60) });
  needle.fill(polygon([0, -31], [6, 0], [-6, 0]), { colour: "#d23a36" });
  needle.fill(polygon([0, 31], [6, 0], [-6, 0]), { colour: "#3c4a5e" });
  dial.fill(ellipse(0, 0, 4), { colour: brass, form: "ball" });
};

export const globe: Drawing = (pen, { colour }) => {
  const water: Colour = colour ?? "#3f8fc4";
  shadow(pen, 44);
  pen.fill(ellipse(0, -3, 34, 7), { colour: "#7a4f2c", form: "barrel" });
  pen.fill(rect(-4, -22, 8, 20), { colour: "#7a4f2c", form: "pillar" });
  pen.line("M28 -104C60 -78 50 -26 0 -20C-10 -20 -16 -21 -22 -24", 5, "#c99b45");
  pen.fill(ellipse(0, -66, 44), { colour: water, form: "ball" });
  const land = "#7cb668";
  pen.fill("M-30 -92C-18 -104 -4 -102 -2 -92C-8 -84 -14 -82 -12 -74C-18 -66 -26 -72 -34 -78C-36 -84 -34 -88 -30 -92Z", {
    colour: land,
    bare: true,
  });
  pen.fill("M-18 -64C-8 -66 0 -58 -2 -48C-6 -38 -12 -32 -16 -34C-20 -44 -24 -54 -18 -64Z", {
    colour: land,
    bare: true,
  });
  pen.fill(
    "M8 -96C20 -104 34 -92 39 -80C32 -72 28 -76 22 -70C28 -62 24 -48 16 -44C8 -50 10 -62 4 -70C2 -80 2 -90 8 -96Z",
    { colour: land, bare: true },
  );
  pen.line("M-43 -66Q0 -54 43 -66M0 -110Q-24 -66 0 -22M0 -110Q24 -66 0 -22", 0.9, { colour: "#ffffff", opacity: 0.4 });
  pen.fill(ellipse(-15, -84, 12, 8), { colour: "#ffffff", opacity: 0.3, bare: true, soft: 3 });
};

export const camera: Drawing = (pen, { colour }) => {
  const body: Colour = colour ?? "#3a3e46";
  shadow(pen, 58);
  pen.fill(polygon([-20, -70], [-13, -82], [13, -82], [20, -70]), { colour: "#c7ccd2", form: "barrel" });
  pen.fill(roundRect(-54, -72, 108, 70, 8), { colour: body, form: "barrel" });
  pen.fill(rect(-54, -64, 108, 10), { colour: "#c7ccd2", form: "barrel", bare: true });
  pen.fill(roundRect(-44, -79, 18, 8, 3), { colour: "#9aa1a9" });
  pen.fill(ellipse(0, -34, 29), { colour: "#23262c", form: "ball" });
  pen.fill(ellipse(0, -34, 20), { colour: "#2b4a70", form: "ball" });
  pen.fill(ellipse(-7, -41, 6, 5), { colour: "#ffffff", opacity: 0.6, bare: true });
  pen.fill(ellipse(40, -48, 4), { colour: "#d8423e" });
};
