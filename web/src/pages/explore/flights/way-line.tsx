import { daysLater, flightTime, stopsText, type Way } from "./flight-option.ts";

const clock = (local: string): string => local.slice(11);

/** One direction on two lines: when and where, and with whom. */
export const WayLine = ({ way }: { readonly way: Way }) => {
  const later = daysLater(way);
  return (
    <div className="way">
      <p className="way-times">
        <span className="number">{clock(way.departs)}</span> <abbr title={way.fromName}>{way.from}</abbr> –{" "}
        <span className="number">{clock(way.arrives)}</span>
        {later !== 0 && (
          <sup title={`arrives ${way.arrives.slice(0, 10)}`}>
            {later > 0 ? "+" : "−"}
            {Math.abs(later)}
          </sup>
        )}{" "}
        <abbr title={way.toName}>{way.to}</abbr>
      </p>
      <p className="way-facts">
        <span className="number">{flightTime(way.minutes)}</span> · {stopsText(way)} ·{" "}
        <span title={way.segments.map((each) => `${each.number} ${each.airline}, ${each.aircraft}`).join("\n")}>
          {way.segments.map(({ number }) => number).join(", ")}
        </span>
      </p>
    </div>
  );
};
