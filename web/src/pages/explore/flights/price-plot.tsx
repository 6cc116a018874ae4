import { roundMoney } from "../../../format/money.ts";
import { OptionStepper, optionText, useWidth } from "./chart.tsx";
import { bestOptions, padded, ticks, timeTicks } from "./chart-scales.ts";
import { type FlightOption, flightTime } from "./flight-option.ts";
import type { FlightsShown } from "./flight-results.tsx";

const EDGE = { left: 64, right: 20, top: 12, bottom: 34 } as const;
const HEIGHT = 300;

/** Duration against price. Filled points are options that no other beats in both. */
const PricePlot = ({ found, trip }: FlightsShown) => {
  const [figure, width] = useWidth<HTMLElement>();
  const options = found.outbound.filter(({ minutes }) => minutes !== undefined);
  const best = bestOptions(options);
  const times = padded(options.map(minutesOf));
  const prices = padded(options.map(({ price }) => price.amount));
  const x = scale(times, EDGE.left, width - EDGE.right);
  const y = scale(prices, HEIGHT - EDGE.bottom, EDGE.top);
  const currency = options[0]?.price.currency ?? "USD";
  return (
    <div className="stack">
      <figure className="plot" ref={figure}>
        <svg
          viewBox={`0 0 ${width} ${HEIGHT}`}
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={summary(options, best)}
        >
          {timeTicks(...times, width > 480 ? 8 : 4).map((at) => (
            <g key={at} transform={`translate(${x(at)} 0)`}>
              <line y1={EDGE.top} y2={HEIGHT - EDGE.bottom} />
              <text y={HEIGHT - EDGE.bottom + 16} textAnchor="middle">
                {flightTime(at)}
              </text>
            </g>
          ))}
          {ticks(...prices, 5).map((at) => (
            <g key={at} transform={`translate(0 ${y(at)})`}>
              <line x1={EDGE.left} x2={width - EDGE.right} />
              <text x={EDGE.left - 6} dy="0.35em" textAnchor="end">
                {roundMoney(at, currency)}
              </text>
            </g>
          ))}
          {options.map((option) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the stepper below is for keyboard users
            <circle
              key={option.key}
              className="plot-point"
              data-best={best.has(option) || undefined}
              data-chosen={trip.isChosen(option) || undefined}
              cx={x(minutesOf(option))}
              cy={y(option.price.amount)}
              r={trip.isChosen(option) ? 7 : 5}
              onClick={() => trip.choose(option)}
            >
              <title>{optionText(option)}</title>
            </circle>
          ))}
        </svg>
        <figcaption className="small soft">
          Filled points: no other option is both cheaper and shorter.{" "}
          {trip.outbound && `Selected: ${optionText(trip.outbound)}.`}
        </figcaption>
      </figure>
      <OptionStepper found={found} trip={trip} />
    </div>
  );
};

export default PricePlot;

const minutesOf = ({ minutes = 0 }: FlightOption): number => minutes;

const scale =
  ([min, max]: readonly [number, number], from: number, to: number) =>
  (value: number): number =>
    Math.round((from + ((value - min) / (max - min || 1)) * (to - from)) * 10) / 10;

const summary = (options: readonly FlightOption[], best: ReadonlySet<FlightOption>): string =>
  `Duration against price of ${options.length} options. Best: ${[...best].map(optionText).join("; ")}`;
