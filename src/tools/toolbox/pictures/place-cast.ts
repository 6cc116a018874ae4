import type { Role } from "./scene.ts";
import { pyramid } from "./scenery/land.ts";
import type { Stage } from "./stage.ts";
import { type Row, STAGING } from "./subjects/drawings.ts";
import type { Look } from "./subjects/look.ts";
import { bush } from "./subjects/plants.ts";

interface Actor {
  readonly role: Role;
  readonly row: Row;
  readonly half: number;
  readonly size: number;
  readonly draw: (typeof STAGING)[keyof typeof STAGING]["draw"];
}

const ROWS: readonly Row[] = ["sky", "water", "middle", "track", "frame", "near"];
const MOST_OF_A_KIND = 5;

/** Everybody on the stage: row by row from the back, side by side within a row. */
export const placeCast = (stage: Stage): void => {
  const { scene, chance } = stage;
  const actors = castOf(stage);
  for (const { subject, count } of scene.cast)
    if (subject === "pyramid")
      for (let i = Math.max(2, count); i >= 1; i--)
        pyramid(stage, 320 + i * 150 + chance.between(-30, 30), scene.horizon + 130 - i * 18, 330 - i * 70);
  for (const row of ROWS)
    placeRow(
      stage,
      row,
      actors.filter((actor) => actor.row === row),
    );
};

const castOf = ({ scene }: Stage): Actor[] =>
  scene.cast.flatMap((role, rank) => {
    if (role.subject === "pyramid") return [];
    const { draw, half, size, row } = STAGING[role.subject];
    const count = Math.min(MOST_OF_A_KIND, role.count);
    return Array.from({ length: row === "track" || role.subject === "bridge" ? 1 : count }, (_, index) => ({
      role,
      draw,
      half,
      row: scene.ground === "table" ? ("near" as const) : row,
      // The first that was named is the hero; every further one stands a little back.
      size: size * (scene.ground === "table" ? 1.5 : 1) * (rank === 0 ? 1 : 0.82) * (index === 0 ? 1 : 0.72),
    }));
  });

const placeRow = (stage: Stage, row: Row, actors: readonly Actor[]): void => {
  if (actors.length === 0) return;
  const { scene, palette, chance } = stage;
  const width = actors.reduce((sum, { half, size }) => sum + half * size * 2, 0);
  const room = row === "sky" ? 1080 : 960;
  const squeeze = row === "frame" ? 1 : Math.min(1, (room / width) * (row === "near" ? 1.08 : 1));
  let x = 500 - (width * squeeze) / 2;
  const spare = Math.max(0, room - width) / (actors.length + 1);
  if (actors.length > 1) x -= (spare * (actors.length - 1)) / 2;
  for (const [index, { role, draw, half, size }] of actors.entries()) {
    const scale = size * squeeze;
    const centre =
      row === "frame"
        ? frameSpot(stage, index)
        : actors.length === 1
          ? loneSpot(stage, row, half * scale)
          : x + half * scale;
    x += half * scale * 2 + spare;
    const y = lineFor(stage, row, role, index, scale);
    const look: Look = { colour: role.colour, dark: palette.dark, snowy: scene.season === "winter", palette };
    const facing = row === "frame" ? centre > 500 : row === "sky" || row === "water" ? chance.maybe(0.5) : false;
    const turn = role.subject === "airplane" ? (scene.ground === "tarmac" ? -14 : -9) : 0;
    const depth =
      row === "near" || row === "frame" ? 0 : row === "middle" || row === "track" ? 0.08 : row === "water" ? 0.2 : 0.05;
    const pen = stage.pen.at(centre, y, { scale, depth, turn, mirrored: facing });
    draw(pen, look);
    if (row === "middle" && scene.ground === "grass" && role.subject !== "lighthouse")
      for (const side of [-1, 1])
        bush(stage.pen.at(centre + side * half * scale * 1.05, y + 8, { scale: 1.1, depth }), palette.conifer);
  }
};

/** Tall plants stand at the edges, where they hide nothing. */
const frameSpot = ({ scene, chance }: Stage, index: number): number => {
  const away = scene.lamp[0] < 500 ? 1 : -1;
  const alone = scene.cast.every(({ subject }) => subject === "palm" || subject === "tree");
  const spot = [400, 300, -420, -330, 205][index] ?? 0;
  return 500 + (alone ? away : -away) * spot + chance.between(-15, 15);
};

/** One alone stands a little beside the middle, away from the sun. */
const loneSpot = ({ scene, chance }: Stage, row: Row, half: number): number => {
  const side = scene.lamp[0] < 500 ? 1 : -1;
  const others =
    new Set(scene.cast.map(({ subject }) => (subject === "pyramid" ? "middle" : STAGING[subject].row))).size > 1;
  if (row === "track") return 470;
  const beside = half > 300 ? 0 : row === "near" ? (others ? -270 : 200) : row === "sky" ? 150 : others ? 170 : 90;
  const spot = 500 + side * (beside + (half > 300 ? 0 : chance.between(-25, 25)));
  return Math.max(Math.min(half, 500) * 0.92, Math.min(1000 - Math.min(half, 500) * 0.92, spot));
};

const lineFor = ({ scene, chance }: Stage, row: Row, { subject }: Role, index: number, scale: number): number => {
  const { horizon, ground } = scene;
  const onWater = scene.water === "sea" || scene.water === "lake";
  switch (row) {
    case "sky":
      return subject === "balloon"
        ? 250 + 45 * scale + (index % 2) * 90 + chance.between(-30, 30)
        : ground === "clouds"
          ? 430
          : 210 + (index % 2) * 110;
    case "water":
      if (subject === "bridge") return onWater ? horizon + 96 : horizon + 170;
      return ground === "water" ? horizon + 150 + (index % 2) * 60 : onWater ? horizon + 66 + (index % 2) * 34 : 860;
    case "middle":
      if (subject === "lighthouse" && onWater) return ground === "water" ? horizon + 170 : 800;
      if (ground === "sand") return 830;
      if (ground === "street") return horizon + 60;
      if (ground === "paving") return scene.water === undefined ? horizon + 90 : 830;
      if (onWater) return ground === "water" ? horizon + 60 : 850;
      return horizon + 190 + (index % 2) * 20;
    case "track":
      return onWater ? 850 : horizon + 240;
    case "frame":
      return ground === "sand" ? 885 + (index % 2) * 25 : 900 + (index % 2) * 30;
    case "near":
      return ground === "table" ? 880 + (index % 2) * 50 : 930 + (index % 2) * 22;
  }
};
