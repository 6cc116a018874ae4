import { join } from "node:path";
import { forkPinned } from "../http/cores.ts";

export interface ConsolesRun {
  readonly port: number;
  readonly token: string;
  readonly consoles: number;
}

/** What one console received while it was open. */
export interface Received {
  readonly bytes: number;
  readonly events: number;
  /** Calls that were reported. */
  readonly calls: number;
  /** Calls that were reported as omitted. */
  readonly omitted: number;
}

/** Open consoles in a separate process. */
export interface Consoles {
  /** Resolves when all are logged in and have opened their event stream. */
  open(run: ConsolesRun): Promise<void>;
  /** Resolves to what each console received. */
  close(): Promise<readonly Received[]>;
  end(): void;
}

/** How often a console requests the overview while its first page is open. */
export const POLL_MS = 15_000;

const PROGRAM = join(import.meta.dirname, "consoles-process.ts");

export const startConsoles = (): Consoles => {
  const { ask, end } = forkPinned(PROGRAM);
  return { open: (run) => ask(run), close: () => ask("close"), end };
};
