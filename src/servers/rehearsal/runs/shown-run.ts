import { isAlive } from "./run-limits.ts";
import type { RunRecord } from "./run-record.ts";

/** A run as lists show it. `now` is real time. */
export const shownInList = (run: RunRecord, now: number) => {
  const { id, scenario, digest, label, seed, state, calls, clock, began, startedAt, endsAt, verdict } = run;
  return {
    ...{ id, scenario, digest, ...(label !== undefined && { label }), seed },
    state: state === "closed" || isAlive(run, now) ? state : "expired",
    ...(verdict && { verdict: verdict.verdict }),
    calls,
    run_seconds: Math.round((clock - began) / 1000),
    started_at: new Date(startedAt).toISOString(),
    expires_at: new Date(endsAt).toISOString(),
  };
};

/** A run as the admin API and reports show it: with its verdict, once it is closed. */
export const shownRun = (run: RunRecord, now: number) => ({
  ...shownInList(run, now),
  ...(run.error !== undefined && { error: run.error }),
  ...(run.defect !== undefined && { defect: run.defect }),
  ...(run.verdict && { verdict: run.verdict.verdict, checks: run.verdict.checks }),
  ...(run.finish && { finish: run.finish }),
  ...(run.usage && { usage: run.usage }),
  ...(run.about && { taxiway_version: run.about.version, world_digest: run.about.world }),
});

export type ShownRun = ReturnType<typeof shownRun>;
