import type { RegisteredTool } from "../../../../src/console/contract.ts";
import { duration } from "../../format/time.ts";

interface CheckHistoryProps {
  readonly history: RegisteredTool["history"];
  readonly width?: number;
  readonly height?: number;
  readonly max?: number;
}

/** Recent health checks, oldest first. */
export const CheckHistory = ({ history, width = 104, height = 20, max = 26 }: CheckHistoryProps) => (
  <svg className="checks" viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img">
    <title>{historySummary(history)}</title>
    <rect className="checks-ground" x={0} y={height - 1} width={width} height={1} />
    {historyBars(history, { width, height, max }).map(({ at, status, ...bar }) => (
      <rect key={`${at}${bar.x}`} data-status={status} {...bar} />
    ))}
  </svg>
);

type Check = RegisteredTool["history"][number];

export interface Bar {
  readonly at: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly status: string;
}

const MIN_HEIGHT = 3;
const GAP = 1;

/** One bar per check: its height is the response time, or full if there was no response. */
export const historyBars = (
  history: readonly Check[],
  { width, height, max }: { readonly width: number; readonly height: number; readonly max: number },
): readonly Bar[] => {
  const shown = history.slice(-max);
  const longest = Math.max(1, ...shown.map(({ response_time_ms }) => response_time_ms ?? 0));
  const each = width / max;
  return shown.map(({ at, status, response_time_ms: took }, index) => {
    const high = took === null ? height : MIN_HEIGHT + (took / longest) * (height - MIN_HEIGHT);
    return {
      at,
      status,
      // The newest bar is at the right edge.
      x: (max - shown.length + index) * each,
      y: height - high,
      width: each - GAP,
      height: high,
    };
  });
};

/** `30 checks: 28 healthy, 2 degraded. The last one took 38 ms.` */
export const historySummary = (history: readonly Check[]): string => {
  const last = history.at(-1);
  if (last === undefined) return "No checks yet.";
  const counts = new Map<string, number>();
  for (const { status } of history) counts.set(status, (counts.get(status) ?? 0) + 1);
  const words = [...counts].sort(([, one], [, other]) => other - one).map(([status, count]) => `${count} ${status}`);
  const took =
    last.response_time_ms === null
      ? "The last one got no response."
      : `The last one took ${duration(last.response_time_ms)}.`;
  return `${history.length} ${history.length === 1 ? "check" : "checks"}: ${words.join(", ")}. ${took}`;
};
