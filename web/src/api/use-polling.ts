import { useEffect } from "react";

/** Calls back at an interval while the browser tab is visible. Without an interval it does nothing. */
export const usePolling = (callback: () => void, pollMs: number | undefined): void => {
  useEffect(() => {
    if (pollMs === undefined) return;
    const timer = setInterval(() => document.visibilityState === "visible" && callback(), pollMs);
    return () => clearInterval(timer);
  }, [callback, pollMs]);
};
