import { useId, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Input, Select } from "../../components/field.tsx";
import { EmptyState, ErrorState } from "../../components/states.tsx";
import { callTool } from "../../components/tool-call/call-tool.ts";
import { outcomeOf } from "../../components/tool-call/outcome.ts";
import { fieldsOf, numberIn, objectsIn, textIn, textOrEmpty, textsIn } from "../../format/json.ts";
import { money } from "../../format/money.ts";
import { brief } from "../../format/text.ts";

/** Where the trip goes, as filled in at first. */
interface Route {
  readonly origin: string;
  readonly destination: string;
  readonly date: string;
  readonly cabin: string;
  readonly party: { readonly adults: number; readonly children: number; readonly infants: number };
}

export interface FoundFlight {
  readonly ids: readonly string[];
  readonly label: string;
  readonly price: string;
}

const CABINS = ["economy", "premium_economy", "business", "first"].map((value) => ({
  value,
  label: value.replace("_", " "),
}));
const FLEXIBILITIES = [
  { value: "any", label: "Cheapest" },
  { value: "changeable", label: "Changeable" },
  { value: "refundable", label: "Refundable" },
];

/** The options of a search answer; any JSON is read. */
export const foundFlights = (answer: unknown): readonly FoundFlight[] =>
  objectsIn(fieldsOf(answer)["flights"])
    .map((flight) => {
      const stops = numberIn(flight["stops"]) ?? 0;
      const time = (name: string): string => textOrEmpty(flight[name]).slice(11, 16);
      const numbers = objectsIn(flight["segments"]).map((segment) => textOrEmpty(segment["flightNumber"]));
      return {
        ids: flight["status"] === "sold_out" ? [] : textsIn(flight["flightIds"]),
        label: [
          numbers.length > 0 ? numbers.join(" ") : textOrEmpty(flight["flightNumber"]),
          `${time("departureTime")}–${time("arrivalTime")}`,
          stops === 0 ? "nonstop" : `${stops} stop${stops === 1 ? "" : "s"}`,
          textIn(flight["fareFamily"]) ?? "",
        ]
          .filter((word) => word !== "")
          .map((word) => brief(word, 60))
          .join(" · "),
        price: money(numberIn(flight["price"]) ?? 0, "USD"),
      };
    })
    .filter(({ ids }) => ids.length > 0);

interface FindFlightsProps {
  readonly route: Route;
  readonly chosen: FoundFlight | undefined;
  readonly onChoose: (flight: FoundFlight | undefined) => void;
}

/** Searches flights that could replace others. */
export const FindFlights = ({ route, chosen, onChoose }: FindFlightsProps) => {
  const name = useId();
  const [asked, setAsked] = useState({ ...route, flexibility: "any" });
  const [found, setFound] = useState<readonly FoundFlight[]>();
  const change = (changed: Partial<typeof asked>) => setAsked((before) => ({ ...before, ...changed }));
  const search = useAction(async () => {
    const { origin, destination, date, cabin, party, flexibility } = asked;
    const carried = await callTool("gds", "searchFlights", {
      ...{ origin, destination, departureDate: date, cabin, passengers: party, maxResults: 8 },
      ...(flexibility !== "any" && { flexibility }),
    });
    const outcome = outcomeOf(carried);
    if (outcome.kind === "problem") throw new Error(outcome.problem.message);
    setFound(outcome.kind === "result" ? foundFlights(outcome.structured) : []);
    onChoose(undefined);
  });
  return (
    <div className="stack">
      <div className="find-flights">
        <Input label="From" value={asked.origin} maxLength={3} onValue={(origin) => change({ origin })} />
        <Input label="To" value={asked.destination} maxLength={3} onValue={(destination) => change({ destination })} />
        <Input label="Date" type="date" value={asked.date} onValue={(date) => change({ date })} />
        <Select label="Cabin" value={asked.cabin} choices={CABINS} onValue={(cabin) => change({ cabin })} />
        <Select
          label="Fare"
          value={asked.flexibility}
          choices={FLEXIBILITIES}
          onValue={(flexibility) => change({ flexibility })}
        />
        <Button icon="search" busy={search.busy} onClick={() => void search.run()}>
          Search flights
        </Button>
      </div>
      {search.error && <ErrorState error={search.error} inline />}
      {found?.length === 0 && <EmptyState title="No flights found">Try another day, cabin or fare.</EmptyState>}
      {found !== undefined && found.length > 0 && (
        <fieldset className="found-flights">
          <legend className="unseen">New flight</legend>
          {found.map((flight) => (
            <label key={flight.ids.join(" ")} className="found-flight">
              <input type="radio" name={name} checked={chosen === flight} onChange={() => onChoose(flight)} />
              <span className="wraps">{flight.label}</span>
              <span className="number">{flight.price}</span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
};
