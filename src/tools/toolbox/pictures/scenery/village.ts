import type { Stage } from "../stage.ts";
import { church, house } from "../subjects/buildings.ts";
import { conifer } from "../subjects/plants.ts";

/** Houses around a church, the far ones first. */
export const village = ({ pen, scene, palette, chance }: Stage, base: number): void => {
  const snowy = scene.season === "winter";
  const look = { colour: undefined, dark: palette.dark, snowy, palette };
  const middle = chance.between(420, 580);
  church(pen.at(middle, base, { scale: 1.25, depth: 0.35 }), look);
  for (let row = 0; row < 3; row++) {
    const depth = 0.34 - row * 0.12;
    for (let i = 0; i < 5; i++) {
      const x = middle + (i - 2) * (100 + row * 26) + chance.between(-24, 24) + (row % 2) * 46;
      const y = base + 12 + row * 34 + chance.between(-8, 8);
      if (chance.maybe(0.25)) conifer(pen.at(x + 48, y, { scale: 0.8 + row * 0.15, depth }), palette.conifer, snowy);
      house(pen.at(x, y, { scale: 0.66 + row * 0.18, depth }), look);
    }
  }
};
