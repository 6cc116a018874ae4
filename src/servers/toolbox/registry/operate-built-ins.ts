import type { Clock } from "../../../model/clock.ts";
import { Failure } from "../../../model/failure.ts";
import type { Log } from "../../../model/log.ts";
import type { BuiltIn } from "./built-in.ts";
import { createSlots } from "./concurrency-limit.ts";
import type { Health } from "./health.ts";
import { createRunningTool } from "./running-tool.ts";
import type { ToolboxEntry } from "./toolbox.ts";

/** The tools that come with Taxiway, in operation: once in a process, whoever's toolboxes they are in. */
export interface OperatedBuiltIns {
  readonly entries: readonly ToolboxEntry[];
  close(): Promise<void>;
}

export interface OperateOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** A result was not what its function had promised. */
  onMismatch?(tool: string): void;
}

/** Built-in work has queues of its own; this only keeps one client from filling them alone. */
const SLOTS = { mostRunning: 64, mostWaiting: 256 };

export const operateBuiltIns = (
  builtIns: readonly BuiltIn[],
  { clock, log, onMismatch = () => undefined }: OperateOptions,
): OperatedBuiltIns => {
  const entries = builtIns.map(({ description, backend }): ToolboxEntry => {
    const { name, version } = description;
    const running = createRunningTool({
      ...{ toolId: `${name}_v1`, description, backend, foreign: false, log, onMismatch },
      slots: createSlots({ name, ...SLOTS }),
      refuseIfAway: () => undefined,
      onOutage: () => undefined,
    });
    const health: Health = {
      ...{ status: "healthy", version, capabilities: [...running.functions.keys()], since: clock.now() },
      ...{ responseTimeMs: undefined, lastError: undefined, checkedAt: undefined },
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

const CHECK_PATIENCE_MS = 3_000;

export const checkBuiltIn = async ({ running, health }: ToolboxEntry): Promise<Health> => {
  const began = performance.now();
  const now = Date.now();
  try {
    const found = await running.backend.check(AbortSignal.timeout(CHECK_PATIENCE_MS));
    const responseTimeMs = Math.round(performance.now() - began);
    return { ...health, ...found, lastError: found.lastError, responseTimeMs, checkedAt: now };
  } catch (error) {
    const lastError = error instanceof Failure ? error.message : "it failed inside; the server's log has more";
    return { ...health, status: "unavailable", lastError, checkedAt: now };
  }
};
