import { type LoadTarget, startLoad } from "../http/load.ts";
import type { Figures, Runner } from "../rounds.ts";

export type Sample = Figures<"callsPerSecond" | "cpuPerCall" | "p50" | "p99">;

export interface Contestant extends Runner<Sample> {
  readonly name: string;
  end(): void;
}

export interface Entry extends Pick<LoadTarget, "port" | "requests" | "expected" | "connections"> {
  readonly name: string;
  /** Requests per second at which its latency is taken: well below what it can do. */
  readonly rate: number;
  cpuSeconds(): number;
  /** Goes on while it is measured. */
  meanwhile?(seconds: number): Promise<unknown>;
}

/** Short turns, and many of them: what disturbs one is over before the next. */
const SECONDS_AT_RATE = 1.5;
const SECONDS_AT_FULL_SPEED = 0.5;

/** How fast it answers when it has time, and how much it can do when it has none. */
export const enter = ({ name, rate, cpuSeconds, meanwhile, ...target }: Entry): Contestant => {
  const load = startLoad({ ...target, yields: true });
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
