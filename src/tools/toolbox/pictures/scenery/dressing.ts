import type { Subject } from "../prompt/vocabulary.ts";
import type { Stage } from "../stage.ts";
import { parasol } from "../subjects/leisure.ts";
import { conifer, leafyTree, palm } from "../subjects/plants.ts";
import { boat } from "../subjects/vehicles.ts";

const TALL: readonly Subject[] = [
  "palm",
  "tree",
  "hotel",
  "castle",
  "temple",
  "ruins",
  "house",
  "church",
  "restaurant",
];

/** What nobody asked for, but what belongs there: it says at a glance where we are. */
export const dressBehind = (stage: Stage): void => {
  const { scene, palette, chance, pen } = stage;
  const named = new Set(scene.cast.map(({ subject }) => subject));
  const snowy = scene.season === "winter";
  const side = scene.lamp[0] < 500 ? 1 : -1;
  const look = { colour: undefined, dark: palette.dark, snowy, palette };
  if (scene.water === "sea" && scene.ground === "sand" && !named.has("boat") && !named.has("ship"))
    boat(pen.at(500 - side * chance.between(60, 160), scene.horizon + 34, { scale: 0.62, depth: 0.45 }), look);
  if (scene.ground === "sand" && ![...named].some((subject) => TALL.includes(subject)) && !snowy) {
    const edge = 500 + side * 400;
    palm(pen.at(edge, 880, { scale: 5.2, mirrored: side > 0 }));
    palm(pen.at(edge - side * 92, 905, { scale: 3.9, mirrored: side > 0 }));
  }
  if (scene.ground === "sand" && !snowy && [...named].every((subject) => subject === "palm"))
    parasol(pen.at(500 - side * 190, 900, { scale: 1.75 }), look);
  if (scene.ground === "grass" && scene.water === undefined && (scene.season === "spring" || scene.season === "autumn"))
    for (let x = 40; x < 1000; x += 105)
      leafyTree(
        pen.at(x + chance.between(-30, 30), scene.horizon + 130 + chance.between(0, 60), {
          scale: chance.between(1.3, 1.8),
          depth: 0.15,
        }),
        palette.leaves,
        false,
      );
  if (scene.ground === "grass" && scene.water === undefined && (named.has("tent") || named.has("campfire")))
    for (let x = 20; x < 1000; x += 62)
      conifer(
        pen.at(x + chance.between(-20, 20), scene.horizon + 150 + chance.between(0, 40), {
          scale: chance.between(1.5, 2.3),
          depth: 0.18,
        }),
        palette.conifer,
        snowy,
      );
  if (scene.ground === "grass" && named.has("hotel") && !snowy && scene.far !== "mountains")
    for (const x of [90, 200, 830, 930])
      palm(
        pen.at(x, scene.horizon + 215 + chance.between(-10, 20), {
          scale: chance.between(1.9, 2.5),
          mirrored: x > 500,
        }),
      );
};

/** Trees close to the eye frame a view of the mountains, or of the town. */
export const dressBefore = ({ scene, palette, chance, pen }: Stage): void => {
  const snowy = scene.season === "winter";
  const leafy = scene.season === "autumn" || scene.season === "spring";
  const camping = scene.cast.some(({ subject }) => subject === "tent");
  const wild =
    leafy || camping || scene.far === "mountains" || scene.settings.has("forest") || scene.settings.has("village");
  if (scene.ground === "grass" && wild)
    for (const [x, scale] of [
      [40, 3.6],
      [140, 2.4],
      [960, 3.9],
      [870, 2.2],
    ] as const) {
      const tree = pen.at(x + chance.between(-20, 20), 985 - scale * 10, { scale: scale * chance.between(0.9, 1.1) });
      if (leafy) leafyTree(tree, palette.leaves, false);
      else conifer(tree, palette.conifer, snowy);
    }
  if (scene.ground === "paving" && scene.water === undefined)
    for (let x = 60; x < 1000; x += 176)
      leafyTree(pen.at(x, scene.horizon + 70, { scale: 1.2, depth: 0.1 }), palette.leaves, snowy);
};
