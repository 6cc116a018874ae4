import type { Subject } from "../prompt/vocabulary.ts";
import { bridge } from "./bridge.ts";
import { castle, church, house, lighthouse, ruins, temple, tower, windmill } from "./buildings.ts";
import { hotel } from "./hotel.ts";
import { campfire, parasol, people, pool, restaurant, tent } from "./leisure.ts";
import type { Drawing } from "./look.ts";
import { cactus, flowers, leafyTree, palm } from "./plants.ts";
import { camera, coffee, compass, globe, map, passport, suitcase } from "./things.ts";
import { airplane, balloon, bicycle, boat, bus, car, ship, train } from "./vehicles.ts";

/** Where in the picture a subject belongs. */
export type Row = "sky" | "water" | "middle" | "track" | "frame" | "near";

interface Staging {
  readonly row: Row;
  /** How large it is, in hundredths of its own drawing, where it is the main subject. */
  readonly size: number;
  /** Half its width, in its own units. */
  readonly half: number;
  readonly draw: Drawing;
}

export const STAGING: Readonly<Record<Exclude<Subject, "pyramid">, Staging>> = {
  palm: { row: "frame", size: 5.2, half: 40, draw: palm },
  tree: { row: "frame", size: 4.2, half: 40, draw: (pen, { palette, snowy }) => leafyTree(pen, palette.leaves, snowy) },
  flowers: { row: "near", size: 3.4, half: 62, draw: (pen, { colour }) => flowers(pen, colour) },
  cactus: { row: "near", size: 2.6, half: 32, draw: cactus },
  bridge: { row: "water", size: 1, half: 500, draw: bridge },
  tower: { row: "middle", size: 3.8, half: 36, draw: tower },
  castle: { row: "middle", size: 3.5, half: 76, draw: castle },
  temple: { row: "middle", size: 3.5, half: 52, draw: temple },
  ruins: { row: "middle", size: 3.5, half: 66, draw: ruins },
  church: { row: "middle", size: 2.6, half: 48, draw: church },
  lighthouse: { row: "middle", size: 3.8, half: 46, draw: lighthouse },
  windmill: { row: "middle", size: 3, half: 56, draw: windmill },
  hotel: { row: "middle", size: 4, half: 58, draw: hotel },
  house: { row: "middle", size: 2.5, half: 48, draw: house },
  tent: { row: "near", size: 3, half: 74, draw: tent },
  campfire: { row: "near", size: 1.5, half: 45, draw: campfire },
  pool: { row: "near", size: 2, half: 150, draw: pool },
  parasol: { row: "near", size: 1.9, half: 72, draw: parasol },
  airplane: { row: "sky", size: 3.3, half: 110, draw: airplane },
  balloon: { row: "sky", size: 2.6, half: 48, draw: balloon },
  train: { row: "track", size: 2.1, half: 210, draw: train },
  ship: { row: "water", size: 2.6, half: 118, draw: ship },
  boat: { row: "water", size: 2.3, half: 58, draw: boat },
  car: { row: "near", size: 2.3, half: 74, draw: car },
  bus: { row: "near", size: 2.1, half: 86, draw: bus },
  bicycle: { row: "near", size: 2.3, half: 60, draw: bicycle },
  restaurant: { row: "near", size: 1.8, half: 90, draw: restaurant },
  people: { row: "near", size: 1.7, half: 40, draw: people },
  coffee: { row: "near", size: 1.9, half: 62, draw: coffee },
  suitcase: { row: "near", size: 1.8, half: 64, draw: suitcase },
  passport: { row: "near", size: 1.8, half: 52, draw: passport },
  map: { row: "near", size: 2, half: 98, draw: map },
  compass: { row: "near", size: 1.7, half: 52, draw: compass },
  globe: { row: "near", size: 2, half: 50, draw: globe },
  camera: { row: "near", size: 1.7, half: 58, draw: camera },
};
