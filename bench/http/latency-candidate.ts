import type { Figures, Runner } from "../rounds.ts";
import { type LoadTarget, startLoad } from "./load.ts";

export type LatencySample = Figures<"callsPerSecond" | "cpuPerCall" | "p50" | "p99">;

export interface LatencyCandidate extends Runner<LatencySample> {
  readonly name: string;
  end(): void;
}

export interface LatencyWorkload extends Pick<LoadTarget, "port" | "requests" | "expected" | "connections"> {
  readonly name: string;
  /** Requests per second at which latency is measured, well below the maximum. */
  readonly rate: number;
  cpuSeconds(): number;
  /** Runs during each sample. */
  meanwhile?(seconds: number): Promise<unknown>;
}

/** Samples are short, so that a disturbance of the machine affects few of them. */
const SECONDS_AT_RATE = 1.5;
const SECONDS_AT_FULL_SPEED = 0.5;

/** Measures latency at a fixed rate, and throughput and CPU at full speed. */
export const createLatencyCandidate = ({
  name,
  rate,
  cpuSeconds,
  meanwhile,
  ...target
}: LatencyWorkload): LatencyCandidate => {
  const load = startLoad({ ...target, yields: true });
  const measure = async (): Promise<LatencySample> => {
    const { p50, p99 } = await load.run({ seconds: SECONDS_AT_RATE, rate });
    const cpu = cpuSeconds();
    const { calls, seconds } = await load.run({ seconds: SECONDS_AT_FULL_SPEED });
    return { p50, p99, callsPerSecond: calls / seconds, cpuPerCall: (cpuSeconds() - cpu) / calls };
  };
  return {
    name,
    async sample() {
      const [sample] = await Promise.all([measure(), meanwhile?.(SECONDS_AT_RATE + SECONDS_AT_FULL_SPEED)]);
      return sample;
    },
    end: load.end,
  };
};
