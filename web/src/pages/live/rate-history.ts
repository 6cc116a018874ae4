import { useEffect } from "react";
import type { Rates } from "../../../../src/console/contract.ts";
import { events } from "../../api/events.ts";
import { useUser } from "../../api/session.ts";
import { createStore, useStore } from "../../api/store.ts";

export interface RatePoint extends Rates {
  readonly dropped: number;
  /** When it was heard, by the clock of whoever looks. */
  readonly receivedAt: number;
}

/** How much the plots show at most. */
export const SHOWN_MS = 300_000;
/** One comes every second; where none came for this long, nothing is known. */
const GAP_MS = 5_000;

export const withRates = (before: readonly RatePoint[], next: RatePoint): readonly RatePoint[] =>
  [...before, next].filter(({ receivedAt }) => receivedAt > next.receivedAt - SHOWN_MS - GAP_MS);

/** In minutes: as wide as what is known, so that the first points are not lost at the edge. */
export const minutesShown = (points: readonly RatePoint[]): number => {
  const known = (points.at(-1)?.receivedAt ?? 0) - (points[0]?.receivedAt ?? 0);
  return [1, 2, 5].find((minutes) => minutes * 60_000 >= known) ?? 5;
};

/** Of the last seconds: the calls that were made and not shown, because they were too many. */
export const recentlyDropped = (points: readonly RatePoint[], now: number): number =>
  points.filter(({ receivedAt }) => receivedAt > now - 10_000).reduce((sum, { dropped }) => sum + dropped, 0);

/** A line in pieces: it ends where nothing was heard, or where there is nothing to show. */
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

/** From the first look at Live on, also while somebody is on another page: the plots are there when they come back. */
const listen = (viewer: string): void => {
  if (viewerOfHistory === undefined) {
    events.on("rates", (rates) => history.set(withRates(history.get(), { ...rates, receivedAt: Date.now() })));
  }
  // What the one before was allowed to see is not for the next.
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
