import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import { basename } from "node:path";

/** Server and load each run on a core of their own, so that neither takes time from the other. */
export const SERVER_CORE = "0";
export const LOAD_CORE = "1";

/** Leaves the choice to the operating system. */
export const ANY_CORE = "any";

const canPin = cpus().length > 1 && spawnSync("taskset", ["-c", LOAD_CORE, "true"]).status === 0;

/** Returns the prefix that makes a command run on these cores only. Empty where that is not possible. */
export const pinnedTo = (cores: string): readonly string[] =>
  canPin && cores !== ANY_CORE ? ["taskset", "-c", cores] : [];

/** A child process that replies to one message after the other. */
export interface PinnedProcess {
  send(message: object): void;
  /** Sends a message and resolves to the reply. Rejects if the process ends before. */
  ask<Reply>(message: object | string): Promise<Reply>;
  end(): void;
}

export const forkPinned = (program: string, core = LOAD_CORE): PinnedProcess => {
  const [execPath, ...execArgv] = [...pinnedTo(core), process.execPath, ...process.execArgv] as [string, ...string[]];
  const child = fork(program, { execPath, execArgv });
  const ended = once(child, "exit").then(([code]): never => {
    throw new Error(`${basename(program)} ended with exit code ${code}.`);
  });
  // Handled by `ask`; an end after the last reply is expected.
  ended.catch(() => undefined);
  return {
    send: (message) => void child.send(message),
    async ask<Reply>(message: object | string) {
      child.send(message);
      const [reply] = (await Promise.race([once(child, "message"), ended])) as [Reply];
      return reply;
    },
    end: () => child.disconnect(),
  };
};
