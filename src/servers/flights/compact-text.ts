import type { Bags, FlightOption, FlightSegment, FlightSlice } from "./flight-option.ts";
import { brandsOf, fullOptionOf, localTime } from "./lean-option.ts";
import type { SearchAnswer } from "./search-answer.ts";

/** The text of answers: one line per offer with everything needed to choose it, then a line with the next step. */

const hours = (minutes: number): string => `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, "0")}`;

const money = ({ amount, currency }: FlightOption["price"]): string => `${amount.toFixed(2)} ${currency}`;

const numberOf = ({ airline, flight_number }: FlightSegment): string => `${airline}${flight_number}`;

const routeOf = ({ origin, destination, departure, arrival }: FlightSlice | FlightSegment): string =>
  `${origin.code} ${localTime(departure)} > ${destination.code} ${localTime(arrival)}`;

/** Both times are local to the airport of the connection. */
const connectionText = ({ destination, arrival }: FlightSegment, { departure }: FlightSegment): string => {
  const minutes = (Date.parse(`${localTime(departure)}Z`) - Date.parse(`${localTime(arrival)}Z`)) / 60_000;
  return minutes > 0 ? `${destination.code} ${hours(minutes)}` : destination.code;
};

/** `, UA3242 operated by SkyWest Airlines` */
const operatorsOf = (segments: readonly FlightSegment[]): readonly string[] =>
  segments.flatMap((segment) =>
    segment.operating_airline_name === undefined
      ? []
      : [`${numberOf(segment)} operated by ${segment.operating_airline_name}`],
  );

const sliceText = (slice: FlightSlice): string => {
  const { segments, duration_minutes } = slice;
  const changes = segments.slice(1).map((next, index) => connectionText(segments[index] as FlightSegment, next));
  return [
    `${segments.map(numberOf).join("+")} ${routeOf(slice)}`,
    ...(duration_minutes === null ? [] : [hours(duration_minutes)]),
    changes.length === 0 ? "direct" : `via ${changes.join(", ")}`,
    ...operatorsOf(segments),
  ].join(", ");
};

const bagsText = ({ included, quantity = 1, weight_kg }: Bags, kind: string): readonly string[] => {
  if (included === null) return [];
  if (!included) return [`no ${kind} bag`];
  const weight = weight_kg === undefined ? "" : ` of ${weight_kg} kg`;
  return [`${quantity} ${kind} ${quantity === 1 ? "bag" : "bags"}${weight}`];
};

const condition = (allowed: boolean | null, word: string): readonly string[] =>
  allowed === null ? [] : [allowed ? word : `not ${word}`];

const cabinsOf = ({ slices }: FlightOption): string =>
  [...new Set(slices.flatMap(({ segments }) => segments.flatMap(({ cabin_class: cabin }) => cabin ?? [])))]
    .map((cabin) => cabin.replace("_", " "))
    .join("/");

/** The cabin is left out where the airline's name of the fare says it. */
const fareOf = (option: FlightOption): string => {
  const [cabins, brands] = [cabinsOf(option), brandsOf(option)];
  if (brands.toLowerCase().includes(cabins)) return brands;
  return brands === "" ? cabins : `${cabins}, ${brands}`;
};

const optionLine = (option: FlightOption): string =>
  [
    option.airline_name,
    option.slices.map(sliceText).join(" / "),
    [
      fareOf(option),
      ...condition(option.refundable, "refundable"),
      ...bagsText(option.baggage.checked, "checked"),
    ].join(", "),
    money(option.price),
    `until ${option.expires_at}`,
    `offer_id ${option.offer_id}`,
  ]
    .filter((part) => part !== "")
    .join(" | ");

const notes = (warnings: readonly string[] = []): readonly string[] => warnings.map((warning) => `Note: ${warning}`);

const cacheState = ({ cached, stale }: SearchAnswer): string => (stale ? ", stale" : cached ? ", cached" : "");

/** The text of a search. */
export const compactSearch = (answer: SearchAnswer): string => {
  const { warnings, options, more, reason = "Nothing was found.", source, fetched_at } = answer;
  const origin = `Source: ${source}, ${fetched_at}${cacheState(answer)}.`;
  if (options.length === 0) return [...notes(warnings), `${reason} ${origin}`].join("\n");
  return [
    ...notes(warnings),
    ...options.map((option) => optionLine(fullOptionOf(option))),
    [
      `${options.length} ${options.length === 1 ? "offer" : "offers"}, cheapest first, for all travellers and the whole trip.`,
      ...(more === undefined ? [] : [more]),
      origin,
      "Next: get_offer with the offer_id of one, before its price is promised.",
    ].join(" "),
  ].join("\n");
};

interface OfferAnswer {
  readonly warnings?: readonly string[];
  readonly source: "sandbox" | "live";
  readonly fetched_at: string;
  readonly offer: object;
}

const flightLine = (segment: FlightSegment): string =>
  [
    `${numberOf(segment)} ${routeOf(segment)}`,
    ...(segment.duration_minutes === null ? [] : [hours(segment.duration_minutes)]),
    ...(segment.operating_airline_name === undefined ? [] : [`operated by ${segment.operating_airline_name}`]),
    ...(segment.aircraft_type === null ? [] : [segment.aircraft_type]),
    ...(segment.technical_stops ?? []).map(({ airport_code }) => `lands in ${airport_code}`),
  ].join(", ");

/** The text of get_offer. */
export const compactOffer = ({ warnings, source, fetched_at, offer }: OfferAnswer): string => {
  const option = fullOptionOf(offer);
  const { slices, baggage, changeable, tax, emissions_kg } = option;
  const brands = new Set(slices.flatMap(({ fare_brand }) => fare_brand ?? []));
  const facts = [
    ...brands,
    ...condition(changeable, "changeable"),
    ...bagsText(baggage.cabin, "cabin"),
    ...(tax === null ? [] : [`${money(tax)} of it tax`]),
    ...(emissions_kg === undefined ? [] : [`${emissions_kg} kg CO2`]),
  ];
  return [
    ...notes(warnings),
    optionLine(option),
    ...slices.flatMap(({ segments }) => segments.map(flightLine)),
    ...(facts.length === 0 ? [] : [facts.join(", ")]),
    `Source: ${source}, ${fetched_at}. Can be had until ${option.expires_at}; after that, search again with refresh: true.`,
  ].join("\n");
};
