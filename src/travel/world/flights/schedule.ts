import { hash } from "../../../model/draw.ts";
import type { Airport } from "../../../model/place.ts";
import { dataTable } from "../data-file.ts";
import { countryOf } from "../markets.ts";
import { offsetAt } from "../zones.ts";

interface Slot {
  /** Minutes after midnight, local time, in fives. */
  readonly minute: number;
  /** Bit 0 is Sunday. */
  readonly days: number;
}

const DAY = 1440;
const STEP = 15;
const STEPS = DAY / STEP;
/** Schedules use the UTC offsets of this January day all year. */
const REFERENCE = Date.UTC(2026, 0, 15, 12);

/** How well each hour suits a departure or an arrival, from midnight. */
const SHORT_DEPARTURE = [0, 0, 0, 0, 0, 0.6, 6.5, 8.5, 8.5, 8, 8, 7.5, 7.5, 7.5, 7.5, 8, 8.5, 9, 9, 8.5, 7, 5, 2, 0.6];
const SHORT_ARRIVAL = [1.5, 0.3, 0.1, 0.1, 0.3, 3, 5, 7, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 9, 8, 5];
const LONG_DEPARTURE = [5, 3, 1, 0.4, 0.2, 0.3, 1, 4, 7, 9, 10, 10, 9, 9, 8, 8, 8, 9, 9, 9, 9, 9, 9, 8];
const LONG_ARRIVAL = [1, 0.3, 0.2, 0.3, 1, 6, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 9, 6, 3];
/** Hubs that operate around the clock, with alternating waves of arrivals and departures. */
const WAVE_DEPARTURE = [3, 6, 10, 9, 4, 1, 1, 5, 10, 10, 6, 2, 2, 4, 9, 8, 5, 3, 3, 4, 7, 7, 5, 3];
const WAVE_ARRIVAL = [9, 7, 3, 2, 4, 9, 10, 8, 3, 2, 3, 6, 9, 9, 4, 3, 3, 6, 8, 9, 6, 5, 8, 9];
const ANY_HOUR = [6, 5, 4, 3, 3, 3, 4, 6, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 8, 8, 8, 8, 8, 7];
/** Airports that are closed from 23:30 to 05:30. */
const CURFEW = new Set(
  "LHR LGW LCY FRA MUC DUS HAM BER STR ZRH GVA ORY BRU VIE SYD ADL NRT ITM FUK SHA CGH SDU LGA DCA SNA SAN".split(" "),
);
const WAVE_HUBS = new Set("DXB DWC DOH AUH SHJ KWI BAH MCT IST SAW JED RUH ADD".split(" "));

const LONG_BLOCK = 330;
const OVERNIGHT_SHIFT = 180;
const NIGHT_BLOCK = 480;
/** Shorter flights between two regions leave at any hour. */
const BANK_BLOCK = 300;
const RED_EYE = 1260;

/** Days of operation by flights a week; each route rotates the pattern. */
const PATTERNS: readonly number[] = [0, 0b1000000, 0b0100100, 0b0101010, 0b1101010, 0b0111110, 0b0111111, 0b1111111];
const NOT_SATURDAY = 0b0111111;
const EVERY_DAY = 0b1111111;

/** The departure times and operating days of a service, in order of departure. */
export const scheduleOf = (
  airline: string,
  from: Airport,
  to: Airport,
  block: number,
  weekly: number,
): readonly Slot[] => {
  const flights = Math.ceil(weekly / 7);
  const key = hash(airline, from.code, to.code);
  const minutes = departureMinutes(from, to, block, flights, key).sort((a, b) => a - b);
  if (weekly < 7) return minutes.map((minute) => ({ minute, days: rotated(PATTERNS[weekly] as number, key % 7) }));
  return minutes.map((minute, slot) => ({ minute, days: flights >= 3 && slot === 1 ? NOT_SATURDAY : EVERY_DAY }));
};

const rotated = (days: number, by: number): number => ((days << by) | (days >> (7 - by))) & EVERY_DAY;

/**
 * Divides the hours by their weights into as many parts as there are flights, and takes the same point of each part: so
 * the flights of a route keep a distance, and all routes together fill the day as the weights say.
 */
