import { darker, lighter } from "../canvas/colour.ts";
import { polygon, rect } from "../canvas/outline.ts";
import type { Drawing } from "./look.ts";

/** A suspension bridge across the whole picture: 1000 wide, its piers in the water at y = 0. */
export const bridge: Drawing = (pen, { colour, dark }) => {
  const steel = colour ?? "#b8453a";
  const [deck, top] = [-120, -330];
  for (const x of [-260, 260]) {
    pen.fill(polygon([x - 40, 14], [x - 30, -20], [x + 30, -20], [x + 40, 14]), { colour: "#8f8a84", form: "barrel" });
    for (const dx of [-20, 8]) pen.fill(rect(x + dx, top, 12, -top), { colour: steel, form: "pillar" });
    for (const y of [top + 8, top + 80, top + 150, -70])
      pen.fill(rect(x - 20, y, 40, 12), { colour: darker(steel, 0.1) });
  }
  const sag = (x: number): number =>
    Math.abs(x) <= 260
      ? deck - 24 + (x / 260) ** 2 * (top - deck + 30)
      : top + ((Math.abs(x) - 260) / 260) * (deck - top - 16);
  for (let x = -510; x <= 510; x += 22) pen.line(`M${x} ${sag(x)}L${x} ${deck}`, 2, { colour: lighter(steel, 0.12) });
  pen.line(
    `M-520 ${deck - 16}L-260 ${top}M-260 ${top + 6}Q0 ${2 * (deck - 24) - top} 260 ${top + 6}M260 ${top}L520 ${deck - 16}`,
    6,
    steel,
  );
  pen.fill(rect(-520, deck, 1040, 18), { colour: steel, form: "barrel" });
  pen.fill(rect(-520, deck - 7, 1040, 7), { colour: "#55585e", bare: true });
  for (let x = -510; x < 510; x += 26)
    pen.line(`M${x} ${deck + 17}L${x + 13} ${deck + 4}L${x + 26} ${deck + 17}`, 2, darker(steel, 0.3));
  if (dark)
    for (let x = -500; x <= 500; x += 50)
      pen.fill(rect(x - 3, deck - 16, 6, 6), { colour: "#ffe39a", shines: true, bare: true });
};
