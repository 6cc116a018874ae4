import type { Expected } from "../http/answer-check.ts";
import { startLoad } from "../http/load.ts";
import type { Figures, Runner } from "../rounds.ts";

export type Sample = Figures<"callsPerSecond" | "cpuPerCall" | "p50" | "p99">;

export interface Contestant extends Runner<Sample> {
  readonly name: string;
  end(): void;
}

export interface Entry {
  readonly name: string;
  readonly port: number;
  readonly requests: readonly string[];
  readonly expected: Expected;
  /** Requests per second at which its latency is taken: well below what it can do. */
  readonly rate: number;
  cpuSeconds(): number;
  /** Goes on while it is measured. */
  meanwhile?(seconds: number): Promise<unknown>;
}

/** Below what one tool, or ten, take at a time. */
const CONNECTIONS = 32;
const SECONDS_AT_RATE = 3;
const SECONDS_AT_FULL_SPEED = 1;

/** How fast it answers when it has time, and how much it can do when it has none. */
export const enter = ({ name, port, requests, expected, rate, cpuSeconds, meanwhile }: Entry): Contestant => {
  const load = startLoad({ port, requests, expected, connections: CONNECTIONS, yields: true });
  const measured = async (): Promise<Sample> => {
    const { p50, p99 } = await load.run({ seconds: SECONDS_AT_RATE, rate });
    const cpu = cpuSeconds();
    const { calls, seconds } = await load.run({ seconds: SECONDS_AT_FULL_SPEED });
    return { p50, p99, callsPerSecond: calls / seconds, cpuPerCall: (cpuSeconds() - cpu) / calls };
  };
  return {
    name,
    async sample() {
      const [sample] = await Promise.all([measured(), meanwhile?.(SECONDS_AT_RATE + SECONDS_AT_FULL_SPEED)]);
      return sample;
    },
    end: load.end,
  };
};
