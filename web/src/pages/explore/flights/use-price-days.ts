import { useCallback, useEffect, useRef, useState } from "react";
import { isAbort, type Problem, problemOf } from "../../../api/api-error.ts";
import { outcomeOf } from "../call/outcome.ts";
import type { Arguments } from "../call/tool.ts";
import { carry } from "../call/use-call.ts";
import type { Seen } from "../views/seen.ts";
import { flightsIn, type Price } from "./flight-option.ts";
import { cheapest, politely, searchName, searchOn } from "./price-days.ts";

/** Null: nothing flies on that day, or the search was refused. */
export type DayPrice = Price | null;

const MOST_KEPT = 700;
/** By search, as long as this page is open. */
const kept = new Map<string, DayPrice>();

export interface PriceDays {
  readonly prices: ReadonlyMap<string, DayPrice>;
  readonly busy: boolean;
  readonly error: Problem | undefined;
  readonly start: () => void;
  readonly stop: () => void;
}

const nameOf = ({ server, tool, arguments: given }: Seen, day: string): string =>
  searchName(server, tool, searchOn(given, day));

/** The cheapest way there on each of some days. */
export const usePriceDays = (seen: Seen, days: readonly string[]): PriceDays => {
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
    const missing = days.filter((day) => !kept.has(nameOf(seen, day)));
    const ask = async (day: string) => {
      keep(nameOf(seen, day), await priceOn(seen, searchOn(seen.arguments, day), turn.signal));
      if (!turn.signal.aborted) setTurn((before) => before + 1);
    };
    politely(missing, ask, turn.signal).then(
      () => !turn.signal.aborted && setBusy(false),
      (reason) => {
        if (turn.signal.aborted || isAbort(reason)) return;
        setBusy(false);
        setError(problemOf(reason));
      },
    );
  }, [seen, days]);

  const known = days.flatMap((day) => {
    const price = kept.get(nameOf(seen, day));
    return price === undefined ? [] : [[day, price] as const];
  });
  return { prices: new Map(known), busy, error, start, stop };
};

const priceOn = async ({ server, tool }: Seen, given: Arguments, signal: AbortSignal): Promise<DayPrice> => {
  const outcome = outcomeOf(await carry(server, tool, given, signal));
  const found = outcome.kind === "result" ? flightsIn(outcome.structured) : undefined;
  return cheapest((found?.out ?? []).filter(({ soldOut }) => !soldOut).map(({ price }) => price)) ?? null;
};

const keep = (name: string, price: DayPrice): void => {
  kept.set(name, price);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
};
