import { useEffect } from "react";
import type { Rates } from "../../../../src/console/contract.ts";
import { events } from "../../api/events.ts";
import { useUser } from "../../api/login.ts";
import { createStore, useStore } from "../../api/store.ts";

export interface RatePoint extends Rates {
  readonly dropped: number;
  /** Arrival time by the browser's clock. */
  readonly receivedAt: number;
}

/** Maximum time range of the plots. */
export const SHOWN_MS = 300_000;
/** Samples arrive every second; a longer pause is a gap. */
const GAP_MS = 5_000;

export const withRates = (before: readonly RatePoint[], next: RatePoint): readonly RatePoint[] =>
  [...before, next].filter(({ receivedAt }) => receivedAt > next.receivedAt - SHOWN_MS - GAP_MS);

/** The time range in minutes, no wider than the data. */
export const minutesShown = (points: readonly RatePoint[]): number => {
  const known = (points.at(-1)?.receivedAt ?? 0) - (points[0]?.receivedAt ?? 0);
  return [1, 2, 5].find((minutes) => minutes * 60_000 >= known) ?? 5;
};

/** Calls of the last ten seconds that the server left out. */
export const recentlyDropped = (points: readonly RatePoint[], now: number): number =>
  points.filter(({ receivedAt }) => receivedAt > now - 10_000).reduce((sum, { dropped }) => sum + dropped, 0);

/** Splits a line where samples are missing or have no value. */
export const segmentsOf = (
  points: readonly RatePoint[],
  pick: (point: RatePoint) => number | undefined,
): readonly (readonly { readonly receivedAt: number; readonly value: number }[])[] => {
  const pieces: { receivedAt: number; value: number }[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const point of points) {
    const value = pick(point);
    if (value === undefined) {
      last = Number.NEGATIVE_INFINITY;
      continue;
    }
    if (point.receivedAt - last > GAP_MS) pieces.push([]);
    pieces.at(-1)?.push({ receivedAt: point.receivedAt, value });
    last = point.receivedAt;
  }
  return pieces;
};

const history = createStore<readonly RatePoint[]>([]);
let viewerOfHistory: string | undefined;

/** Records rates from the first visit on, also while other pages are open. */
const listen = (viewer: string): void => {
  if (viewerOfHistory === undefined) {
    events.on("rates", (rates) => history.set(withRates(history.get(), { ...rates, receivedAt: Date.now() })));
  }
  // The next user may have other permissions.
  if (viewerOfHistory !== viewer) history.set([]);
  viewerOfHistory = viewer;
};

export const useRates = (): readonly RatePoint[] => {
  const who = useUser();
  const viewer = who && `${who.tenant} ${who.by}`;
  useEffect(() => {
    if (viewer !== undefined) listen(viewer);
  }, [viewer]);
  return useStore(history);
};
