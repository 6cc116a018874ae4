import type { Clock } from "../../../model/clock.ts";
import { Failure } from "../../../model/failure.ts";
import type { Log } from "../../../model/log.ts";
import type { BuiltIn } from "./built-in.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import type { Health } from "./health.ts";
import { createRunningTool } from "./running-tool.ts";
import type { ToolboxEntry } from "./toolbox.ts";

/** The running built-in tools; one instance per process, shared by all tenants. */
export interface RunningBuiltIns {
  readonly entries: readonly ToolboxEntry[];
  close(): Promise<void>;
}

interface StartOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a result does not match the function's schema. */
  onMismatch?(tool: string): void;
}

/** Built-in tools have their own queues; this only keeps one client from filling them. */
const SLOTS = { mostRunning: 64, mostWaiting: 256 };

export const startBuiltIns = (
  builtIns: readonly BuiltIn[],
  { clock, log, onMismatch = () => undefined }: StartOptions,
): RunningBuiltIns => {
  const entries = builtIns.map(({ description, backend }): ToolboxEntry => {
    const { name, version } = description;
    const running = createRunningTool({
      toolId: `${name}_v1`,
      description,
      backend,
      foreign: false,
      log,
      onMismatch,
      concurrency: createConcurrencyLimit({ name, ...SLOTS }),
      refuseIfUnavailable: () => undefined,
      onOutage: () => undefined,
    });
    const health: Health = {
      status: "healthy",
      version,
      capabilities: [...running.functions.keys()],
      since: clock.now(),
      responseTimeMs: undefined,
      lastError: undefined,
      checkedAt: undefined,
    };
    return { name, builtIn: true, running, health };
  });
  return {
    entries,
    async close() {
      await Promise.allSettled(entries.map(({ running }) => running.close()));
    },
  };
};

const CHECK_TIMEOUT_MS = 3_000;

export const checkBuiltIn = async ({ running, health }: ToolboxEntry): Promise<Health> => {
  const began = performance.now();
  const now = Date.now();
  try {
    const found = await running.backend.check(AbortSignal.timeout(CHECK_TIMEOUT_MS));
    const responseTimeMs = Math.round(performance.now() - began);
    return { ...health, ...found, lastError: found.lastError, responseTimeMs, checkedAt: now };
  } catch (error) {
    const lastError =
      error instanceof Failure ? error.message : "the check failed with an internal error; see the server's log";
    return { ...health, status: "unavailable", lastError, checkedAt: now };
  }
};
