import { Card } from "../../components/card.tsx";
import { count } from "../../format/money.ts";
import { duration } from "../../format/time.ts";
import { LinePlot, type PlotLine } from "./line-plot.tsx";
import { droppedLately } from "./rate-history.ts";
import { useRates } from "./use-rates.ts";

const RATE_LINES: readonly PlotLine[] = [
  { label: "calls", tone: "accent", pick: ({ calls_per_minute }) => calls_per_minute / 60 },
  { label: "errors", tone: "bad", pick: ({ errors_per_minute }) => errors_per_minute / 60 },
];
/** Of no calls at all there is no latency. */
const took = (milliseconds: number): number | undefined => (milliseconds > 0 ? milliseconds : undefined);
const LATENCY_LINES: readonly PlotLine[] = [
  { label: "p50", tone: "accent", pick: ({ p50_ms }) => took(p50_ms) },
  { label: "p99", tone: "soft", pick: ({ p99_ms }) => took(p99_ms) },
];

const rate = (value: number): string =>
  value >= 100 ? count(Math.round(value)) : String(Math.round(value * 100) / 100);

/** Of all calls, also of those that the filters leave out and of those that were too many to be shown. */
export const RatePlots = () => {
  const points = useRates();
  const dropped = droppedLately(points, points.at(-1)?.heard ?? 0);
  return (
    <>
      <div className="live-plots">
        <Card>
          <LinePlot title="Calls a second" points={points} lines={RATE_LINES} scale="even" written={rate} />
        </Card>
        <Card>
          <LinePlot title="Latency" points={points} lines={LATENCY_LINES} scale="powers" written={duration} />
        </Card>
      </div>
      {dropped > 0 && (
        <p className="live-dropped" role="status">
          More calls come in than anybody could read: {count(dropped)} of the last ten seconds are not in the list, but
          in the plots.
        </p>
      )}
    </>
  );
};
