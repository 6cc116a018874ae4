import { addDays, type IsoDate } from "../model/calendar.ts";
import type { Clock } from "../model/clock.ts";
import { invalid, ruleBroken } from "../model/failure.ts";
import type { Airport, Places } from "../model/place.ts";

/** How far ahead airlines, hotels and car companies sell. */
const SALES_WINDOW_DAYS = 331;

let known: { readonly today: IsoDate; readonly last: IsoDate } = { today: "", last: "" };

/** At any moment there are but two or three todays on Earth, and mostly one is asked for. */
const lastSellable = (today: IsoDate): IsoDate => {
  if (known.today !== today) known = { today, last: addDays(today, SALES_WINDOW_DAYS) };
  return known.last;
};

/** Throws unless the date, seen from that place, can be travelled on. */
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

/** Of dates, or of instants with their offsets. */
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
