import { useState } from "react";
import type { FlightOption, FlightsFound } from "./flight-option.ts";

/** Which options somebody looks at: one of the way there, and one of the way back where that is sold on its own. */
export interface Trip {
  readonly out: FlightOption | undefined;
  readonly back: FlightOption | undefined;
  readonly choose: (option: FlightOption) => void;
  readonly isChosen: (option: FlightOption) => boolean;
}

const first = (options: readonly FlightOption[]): FlightOption | undefined =>
  options.find(({ soldOut }) => !soldOut) ?? options[0];

export const useTrip = (found: FlightsFound): Trip => {
  const [keys, setKeys] = useState<Readonly<Record<"out" | "back", string>>>({ out: "", back: "" });
  const out = found.out.find(({ key }) => key === keys.out) ?? first(found.out);
  const back = found.back.find(({ key }) => key === keys.back) ?? first(found.back);
  return {
    ...{ out, back },
    choose: (option) => setKeys({ ...keys, [found.back.includes(option) ? "back" : "out"]: option.key }),
    isChosen: (option) => option === out || option === back,
  };
};
