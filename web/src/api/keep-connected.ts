import type { createEvents } from "./events.ts";

const HIDDEN_MS = 60_000;

/**
 * Open while somebody looks. A browser has few connections to one server for all of its tabs together: consoles that were
 * left open behind others would use them up. Returns what ends it.
 */
export const keepConnected = ({ connect, close }: Pick<ReturnType<typeof createEvents>, "connect" | "close">) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = true;

  const look = (): void => {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") {
      timer = setTimeout(() => {
        isOpen = false;
        close();
      }, HIDDEN_MS);
    } else if (!isOpen) {
      isOpen = true;
      connect();
    }
  };

  connect();
  document.addEventListener("visibilitychange", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    clearTimeout(timer);
    close();
  };
};
