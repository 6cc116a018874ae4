import type { ItineraryLeg } from "../../../../src/console/contract.ts";
import { Icon } from "../../components/icon.tsx";
import { said } from "../../format/text.ts";
import { PART_ICONS } from "./booking-columns.tsx";
import { type Bar, dayStrip } from "./day-strip.ts";
import { localClock, shortDay, weekday } from "./local-time.ts";

const LANE_REM = 1.75;
const percent = (share: number): string => `${share * 100}%`;

/** The whole trip at a glance. Everything on it is said again in the itinerary below, so it is only to be looked at. */
export const DayStripView = ({ legs }: { readonly legs: readonly ItineraryLeg[] }) => {
  const strip = dayStrip(legs);
  if (!strip) return null;
  return (
    <div className="day-strip" aria-hidden="true">
      <div className="day-strip-days">
        {strip.days.map(({ date, left, width }) => (
          <div key={date} className="day-strip-day" style={{ left: percent(left), width: percent(width) }}>
            <span>{weekday(date)}</span> {shortDay(date)}
          </div>
        ))}
      </div>
      <div className="day-strip-lanes" style={{ height: `${strip.lanes * LANE_REM}rem` }}>
        {strip.bars.map((bar, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be alike
          <BarView key={index} bar={bar} />
        ))}
      </div>
    </div>
  );
};

const BarView = ({ bar: { leg, left, width, lane } }: { readonly bar: Bar }) => (
  <div
    className="day-strip-bar"
    data-kind={leg.kind}
    data-status={leg.status}
    style={{ left: percent(left), width: percent(width), top: `${lane * LANE_REM}rem` }}
    title={`${said(leg.title, 120)}: ${shortDay(leg.from.local)} ${localClock(leg.from.local)} to ${shortDay(leg.to.local)} ${localClock(leg.to.local)}`}
  >
    <Icon name={PART_ICONS[leg.kind]} size={12} />
    <span>{said(leg.title, 120)}</span>
  </div>
);
