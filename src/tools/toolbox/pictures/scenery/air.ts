import { lighter, mix } from "../canvas/colour.ts";
import { broken, ellipse, type Point, polyline, rect } from "../canvas/outline.ts";
import type { Stage } from "../stage.ts";

/** A floor of clouds, seen from above. */
export const cloudFloor = ({ pen, scene, palette, chance }: Stage): void => {
  for (let row = 0; row < 6; row++) {
    const share = row / 5;
    const y = scene.horizon - 30 + share * 250;
    const layer = pen.at(0, 0, { depth: 0.7 * (1 - share) });
    for (let x = -60; x < 1060; x += 70 + share * 60) {
      const [rx, ry] = [70 + share * 90 + chance.between(-20, 30), 26 + share * 50 + chance.between(-8, 14)];
      const [cx, cy] = [x + chance.between(-30, 30), y + chance.between(-10, 16)];
      layer.fill(ellipse(cx, cy, rx, ry), { colour: mix(palette.cloud, palette.cloudShade, 0.35 - share * 0.3), form: "ball", bare: true, soft: 7, shines: true, opacity: 0.92 });
      layer.fill(ellipse(cx - 10, cy - ry * 0.4, rx * 0.6, ry * 0.5), { colour: lighter(palette.cloud, 0.3), bare: true, soft: 9, shines: true, opacity: 0.7 });
    }
    layer.fill(rect(-10, y + 30, 1020, 1000), { colour: palette.cloud, bare: true, soft: 12, shines: true, opacity: 0.8 });
  }
};

export const birds = ({ pen, scene, chance }: Stage): void => {
  const [x, y] = [chance.between(250, 700), chance.between(170, scene.horizon * 0.55)];
  for (let i = 0; i < 6; i++) {
    const size = chance.between(9, 17);
    const bird = pen.at(x + chance.between(-130, 130), y + chance.between(-60, 60), { depth: 0.25 });
    bird.line(`M${-size} ${-size * 0.15}Q${-size * 0.5} ${-size * 0.7} 0 0Q${size * 0.5} ${-size * 0.7} ${size} ${-size * 0.15}`, 3, "#2c3040");
  }
};

/** Rain, snow, fog and lightning lie over everything else. */
export const weatherOver = ({ pen, scene, palette, chance }: Stage): void => {
  if (scene.weather === "storm") {
    const x = chance.between(250, 750);
    const bolt = broken([[x, 60], [x - 40, 190], [x + 24, 250], [x - 30, scene.horizon - 30]], 0.16, 2, chance);
    pen.line(polyline(...bolt), 18, { colour: "#b9c8ff", shines: true, opacity: 0.35, soft: 6 });
    pen.line(polyline(...bolt), 6, { colour: "#fffbe0", shines: true });
    const branch: Point[] = [bolt[5] ?? [x, 190], [x + 80, 300], [x + 70, 370]];
    pen.line(polyline(...broken(branch, 0.15, 2, chance)), 3.4, { colour: "#fffbe0", shines: true });
  }
  if (scene.weather === "rain" || scene.weather === "storm")
    for (let i = 0; i < 170; i++) {
      const [x, y, length] = [chance.between(-40, 1040), chance.between(-40, 1000), chance.between(20, 52)];
      pen.line(`M${x} ${y}L${x - length * 0.28} ${y + length}`, chance.between(1, 2.6), { colour: "#dfeaf2", shines: true, opacity: 0.42 });
    }
  if (scene.weather === "snowfall" || (scene.season === "winter" && scene.weather === "clear" && pen.detail <= 0.5))
    for (let i = 0; i < (scene.weather === "snowfall" ? 240 : 60); i++)
      pen.fill(ellipse(chance.between(0, 1000), chance.between(0, 1000), chance.between(1.5, 6)), { colour: "#ffffff", shines: true, bare: true, opacity: chance.between(0.5, 0.95), soft: chance.maybe(0.3) ? 2 : 0 });
  if (scene.weather === "fog")
    for (let i = 0; i < 7; i++)
      pen.fill(ellipse(chance.between(0, 1000), scene.horizon - 60 + i * 62, chance.between(420, 700), chance.between(34, 70)), { colour: lighter(palette.haze, 0.2), shines: true, bare: true, opacity: 0.42, soft: 26 });
};
