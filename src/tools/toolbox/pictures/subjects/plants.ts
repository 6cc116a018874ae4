import type { Pen } from "../canvas/canvas.ts";
import { type Colour, darker, lighter, mix } from "../canvas/colour.ts";
import { blob, ellipse, type Point, polygon, roundRect } from "../canvas/outline.ts";

/** About 100 high. */
export const conifer = (pen: Pen, colour: Colour, snowy: boolean): void => {
  const { chance } = pen;
  const width = chance.between(26, 34);
  const tone = mix(colour, chance.maybe(0.5) ? "#1d4a3a" : "#4d7a48", chance.between(0, 0.35));
  pen.fill(polygon([-4, 0], [-3, -22], [3, -22], [4, 0]), { colour: "#5d4330", bare: true });
  for (let tier = 0; tier < 4; tier++) {
    const [y, reach] = [-12 - tier * 22, width * (1 - tier * 0.22)];
    const skirt: Point[] = [
      [-reach, y],
      [-reach * 0.55, y - 5],
      [-reach * 0.3, y + 2],
      [0, y - 3],
      [reach * 0.35, y + 2],
      [reach * 0.6, y - 5],
      [reach, y],
    ];
    pen.fill(polygon(...skirt, [0, y - 34]), { colour: darker(tone, 0.12 - tier * 0.04), form: "pillar" });
    if (snowy)
      pen.fill(
        polygon(
          [-reach * 0.62, y - 13],
          [-reach * 0.2, y - 10],
          [reach * 0.1, y - 15],
          [reach * 0.5, y - 12],
          [0, y - 34],
        ),
        { colour: "#f5f9fd", bare: true },
      );
  }
};

/** About 100 high. Bare, with snow on it, in winter. */
export const leafyTree = (pen: Pen, leaves: readonly [Colour, Colour, Colour], bareTree: boolean): void => {
  const { chance, detail } = pen;
  const bark = "#6a4c36";
  pen.fill(`M-5 0C-3 -20 -4 -30 -3 -50L4 -50C3 -30 4 -20 6 0Z`, { colour: bark, form: "pillar" });
  if (bareTree) {
    for (const [x, y] of [
      [-28, -82],
      [-14, -96],
      [4, -100],
      [18, -92],
      [30, -78],
      [-22, -62],
      [25, -60],
    ] as const) {
      pen.line(`M0 -40Q${x * 0.3} ${y * 0.6} ${x} ${y}`, 2.6, bark);
      pen.line(`M${x * 0.5} ${y * 0.72 - 3}Q${x * 0.7} ${y * 0.85 - 3} ${x} ${y - 2}`, 1.6, "#f2f6fa");
    }
    return;
  }
  const tone = chance.pick(leaves);
  if (detail > 0.5) foliage(pen, tone);
  else
    for (let i = 0; i < 8; i++) {
      const angle = (i / 7) * Math.PI * 2;
      const [x, y] = i === 7 ? [0, -72] : [Math.cos(angle) * 22, -68 + Math.sin(angle) * 18];
      pen.fill(ellipse(x, y, i === 7 ? 23 : chance.between(13, 18)), {
        colour: y > -66 ? darker(tone, 0.16) : lighter(tone, 0.04),
        form: "ball",
        bare: i === 7,
      });
    }
};

/** A ragged crown, and leaves that catch the light in front of those that do not. */
const foliage = (pen: Pen, tone: Colour): void => {
  const { chance } = pen;
  const edge = Array.from({ length: 17 }, (_, i): Point => {
    const angle = (i / 17) * Math.PI * 2;
    const reach = chance.between(0.84, 1.12);
    return [Math.cos(angle) * 37 * reach, -68 + Math.sin(angle) * 33 * reach];
  });
  pen.fill(blob(edge), { colour: darker(tone, 0.1), form: "ball", material: pen.depth < 0.4 ? "leaves" : "plain" });
  for (let i = 0; i < 46; i++) {
    const [angle, reach] = [chance.between(0, Math.PI * 2), Math.sqrt(chance.between(0, 1)) * 0.98];
    const [x, y] = [Math.cos(angle) * 35 * reach, -68 + Math.sin(angle) * 31 * reach];
    const shade = (y + 68) / 62 + (x / 35) * 0.08;
    const size = chance.between(2.4, 6);
    pen.fill(ellipse(x, y, size, size * 0.72), {
      colour: shade > 0 ? darker(tone, shade * 0.7) : lighter(tone, -shade * 0.65),
      opacity: 0.62,
      bare: true,
    });
  }
};

/** About 100 high, leaning a little to the right. */
export const palm = (pen: Pen): void => {
  const { chance } = pen;
  const lean = chance.between(8, 20);
  pen.fill(ellipse(9, 1, 24, 2.6), { colour: "#2a2014", opacity: 0.3, bare: true, soft: 4 });
  pen.fill(`M-4.5 0C-3 -30 ${lean * 0.2 - 2} -62 ${lean - 2} -86L${lean + 2.4} -86C${lean * 0.3 + 3} -60 3 -30 5 0Z`, {
    colour: "#9a7448",
    form: "pillar",
  });
  for (let ring = 1; ring < 11; ring++) {
    const share = ring / 11;
    const x = lean * share ** 2.2;
    pen.line(`M${x - 3.2 + share} ${-86 * share}Q${x} ${-86 * share + 2.2} ${x + 3.2 - share} ${-86 * share}`, 0.8, {
      colour: "#6b4c2c",
      opacity: 0.7,
    });
  }
  const crown = pen.at(lean, -86);
  const fronds = 11;
  const order = Array.from({ length: fronds }, (_, i) => i).sort((a, b) => Math.abs(b - 5) - Math.abs(a - 5));
  for (const i of order) {
    const angle = -168 + (i / (fronds - 1)) * 156;
    frond(crown, angle + chance.between(-7, 7), chance.between(38, 47), i % 2 === 0 ? "#3d8b40" : "#2f7338");
  }
  for (const [x, y] of [
    [-3, 3],
    [3, 4],
    [0, 6],
  ] as const)
    crown.fill(ellipse(x, y, 3), { colour: "#6b4528", form: "ball" });
};

