import type { CabinLetter } from "./airlines.ts";

export interface FareClass {
  /** Booking class (RBD). */
  readonly letter: string;
  /** Share of the cabin's full fare; of the way from economy to business in premium economy. */
  readonly ratio: number;
  /** Days before departure by which it must be bought. */
  readonly advance: number;
}

const ladder = (text: string): readonly FareClass[] =>
  text.split(" ").map((step) => {
    const [letter, ratio, advance] = step.split(":") as [string, string, string];
    return { letter, ratio: Number(ratio), advance: Number(advance) };
  });

/** From the full fare down. A flight that fills closes the lower ones. */
const LADDERS: Readonly<Record<CabinLetter, readonly FareClass[]>> = {
  Y: ladder("Y:1:0 B:.85:0 M:.7:0 H:.6:3 Q:.5:7 K:.44:7 L:.38:14 V:.33:14 S:.29:21 N:.25:21"),
  W: ladder("W:.34:0 E:.24:7 T:.16:14"),
  J: ladder("J:1:0 C:.86:0 D:.74:3 I:.62:7 Z:.54:14"),
  F: ladder("F:1:0 A:.85:0"),
};

/** The lowest class still open at that slack; with few days left those that wanted earlier booking are closed. */
export const openClass = (cabin: CabinLetter, slack: number, daysLeft: number | undefined): FareClass => {
  const steps = LADDERS[cabin];
  let index = Math.min(steps.length - 1, Math.floor(Math.sqrt(slack) * steps.length));
  if (daysLeft !== undefined) while (index > 0 && (steps[index] as FareClass).advance > daysLeft) index--;
  return steps[index] as FareClass;
};

/** `KLX7O`: class, season, weekend or weekday, advance purchase, one way, brand. */
export const fareBasis = (fareClass: FareClass, season: number, weekday: number): string => {
  const { letter, advance } = fareClass;
  const time = season >= 1.2 ? "H" : season <= 0.95 ? "L" : "K";
  const week = weekday === 0 || weekday >= 5 ? "W" : "X";
  const brand = letter === "N" || letter === "S" ? "LT" : isRefundable(letter) ? "FX" : "";
  return `${letter}${time}${week}${advance === 0 ? "" : advance}O${brand}`;
};

export const isRefundable = (letter: string): boolean => "YBJCFW".includes(letter);
