import { median } from "./table.ts";

export interface Runner<Sample> {
  sample(): Promise<Sample>;
}

/**
 * What was measured of several runners in the same rounds, by runner and round. They stay up and take turns, each round
 * in another order, so that a busy moment of the machine hits all; the first turn of each warms it up and is dropped.
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

export const typical = <Name extends string>(samples: readonly Figures<Name>[], figure: Name): number =>
  median(samples.map((sample) => sample[figure]));

/** The median of the rounds' ratios, which a slow round of the machine does not move. */
export const ratio = <Name extends string>(
  samples: readonly Figures<Name>[],
  yardstick: readonly Figures<Name>[],
  figure: Name,
): number => median(samples.map((sample, round) => sample[figure] / (yardstick[round]?.[figure] ?? Number.NaN)));
