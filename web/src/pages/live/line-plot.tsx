import { type PointerEvent, useState } from "react";
import { evenScale, powerScale } from "./plot-scale.ts";
import { piecesOf, type RatePoint, widthOf } from "./rate-history.ts";

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

const SCALES = { even: evenScale, powers: powerScale } as const;
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
