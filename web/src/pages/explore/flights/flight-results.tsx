import { lazy, Suspense, useState } from "react";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { Notes } from "../views/notes.tsx";
import type { Seen } from "../views/seen.ts";
import { FlightCards } from "./flight-cards.tsx";
import type { FlightsFound } from "./flight-option.ts";
import { departureIn } from "./price-days.ts";
import { TripBar } from "./trip-bar.tsx";
import { type Trip, useTrip } from "./use-trip.ts";

/** What draws is loaded when it is looked at. */
const FlightMap = lazy(() => import("./flight-map.tsx"));
const PricePlot = lazy(() => import("./price-plot.tsx"));
const PriceCalendar = lazy(() => import("./price-calendar.tsx"));

export interface FlightsProps {
  readonly found: FlightsFound;
  readonly seen: Seen;
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

type Key = (typeof SHOWN)[number]["key"];

/** Flights as a list, on the map, by time and price, and by day. What is chosen in one is chosen in all. */
export const FlightResults = ({ found, seen }: FlightsProps) => {
  const [chosen, setChosen] = useState<Key>("cards");
  const trip = useTrip(found);
  const none = found.out.length === 0;
  const tabs = SHOWN.filter(({ key }) => (key === "days" ? departureIn(seen.arguments) !== undefined : !none));
  const shown = tabs.find(({ key }) => key === chosen) ?? tabs[0];
  return (
    <div className="stack">
      <Notes notes={found.notes} />
      {none && <EmptyState title="No flights were found">Try another day, other airports, or more changes.</EmptyState>}
      {shown && (
        <Tabs label="Flights as" tabs={tabs} chosen={shown.key} onChoose={setChosen}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <shown.Shown {...{ found, seen, trip }} />
          </Suspense>
        </Tabs>
      )}
      {!none && <TripBar {...{ found, seen, trip }} />}
    </div>
  );
};
