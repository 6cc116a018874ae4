import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Money } from "../../../components/values.tsx";
import { day } from "../../../format/time.ts";
import { OptionList } from "../views/option-list.tsx";
import { daysLater, type FlightOption, flightTime, type Slice, stopsText } from "./flight-option.ts";
import type { FlightsShown } from "./flight-results.tsx";
import { stepFor } from "./trip.ts";

export const FlightCards = (props: FlightsShown) => {
  const { found } = props;
  return found.inbound.length === 0 ? (
    <Options {...props} label="Flights" options={found.outbound} />
  ) : (
    <div className="both-ways">
      <Options {...props} label="Outbound" options={found.outbound} />
      <Options {...props} label="Return" options={found.inbound} />
    </div>
  );
};

interface OptionsProps extends FlightsShown {
  readonly label: string;
  readonly options: readonly FlightOption[];
}

const Options = ({ label, options, ...shown }: OptionsProps) => {
  const departs = options[0]?.slices[0]?.departs ?? "";
  return (
    <section>
      <h3 className="options-title">
        {label} <span className="soft">{day(departs)}</span>
      </h3>
      <OptionList label={label}>
        {options.map((option) => (
          <OptionCard key={option.key} option={option} {...shown} />
        ))}
      </OptionList>
    </section>
  );
};

const OptionCard = ({ option, found, context, trip }: FlightsShown & { readonly option: FlightOption }) => {
  const { airline, slices, price, facts, soldOut } = option;
  const chosen = trip.isChosen(option);
  const step = stepFor(found, context, [option]);
  const name = `${slices[0]?.segments[0]?.number ?? airline}`;
  return (
    <li className="option" data-chosen={chosen || undefined} data-sold-out={soldOut || undefined}>
      <div className="option-about">
        {slices.map((slice, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: slices are in travel order
          <SliceLine key={index} slice={slice} />
        ))}
        <p className="small soft wraps">{[airline, ...facts].join(" · ")}</p>
      </div>
      <div className="option-price">
        <strong>
          <Money {...price} />
        </strong>
        {soldOut && <Badge tone="warn">sold out</Badge>}
        {!soldOut && found.inbound.length > 0 && (
          <Button
            small
            data-step=""
            aria-pressed={chosen}
            aria-label={`${chosen ? "Selected" : "Select"} ${name}`}
            onClick={() => trip.choose(option)}
          >
            {chosen ? "Selected" : "Select"}
          </Button>
        )}
        {!soldOut && found.inbound.length === 0 && step && (
          <Button data-step="" aria-label={`${step.label} ${name}`} onClick={step.go}>
            {step.label}
          </Button>
        )}
      </div>
    </li>
  );
};

const clock = (local: string): string => local.slice(11);

/** Times, places and flights of one direction. */
const SliceLine = ({ slice }: { readonly slice: Slice }) => {
  const later = daysLater(slice);
  return (
    <div className="way">
      <p className="way-times">
        <span className="number">{clock(slice.departs)}</span> <abbr title={slice.fromName}>{slice.from}</abbr> –{" "}
        <span className="number">{clock(slice.arrives)}</span>
        {later !== 0 && (
          <sup title={`arrives ${slice.arrives.slice(0, 10)}`}>
            {later > 0 ? "+" : "−"}
            {Math.abs(later)}
          </sup>
        )}{" "}
        <abbr title={slice.toName}>{slice.to}</abbr>
      </p>
      <p className="way-facts">
        <span className="number">{flightTime(slice.minutes)}</span> · {stopsText(slice)} ·{" "}
        <span title={slice.segments.map((each) => `${each.number} ${each.airline}, ${each.aircraft}`).join("\n")}>
          {slice.segments.map(({ number }) => number).join(", ")}
        </span>
      </p>
    </div>
  );
};
