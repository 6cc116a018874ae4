import type { Paint, Pen } from "../canvas/canvas.ts";
import { type Colour, darker, lighter } from "../canvas/colour.ts";
import { type Point, polygon } from "../canvas/outline.ts";
import type { Stage } from "../stage.ts";
import { streetLamp } from "./city.ts";

const FACADES = ["#e3b778", "#d98c6a", "#cfd4b0", "#e8d5a8", "#b8705a", "#9fb7b0", "#e6c3b2"] as const;

/** Two rows of old houses that run towards one point; a street, or a canal, between them. */
export const street = ({ pen, scene, palette, chance }: Stage): void => {
  const vanishing: Point = [500, scene.horizon + 40];
  const canal = scene.water === "river";
  pen.fill(polygon([-10, 1010], [vanishing[0] - 26, vanishing[1]], [vanishing[0] + 26, vanishing[1]], [1010, 1010]), {
    colour: canal ? palette.waterNear : scene.season === "winter" ? "#dde4ea" : "#a3968a",
    material: canal ? "water" : "paving",
    shines: canal,
    bare: true,
  });
  if (!canal)
    for (let i = 1; i < 9; i++) {
      const y = vanishing[1] + (1000 - vanishing[1]) * (i / 9) ** 1.8;
      const half = 26 + ((y - vanishing[1]) / (1000 - vanishing[1])) * 484;
      pen.line(`M${500 - half} ${y}L${500 + half} ${y}`, 1.6, { colour: "#6f655c", opacity: 0.4 });
    }
  for (const side of [-1, 1] as const) {
    const houses = 6;
    for (let i = houses - 1; i >= 0; i--) {
      // Equal houses look shorter and shorter: their ends lie at 1/z.
      const ends: [number, number] = [1 / (1 + i * 0.62), 1 / (1 + (i + 1) * 0.62)];
      house(pen, side, vanishing, ends, chance.pick(FACADES), chance.between(0.86, 1.16), palette.dark);
    }
  }
  for (const [share, x] of [
    [0.26, 0.8],
    [0.5, 0.8],
  ] as const) {
    for (const side of [-1, 1]) {
      const scale = share * 1.7;
      streetLamp(
        pen.at(500 + side * 510 * share * x, vanishing[1] + (1000 - vanishing[1]) * share, {
          scale,
          depth: 0.3 * (1 - share),
        }),
        palette.dark,
      );
    }
  }
};

const house = (
  pen: Pen,
  side: -1 | 1,
  [vx, vy]: Point,
  [near, far]: readonly [number, number],
  colour: Colour,
  tall: number,
  dark: boolean,
): void => {
  /** `along` the house from its near end, 0 to 1; `up` from the street, 1 is the eaves. */
  const at = (along: number, up: number): Point => {
    const z = 1 / (1 / near + (1 / far - 1 / near) * along);
    return [vx + side * 520 * z, vy + (1010 - vy) * z - up * tall * 980 * z];
  };
  const wall = pen.at(0, 0, { depth: 0.65 * (1 - near) });
  const quad = (a: number, b: number, low: number, high: number, paint: Paint): void =>
    wall.fill(polygon(at(a, low), at(b, low), at(b, high), at(a, high)), paint);
  quad(0, 1, 0, 1, { colour: side < 0 ? colour : darker(colour, 0.14), form: "wall" });
  wall.fill(polygon(at(-0.03, 1), at(1.03, 1), at(0.94, 1.13), at(0.06, 1.13)), { colour: "#9a5540" });
  for (let floor = 0; floor < 3; floor++)
    for (let window = 0; window < 3; window++) {
      const [a, low] = [0.12 + window * 0.28, 0.38 + floor * 0.2];
      const lit = dark && wall.chance.maybe(0.6);
      quad(a, a + 0.17, low, low + 0.13, lit ? { colour: "#ffdc86", shines: true } : { colour: "#5b7389" });
      if (!dark) quad(a, a + 0.17, low + 0.065, low + 0.072, { colour: "#f2ece0", bare: true });
      quad(a - 0.05, a - 0.005, low, low + 0.13, { colour: "#4d7a6a", bare: true });
      quad(a + 0.175, a + 0.22, low, low + 0.13, { colour: "#4d7a6a", bare: true });
    }
  quad(0.4, 0.6, 0, 0.22, { colour: "#6b4530" });
  const awning = wall.chance.pick(["#c4453c", "#3f7f6c", "#e0a33a", "#3f6ea8"]);
  quad(0.06, 0.36, 0.03, 0.2, dark ? { colour: "#ffd27a", shines: true } : { colour: "#7f95a6" });
  const outward = (along: number, up: number): Point => {
    const [x, y] = at(along, up);
    return [x - side * 62 * near, y];
  };
  wall.fill(polygon(at(0.02, 0.29), at(0.94, 0.29), outward(0.94, 0.23), outward(0.02, 0.23)), { colour: awning });
  wall.fill(polygon(outward(0.02, 0.23), outward(0.94, 0.23), outward(0.94, 0.212), outward(0.02, 0.212)), {
    colour: lighter(awning, 0.5),
    bare: true,
  });
};
