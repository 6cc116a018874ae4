import { type PointerEvent, useState } from "react";
import { Card } from "../../components/card.tsx";
import { count } from "../../format/money.ts";
import { duration } from "../../format/time.ts";
import { minutesShown, type RatePoint, recentlyDropped, segmentsOf, useRates } from "./rate-history.ts";

const RATE_LINES: readonly PlotLine[] = [
  { label: "calls", tone: "accent", pick: ({ calls_per_minute }) => calls_per_minute / 60 },
  { label: "errors", tone: "bad", pick: ({ errors_per_minute }) => errors_per_minute / 60 },
];
/** 0 means that there were no calls. */
const latency = (milliseconds: number): number | undefined => (milliseconds > 0 ? milliseconds : undefined);
const LATENCY_LINES: readonly PlotLine[] = [
  { label: "p50", tone: "accent", pick: ({ p50_ms }) => latency(p50_ms) },
  { label: "p99", tone: "soft", pick: ({ p99_ms }) => latency(p99_ms) },
];

const rate = (value: number): string =>
  value >= 100 ? count(Math.round(value)) : String(Math.round(value * 100) / 100);

/** Rates of all calls, including those filtered out or left out. */
export const RatePlots = () => {
  const points = useRates();
  const dropped = recentlyDropped(points, points.at(-1)?.receivedAt ?? 0);
  return (
    <>
      <div className="live-plots">
        <Card>
          <LinePlot title="Calls per second" points={points} lines={RATE_LINES} scale="linear" format={rate} />
        </Card>
        <Card>
          <LinePlot title="Latency" points={points} lines={LATENCY_LINES} scale="log" format={duration} />
        </Card>
      </div>
      {dropped > 0 && (
        <p className="live-dropped" role="status">
          Too many calls to list: {count(dropped)} of the last ten seconds are missing from the list. The plots include
          all of them.
        </p>
      )}
    </>
  );
};

interface PlotLine {
  readonly label: string;
  readonly tone: "accent" | "soft" | "bad";
  readonly pick: (point: RatePoint) => number | undefined;
}

interface LinePlotProps {
  readonly title: string;
  readonly points: readonly RatePoint[];
  readonly lines: readonly PlotLine[];
  readonly scale: "linear" | "log";
  readonly format: (value: number) => string;
}

/** Stretched to the available width; lines keep their thickness. */
const WIDTH = 1_000;
const HEIGHT = 100;

/** Lines over the last minutes, with the current values or those at the pointer. */
const LinePlot = ({ title, points, lines, scale, format }: LinePlotProps) => {
  const [pointerAt, setPointerAt] = useState<number | undefined>(undefined);
  const now = points.at(-1)?.receivedAt ?? 0;
  const minutes = minutesShown(points);
  const xShare = (receivedAt: number): number => 1 - (now - receivedAt) / (minutes * 60_000);
  const values = lines.flatMap(({ pick }) => points.map(pick).filter((value) => value !== undefined));
  const { share, ticks } = SCALES[scale](values);
  const point = pointerAt === undefined ? points.at(-1) : nearest(points, pointerAt, xShare);

  const pointAt = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPointerAt((event.clientX - left) / width);
  };
  const brief = (line: PlotLine): string => {
    const value = point && line.pick(point);
    return value === undefined ? "–" : format(value);
  };

  return (
    <figure className="plot">
      <figcaption className="plot-head">
        <span className="plot-title">{title}</span>
        {lines.map((line) => (
          <span key={line.label} className="plot-key" data-tone={line.tone}>
            {line.label} <b>{brief(line)}</b>
          </span>
        ))}
      </figcaption>
      <div className="plot-area">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title} in the last ${minutes === 1 ? "minute" : `${minutes} minutes`}. Now: ${lines.map((line) => `${line.label} ${brief(line)}`).join(", ")}.`}
          onPointerMove={pointAt}
          onPointerLeave={() => setPointerAt(undefined)}
        >
          {ticks.map((tick) => (
            <path key={tick} className="plot-tick" d={`M0 ${y(share(tick))}H${WIDTH}`} />
          ))}
          {lines.map((line) => (
            <path
              key={line.label}
              className="plot-line"
              data-tone={line.tone}
              d={pathOf(points, line, xShare, share)}
            />
          ))}
          {pointerAt !== undefined && point && (
            <path className="plot-pointed" d={`M${(xShare(point.receivedAt) * WIDTH).toFixed(1)} 0V${HEIGHT}`} />
          )}
        </svg>
        {ticks.map((tick) => (
          <span key={tick} className="plot-value" style={{ bottom: `${share(tick) * 100}%` }} aria-hidden="true">
            {format(tick)}
          </span>
        ))}
        {points.length < 2 && <span className="plot-wait">Waiting for data</span>}
      </div>
      <div className="plot-foot" aria-hidden="true">
        <span>{minutes} min ago</span>
        <span>now</span>
      </div>
    </figure>
  );
};

const y = (share: number): string => ((1 - share) * HEIGHT).toFixed(2);

const pathOf = (
  points: readonly RatePoint[],
  { pick }: PlotLine,
  xShare: (receivedAt: number) => number,
  share: (value: number) => number,
): string =>
  segmentsOf(points, pick)
    .map(
      (piece) =>
        `M${piece.map(({ receivedAt, value }) => `${(xShare(receivedAt) * WIDTH).toFixed(1)} ${y(share(value))}`).join("L")}`,
    )
    .join("");

const nearest = (
  points: readonly RatePoint[],
  wanted: number,
  xShare: (receivedAt: number) => number,
): RatePoint | undefined => {
  const distance = ({ receivedAt }: RatePoint): number => Math.abs(xShare(receivedAt) - wanted);
  return points.reduce<RatePoint | undefined>(
    (best, point) => (best === undefined || distance(point) < distance(best) ? point : best),
    undefined,
  );
};

/** Maps values to positions from 0 (bottom) to 1 (top), with labelled ticks. */
interface Scale {
  readonly share: (value: number) => number;
  readonly ticks: readonly number[];
}

/** From zero to a round number above all values. */
export const linearScale = (values: readonly number[]): Scale => {
  const max = Math.max(1e-9, ...values);
  const unit = 10 ** Math.floor(Math.log10(max));
  const top = ([1, 2, 5, 10].find((factor) => factor * unit >= max * 0.999) ?? 10) * unit;
  const min = Math.max(top, 1);
  return { share: (value) => value / min, ticks: [0, min / 2, min] };
};

/** Logarithmic, so that 10 ms and 1 s are both visible. */
export const logScale = (values: readonly number[]): Scale => {
  const known = values.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...known, 1)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...known, 10)) - 1e-9));
  const step = Math.ceil((high - low) / 4);
  const ticks = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, index) => 10 ** (low + index * step));
  return { share: (value) => (Math.log10(Math.max(value, 10 ** low)) - low) / (high - low), ticks };
};

const SCALES = { linear: linearScale, log: logScale } as const;
