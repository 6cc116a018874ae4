const KEY = "explore-last-pnr";

/** The booking that this window saw last: what somebody wants to look up, or to cancel. */
export const lastBooking = (): string | undefined => {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
};

export const rememberBooking = (pnr: string): void => {
  try {
    sessionStorage.setItem(KEY, pnr.slice(0, 40));
  } catch {
    // Then it is typed.
  }
};
