import { type Failure, notFound, unavailable } from "../../../model/failure.ts";
import type { FlightSearchRequest, MultiCityRequest } from "../flight-shop.ts";
import type { ErrorMapping, Problem } from "./call-failures.ts";

/** Our field for each field of Duffel's offer request, whose second slice is the return flight. */
const SEARCH_FIELDS: Readonly<Record<string, keyof FlightSearchRequest>> = {
  "slices/1/origin": "destination",
  "slices/1/destination": "origin",
  "slices/1/departure_date": "return_date",
  origin: "origin",
  destination: "destination",
  departure_date: "departure_date",
  departure_time: "departure_time",
  arrival_time: "arrival_time",
};

const PREFERENCES: Readonly<Record<string, keyof MultiCityRequest>> = {
  cabin_class: "cabin_class",
  max_connections: "max_connections",
  age: "child_ages",
  passengers: "adults",
};

export const searchErrors = (request: FlightSearchRequest): ErrorMapping => ({
  fieldOf(problem) {
    const field =
      SEARCH_FIELDS[pathOf(problem).replace(/^slices\/0\//, "")] ??
      preferenceOf(problem) ??
      quotedField(problem, request);
    return field === undefined ? undefined : { field, value: request[field as keyof FlightSearchRequest] };
  },
  missing: apiNotFound,
});

export const multiCityErrors = (request: MultiCityRequest): ErrorMapping => ({
  fieldOf(problem) {
    const [, index, name] = /^slices\/(\d+)\/(origin|destination|departure_date)/.exec(pathOf(problem)) ?? [];
    if (index !== undefined && request.slices[Number(index)] !== undefined) {
      return sliceField(request, Number(index), name);
    }
    const preference = preferenceOf(problem);
    if (preference !== undefined) return { field: preference, value: request[preference] };
    for (const [at, slice] of request.slices.entries()) {
      const found = quotedField(problem, slice);
      if (found !== undefined) return sliceField(request, at, found);
    }
    return undefined;
  },
  missing: apiNotFound,
});

export const offerErrors = (id: string): ErrorMapping => ({
  fieldOf: () => ({ field: "offer_id", value: id }),
  missing: () =>
    notFound("There is no such offer, or it is no longer available.", {
      field: "offer_id",
      value: id,
      hint: "Offers live for about half an hour: search again with refresh: true and take an id from there.",
    }),
});

const sliceField = ({ slices }: MultiCityRequest, index: number, name = "") => ({
  field: `slices[${index}].${name}`,
  value: slices[index]?.[name as "origin"],
});

/** Normalises `/data/slices/0/origin`, `slices.0.origin` and `slices[0].origin` to the same path. */
const pathOf = ({ pointer = "" }: Problem): string =>
  pointer
    .replace(/[[\].]+/g, "/")
    .replace(/^\/+|\/+$/g, "")
    .replace(/^data\//, "");

const preferenceOf = (problem: Problem): keyof MultiCityRequest | undefined => {
  const parts = pathOf(problem).split("/");
  return PREFERENCES[parts.at(-1) ?? ""] ?? PREFERENCES[parts[0] ?? ""];
};

/** Some errors name no field and only quote its value. */
const quotedField = (
  { message }: Problem,
  request: Pick<FlightSearchRequest, "origin" | "destination" | "departure_date">,
): "origin" | "destination" | "departure_date" | undefined =>
  (["origin", "destination", "departure_date"] as const).find((field) => message.includes(`'${request[field]}'`));

const apiNotFound = (): Failure =>
  unavailable("Duffel's search was not found at the configured address.", {
    retryable: false,
    hint: "An operator should check DUFFEL_API_URL.",
  });
