import { useEffect } from "react";
import { events } from "../../api/events.ts";
import { useWho } from "../../api/session.ts";
import { createStore, useStore } from "../../api/store.ts";
import { type RatePoint, withRates } from "./rate-history.ts";

const history = createStore<readonly RatePoint[]>([]);
let whose: string | undefined;

/** From the first look at Live on, also while somebody is on another page: the plots are there when they come back. */
const listen = (viewer: string): void => {
  if (whose === undefined) {
    events.on("rates", (rates) => history.set(withRates(history.get(), { ...rates, heard: Date.now() })));
  }
  // What the one before was allowed to see is not for the next.
  if (whose !== viewer) history.set([]);
  whose = viewer;
};

export const useRates = (): readonly RatePoint[] => {
  const who = useWho();
  const viewer = who && `${who.tenant} ${who.by}`;
  useEffect(() => {
    if (viewer !== undefined) listen(viewer);
  }, [viewer]);
  return useStore(history);
};
