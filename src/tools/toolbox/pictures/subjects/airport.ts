import { darker } from "../canvas/colour.ts";
import { ellipse, polygon, rect, roundRect } from "../canvas/outline.ts";
import type { Stage } from "../stage.ts";

/** A terminal with its control tower, and a runway that comes towards us. */
export const airportGround = ({ pen, scene, palette }: Stage): void => {
  const { horizon } = scene;
  const ground = pen.at(0, 0, { depth: 0.1 });
  ground.fill(rect(-10, horizon + 34, 1020, 500), {
    colour: palette.grass,
    material: scene.season === "winter" ? "snow" : "grass",
    form: "ridge",
    bare: true,
  });
  ground.fill(polygon([-10, horizon + 62], [1010, horizon + 62], [1010, horizon + 118], [-10, horizon + 118]), {
    colour: "#8d9096",
    bare: true,
  });
  const side = scene.lamp[0] < 500 ? 1 : -1;
  terminal(pen.at(500 + side * 170, horizon + 66, { depth: 0.3, mirrored: side < 0 }), palette.dark);
  ground.fill(
    polygon([500 - side * 190 - 40, horizon + 112], [500 - side * 190 + 40, horizon + 112], [930, 1010], [70, 1010]),
    { colour: "#5f636b", material: "paving" },
  );
  const along = (share: number, x: number): readonly [number, number] => {
    const y = horizon + 112 + (898 - horizon) * share;
    const half = 40 + 390 * share;
    return [500 - side * 190 * (1 - share) + x * half, y];
  };
  for (const edge of [-0.9, 0.9])
    ground.fill(polygon(along(0, edge - 0.02), along(0, edge + 0.02), along(1, edge + 0.02), along(1, edge - 0.02)), {
      colour: "#f4f2ea",
      bare: true,
    });
  for (let i = 0; i < 8; i++) {
    const [a, b] = [(i / 8) ** 1.8, ((i + 0.55) / 8) ** 1.8];
    ground.fill(polygon(along(a, -0.035), along(a, 0.035), along(b, 0.035), along(b, -0.035)), {
      colour: "#f4f2ea",
      bare: true,
    });
  }
  for (let i = 0; i < 10; i++)
    for (const edge of [-1.04, 1.04]) {
      const [x, y] = along((i / 10) ** 1.7, edge);
      const size = 2 + (i / 10) ** 1.7 * 7;
      if (palette.dark)
        ground.fill(ellipse(x, y, size * 5), { colour: "#ffd98a", form: "glow", shines: true, bare: true });
      ground.fill(ellipse(x, y, size, size * 0.8), {
        colour: palette.dark ? "#fff0b8" : "#e6b84a",
        shines: palette.dark,
        bare: true,
      });
    }
};

const terminal = (pen: Stage["pen"], dark: boolean): void => {
  const glass = dark ? ({ colour: "#ffdf98", shines: true } as const) : ({ colour: "#7fb1cc", form: "wall" } as const);
  pen.fill("M-230 0L-230 -46Q-40 -96 220 -52L220 0Z", { colour: "#e8ecef", form: "wall" });
  pen.fill("M-220 -4L-220 -40Q-40 -82 210 -46L210 -4Z", glass);
  for (let x = -200; x < 210; x += 22)
    pen.line(`M${x} -2L${x} -58`, 2, { colour: darker("#e8ecef", 0.2), opacity: 0.8 });
  pen.line("M-220 -24L210 -24", 2, { colour: darker("#e8ecef", 0.2), opacity: 0.8 });
  const tower = pen.at(-276, 0);
  tower.fill(polygon([-13, 0], [-9, -142], [9, -142], [13, 0]), { colour: "#dfe3e6", form: "pillar" });
  tower.fill(
    polygon([-18, -142], [-27, -170], [27, -170], [18, -142]),
    dark ? { colour: "#bfe8ff", shines: true } : { colour: "#4f7f9e", form: "pillar" },
  );
  tower.fill(roundRect(-30, -180, 60, 11, 4), { colour: "#dfe3e6" });
  tower.line("M0 -180L0 -208", 2.4, "#6a6f76");
  tower.fill(ellipse(0, -209, 4), { colour: "#ff4b3e", shines: true });
};
