import type { FareFamily } from "../../../model/fare.ts";
import type { CabinLetter } from "./airlines.ts";

/** A booking class (RBD) and its advance purchase deadline in days; 0 without one. */
interface FareClass {
  readonly letter: string;
  readonly advance: number;
}

/** The class in which a cabin is sold, and the fare at that load. */
export interface OpenClass extends FareClass {
  /** Share of the cabin's full fare; in premium economy, of the way from the economy fare to the lowest business fare. */
  readonly share: number;
}

interface Step extends FareClass {
  readonly highest: number;
  readonly lowest: number;
}

/** Each class spans the fares from its own share up to that of the class above it. */
const ladder = (highest: number, text: string): readonly Step[] => {
  let above = highest;
  return text.split(" ").map((step) => {
    const [letter, share, advance] = step.split(":") as [string, string, string];
    const lowest = Number(share);
    const one = { letter, highest: above, lowest, advance: Number(advance) };
    above = lowest;
    return one;
  });
};

/** From the full fare down. The lower classes close as a flight fills. */
const LADDERS: Readonly<Record<CabinLetter, readonly Step[]>> = {
  Y: ladder(1, "Y:.92:0 B:.82:0 M:.7:0 H:.6:3 Q:.51:7 K:.44:7 L:.38:14 V:.33:14 S:.29:21 N:.25:21"),
  W: ladder(0.44, "W:.34:0 E:.24:7 T:.16:14"),
  J: ladder(1, "J:.88:0 C:.75:0 D:.64:3 I:.54:7 Z:.45:14"),
  F: ladder(1, "F:.92:0 A:.82:0"),
};

export const lowestShare = (cabin: CabinLetter): number => (LADDERS[cabin].at(-1) as Step).lowest;

/**
 * The lowest class still open: neither closed by sales nor past its advance purchase deadline. Without a configured clock
 * the days left are unknown, and no class has a deadline.
 */
export const openClass = (cabin: CabinLetter, slack: number, daysLeft: number | undefined): OpenClass => {
  const steps = LADDERS[cabin];
  const position = Math.sqrt(slack) * steps.length;
  let index = Math.min(steps.length - 1, Math.floor(position));
  const within = position - index;
  if (daysLeft !== undefined) while (index > 0 && (steps[index] as Step).advance > daysLeft) index--;
  const { letter, highest, lowest, advance } = steps[index] as Step;
  return { letter, share: highest - (highest - lowest) * within, advance: daysLeft === undefined ? 0 : advance };
};

/** `KLX7OLT`: class, season, weekend or weekday, advance purchase, one way, fare family. */
export const fareBasis = (
  { letter, advance }: FareClass,
  season: number,
  weekday: number,
  family: FareFamily,
): string => {
  const time = season >= 1.2 ? "H" : season <= 0.95 ? "L" : "K";
  const week = weekday === 0 || weekday >= 5 ? "W" : "X";
  return `${letter}${time}${week}${advance === 0 ? "" : advance}O${family === "ST" ? "" : family}`;
};