/** A bent rib with leaflets hanging from it. */
const frond = (pen: Pen, degrees: number, length: number, colour: Colour): void => {
  const angle = (degrees * Math.PI) / 180;
  const [tx, ty] = [Math.cos(angle) * length, Math.sin(angle) * length * 0.62 + length * 0.34];
  const [cx, cy] = [Math.cos(angle) * length * 0.55, Math.sin(angle) * length * 0.78 - 6];
  const at = (t: number): Point => [2 * t * (1 - t) * cx + t * t * tx, 2 * t * (1 - t) * cy + t * t * ty];
  const upper: Point[] = [];
  const lower: Point[] = [];
  const leaflets = pen.detail > 0.5 ? 10 : 6;
  for (let i = 0; i <= leaflets; i++) {
    const t = i / leaflets;
    const [x, y] = at(t);
    const width = 8.5 * Math.sin(Math.PI * (0.12 + t * 0.86));
    upper.push([x, y - width * 0.34]);
    lower.push(
      [x + Math.sign(tx) * 2.4, y + width * 1.15],
      [at(Math.min(1, t + 0.05))[0], at(Math.min(1, t + 0.05))[1] + width * 0.28],
    );
  }
  pen.fill(polygon([0, 0], ...upper, [tx, ty], ...lower.reverse()), { colour, form: "barrel", fine: true });
  pen.line(`M0 0Q${cx} ${cy} ${tx} ${ty}`, 0.9, { colour: lighter(colour, 0.35), opacity: 0.7 });
};

export const cactus = (pen: Pen): void => {
  const green = "#4c8a4a";
  pen.fill(roundRect(-30, -62, 10, 32, 5), { colour: green, form: "pillar" });
  pen.fill(roundRect(-30, -40, 26, 10, 5), { colour: green, form: "barrel" });
  pen.fill(roundRect(20, -76, 10, 34, 5), { colour: green, form: "pillar" });
  pen.fill(roundRect(4, -52, 26, 10, 5), { colour: green, form: "barrel" });
  pen.fill(roundRect(-9, -100, 18, 102, 9), { colour: green, form: "pillar" });
  for (const x of [-4, 0, 4]) pen.line(`M${x} -92L${x} -4`, 0.8, { colour: "#2f5f34", opacity: 0.6 });
  pen.fill(ellipse(0, -101, 5, 3.4), { colour: "#ef6f94", form: "ball" });
};

/** A patch of flowers around 0,0, about 100 wide. */
export const flowers = (pen: Pen, colour: Colour | undefined): void => {
  const { chance } = pen;
  const colours =
    colour === undefined
      ? (["#e8436b", "#f5b731", "#f7f2ff", "#9a5bd0", "#ff7f50"] as const)
      : ([colour, lighter(colour, 0.25), darker(colour, 0.12)] as const);
  for (let i = 0; i < 26; i++) {
    const [x, y] = [chance.between(-60, 60), (i / 26) * 24 - 14];
    const height = chance.between(10, 20);
    pen.line(`M${x} ${y}Q${x + 2} ${y - height / 2} ${x} ${y - height}`, 1, "#4c8a3f");
    const [tone, size] = [chance.pick(colours), chance.between(1.7, 2.7)];
    for (let petal = 0; petal < 5; petal++) {
      const angle = (petal / 5) * Math.PI * 2;
      pen.fill(ellipse(x + Math.cos(angle) * size, y - height + Math.sin(angle) * size, size * 0.85), {
        colour: tone,
        bare: true,
      });
    }
    pen.fill(ellipse(x, y - height, size * 0.65), { colour: "#f8d548", bare: true });
  }
};

/** Grass or leaves at the lower edge, close to the eye. */
export const tuft = (pen: Pen, colour: Colour): void => {
  for (let i = 0; i < 9; i++) {
    const [x, lean] = [pen.chance.between(-16, 16), pen.chance.between(-16, 16)];
    pen.fill(`M${x - 1.5} 2Q${x} -14 ${x + lean} ${-pen.chance.between(20, 34)}Q${x + 2} -12 ${x + 1.8} 2Z`, {
      colour: mix(colour, "#203a1c", pen.chance.between(0, 0.4)),
      bare: true,
    });
  }
};

export const bush = (pen: Pen, colour: Colour): void => {
  const points = Array.from({ length: 10 }, (_, i): Point => {
    const angle = Math.PI + (i / 9) * Math.PI;
    const reach = i % 2 === 0 ? 24 : 29;
    return [Math.cos(angle) * reach, Math.sin(angle) * reach * 0.72];
  });
  pen.fill(blob([...points, [20, 6], [-20, 6]]), { colour, form: "ball" });
  pen.fill(ellipse(-7, -12, 9, 5), { colour: lighter(colour, 0.18), opacity: 0.6, bare: true });
};
