import type { Pen } from "../canvas/canvas.ts";
import { type Colour, darker, lighter } from "../canvas/colour.ts";
import { ellipse, type Point, polygon, polyline, rect, roundRect } from "../canvas/outline.ts";
import type { Look } from "./look.ts";
import { bush } from "./plants.ts";

const FLOORS = 5;
const COLUMNS = 6;

/** 100 high, about 100 wide: balconies, awnings over the door, and its sign on the roof. */
export const hotel = (pen: Pen, { colour, dark, palette }: Look): void => {
  const wall: Colour = colour ?? "#f0dcc0";
  pen.fill(polygon([-13, 2], [13, 2], [52, 80], [-40, 80]), {
    colour: "#c9b79c",
    form: "wall",
    material: "paving",
    bare: true,
  });
  pen.fill(rect(-52, -78, 104, 78), { colour: wall, form: "pillar" });
  pen.fill(rect(-16, -84, 32, 84), { colour: lighter(wall, 0.22), form: "pillar" });
  pen.fill(rect(-54, -80.5, 108, 3.4), { colour: darker(wall, 0.22) });
  pen.fill(rect(-18, -86, 36, 3), { colour: darker(wall, 0.22) });
  for (let floor = 0; floor < FLOORS; floor++)
    for (let column = 0; column < COLUMNS; column++) room(pen, -50 + column * 17, -75 + floor * 12.4, dark, wall);
  entrance(pen, dark, colour ?? "#a8323e");
  sign(pen, dark);
  for (const x of [-46, -34, 34, 46]) bush(pen.at(x, 0, { scale: 0.2 }), palette.conifer);
  for (const side of [-1, 1]) {
    pen.line(`M${side * 50} -80L${side * 50} -97`, 0.8, "#8a8f96");
    pen.fill(polygon([side * 50, -97], [side * 50 + 11, -94], [side * 50, -90.5]), {
      colour: side < 0 ? "#c93c46" : "#2f6fb0",
    });
  }
};

const room = (pen: Pen, x: number, y: number, dark: boolean, wall: Colour): void => {
  const lit = dark && pen.chance.maybe(0.62);
  pen.fill(
    rect(x + 3, y, 9, 8.4),
    lit
      ? { colour: "#ffd982", shines: true, bare: true }
      : { colour: dark ? "#3a4a68" : "#5f88a8", form: "wall", bare: true },
  );
  pen.fill(rect(x + 7.1, y, 0.9, 8.4), { colour: lighter(wall, 0.5), bare: true });
  pen.fill(rect(x + 1, y + 5.6, 13, 0.9), { colour: "#f7f3ea", bare: true });
  for (let bar = 0; bar < 6; bar++)
    pen.fill(rect(x + 1.4 + bar * 2.3, y + 6.4, 0.7, 2.8), { colour: "#f7f3ea", bare: true });
  pen.fill(rect(x + 0.4, y + 9, 14.2, 1.5), { colour: darker(wall, 0.3), bare: true });
};

const entrance = (pen: Pen, dark: boolean, awning: Colour): void => {
  if (dark) pen.fill(ellipse(0, -6, 34, 22), { colour: "#ffcf7a", form: "glow", shines: true, bare: true });
  pen.fill(rect(-13, -14, 26, 14), dark ? { colour: "#ffdf9a", shines: true } : { colour: "#6f93ad", form: "wall" });
  for (const x of [-6.5, 0, 6.5]) pen.fill(rect(x - 0.5, -14, 1, 14), { colour: "#5c4432", bare: true });
  pen.fill(polygon([-15, -16], [15, -16], [21, -10], [-21, -10]), { colour: awning });
  for (let stripe = 0; stripe < 4; stripe++) {
    const [a, b] = [-13.5 + stripe * 7.6, -10.5 + stripe * 7.6];
    pen.fill(polygon([a, -16], [b, -16], [b * 1.4, -10], [a * 1.4, -10]), { colour: "#fbf4e6", bare: true });
  }
  for (const x of [-19, 19]) pen.fill(rect(x - 0.7, -10, 1.4, 10), { colour: "#d8b45a", form: "pillar" });
  pen.fill(polygon([-8, 0], [8, 0], [13, 5], [-13, 5]), { colour: awning, bare: true });
};

/** The five letters are lines, so that no font is needed. */
const LETTERS: readonly (readonly (readonly Point[])[])[] = [
  [
    [
      [0, 0],
      [0, 10],
    ],
    [
      [6, 0],
      [6, 10],
    ],
    [
      [0, 5],
      [6, 5],
    ],
  ],
  [
    [
      [1.5, 0],
      [5, 0],
      [6.5, 2],
      [6.5, 8],
      [5, 10],
      [1.5, 10],
      [0, 8],
      [0, 2],
      [1.5, 0],
    ],
  ],
  [
    [
      [0, 0],
      [7, 0],
    ],
    [
      [3.5, 0],
      [3.5, 10],
    ],
  ],
  [
    [
      [6, 0],
      [0, 0],
      [0, 10],
      [6, 10],
    ],
    [
      [0, 5],
      [4.8, 5],
    ],
  ],
  [
    [
      [0, 0],
      [0, 10],
      [6, 10],
    ],
  ],
];

const sign = (pen: Pen, dark: boolean): void => {
  pen.fill(roundRect(-31, -106, 62, 17, 2.5), { colour: dark ? "#2b2440" : "#8c2f3d" });
  for (const x of [-20, 20]) pen.fill(rect(x - 0.8, -90, 1.6, 5), { colour: "#55555e" });
  LETTERS.forEach((strokes, index) => {
    const letter = pen.at(-25.6 + index * 11, -102.5);
    for (const stroke of strokes) {
      if (dark) letter.line(polyline(...stroke), 3.6, { colour: "#ff9a6a", shines: true, opacity: 0.4 });
      letter.line(polyline(...stroke), 1.9, { colour: dark ? "#fff0c0" : "#fff6dd", shines: true });
    }
  });
  for (let star = 0; star < 5; star++)
    pen.fill(fiveStar(-16 + star * 8, -111, 3.1), { colour: "#f4bf3a", shines: true });
};

const fiveStar = (x: number, y: number, size: number): string =>
  polygon(
    ...Array.from({ length: 10 }, (_, i): Point => {
      const reach = i % 2 === 0 ? size : size * 0.42;
      const angle = (i / 10) * Math.PI * 2 - Math.PI / 2;
      return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
    }),
  );
