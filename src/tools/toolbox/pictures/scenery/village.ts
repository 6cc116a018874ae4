import type { Stage } from "../stage.ts";
import { church, house } from "../subjects/buildings.ts";
import { conifer } from "../subjects/plants.ts";

/** Houses around a church, the far ones first. */
export const village = ({ pen, scene, palette, chance }: Stage, base: number): void => {
  const snowy = scene.season === "winter";
  const look = { colour: undefined, dark: palette.dark, snowy, palette };
  const middle = chance.between(420, 580);
  church(pen.at(middle, base, { scale: 1.9, depth: 0.35 }), look);
  for (let row = 0; row < 3; row++) {
    const depth = 0.34 - row * 0.12;
    for (let i = 0; i < 5; i++) {
      const x = middle + (i - 2) * (126 + row * 40) + chance.between(-24, 24) + (row % 2) * 46;
      const y = base + 12 + row * 52 + chance.between(-8, 8);
      if (chance.maybe(0.25)) conifer(pen.at(x + 70, y, { scale: 1.3 + row * 0.3, depth }), palette.conifer, snowy);
      house(pen.at(x, y, { scale: 0.95 + row * 0.34, depth }), look);
    }
  }
};
