import { type Failure, notFound, unavailable } from "../../../model/failure.ts";
import type { FlightSearchRequest, MultiCityRequest } from "../flight-shop.ts";
import type { Problem, Subject } from "./refusals.ts";

/** Where the parts of an offer request stand in our own. */
const SEARCH_FIELDS: Readonly<Record<string, keyof FlightSearchRequest>> = {
  "slices/0/origin": "origin",
  "slices/0/destination": "destination",
  "slices/0/departure_date": "departure_date",
  "slices/0/departure_time": "departure_time",
  "slices/0/arrival_time": "arrival_time",
  "slices/1/origin": "destination",
  "slices/1/destination": "origin",
  "slices/1/departure_date": "return_date",
  origin: "origin",
  destination: "destination",
  departure_date: "departure_date",
  departure_time: "departure_time",
  arrival_time: "arrival_time",
};

const WISHES: Readonly<Record<string, keyof MultiCityRequest>> = {
  cabin_class: "cabin_class",
  max_connections: "max_connections",
  age: "child_ages",
  passengers: "adults",
};

export const searchSubject = (request: FlightSearchRequest): Subject => ({
  fieldOf(problem) {
    const field = SEARCH_FIELDS[placeOf(problem)] ?? wishOf(problem) ?? mentioned(problem, request);
    return field === undefined ? undefined : { field, value: request[field as keyof FlightSearchRequest] };
  },
  missing: noSuchApi,
});

export const multiCitySubject = (request: MultiCityRequest): Subject => ({
  fieldOf(problem) {
    const [, index, name] = /^slices\/(\d+)\/(origin|destination|departure_date)/.exec(placeOf(problem)) ?? [];
    if (index !== undefined && request.slices[Number(index)] !== undefined)
      return sliceField(request, Number(index), name);
    const wish = wishOf(problem);
    if (wish !== undefined) return { field: wish, value: request[wish] };
    for (const [at, slice] of request.slices.entries()) {
      const found = mentioned(problem, slice);
      if (found !== undefined) return sliceField(request, at, found);
    }
    return undefined;
  },
  missing: noSuchApi,
});

export const offerSubject = (id: string): Subject => ({
  fieldOf: () => ({ field: "offer_id", value: id }),
  missing: () =>
    notFound("There is no such offer, or no longer.", {
      field: "offer_id",
      value: id,
      hint: "Offers live for about half an hour: search again with refresh: true and take an id from there.",
    }),
});

const sliceField = ({ slices }: MultiCityRequest, index: number, name = "") => ({
  field: `slices[${index}].${name}`,
  value: slices[index]?.[name as "origin"],
});

/** `/data/slices/0/origin`, `slices.0.origin` and `slices[0].origin` are the same place. */
const placeOf = ({ pointer = "" }: Problem): string =>
  pointer
    .replace(/[[\].]+/g, "/")
    .replace(/^\/+|\/+$/g, "")
    .replace(/^data\//, "");

const wishOf = (problem: Problem): keyof MultiCityRequest | undefined => {
  const parts = placeOf(problem).split("/");
  return WISHES[parts.at(-1) ?? ""] ?? WISHES[parts[0] ?? ""];
};

/** Some errors only quote the value. */
const mentioned = (
  { message }: Problem,
  request: { readonly origin: string; readonly destination: string; readonly departure_date: string },
): "origin" | "destination" | "departure_date" | undefined =>
  (["origin", "destination", "departure_date"] as const).find((field) => message.includes(`'${request[field]}'`));

const noSuchApi = (): Failure =>
  unavailable("Duffel's search is not where this server looks for it.", {
    retryable: false,
    hint: "An operator should check DUFFEL_API_URL.",
  });