const departureMinutes = (from: Airport, to: Airport, block: number, flights: number, key: number): number[] => {
  const shift = normalisedShift(offsetAt(to.timeZone, REFERENCE) - offsetAt(from.timeZone, REFERENCE));
  const bank = bankOf(from, to, block);
  const weights = new Float64Array(STEPS);
  let total = 0;
  for (let step = 0; step < STEPS; step++) {
    const points = suitability(from, to, step * STEP, block, shift, bank);
    weights[step] = points * Math.sqrt(points);
    total += weights[step] as number;
  }
  const chosen: number[] = [];
  const point = ((Math.imul(key, 2654435761) >>> 8) + 0.5) / 0x1000000;
  let step = 0;
  let passed = 0;
  for (let flight = 0; flight < flights; flight++) {
    const target = ((flight + point) / flights) * total;
    while (step < STEPS - 1 && passed + (weights[step] as number) < target) {
      passed += weights[step] as number;
      step++;
    }
    const within = Math.floor((3 * (target - passed)) / (weights[step] as number));
    chosen.push(step * STEP + 5 * Math.min(2, Math.max(0, within)));
  }
  return chosen;
};

/** Across the date line, seventeen hours ahead is seven hours behind. */
const normalisedShift = (shift: number): number =>
  shift > DAY / 2 ? shift - DAY : shift < -DAY / 2 ? shift + DAY : shift;

const atNight = (minute: number): boolean => minute < 330 || minute > 1410;

/** Long eastbound flights lose a night anyway, and so do long flights within a time zone. */
const isOvernight = (block: number, shift: number): boolean =>
  shift >= OVERNIGHT_SHIFT ? block >= 300 && block <= 720 : Math.abs(shift) < OVERNIGHT_SHIFT && block >= NIGHT_BLOCK;

/** Regions of departure and of arrival, the shortest block time in minutes, and the weights of the hours of departure. */
type BankRow = readonly [string, string, number, string];

interface Bank {
  readonly shortest: number;
  readonly hours: readonly number[];
}

const banks = dataTable("departure-banks.json", (rows: readonly BankRow[]): ReadonlyMap<string, Bank> => {
  const found = new Map<string, Bank>();
  for (const [from, to, shortest, text] of rows) {
    const hours: number[] = new Array(24).fill(0);
    for (const word of text.split(" ")) hours[Number.parseInt(word, 10)] = Number(word.slice(word.indexOf(":") + 1));
    for (const here of from.split(" "))
      for (const there of to.split(" ")) found.set(`${here}>${there}`, { shortest, hours });
  }
  return found;
});

/** Hawaii is a region of its own. */
const regionOf = ({ country, latitude, longitude }: Airport): string =>
  country === "US" && longitude < -150 && latitude < 30 ? "hawaii" : countryOf(country).market;

/** The hours at which long flights between two regions leave. */
const bankOf = (from: Airport, to: Airport, block: number): Bank["hours"] | undefined => {
  if (block < BANK_BLOCK || WAVE_HUBS.has(from.code) || WAVE_HUBS.has(to.code)) return undefined;
  const bank = banks().get(`${regionOf(from)}>${regionOf(to)}`);
  return bank !== undefined && block >= bank.shortest ? bank.hours : undefined;
};

const suitability = (
  from: Airport,
  to: Airport,
  minute: number,
  block: number,
  shift: number,
  bank: Bank["hours"] | undefined,
): number => {
  const arrival = (((minute + block + shift) % DAY) + DAY) % DAY;
  const leaves = Math.floor(minute / 60);
  const lands = Math.floor(arrival / 60);
  const asleep = (CURFEW.has(from.code) && atNight(minute)) || (CURFEW.has(to.code) && atNight(arrival)) ? 0.01 : 1;
  if (bank !== undefined) return (bank[leaves] as number) * (LONG_ARRIVAL[lands] as number) * asleep;
  const long = block >= LONG_BLOCK && from.country !== to.country;
  const waves = WAVE_HUBS.has(from.code) || WAVE_HUBS.has(to.code);
  const departureHours = WAVE_HUBS.has(from.code)
    ? WAVE_DEPARTURE
    : waves
      ? ANY_HOUR
      : long
        ? LONG_DEPARTURE
        : SHORT_DEPARTURE;
  const arrivalHours = WAVE_HUBS.has(to.code) ? WAVE_ARRIVAL : waves ? ANY_HOUR : long ? LONG_ARRIVAL : SHORT_ARRIVAL;
  const points = (departureHours[leaves] as number) * (arrivalHours[lands] as number) * asleep;
  if (waves && block < 240) return points * (SHORT_DEPARTURE[leaves] as number) * 0.3 + points * 0.7;
  if (!isOvernight(block, shift)) return points;
  if (from.country === to.country) return minute >= RED_EYE ? points * 4 : points;
  return minute >= 1020 ? points * 1.8 : minute < 60 ? points * 0.3 : points * 0.12;
};
