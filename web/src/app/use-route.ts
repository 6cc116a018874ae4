import { useMemo, useSyncExternalStore } from "react";
import { hrefTo, type Route, routeOf } from "./route.ts";

const subscribe = (listener: () => void): (() => void) => {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
};

export const useRoute = (): Route => {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => routeOf(hash), [hash]);
};

/** Like a link: the way back leads here. */
export const goTo = (...target: Parameters<typeof hrefTo>): void => {
  location.hash = hrefTo(...target);
};

/**
 * For filters and the like, within a page: the way back does not lead through every letter that was typed. Whoever has
 * gone to another page meanwhile is not brought back.
 */
export const replaceRoute = (...target: Parameters<typeof hrefTo>): void => {
  if (routeOf(location.hash).page !== target[0]) return;
  history.replaceState(null, "", hrefTo(...target));
  dispatchEvent(new HashChangeEvent("hashchange"));
};
