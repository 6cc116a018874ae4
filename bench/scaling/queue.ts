/** One queue, first come, first served, with some equal servers. Times are in seconds. */
export interface Queue {
  readonly arrivalsPerSecond: number;
  readonly servers: number;
  /** How long the next request is served. */
  service(draw: () => number): number;
  readonly requests: number;
  readonly seed: number;
}

export interface Waiting {
  readonly meanWait: number;
  /** Waiting and service of each request, in the order of arrival. */
  readonly times: readonly number[];
}

/** Arrivals are Poisson. Equal seeds give equal results. The first tenth is left out: the queue fills. */
export const simulate = ({ arrivalsPerSecond, servers, service, requests, seed }: Queue): Waiting => {
  const draw = drawer(seed);
  const freeAt = Array.from({ length: servers }, () => 0);
  const times: number[] = [];
  let [now, waited] = [0, 0];
  for (let i = 0; i < requests; i++) {
    now += exponential(arrivalsPerSecond, draw);
    const first = freeAt.indexOf(Math.min(...freeAt));
    const begins = Math.max(now, freeAt[first] as number);
    const ends = begins + service(draw);
    freeAt[first] = ends;
    if (i < requests / 10) continue;
    waited += begins - now;
    times.push(ends - now);
  }
  return { meanWait: waited / times.length, times };
};

export const exponential = (perSecond: number, draw: () => number): number => -Math.log(1 - draw()) / perSecond;

/** Numbers from 0 to 1 (mulberry32). */
export const drawer = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Mean wait of M/M/c (Erlang C). */
export const waitOfExponential = (arrivalsPerSecond: number, servers: number, meanService: number): number => {
  const offered = arrivalsPerSecond * meanService;
  let blocked = 1;
  for (let k = 1; k <= servers; k++) blocked = (offered * blocked) / (k + offered * blocked);
  const load = offered / servers;
  const waits = blocked / (1 - load + load * blocked);
  return (waits * meanService) / (servers * (1 - load));
};

/** Mean wait of M/G/1 (Pollaczek and Khinchine), from the mean of the service times and of their squares. */
export const waitOfOne = (arrivalsPerSecond: number, meanService: number, meanSquare: number): number =>
  (arrivalsPerSecond * meanSquare) / (2 * (1 - arrivalsPerSecond * meanService));

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
