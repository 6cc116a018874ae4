import type { JsonObject } from "../../model/json.ts";
import type { Bags, FlightOption } from "../flight-option.ts";
import { objectIn, objectsIn } from "./foreign-values.ts";

const KG_PER_POUND = 0.453_592_37;
const MOST_PIECES = 20;
const HEAVIEST_KG = 1000;

/**
 * What everybody with a seat may take along on a segment. Duffel says it per passenger (`baggages`); an older shape had
 * it once for all, with weights (`baggage`).
 */
export const includedBags = (segment: JsonObject, infantIds: ReadonlySet<unknown>): FlightOption["baggage"] => {
  const older = objectIn(segment["baggage"]);
  const seated = objectsIn(segment["passengers"])?.filter(({ passenger_id: id }) => !infantIds.has(id)) ?? [];
  return {
    checked: olderBags(older?.["checked_baggage"]) ?? bagsOfAll(seated, "checked"),
    cabin: olderBags(older?.["cabin_baggage"]) ?? bagsOfAll(seated, "carry_on"),
  };
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
