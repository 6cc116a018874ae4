import { useCallback, useEffect, useRef, useState } from "react";
import { isAbort, type Problem, problemOf } from "../../../api/client.ts";
import { Button } from "../../../components/button.tsx";
import { ErrorState } from "../../../components/states.tsx";
import type { Arguments } from "../../../components/tool-call/arguments.ts";
import { callTool } from "../../../components/tool-call/call-tool.ts";
import { outcomeOf } from "../../../components/tool-call/outcome.ts";
import { money, roundMoney } from "../../../format/money.ts";
import { day as dayName, worldTime } from "../../../format/time.ts";
import type { ResultContext } from "../next-step.ts";
import { flightsIn, type Price } from "./flight-option.ts";
import type { FlightsShown } from "./flight-results.tsx";
import {
  cheapest,
  cheapestSearchOn,
  comparable,
  DAYS,
  daysAround,
  departureIn,
  forEachLimited,
  levelOf,
  searchKey,
  weekdayOffset,
  withDeparture,
} from "./price-days.ts";

const WEEKDAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] as const;

/** The lowest outbound price on each of 35 days. Selecting a day searches it. */
const PriceCalendar = ({ found, context }: FlightsShown) => {
  const chosen = departureIn(context.arguments) ?? "";
  const days = useDays(chosen);
  const { prices, busy, error, start, stop } = usePriceDays(context, days);
  // Searches are free in the sandbox; elsewhere the user has to start them.
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
          {done ? "Lowest outbound price by departure date." : `${prices.size} of ${DAYS} days`}
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
            column={index === 0 ? weekdayOffset(day) + 1 : undefined}
            price={prices.get(day)}
            all={all}
            chosen={day === chosen}
            onChoose={() => context.callAgain(withDeparture(context.arguments, day))}
          />
        ))}
      </div>
    </div>
  );
};

export default PriceCalendar;

/** The visible days stay the same while one of them is selected. */
const useDays = (chosen: string): readonly string[] => {
  const [days, setDays] = useState(() => daysAround(chosen, worldTime().getTime()));
  if (days.includes(chosen)) return days;
  const next = daysAround(chosen, worldTime().getTime());
  if (next.includes(chosen)) setDays(next);
  return days;
};

interface DayProps {
  readonly day: string;
  /** Grid column of the first day. */
  readonly column: number | undefined;
  /** Undefined if not searched yet. */
  readonly price: DayPrice | undefined;
  readonly all: readonly number[];
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

const Day = ({ day, column, price, all, chosen, onChoose }: DayProps) => {
  const brief = price ? money(price.amount, price.currency) : price === null ? "no flights" : "not searched yet";
  const min = price && all.length > 1 && price.amount === Math.min(...all);
  return (
    <button
      type="button"
      className="calendar-day"
      style={column === undefined ? undefined : { gridColumnStart: column }}
      data-level={price && all.length > 1 ? levelOf(price.amount, all) : undefined}
      data-least={min || undefined}
      aria-current={chosen ? "date" : undefined}
      title={`Search ${dayName(day)}`}
      onClick={onChoose}
    >
      <span className="unseen">{`${dayName(day)}: ${brief}${min ? ", cheapest" : ""}`}</span>
      <span className="calendar-date" aria-hidden="true">
        {dateShown(day, column !== undefined)}
      </span>
      <span className="number" aria-hidden="true">
        {price ? roundMoney(price.amount, price.currency) : price === null ? "–" : "·"}
      </span>
    </button>
  );
};

/** Shows the month for the first cell and the first of a month. */
const dateShown = (day: string, first: boolean): string => {
  const number = Number(day.slice(8));
  return number === 1 || first ? dayName(day).slice(0, 6).replace(/^0/, "") : String(number);
};

/** Null: no flights on that day, or the search was rejected. */
type DayPrice = Price | null;

const MAX_CACHED = 700;
/** By search, for the lifetime of the page. */
const cache = new Map<string, DayPrice>();

interface PriceDays {
  readonly prices: ReadonlyMap<string, DayPrice>;
  readonly busy: boolean;
  readonly error: Problem | undefined;
  readonly start: () => void;
  readonly stop: () => void;
}

const keyOf = ({ server, tool, arguments: args }: ResultContext, day: string): string =>
  searchKey(server, tool, cheapestSearchOn(args, day));

/** Searches the lowest outbound price for each day. */
const usePriceDays = (context: ResultContext, days: readonly string[]): PriceDays => {
  const running = useRef<AbortController>(undefined);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Problem>();
  const [, setTurn] = useState(0);
  useEffect(() => () => running.current?.abort(), []);

  const stop = useCallback(() => {
    running.current?.abort();
    setBusy(false);
  }, []);

  const start = useCallback(() => {
    running.current?.abort();
    const turn = new AbortController();
    running.current = turn;
    setBusy(true);
    setError(undefined);
    const missing = days.filter((day) => !cache.has(keyOf(context, day)));
    const ask = async (day: string) => {
      remember(keyOf(context, day), await priceOn(context, cheapestSearchOn(context.arguments, day), turn.signal));
      if (!turn.signal.aborted) setTurn((before) => before + 1);
    };
    forEachLimited(missing, ask, turn.signal).then(
      () => !turn.signal.aborted && setBusy(false),
      (reason) => {
        if (turn.signal.aborted || isAbort(reason)) return;
        setBusy(false);
        setError(problemOf(reason));
      },
    );
  }, [context, days]);

  const known = days.flatMap((day) => {
    const price = cache.get(keyOf(context, day));
    return price === undefined ? [] : [[day, price] as const];
  });
  return { prices: new Map(known), busy, error, start, stop };
};

const priceOn = async ({ server, tool }: ResultContext, args: Arguments, signal: AbortSignal): Promise<DayPrice> => {
  const outcome = outcomeOf(await callTool(server, tool, args, signal));
  const found = outcome.kind === "result" ? flightsIn(outcome.structured) : undefined;
  return cheapest((found?.outbound ?? []).filter(({ soldOut }) => !soldOut).map(({ price }) => price)) ?? null;
};

const remember = (key: string, price: DayPrice): void => {
  cache.set(key, price);
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
};
