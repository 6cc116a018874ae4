import { useMemo, useSyncExternalStore } from "react";

/** A parsed route, such as `#/explore/gds/searchFlights?origin=FRA`. */
interface Route {
  /** Such as `explore`; `home` if empty. */
  readonly page: string;
  /** `["gds", "searchFlights"]` */
  readonly parts: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

export const routeOf = (hash: string): Route => {
  const [path = "", search = ""] = cut(hash.replace(/^#\/?/, ""), "?");
  const [page, ...parts] = path.split("/").filter(Boolean).map(decoded);
  return { page: page ?? "home", parts, query: Object.fromEntries(new URLSearchParams(search)) };
};

/** Builds the address of a link: `hrefTo("explore", ["gds", "searchFlights"])`. */
export const hrefTo = (
  page: string,
  parts: readonly string[] = [],
  query: Readonly<Record<string, string | undefined>> = {},
): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  const search = new URLSearchParams(given).toString();
  return `#/${[page === "home" ? "" : page, ...parts].map(encodeURIComponent).join("/")}${search && `?${search}`}`;
};

/**
 * The one-time token of the printed link, `/#login=…`. API keys are not accepted here: following a link with an attacker's
 * key would make the user work in the attacker's tenant.
 */
export const loginTokenIn = (hash: string): string | undefined => /^#login=([\w-]{32})$/.exec(hash)?.[1];

const cut = (text: string, sign: string): readonly string[] => {
  const at = text.indexOf(sign);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
};

/** Invalid escapes are kept as they are. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const subscribe = (listener: () => void): (() => void) => {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
};

export const useRoute = (): Route => {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => routeOf(hash), [hash]);
};

/** Navigates with a history entry, like a link. */
export const goTo = (...target: Parameters<typeof hrefTo>): void => {
  location.hash = hrefTo(...target);
};

/** Changes filters without a history entry per keystroke. Ignored if the user has navigated to another page meanwhile. */
export const replaceRoute = (...target: Parameters<typeof hrefTo>): void => {
  if (routeOf(location.hash).page !== target[0]) return;
  history.replaceState(null, "", hrefTo(...target));
  dispatchEvent(new HashChangeEvent("hashchange"));
};
