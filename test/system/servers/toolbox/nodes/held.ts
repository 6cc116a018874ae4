import { join } from "node:path";
import { expect, vi } from "vitest";
import type { HttpTaxiway } from "../../../../fixtures/http-taxiway.ts";

/** What a process still holds after garbage collection. */
export interface Held {
  readonly heapUsed: number;
  /** Listeners on signals that could still be aborted. */
  readonly abortListeners: number;
  readonly abortSignals: number;
  readonly sockets: number;
  readonly timers: number;
}

/** Settings that make a Taxiway measurable. */
export const MEASURED = { NODE_OPTIONS: `--import=${join(import.meta.dirname, "measured.mjs")}` } as const;

export const heldBy = async (taxiway: HttpTaxiway): Promise<Held> => {
  const from = taxiway.stderr().length;
  taxiway.child.kill("SIGUSR2");
  return vi.waitFor(() => {
    const line = /^\{"held":(.*)\}$/m.exec(taxiway.stderr().slice(from))?.[1];
    expect(line).toBeDefined();
    return JSON.parse(line as string) as Held;
  });
};
