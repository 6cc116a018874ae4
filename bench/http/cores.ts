import { spawnSync } from "node:child_process";
import { cpus } from "node:os";

/** Server and load each have a core to themselves: neither takes time from the other. */
export const SERVER_CORE = "0";
export const LOAD_CORE = "1";

/** Left to the operating system. */
export const ANY_CORE = "any";

const canPin = cpus().length > 1 && spawnSync("taskset", ["-c", LOAD_CORE, "true"]).status === 0;

/** What to put before a command so that it runs on these cores only; nothing where that cannot be done. */
export const pinnedTo = (cores: string): readonly string[] =>
  canPin && cores !== ANY_CORE ? ["taskset", "-c", cores] : [];
