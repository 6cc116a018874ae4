import { isObject } from "../../format/json.ts";
import type { Arguments } from "./arguments.ts";

/** Browsers store only a few megabytes per origin. */
const MAX_CHARACTERS = 50_000;

type ArgumentStorage = Pick<Storage, "getItem" | "setItem">;

const keyOf = (server: string, tool: string): string => `explore/${server}/${tool}`;

/** The arguments last used for a tool in this window. */
export const savedArguments = (storage: ArgumentStorage, server: string, tool: string): Arguments | undefined => {
  try {
    const value: unknown = JSON.parse(storage.getItem(keyOf(server, tool)) ?? "null");
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Ignores storage that is full or disabled. */
export const saveArguments = (storage: ArgumentStorage, server: string, tool: string, value: Arguments): void => {
  const text = JSON.stringify(value);
  if (text.length > MAX_CHARACTERS) return;
  try {
    storage.setItem(keyOf(server, tool), text);
  } catch {
    // Storage is full or disabled.
  }
};

const LAST_PNR_KEY = "explore-last-pnr";

/** The booking last seen in this window, as a suggestion for lookups and cancellations. */
export const lastBooking = (): string | undefined => {
  try {
    return sessionStorage.getItem(LAST_PNR_KEY) ?? undefined;
  } catch {
    return undefined;
  }
};

export const rememberBooking = (pnr: string): void => {
  try {
    sessionStorage.setItem(LAST_PNR_KEY, pnr.slice(0, 40));
  } catch {
    // Storage is full or disabled.
  }
};
