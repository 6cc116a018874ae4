import type { RequestStep } from "../../connector.ts";

/** The address of a request, as documentation writes it. */
export interface Target {
  /** Scheme, host and port; undefined if the address is relative or its host is a placeholder. */
  readonly origin?: string;
  /** With placeholders in braces: `/hotels/{hotel_id}`. */
  readonly path: string;
  /** With sample values; "" if there is none. */
  readonly query: readonly (readonly [name: string, value: string])[];
}

export const METHODS = "GET|POST|PUT|PATCH|DELETE|HEAD";
export const isMethod = (text: string): text is RequestStep["method"] => METHODS.split("|").includes(text);

const TWO_LINES = new RegExp(`^\\s{0,20}(${METHODS})\\s{0,5}\\n\\s{0,20}(?=\\/|https?:)`);

/** Method and path may be elements of their own. */
export const onOneLine = (code: string): string => code.replace(TWO_LINES, "$1 ");

const LONGEST = 2_000;
const BASE =
  /^(?:https?:\/\/)?(?:\{\{?[\w .-]{1,40}\}?\}|<[\w .-]{1,40}>|\$\{?\w{1,40}\}?|%\w{1,40}%|\[[\w .-]{1,40}\]|\.\.\.|…)(?=\/|$)/;
const ORIGIN = /^https?:\/\/[^/?#\s]{1,255}/i;
/** Placeholders in all their spellings, as whole segments or parts of them. */
const PLACEHOLDER =
  /\{\{\s{0,3}([\w.-]{1,60})\s{0,3}\}\}|\$\{([\w.-]{1,60})\}|\{([\w .$:-]{1,60})\}|<([\w .-]{1,60})>|\[([A-Za-z][\w-]{0,59})\]|%([A-Z_]{2,60})%|(?<=\/)[:$]([A-Za-z][\w]{0,59})|(?<=\/)((?:YOUR|MY|THE)_[A-Z0-9_]{1,57})(?=\/|$)/g;

const placeholders = (text: string): string =>
  text.replace(PLACEHOLDER, (_, ...found: unknown[]) => {
    const name = found.slice(0, 8).find((each) => typeof each === "string") as string;
    return `{${
      name
        .replace(/:.*$/, "")
        .trim()
        .replace(/[^\w-]+/g, "_") || "id"
    }}`;
  });

/** Reads an address; undefined if it has no path. */
export const parseTarget = (given: string): Target | undefined => {
  const text = given.slice(0, LONGEST).replace(/[.,;:)\]]+$/, (end) => (end.startsWith("]") ? end.slice(0, 1) : ""));
  const origin = ORIGIN.exec(text)?.[0];
  const base = BASE.exec(text)?.[0];
  const host = base === undefined && origin !== undefined && URL.canParse(origin) ? new URL(origin).origin : undefined;
  const rest = text.slice((base ?? origin ?? "").length).replace(/#.*$/, "");
  // RFC 6570: `/pets{?limit,page}`.
  const [, before = rest, listed = ""] = /^([^{]*(?:\{[^?&][^{]*)*)\{[?&]([\w,.*-]{1,500})\}/.exec(rest) ?? [];
  const optional = /^([^[]*)\[\?/.exec(before)?.[1];
  const mark = (optional ?? before).indexOf("?");
  const path = mark < 0 ? (optional ?? before) : before.slice(0, mark);
  if (path !== "" && !path.startsWith("/")) return undefined;
  const asked =
    optional !== undefined ? before.slice(optional.length).replace(/[[\]]/g, "") : mark < 0 ? "" : before.slice(mark);
  const query = [...asked.replace(/^\?/, "").split("&"), ...listed.split(",")].flatMap((pair): [string, string][] => {
    const equals = pair.indexOf("=");
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals)).replace(/\*$/, "");
    if (!/^[\w.$@[\]:-]{1,100}$/.test(name)) return [];
    const value = equals < 0 ? "" : decoded(pair.slice(equals + 1));
    return [[name, isPlaceholder(value) ? "" : value]];
  });
  return {
    ...(host !== undefined && { origin: host }),
    path: placeholders(path === "" ? "/" : path).replace(/(?<=.)\/$/, ""),
    query,
  };
};

/** Whether a sample value says only that something goes there: `{city}`, `…`, `YOUR_KEY`, `xxx`. */
export const isPlaceholder = (value: string): boolean =>
  value === "" ||
  (/^(?:\{.{0,80}\}\}?|<.{0,80}>|\$\{?\w{1,80}\}?|%\w{1,80}%|\[.{0,80}\]|\.{2,}|…|x{3,}|(?:your|my|the)[_ -]?[\w -]{1,80}|[A-Z]{2,}(?:_[A-Z0-9]+){1,8})$/i.test(
    value,
  ) &&
    !/^[a-z]{2,20}_[a-z]{2,20}$/.test(value));

const decoded = (text: string): string => {
  const plain = text.replaceAll("+", " ").slice(0, 500);
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
};

/** The same endpoint in different spellings has one key: names of placeholders do not count. */
export const endpointKey = (method: string, path: string): string =>
  `${method} ${path.replace(/\{[^{}]*\}/g, "{}").toLowerCase()}`;
