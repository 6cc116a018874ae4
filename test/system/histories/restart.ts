import { setTimeout as sleep } from "node:timers/promises";

const STARTS = 15;

/** A process whose store is unavailable ends; it is restarted as by a service manager. */
export const untilStarted = async <T>(start: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await start();
    } catch (error) {
      if (tries === STARTS) throw error;
      await sleep(500);
    }
  }
};
