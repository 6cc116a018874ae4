import type { JsonObject } from "../../../model/json.ts";
import type { Bags, FlightOption } from "../flight-option.ts";
import { objectIn, objectsIn } from "./untrusted-values.ts";

const KG_PER_POUND = 0.453_592_37;
const MAX_PIECES = 20;
const HEAVIEST_KG = 1000;

/** The bags that every traveller with a seat can take on all flights of a trip. */
export const includedBags = (
  segments: readonly JsonObject[],
  infantIds: ReadonlySet<unknown>,
): FlightOption["baggage"] => {
  const bags = segments.map((segment) => bagsOn(segment, infantIds));
  return { checked: fewest(bags.map(({ checked }) => checked)), cabin: fewest(bags.map(({ cabin }) => cabin)) };
};

/** The least of all flights: none, then unknown, then the smallest number. A weight must be known for all. */
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

/** Combines pieces per passenger (`baggages`) with weights per segment (`baggage`, the only field of an older format). */
const bagsOn = (segment: JsonObject, infantIds: ReadonlySet<unknown>): FlightOption["baggage"] => {
  const perSegment = objectIn(segment["baggage"]);
  const seated = objectsIn(segment["passengers"])?.filter(({ passenger_id: id }) => !infantIds.has(id)) ?? [];
  return {
    checked: withWeight(bagsOfAll(seated, "checked"), segmentBags(perSegment?.["checked_baggage"])),
    cabin: withWeight(bagsOfAll(seated, "carry_on"), segmentBags(perSegment?.["cabin_baggage"])),
  };
};

const withWeight = (counted: Bags, perSegment: Bags | undefined): Bags => {
  if (perSegment === undefined || counted.included === null) return perSegment ?? counted;
  return counted.included && perSegment.included ? { ...perSegment, ...counted } : counted;
};

const segmentBags = (value: unknown): Bags | undefined => {
  const bags = objectIn(value);
  if (typeof bags?.["included"] !== "boolean") return undefined;
  const { included, weight, unit } = bags;
  const kilograms = typeof weight === "number" ? weight * (unit === "lb" ? KG_PER_POUND : 1) : Number.NaN;
  const isWeight = kilograms > 0 && kilograms < HEAVIEST_KG;
  return { included, ...(isWeight && { weight_kg: Math.round(kilograms * 10) / 10 }) };
};

/** The fewest pieces of any passenger, because the answer applies to all of them. */
const bagsOfAll = (passengers: readonly JsonObject[], type: string): Bags => {
  const pieces = passengers.map(({ baggages }) => {
    const bags = objectsIn(baggages);
    if (bags === undefined) return undefined;
    const counts = bags.filter((bag) => bag["type"] === type).map(({ quantity }) => quantity);
    return counts.reduce<number>((sum, count) => sum + (isPieces(count) ? count : 0), 0);
  });
  const stated = pieces.filter((count) => count !== undefined);
  if (stated.length === 0 || stated.length < pieces.length) return { included: null };
  const quantity = Math.min(...stated);
  return { included: quantity > 0, quantity };
};

const isPieces = (count: unknown): count is number =>
  Number.isInteger(count) && (count as number) >= 0 && (count as number) <= MAX_PIECES;
