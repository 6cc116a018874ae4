import { type PointerEvent, useState } from "react";
import { Card } from "../../components/card.tsx";
import { count } from "../../format/money.ts";
import { duration } from "../../format/time.ts";
import { droppedLately, piecesOf, type RatePoint, useRates, widthOf } from "./rate-history.ts";

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

export interface PlotLine {
  readonly label: string;
  readonly tone: "accent" | "soft" | "bad";
  readonly pick: (point: RatePoint) => number | undefined;
}

interface LinePlotProps {
  readonly title: string;
  readonly points: readonly RatePoint[];
  readonly lines: readonly PlotLine[];
  readonly scale: "even" | "powers";
  readonly written: (value: number) => string;
}

/** Stretched to whatever room there is; the lines keep their width. */
const WIDE = 1_000;
const HIGH = 100;

/** How numbers went in the last minutes; with the values now, or where the pointer is. */
export const LinePlot = ({ title, points, lines, scale, written }: LinePlotProps) => {
  const [pointed, setPointed] = useState<number | undefined>(undefined);
  const now = points.at(-1)?.heard ?? 0;
  const minutes = widthOf(points);
  const across = (heard: number): number => 1 - (now - heard) / (minutes * 60_000);
  const values = lines.flatMap(({ pick }) => points.map(pick).filter((value) => value !== undefined));
  const { share, ticks } = SCALES[scale](values);
  const point = pointed === undefined ? points.at(-1) : nearest(points, pointed, across);

  const pointAt = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPointed((event.clientX - left) / width);
  };
  const said = (line: PlotLine): string => {
    const value = point && line.pick(point);
    return value === undefined ? "–" : written(value);
  };

  return (
    <figure className="plot">
      <figcaption className="plot-head">
        <span className="plot-title">{title}</span>
        {lines.map((line) => (
          <span key={line.label} className="plot-key" data-tone={line.tone}>
            {line.label} <b>{said(line)}</b>
          </span>
        ))}
      </figcaption>
      <div className="plot-area">
        <svg
          viewBox={`0 0 ${WIDE} ${HIGH}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title} in the last ${minutes === 1 ? "minute" : `${minutes} minutes`}. Now: ${lines.map((line) => `${line.label} ${said(line)}`).join(", ")}.`}
          onPointerMove={pointAt}
          onPointerLeave={() => setPointed(undefined)}
        >
          {ticks.map((tick) => (
            <path key={tick} className="plot-tick" d={`M0 ${y(share(tick))}H${WIDE}`} />
          ))}
          {lines.map((line) => (
            <path
              key={line.label}
              className="plot-line"
              data-tone={line.tone}
              d={pathOf(points, line, across, share)}
            />
          ))}
          {pointed !== undefined && point && (
            <path className="plot-pointed" d={`M${(across(point.heard) * WIDE).toFixed(1)} 0V${HIGH}`} />
          )}
        </svg>
        {ticks.map((tick) => (
          <span key={tick} className="plot-value" style={{ bottom: `${share(tick) * 100}%` }} aria-hidden="true">
            {written(tick)}
          </span>
        ))}
        {points.length < 2 && <span className="plot-wait">Filled as the seconds go by</span>}
      </div>
      <div className="plot-foot" aria-hidden="true">
        <span>{minutes} min ago</span>
        <span>now</span>
      </div>
    </figure>
  );
};

const y = (share: number): string => ((1 - share) * HIGH).toFixed(2);

const pathOf = (
  points: readonly RatePoint[],
  { pick }: PlotLine,
  across: (heard: number) => number,
  share: (value: number) => number,
): string =>
  piecesOf(points, pick)
    .map(
      (piece) =>
        `M${piece.map(({ heard, value }) => `${(across(heard) * WIDE).toFixed(1)} ${y(share(value))}`).join("L")}`,
    )
    .join("");

const nearest = (
  points: readonly RatePoint[],
  wanted: number,
  across: (heard: number) => number,
): RatePoint | undefined => {
  const distance = ({ heard }: RatePoint): number => Math.abs(across(heard) - wanted);
  return points.reduce<RatePoint | undefined>(
    (best, point) => (best === undefined || distance(point) < distance(best) ? point : best),
    undefined,
  );
};

/** Where a value stands between the bottom (0) and the top (1) of a plot, and which values are written beside it. */
export interface Scale {
  readonly share: (value: number) => number;
  readonly ticks: readonly number[];
}

/** From nothing to a round number above everything. */
export const evenScale = (values: readonly number[]): Scale => {
  const most = Math.max(1e-9, ...values);
  const unit = 10 ** Math.floor(Math.log10(most));
  const top = ([1, 2, 5, 10].find((factor) => factor * unit >= most * 0.999) ?? 10) * unit;
  const least = Math.max(top, 1);
  return { share: (value) => value / least, ticks: [0, least / 2, least] };
};

/** By powers of ten: so that a median of 10 ms can be seen beside a second. */
export const powerScale = (values: readonly number[]): Scale => {
  const known = values.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...known, 1)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...known, 10)) - 1e-9));
  const step = Math.ceil((high - low) / 4);
  const ticks = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, index) => 10 ** (low + index * step));
  return { share: (value) => (Math.log10(Math.max(value, 10 ** low)) - low) / (high - low), ticks };
};

const SCALES = { even: evenScale, powers: powerScale } as const;
