import { Pool } from "undici";
import { createLatencies } from "../http/latencies.ts";
import { type Call, withId } from "../requests.ts";
import type { CallersReport, CallersRun, CallTarget } from "./callers.ts";

const MAX_SHOWN = 500;

const bodyOf = (body: string | Call | undefined, id: number): string | null => {
  if (body === undefined) return null;
  return typeof body === "string" ? body : withId(body, id).trim();
};

const createCaller = ({ port, path, method, headers, body, expectedText }: CallTarget) => {
  const pool = new Pool(`http://127.0.0.1:${port}`, { keepAliveTimeout: 60_000, pipelining: 1 });
  let id = 1_000_000;
  return async (): Promise<void> => {
    const answer = await pool.request({ path, method, headers: { ...headers }, body: bodyOf(body, id++) });
    const text = await answer.body.text();
    if (answer.statusCode === 200 && text.includes(expectedText)) return;
    throw new Error(`${answer.statusCode}: ${text.slice(0, MAX_SHOWN)}`);
  };
};

const run = async (call: () => Promise<void>, { callers, seconds }: CallersRun): Promise<CallersReport> => {
  const latencies = createLatencies();
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  let calls = 0;
  const keepCalling = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const calledAt = performance.now();
      await call();
      latencies.add(performance.now() - calledAt);
      calls++;
    }
  };
  await Promise.all(Array.from({ length: callers }, keepCalling));
  const [p50, p99] = [latencies.percentile(0.5), latencies.percentile(0.99)];
  return { calls, seconds: (performance.now() - startedAt) / 1000, p50, p99 };
};

const failureReport = (error: unknown): CallersReport => ({
  calls: 0,
  seconds: 0,
  p50: Number.NaN,
  p99: Number.NaN,
  problem: String(error),
});

process.once("disconnect", () => process.exit());
process.once("message", (target: CallTarget) => {
  const call = createCaller(target);
  process.on("message", async (options: CallersRun) => process.send?.(await run(call, options).catch(failureReport)));
});
