import { expect, it } from "vitest";
import { exponential, simulate, waitOfExponential, waitOfOne } from "../../../bench/scaling/queue.ts";

const requests = 400_000;
const agrees = (simulated: number, computed: number) => expect(Math.abs(simulated / computed - 1)).toBeLessThan(0.05);

it.each([
  [1, 50, 0.01],
  [1, 80, 0.01],
  [4, 320, 0.01],
  [10, 700, 0.01],
])("a simulated queue with %i servers and exponential service waits as Erlang C says", (servers, perSecond, mean) => {
  const service = (draw: () => number) => exponential(1 / mean, draw);
  const { meanWait } = simulate({ arrivalsPerSecond: perSecond, servers, service, requests, seed: 1 });
  agrees(meanWait, waitOfExponential(perSecond, servers, mean));
});

it.each([
  ["constant", [0.01], 80],
  ["of two kinds", [0.002, 0.012], 100],
])(
  "a simulated queue with one server and service that is %s waits as Pollaczek and Khinchine say",
  (_, kinds, perSecond) => {
    const service = (draw: () => number) => kinds[Math.floor(draw() * kinds.length)] as number;
    const { meanWait } = simulate({ arrivalsPerSecond: perSecond, servers: 1, service, requests, seed: 2 });
    const mean = (power: number) => kinds.reduce((sum, kind) => sum + kind ** power, 0) / kinds.length;
    agrees(meanWait, waitOfOne(perSecond, mean(1), mean(2)));
  },
);

it("equal seeds give equal results, others do not", () => {
  const queue = { arrivalsPerSecond: 50, servers: 2, service: () => 0.02, requests: 1_000 };
  expect(simulate({ ...queue, seed: 7 })).toEqual(simulate({ ...queue, seed: 7 }));
  expect(simulate({ ...queue, seed: 8 })).not.toEqual(simulate({ ...queue, seed: 7 }));
});
