import { setTimeout as sleep } from "node:timers/promises";

const STARTS = 15;

/** A process whose store is away ends; it is started again, as a service manager would. */
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
