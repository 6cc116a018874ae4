import type { FlightOption, FlightSlice } from "../../suppliers/flight-option.ts";
import type { SearchAnswer } from "./search-answer.ts";

/** One line per offer, with everything needed to act on it: for hosts that pay for every token. */

const hours = (minutes: number): string => `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, "0")}`;

const sliceText = ({
  segments,
  origin,
  destination,
  departure,
  arrival,
  duration_minutes,
  stops,
}: FlightSlice): string =>
  [
    segments.map(({ airline, flight_number }) => `${airline}${flight_number}`).join("+"),
    `${origin.code} ${departure.date} ${departure.time} > ${destination.code} ${arrival.date} ${arrival.time}`,
    ...(duration_minutes === null ? [] : [hours(duration_minutes)]),
    stops === 0
      ? "direct"
      : `via ${segments
          .slice(0, -1)
          .map((segment) => segment.destination.code)
          .join(", ")}`,
  ].join(" ");

const BAGS = { true: "checked bag", false: "no checked bag", null: "" } as const;

const optionLine = ({ airline_name, slices, baggage, total, refundable, expires_at, id }: FlightOption): string =>
  [
    airline_name,
    slices.map(sliceText).join(" / "),
    ...[BAGS[`${baggage.checked.included}`]].filter((text) => text !== ""),
    ...(refundable === null ? [] : [refundable ? "refundable" : "not refundable"]),
    `${total.amount.toFixed(2)} ${total.currency}`,
    `until ${expires_at}`,
    `id ${id}`,
  ].join(" | ");

interface Told {
  readonly source: "sandbox" | "live";
  readonly fetched_at: string;
  readonly warnings?: readonly string[];
}

const report = ({ source, fetched_at, warnings = [] }: Told, lines: readonly string[], age = ""): string =>
  [...lines, ...warnings.map((warning) => `Note: ${warning}`), `${source}, of ${fetched_at}${age}`].join("\n");

export const compactSearch = (found: SearchAnswer): string =>
  report(
    found,
    found.options.length > 0 ? found.options.map(optionLine) : [found.reason ?? "Nothing found."],
    found.stale ? ", stale" : found.cached ? ", cached" : "",
  );

export const compactOffer = (answer: Told & { readonly offer: FlightOption }): string =>
  report(answer, [optionLine(answer.offer)]);
