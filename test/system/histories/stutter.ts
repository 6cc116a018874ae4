import { kill } from "../platform/cluster/cluster.ts";
import type { Random } from "./random.ts";
import type { FaultKind } from "./system.ts";

const PAUSED_MS = 80;
const RUNNING_MS = 40;

/**
 * Stops and continues a process many times. Short stops are more likely than long ones to hit the time between a read and
 * the following write, or the middle of a write.
 */
export const stutter = (pick: (random: Random) => { readonly pid: number; readonly target: string }): FaultKind => ({
  name: "stopped and continued in turn",
  lasts: [2_000, 4_000],
  async begin(random) {
    const { pid, target } = pick(random);
    let timer: NodeJS.Timeout;
    const pause = (): void => {
      kill(pid, "SIGSTOP");
      timer = setTimeout(run, PAUSED_MS);
    };
    const run = (): void => {
      kill(pid, "SIGCONT");
      timer = setTimeout(pause, random.between(0, RUNNING_MS));
    };
    pause();
    return {
      target,
      heal() {
        clearTimeout(timer);
        kill(pid, "SIGCONT");
      },
    };
  },
});
