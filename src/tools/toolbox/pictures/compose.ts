import { createCanvas, type Shape } from "./canvas/canvas.ts";
import { type Chance, createChance } from "./canvas/chance.ts";
import { placeCast } from "./place-cast.ts";
import type { Scene } from "./scene.ts";
import { birds, cloudFloor, weatherOver } from "./scenery/air.ts";
import { paving, skyline } from "./scenery/city.ts";
import { dressBefore, dressBehind } from "./scenery/dressing.ts";
import { distantHills, dunes, meadows, road, woods } from "./scenery/land.ts";
import { mountains, volcano } from "./scenery/mountains.ts";
import { street } from "./scenery/street.ts";
import { tableTop } from "./scenery/table.ts";
import { village } from "./scenery/village.ts";
import { beach, island, openWater, river, waterfall } from "./scenery/water.ts";
import type { Stage } from "./stage.ts";
import { airportGround } from "./subjects/airport.ts";
import { tuft } from "./subjects/plants.ts";

/** A picture before it has a style: forms from the back to the front, before a sky. */
export interface Picture {
  readonly scene: Scene;
  readonly shapes: readonly Shape[];
  readonly seed: number;
}

/** `detail`: 0 for simple forms, 1 for every stone. */
export const compose = (scene: Scene, chance: Chance, seed: number, detail: number): Picture => {
  const { palette } = scene;
  const canvas = createCanvas(
    { light: palette.light, haze: palette.haze, thickness: palette.thickness },
    createChance(seed, "forms"),
    detail,
  );
  const stage: Stage = { canvas, pen: canvas.pen, scene, palette, chance };
  backdrop(stage);
  ground(stage);
  dressBehind(stage);
  placeCast(stage);
  dressBefore(stage);
  foreground(stage);
  weatherOver(stage);
  return { scene, shapes: canvas.shapes, seed };
};

const backdrop = (stage: Stage): void => {
  const { scene } = stage;
  if (scene.sights.has("birds") || (scene.water === "sea" && scene.hour !== "night")) birds(stage);
  if (scene.ground === "clouds") return;
  if (scene.far === "mountains") mountains(stage);
  else if (scene.far === "volcano") {
    distantHills(stage);
    volcano(stage);
  } else if (scene.far === "hills" && scene.ground !== "street") distantHills(stage);
};

const ground = (stage: Stage): void => {
  const { scene, chance, pen, palette } = stage;
  const { horizon, settings } = scene;
  if (settings.has("city") && scene.ground !== "street" && scene.water !== "river")
    skyline(stage, scene.water === undefined ? horizon + 14 : horizon - 20);
  if (settings.has("village") && scene.water === "sea") village(stage, horizon + 20);
  if (scene.water === "sea" || scene.water === "lake") openWater(stage);
  if (settings.has("island")) island(stage, chance.between(330, 670), scene.ground === "water" ? 1.7 : 1.1);
  switch (scene.ground) {
    case "clouds":
      cloudFloor(stage);
      break;
    case "street":
      street(stage);
      break;
    case "tarmac":
      airportGround(stage);
      break;
    case "table":
      meadows(stage, horizon, 3);
      tableTop(stage);
      break;
    case "sand":
      beach(stage);
      break;
    case "dunes":
      dunes(stage);
      if (needsRoad(scene)) road(stage, horizon + 24);
      break;
    case "paving":
      paving(stage, scene.water === undefined ? horizon + 40 : 790);
      break;
    case "grass":
      grassland(stage);
      break;
    case "water":
      break;
  }
  if (scene.ground === "grass")
    for (let i = 0; i < 12; i++)
      if (scene.season !== "winter")
        tuft(pen.at(chance.between(0, 1000), chance.between(900, 1000), { scale: 1.2 }), palette.grass);
};

const needsRoad = ({ settings, cast }: Scene): boolean =>
  settings.has("road") ||
  settings.has("street") ||
  cast.some(({ subject }) => subject === "car" || subject === "bus" || subject === "bicycle");

const grassland = (stage: Stage): void => {
  const { scene } = stage;
  const { horizon, settings } = scene;
  if (scene.water === "sea" || scene.water === "lake") {
    if (settings.has("forest") || settings.has("jungle")) woods(stage, 760, 800);
    meadows(stage, 790, 2, 0.15);
    return;
  }
  const wooded = settings.has("forest") || settings.has("jungle");
  meadows(stage, horizon + (settings.has("city") ? 20 : 0), 4);
  if (settings.has("city") && scene.water === "river") skyline(stage, horizon + 20);
  if (wooded) woods(stage, horizon + 60, settings.has("mountain") ? 700 : 790);
  if (settings.has("waterfall")) waterfall(stage);
  if (scene.water === "river") river(stage, horizon + 60);
  if (needsRoad(scene)) road(stage, horizon + 24);
  if (settings.has("village")) village(stage, horizon + 110);
};

/** A few things close to the eye lend the rest its distance. */
const foreground = ({ scene, pen, palette, chance }: Stage): void => {
  if (scene.ground !== "grass" || scene.season === "winter") return;
  for (const x of [chance.between(-10, 120), chance.between(880, 1010)])
    tuft(pen.at(x, 1004, { scale: 2.6 }), palette.conifer);
};
