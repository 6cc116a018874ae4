import { median } from "./table.ts";

export interface Runner<Sample> {
  sample(): Promise<Sample>;
}

/**
 * Returns the samples of each runner, by runner and round. The runners take turns, in a different order each round, so that
 * disturbances of the machine affect all of them. The first sample of each is a warm-up and dropped.
 */
export const inTurns = async <Sample>(
  runners: readonly Runner<Sample>[],
  rounds: number,
): Promise<readonly (readonly Sample[])[]> => {
  const samples = runners.map((): Sample[] => []);
  for (const runner of runners) await runner.sample();
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < runners.length; turn++) {
      const index = (round + turn) % runners.length;
      samples[index]?.push(await (runners[index] as Runner<Sample>).sample());
    }
  }
  return samples;
};

export type Figures<Name extends string> = Readonly<Record<Name, number>>;

/** Returns the median of a figure. */
export const typical = <Name extends string>(samples: readonly Figures<Name>[], figure: Name): number =>
  median(samples.map((sample) => sample[figure]));

/** Returns the median of the rounds' ratios, which a single slow round does not change. */
export const ratio = <Name extends string>(
  samples: readonly Figures<Name>[],
  baseline: readonly Figures<Name>[],
  figure: Name,
): number => median(samples.map((sample, round) => sample[figure] / (baseline[round]?.[figure] ?? Number.NaN)));
