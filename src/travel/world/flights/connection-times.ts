import { isDomestic } from "./borders.ts";
import type { Service } from "./services.ts";

/** Minimum connecting times in minutes; the Schengen area counts as domestic. */
const MINIMUM = {
  domesticToDomestic: 40,
  domesticToInternational: 60,
  internationalToDomestic: 90,
  internationalToInternational: 75,
} as const;
/** Between two regional flights. */
const REGIONAL = 30;
const BETWEEN_AIRPORTS = 150;
const UNITED_STATES = "US";

/** Longest connection in minutes. */
export const LONGEST_WAIT = { domestic: 240, international: 600, relaxed: 1440 } as const;

const NEARBY_TRIP = 720;

/** The longest trip in minutes, with all its connections: 12 hours up to 190 km, 19 for 1,000, 46 for 10,000. */
export const longestTrip = (km: number): number => Math.max(NEARBY_TRIP, 390 + Math.round(24 * Math.sqrt(km)));

export const minimumConnection = (arriving: Service, leaving: Service): number => {
  if (arriving.to.code !== leaving.from.code) return BETWEEN_AIRPORTS;
  const arrivesDomestic = isDomestic(arriving.from, arriving.to);
  const leavesDomestic = isDomestic(leaving.from, leaving.to);
  if (arrivesDomestic && leavesDomestic) {
    return isRegional(arriving) && isRegional(leaving) ? REGIONAL : MINIMUM.domesticToDomestic;
  }
  if (arrivesDomestic) return MINIMUM.domesticToInternational;
  // International arrivals in the United States clear customs there, even in transit.
  if (leavesDomestic || arriving.to.country === UNITED_STATES) return MINIMUM.internationalToDomestic;
  return MINIMUM.internationalToInternational;
};

/** The minimum connecting time when the next flight is not known. */
export const usualConnection = (arriving: Service): number =>
  isDomestic(arriving.from, arriving.to) ? MINIMUM.domesticToDomestic : MINIMUM.internationalToDomestic;

const isRegional = ({ airline }: Service): boolean => airline.model === "regional";

export const longestWait = (arriving: Service, leaving: Service): number =>
  isDomestic(arriving.from, arriving.to) && isDomestic(leaving.from, leaving.to)
    ? LONGEST_WAIT.domestic
    : LONGEST_WAIT.international;

/**
 * The longest total distance of a connection, in km. The allowed detour is relatively larger on short routes. It is the
 * same for one stop and for two: a second stop never makes a detour acceptable that was refused with one.
 */
export const maxDistance = (km: number): number => km * 1.4 + 500;
/** The same where nothing else is found. */
export const relaxedMaxDistance = (km: number): number => km * 2 + 1200;
