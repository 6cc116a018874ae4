import { darker } from "../canvas/colour.ts";
import { rect } from "../canvas/outline.ts";
import type { Stage } from "../stage.ts";

/** A wooden table before the view, for things that one would lay on it. */
export const tableTop = ({ pen, chance }: Stage): void => {
  const wood = "#a8713f";
  pen.fill(rect(-10, 690, 1020, 330), { colour: wood, form: "wall", bare: true });
  for (let plank = 0; plank < 5; plank++) {
    const y = 690 + (plank / 5) ** 1.2 * 320;
    pen.line(`M-10 ${y}L1010 ${y}`, 2.4, { colour: darker(wood, 0.45), opacity: 0.7 });
    for (let grain = 0; grain < 9; grain++) {
      const [x, dy, length] = [chance.between(-40, 950), chance.between(8, 50), chance.between(60, 220)];
      pen.line(`M${x} ${y + dy}Q${x + length / 2} ${y + dy + chance.between(-5, 5)} ${x + length} ${y + dy}`, 1.6, {
        colour: darker(wood, 0.35),
        opacity: 0.3,
      });
    }
  }
  pen.fill(rect(-10, 682, 1020, 14), { colour: "#c58d56", form: "barrel" });
};
