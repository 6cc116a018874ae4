import { Button } from "../../../components/button.tsx";
import { Money } from "../../../components/quantities.tsx";
import { day } from "../../../format/time.ts";
import type { FlightOption } from "./flight-option.ts";
import type { FlightsShown } from "./flight-results.tsx";
import { stepFor } from "./next-step.ts";

/** What is chosen, in one line, and what to do with it. */
export const TripBar = ({ found, seen, trip }: FlightsShown) => {
  const options = [trip.out, trip.back].filter((each) => each !== undefined);
  const step = stepFor(found, seen, options);
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
        <Button look="main" onClick={step.go}>
          {step.label === "Book" ? "Book this trip" : step.label}
        </Button>
      )}
    </div>
  );
};

const sentence = ({ ways }: FlightOption): string =>
  ways
    .map(
      ({ from, to, segments, departs }) =>
        `${segments.map(({ number }) => number).join(" + ")} ${from}–${to}, ${day(departs)}`,
    )
    .join(", ");
