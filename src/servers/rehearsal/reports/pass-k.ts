/** How often each task passed. */
export interface TaskCount {
  readonly passed: number;
  /** Without invalid runs. */
  readonly runs: number;
}

/** The probability that k further attempts all pass, as a mean over tasks. */
export interface PassK {
  readonly k: number;
  readonly mean: number;
  /** The 95 % interval for other tasks of this kind. */
  readonly low: number;
  readonly high: number;
}

/** For every k of which some task has enough runs. */
export const passK = (tasks: readonly TaskCount[]): readonly PassK[] => {
  const most = Math.max(0, ...tasks.map(({ runs }) => runs));
  return Array.from({ length: most }, (_, i) => i + 1).map((k) => {
    const estimates = tasks.filter(({ runs }) => runs >= k).map((task) => estimate(task, k));
    const mean = estimates.reduce((sum, one) => sum + one, 0) / estimates.length;
    return { k, mean, ...wilson(mean, estimates.length) };
  });
};

/** The unbiased C(c, k) / C(n, k). */
const estimate = ({ passed, runs }: TaskCount, k: number): number => {
  let product = 1;
  for (let i = 0; i < k; i++) product *= Math.max(0, passed - i) / (runs - i);
  return product;
};

/** The 97.5th percentile of the normal distribution. */
const Z = 1.959964;

/** Wilson's interval stays within 0 and 1, and says something when all tasks passed. For shares of a task it is too wide at worst. */
const wilson = (mean: number, count: number): { readonly low: number; readonly high: number } => {
  const square = (Z * Z) / count;
  const centre = (mean + square / 2) / (1 + square);
  const half = (Z / (1 + square)) * Math.sqrt((mean * (1 - mean)) / count + square / (4 * count));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
};
