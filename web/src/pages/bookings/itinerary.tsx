import type { ReactNode } from "react";
import type { ItineraryLeg, ItineraryPoint } from "../../../../src/console/contract.ts";
import { Icon } from "../../components/icon.tsx";
import { EmptyState } from "../../components/states.tsx";
import { brief } from "../../format/text.ts";
import { duration } from "../../format/time.ts";
import { BookingStatus, PART_ICONS } from "./booking-status.tsx";
import {
  airportOf,
  type Bar,
  dayOffset,
  dayStrip,
  factsOf,
  lengthOf,
  localClock,
  localDay,
  nightsOf,
  shortDay,
  type TripStep,
  tripSteps,
  weekday,
  zoneName,
} from "./trip.ts";

interface ItineraryProps {
  readonly legs: readonly ItineraryLeg[];
  /** Buttons for a leg. */
  readonly actions: (leg: ItineraryLeg) => ReactNode;
}

/** The trip in order, in local times. */
export const Itinerary = ({ legs, actions }: ItineraryProps) =>
  legs.length === 0 ? (
    <EmptyState title="This booking is empty" />
  ) : (
    <ol className="trip">
      {tripSteps(legs).map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts may repeat
        <Step key={index} step={step} actions={actions} />
      ))}
    </ol>
  );

const Step = ({ step, actions }: { readonly step: TripStep; readonly actions: ItineraryProps["actions"] }) => {
  if (step.step === "day") {
    return (
      <li className="trip-day">
        <h3>{localDay(step.local)}</h3>
      </li>
    );
  }
  if (step.step === "wait") {
    return (
      <li className="trip-wait">
        {duration(step.milliseconds)} in {brief(step.place, 120)}
      </li>
    );
  }
  return <Leg leg={step.leg} actions={actions(step.leg)} />;
};

const ENDS: Readonly<Record<ItineraryLeg["kind"], readonly [from: string, to: string]>> = {
  flight: ["Departs", "Arrives"],
  hotel: ["Check-in", "Check-out"],
  car: ["Pick-up", "Return"],
};

const Leg = ({ leg, actions }: { readonly leg: ItineraryLeg; readonly actions: ReactNode }) => {
  const [from, to] = ENDS[leg.kind];
  return (
    <li className="trip-leg" data-kind={leg.kind} data-status={leg.status}>
      <span className="trip-sign">
        <Icon name={PART_ICONS[leg.kind]} />
      </span>
      <div className="trip-about">
        <div className="trip-head">
          <strong className="trip-title wraps">{brief(leg.title, 120)}</strong>
          <BookingStatus status={leg.status} />
        </div>
        <div className="trip-ends">
          <EndPoint label={from} point={leg.from} title={leg.title} airport={airportOf(leg, "From")} />
          <Duration leg={leg} />
          <EndPoint
            label={to}
            point={leg.to}
            title={leg.title}
            airport={airportOf(leg, "To")}
            dayOffset={dayOffset(leg.from.local, leg.to.local)}
            isDated={leg.kind !== "flight"}
          />
        </div>
        <dl className="trip-facts">
          {factsOf(leg).map(({ label, value }) => (
            <div key={label}>
              <dt className="wraps">{brief(label, 80)}</dt>
              <dd className="wraps">{brief(value)}</dd>
            </div>
          ))}
        </dl>
        {actions}
      </div>
    </li>
  );
};

interface EndProps {
  readonly label: string;
  readonly point: ItineraryPoint;
  /** Title of the leg; a hotel's place repeats it. */
  readonly title: string;
  readonly airport?: string | undefined;
  readonly dayOffset?: string | undefined;
  /** Shows the full date instead of a day offset. */
  readonly isDated?: boolean;
}

const EndPoint = ({ label, point: { place, local, time_zone, at }, title, airport, dayOffset, isDated }: EndProps) => (
  <div className="trip-end">
    <span className="unseen">{label}</span>
    <span className="trip-clock">
      <time dateTime={at}>{localClock(local)}</time>
      {dayOffset !== undefined && (
        <span className="trip-mark" title={localDay(local)}>
          {isDated ? localDay(local) : dayOffset}
        </span>
      )}
    </span>
    {place !== title && (
      <span className="trip-place wraps">
        {brief(place, 120)} {airport !== undefined && <span className="soft">{brief(airport, 120)}</span>}
      </span>
    )}
    <span className="trip-zone">{brief(zoneName(time_zone, at), 80)}</span>
  </div>
);

/** Flight time, or nights of a stay. */
const Duration = ({ leg }: { readonly leg: ItineraryLeg }) => (
  <div className="trip-between">
    <span>{nightsOf(leg) ?? duration(lengthOf(leg))}</span>
    <span className="trip-line" aria-hidden="true" />
  </div>
);

const LANE_REM = 1.75;
const percent = (shareOf: number): string => `${shareOf * 100}%`;

/** The trip as a calendar strip. It repeats the itinerary below, so it is hidden from screen readers. */
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
          // biome-ignore lint/suspicious/noArrayIndexKey: parts may repeat
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
    title={`${brief(leg.title, 120)}: ${shortDay(leg.from.local)} ${localClock(leg.from.local)} to ${shortDay(leg.to.local)} ${localClock(leg.to.local)}`}
  >
    <Icon name={PART_ICONS[leg.kind]} size={12} />
    <span>{brief(leg.title, 120)}</span>
  </div>
);
