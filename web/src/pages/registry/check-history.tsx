import type { RegisteredTool } from "../../../../src/console/contract.ts";
import { barsOf, historyWords } from "./history.ts";

interface CheckHistoryProps {
  readonly history: RegisteredTool["history"];
  readonly width?: number;
  readonly height?: number;
  readonly most?: number;
}

/** How the last checks went, oldest first. */
export const CheckHistory = ({ history, width = 104, height = 20, most = 26 }: CheckHistoryProps) => (
  <svg className="checks" viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img">
    <title>{historyWords(history)}</title>
    <rect className="checks-ground" x={0} y={height - 1} width={width} height={1} />
    {barsOf(history, { width, height, most }).map(({ at, status, ...bar }) => (
      <rect key={`${at}${bar.x}`} data-status={status} {...bar} />
    ))}
  </svg>
);
