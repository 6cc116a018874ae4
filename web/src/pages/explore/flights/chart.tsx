import { type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { money } from "../../../format/money.ts";
import { type FlightOption, flightTime } from "./flight-option.ts";
import type { FlightsShown } from "./flight-results.tsx";

/** Steps through the options by keyboard or touch. */
export const OptionStepper = ({ found: { outbound }, trip }: Pick<FlightsShown, "found" | "trip">) => {
  const id = useId();
  const at = Math.max(trip.outbound ? outbound.indexOf(trip.outbound) : 0, 0);
  const choose = (index: number) => {
    const option = outbound[index];
    if (option) trip.choose(option);
  };
  if (outbound.length < 2) return null;
  return (
    <div className="stepper">
      <label htmlFor={id}>
        Option {at + 1} of {outbound.length}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={outbound.length - 1}
        value={at}
        aria-valuetext={trip.outbound && optionText(trip.outbound)}
        onChange={({ target }) => choose(Number(target.value))}
      />
    </div>
  );
};

export const optionText = ({ airline, price, minutes }: FlightOption): string =>
  `${airline}, ${flightTime(minutes)}, ${money(price.amount, price.currency)}`;

/** The width of an element, so that charts keep their text size. */
export const useWidth = <E extends Element>(): readonly [RefObject<E | null>, number] => {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(Math.round(entry.contentRect.width), 240)),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
};
