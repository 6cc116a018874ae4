import { addDays, type IsoDate } from "../model/calendar.ts";
import type { Clock } from "../model/clock.ts";
import { invalid, ruleBroken } from "../model/failure.ts";
import type { Airport, Places } from "../model/place.ts";

/** How far ahead airlines, hotels and car companies sell. */
const SALES_WINDOW_DAYS = 331;

/** Caches the last day: nearly all calls ask for the same one. */
let known: { readonly today: IsoDate; readonly last: IsoDate } = { today: "", last: "" };

const lastSellable = (today: IsoDate): IsoDate => {
  if (known.today !== today) known = { today, last: addDays(today, SALES_WINDOW_DAYS) };
  return known.last;
};

/** Throws unless the date is between today, local time at that airport, and the end of the sales window. */
export const requireSellable = (
  date: IsoDate,
  field: string,
  at: Airport,
  { clock, places }: { readonly clock: Clock; readonly places: Places },
): void => {
  const today = places.localDate(at, clock.now());
  const last = lastSellable(today);
  if (date >= today && date <= last) return;
  const problem =
    date < today
      ? `is in the past: today is ${today} in ${at.city}`
      : `is too far ahead: sales close ${SALES_WINDOW_DAYS} days out`;
  throw ruleBroken(`${field} ${date} ${problem}.`, {
    field,
    value: date,
    allowed: `${today} to ${last}`,
    hint: `Choose a date from ${today} to ${last}.`,
  });
};

/** Compares dates, or times with offsets. */
export const requireInOrder = (
  [earlier, earlierField]: readonly [string, string],
  [later, laterField]: readonly [string, string],
): void => {
  if (Date.parse(earlier) < Date.parse(later)) return;
  throw invalid(`${laterField} ${later} must be after ${earlierField} ${earlier}.`, {
    field: laterField,
    value: later,
    allowed: `after ${earlier}`,
  });
};
