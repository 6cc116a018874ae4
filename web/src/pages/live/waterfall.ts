import type { CallDetail } from "../../../../src/console/contract.ts";

type Step = CallDetail["steps"][number];

export interface Fall {
  readonly step: Step;
  /** Shares of the whole time. */
  readonly left: number;
  readonly width: number;
}

/** So that what took no time can still be seen. */
const LEAST_WIDTH = 0.01;

export const waterfall = (steps: readonly Step[], milliseconds: number): readonly Fall[] => {
  const ends = steps.map((step) => step.started_ms + step.milliseconds);
  const whole = Math.max(milliseconds, ...ends, 0.001);
  return steps.map((step) => {
    const width = Math.max(LEAST_WIDTH, step.milliseconds / whole);
    return { step, width, left: Math.max(0, Math.min(step.started_ms / whole, 1 - width)) };
  });
};
