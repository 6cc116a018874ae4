import { lazy, Suspense, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { EmptyState, Skeleton } from "../../../components/states.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { Money } from "../../../components/values.tsx";
import { day } from "../../../format/time.ts";
import type { ResultContext } from "../next-step.ts";
import { Notes } from "../views/option-list.tsx";
import { FlightCards } from "./flight-cards.tsx";
import type { FlightOption, FlightsFound } from "./flight-option.ts";
import { departureIn } from "./price-days.ts";
import { stepFor, type Trip, useTrip } from "./trip.ts";

/** Charts are loaded on demand. */
const FlightMap = lazy(() => import("./flight-map.tsx"));
const PricePlot = lazy(() => import("./price-plot.tsx"));
const PriceCalendar = lazy(() => import("./price-calendar.tsx"));

interface FlightsProps {
  readonly found: FlightsFound;
  readonly context: ResultContext;
}

export interface FlightsShown extends FlightsProps {
  readonly trip: Trip;
}

const SHOWN = [
  { key: "cards", title: "List", Shown: FlightCards },
  { key: "map", title: "Map", Shown: FlightMap },
  { key: "plot", title: "Plot", Shown: PricePlot },
  { key: "days", title: "Calendar", Shown: PriceCalendar },
] as const;

type TabKey = (typeof SHOWN)[number]["key"];

/** Flights as a list, map, price plot and calendar. All share one selection. */
export const FlightResults = ({ found, context }: FlightsProps) => {
  const [chosen, setChosen] = useState<TabKey>("cards");
  const trip = useTrip(found);
  const none = found.outbound.length === 0;
  const tabs = SHOWN.filter(({ key }) => (key === "days" ? departureIn(context.arguments) !== undefined : !none));
  const shown = tabs.find(({ key }) => key === chosen) ?? tabs[0];
  return (
    <div className="stack">
      <Notes notes={found.notes} />
      {none && <EmptyState title="No flights found">Try another date, other airports, or more stops.</EmptyState>}
      {shown && (
        <Tabs label="View as" tabs={tabs} chosen={shown.key} onChoose={setChosen}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <shown.Shown {...{ found, context, trip }} />
          </Suspense>
        </Tabs>
      )}
      {!none && <TripBar {...{ found, context, trip }} />}
    </div>
  );
};

/** The selected trip in one line, and the next action. */
const TripBar = ({ found, context, trip }: FlightsShown) => {
  const options = [trip.outbound, trip.inbound].filter((each) => each !== undefined);
  const step = stepFor(found, context, options);
  const [first] = options;
  if (!first) return null;
  return (
    <div className="trip-bar">
      <p className="wraps" aria-live="polite">
        {options.map(sentence).join(" · ")}{" "}
        <strong>
          <Money
            amount={options.reduce((total, { price }) => total + price.amount, 0)}
            currency={first.price.currency}
          />
        </strong>
      </p>
      {step && (
        <Button variant="primary" onClick={step.go}>
          {step.label === "Book" ? "Book this trip" : step.label}
        </Button>
      )}
    </div>
  );
};

const sentence = ({ slices }: FlightOption): string =>
  slices
    .map(
      ({ from, to, segments, departs }) =>
        `${segments.map(({ number }) => number).join(" + ")} ${from}–${to}, ${day(departs)}`,
    )
    .join(", ");
