import { isDomestic } from "./borders.ts";
import type { Service } from "./network.ts";

/** Minutes by what one arrives from and leaves for; the Schengen area counts as domestic. */
const MINIMUM = {
  domesticToDomestic: 40,
  domesticToInternational: 60,
  internationalToDomestic: 90,
  internationalToInternational: 75,
} as const;
/** Small fields have one gate and no queue. */
const SMALL_FIELD = 30;
const BETWEEN_AIRPORTS = 150;
const UNITED_STATES = "US";

/** Longest sensible wait, in minutes. */
export const LONGEST_WAIT = { domestic: 240, international: 600, relaxed: 1440 } as const;

export const minimumConnection = (arriving: Service, leaving: Service): number => {
  if (arriving.to.code !== leaving.from.code) return BETWEEN_AIRPORTS;
  const arrivesDomestic = isDomestic(arriving.from, arriving.to);
  const leavesDomestic = isDomestic(leaving.from, leaving.to);
  if (arrivesDomestic && leavesDomestic) {
    return isSmall(arriving) && isSmall(leaving) ? SMALL_FIELD : MINIMUM.domesticToDomestic;
  }
  if (arrivesDomestic) return MINIMUM.domesticToInternational;
  // Whoever lands in the United States from abroad clears customs there, even in transit.
  if (leavesDomestic || arriving.to.country === UNITED_STATES) return MINIMUM.internationalToDomestic;
  return MINIMUM.internationalToInternational;
};

/** For whatever leaves next, when that is not known. */
export const usualConnection = (arriving: Service): number =>
  isDomestic(arriving.from, arriving.to) ? MINIMUM.domesticToDomestic : MINIMUM.internationalToDomestic;

const isSmall = ({ airline }: Service): boolean => airline.model === "regional";

export const longestWait = (arriving: Service, leaving: Service): number =>
  isDomestic(arriving.from, arriving.to) && isDomestic(leaving.from, leaving.to)
    ? LONGEST_WAIT.domestic
    : LONGEST_WAIT.international;

/** How far round a connection may go: more for short trips and islands, less for long ones. */
export const longestWay = (km: number, stops: number): number => (stops === 1 ? km * 1.35 + 350 : km * 1.5 + 700);
