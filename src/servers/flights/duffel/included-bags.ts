import type { JsonObject } from "../../../model/json.ts";
import type { Bags, FlightOption } from "../../../travel/flight-option.ts";
import { objectIn, objectsIn } from "./foreign-values.ts";

const KG_PER_POUND = 0.453_592_37;
const MOST_PIECES = 20;
const HEAVIEST_KG = 1000;

/** What every traveller with a seat may take along on all flights of a trip. */
export const includedBags = (
  segments: readonly JsonObject[],
  infantIds: ReadonlySet<unknown>,
): FlightOption["baggage"] => {
  const bags = segments.map((segment) => bagsOn(segment, infantIds));
  return { checked: fewest(bags.map(({ checked }) => checked)), cabin: fewest(bags.map(({ cabin }) => cabin)) };
};

/** One flight without a bag decides, then one that does not say; a weight has to be known of all. */
const fewest = (bags: readonly Bags[]): Bags => {
  const missing = bags.find(({ included }) => included === false);
  if (missing !== undefined) return missing;
  if (bags.length === 0 || bags.some(({ included }) => included === null)) return { included: null };
  const quantities = bags.flatMap(({ quantity }) => quantity ?? []);
  const weights = bags.flatMap(({ weight_kg }) => weight_kg ?? []);
  return {
    included: true,
    ...(quantities.length > 0 && { quantity: Math.min(...quantities) }),
    ...(weights.length === bags.length && { weight_kg: Math.min(...weights) }),
  };
};

/**
 * Of one flight. Duffel says how many pieces each passenger has (`baggages`). Weights, where there are any, are those of
 * all passengers (`baggage`), which also stands alone in an older shape.
 */
const bagsOn = (segment: JsonObject, infantIds: ReadonlySet<unknown>): FlightOption["baggage"] => {
  const older = objectIn(segment["baggage"]);
  const seated = objectsIn(segment["passengers"])?.filter(({ passenger_id: id }) => !infantIds.has(id)) ?? [];
  return {
    checked: weighed(bagsOfAll(seated, "checked"), olderBags(older?.["checked_baggage"])),
    cabin: weighed(bagsOfAll(seated, "carry_on"), olderBags(older?.["cabin_baggage"])),
  };
};

const weighed = (counted: Bags, older: Bags | undefined): Bags => {
  if (older === undefined || counted.included === null) return older ?? counted;
  return counted.included && older.included ? { ...older, ...counted } : counted;
};

const olderBags = (value: unknown): Bags | undefined => {
  const bags = objectIn(value);
  if (typeof bags?.["included"] !== "boolean") return undefined;
  const { included, weight, unit } = bags;
  const kilograms = typeof weight === "number" ? weight * (unit === "lb" ? KG_PER_POUND : 1) : Number.NaN;
  const isWeight = kilograms > 0 && kilograms < HEAVIEST_KG;
  return { included, ...(isWeight && { weight_kg: Math.round(kilograms * 10) / 10 }) };
};

/** The fewest that any of them has: who promises a bag to everybody must not count one that only some have. */
const bagsOfAll = (passengers: readonly JsonObject[], type: string): Bags => {
  const pieces = passengers.map(({ baggages }) => {
    const bags = objectsIn(baggages);
    if (bags === undefined) return undefined;
    const counts = bags.filter((bag) => bag["type"] === type).map(({ quantity }) => quantity);
    return counts.reduce<number>((sum, count) => sum + (isPieces(count) ? count : 0), 0);
  });
  const said = pieces.filter((count) => count !== undefined);
  if (said.length === 0 || said.length < pieces.length) return { included: null };
  const quantity = Math.min(...said);
  return { included: quantity > 0, quantity };
};

const isPieces = (count: unknown): count is number =>
  Number.isInteger(count) && (count as number) >= 0 && (count as number) <= MOST_PIECES;
