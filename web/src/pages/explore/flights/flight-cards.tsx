import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Money } from "../../../components/quantities.tsx";
import { day } from "../../../format/time.ts";
import { OptionList } from "../views/option-list.tsx";
import type { FlightOption } from "./flight-option.ts";
import type { FlightsShown } from "./flight-results.tsx";
import { stepFor } from "./next-step.ts";
import { WayLine } from "./way-line.tsx";

export const FlightCards = (props: FlightsShown) => {
  const { found } = props;
  return found.back.length === 0 ? (
    <Options {...props} label="Flights" options={found.out} />
  ) : (
    <div className="both-ways">
      <Options {...props} label="The way there" options={found.out} />
      <Options {...props} label="The way back" options={found.back} />
    </div>
  );
};

interface OptionsProps extends FlightsShown {
  readonly label: string;
  readonly options: readonly FlightOption[];
}

const Options = ({ label, options, ...shown }: OptionsProps) => {
  const departs = options[0]?.ways[0]?.departs ?? "";
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

const OptionCard = ({ option, found, seen, trip }: FlightsShown & { readonly option: FlightOption }) => {
  const { airline, ways, price, facts, soldOut } = option;
  const chosen = trip.isChosen(option);
  const step = stepFor(found, seen, [option]);
  const name = `${ways[0]?.segments[0]?.number ?? airline}`;
  return (
    <li className="option" data-chosen={chosen || undefined} data-sold-out={soldOut || undefined}>
      <div className="option-about">
        {ways.map((way, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ways are in the order of travel
          <WayLine key={index} way={way} />
        ))}
        <p className="small soft wraps">{[airline, ...facts].join(" · ")}</p>
      </div>
      <div className="option-price">
        <strong>
          <Money {...price} />
        </strong>
        {soldOut && <Badge tone="warn">sold out</Badge>}
        {!soldOut && found.back.length > 0 && (
          <Button
            small
            data-step=""
            aria-pressed={chosen}
            aria-label={`${chosen ? "Chosen" : "Choose"} ${name}`}
            onClick={() => trip.choose(option)}
          >
            {chosen ? "Chosen" : "Choose"}
          </Button>
        )}
        {!soldOut && found.back.length === 0 && step && (
          <Button data-step="" aria-label={`${step.label} ${name}`} onClick={step.go}>
            {step.label}
          </Button>
        )}
      </div>
    </li>
  );
};
