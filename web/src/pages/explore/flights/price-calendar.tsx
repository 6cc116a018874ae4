import { useEffect, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { money, roundMoney } from "../../../format/money.ts";
import { day as dayName } from "../../../format/time.ts";
import { worldTime } from "../../../format/world-time.ts";
import type { FlightsShown } from "./flight-results.tsx";
import { comparable, DAYS, daysAround, departureIn, emptyBefore, levelOf, movedTo } from "./price-days.ts";
import { type DayPrice, usePriceDays } from "./use-price-days.ts";

const WEEKDAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] as const;

/** The cheapest way there on each of 35 days; a day leads to its search. */
const PriceCalendar = ({ found, seen }: FlightsShown) => {
  const chosen = departureIn(seen.arguments) ?? "";
  const days = useDays(chosen);
  const { prices, busy, error, start, stop } = usePriceDays(seen, days);
  // In the sandbox a search costs nobody anything; elsewhere somebody has to want it.
  useEffect(() => {
    if (found.sandbox) start();
  }, [found.sandbox, start]);

  const amounts = [...prices.values()].filter((each) => each !== null);
  const all = comparable(amounts) ? amounts.map(({ amount }) => amount) : [];
  const done = prices.size === days.length;
  return (
    <div className="stack">
      <div className="row">
        <span className="soft small" role="status">
          {done ? "The cheapest way there, by day of departure." : `${prices.size} of ${DAYS} days`}
        </span>
        {busy && (
          <Button small icon="pause" onClick={stop}>
            Stop
          </Button>
        )}
        {!busy && !done && (
          <Button small icon="search" onClick={start}>
            Search {DAYS - prices.size} days
          </Button>
        )}
      </div>
      {error && <ErrorState error={error} retry={start} inline />}
      <div className="calendar">
        {WEEKDAYS.map((name) => (
          <span key={name} className="calendar-name" aria-hidden="true">
            {name}
          </span>
        ))}
        {days.map((day, index) => (
          <Day
            key={day}
            day={day}
            column={index === 0 ? emptyBefore(day) + 1 : undefined}
            price={prices.get(day)}
            all={all}
            chosen={day === chosen}
            onChoose={() => seen.again(movedTo(seen.arguments, day))}
          />
        ))}
      </div>
    </div>
  );
};

export default PriceCalendar;

/** They stay where they are while one of them is chosen. */
const useDays = (chosen: string): readonly string[] => {
  const [days, setDays] = useState(() => daysAround(chosen, worldTime().getTime()));
  if (days.includes(chosen)) return days;
  const next = daysAround(chosen, worldTime().getTime());
  if (next.includes(chosen)) setDays(next);
  return days;
};

interface DayProps {
  readonly day: string;
  /** Where the first one stands. */
  readonly column: number | undefined;
  /** Undefined: not known yet. */
  readonly price: DayPrice | undefined;
  readonly all: readonly number[];
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

const Day = ({ day, column, price, all, chosen, onChoose }: DayProps) => {
  const said = price ? money(price.amount, price.currency) : price === null ? "no flights" : "not searched yet";
  const least = price && all.length > 1 && price.amount === Math.min(...all);
  return (
    <button
      type="button"
      className="calendar-day"
      style={column === undefined ? undefined : { gridColumnStart: column }}
      data-level={price && all.length > 1 ? levelOf(price.amount, all) : undefined}
      data-least={least || undefined}
      aria-current={chosen ? "date" : undefined}
      title={`Search ${dayName(day)}`}
      onClick={onChoose}
    >
      <span className="unseen">{`${dayName(day)}: ${said}${least ? ", cheapest" : ""}`}</span>
      <span className="calendar-date" aria-hidden="true">
        {dateShown(day, column !== undefined)}
      </span>
      <span className="number" aria-hidden="true">
        {price ? roundMoney(price.amount, price.currency) : price === null ? "–" : "·"}
      </span>
    </button>
  );
};

/** The month only where it begins, and on the first. */
const dateShown = (day: string, first: boolean): string => {
  const number = Number(day.slice(8));
  return number === 1 || first ? dayName(day).slice(0, 6).replace(/^0/, "") : String(number);
};
