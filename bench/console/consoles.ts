import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { LOAD_CORE, pinnedTo } from "../http/cores.ts";

export interface ConsolesRun {
  readonly port: number;
  readonly token: string;
  readonly consoles: number;
}

/** What one console was sent while it was open. */
export interface Heard {
  readonly bytes: number;
  readonly events: number;
  /** That it was told of. */
  readonly calls: number;
  /** That it was told were left out. */
  readonly leftOut: number;
}

/** Consoles in a process of their own. */
export interface Consoles {
  /** Resolves when all of them are logged in and listen. */
  open(run: ConsolesRun): Promise<void>;
  /** Resolves to what each has heard. */
  close(): Promise<readonly Heard[]>;
  end(): void;
}

/** How often a console on its first page asks how things are. */
export const POLL_MS = 15_000;

const PROGRAM = join(import.meta.dirname, "consoles-process.ts");

export const startConsoles = (): Consoles => {
  const pinned = [...pinnedTo(LOAD_CORE), process.execPath, ...process.execArgv];
  const [execPath, ...execArgv] = pinned as [string, ...string[]];
  const child = fork(PROGRAM, { execPath, execArgv });
  const gone = ended(child);
  // Whoever waits for an answer hears of it; after the last one it is as it should be.
  gone.catch(() => undefined);
  const ask = async <Answer>(message: ConsolesRun | "close"): Promise<Answer> => {
    child.send(message);
    const [answer] = (await Promise.race([once(child, "message"), gone])) as [Answer];
    return answer;
  };
  return {
    open: (run) => ask(run),
    close: () => ask("close"),
    end: () => child.disconnect(),
  };
};

const ended = async (child: ReturnType<typeof fork>): Promise<never> => {
  const [code] = await once(child, "exit");
  throw new Error(`The consoles' process ended with ${code}.`);
};
