import { addDays, type IsoDate } from "../../../model/calendar.ts";
import type { stayFees } from "../../../model/cancel-fees.ts";
import type { Airport } from "../../../model/place.ts";
import type { GeneratedPlaces } from "../places.ts";
import type { City } from "./cities.ts";
import type { Property } from "./properties.ts";

type Deadline = NonNullable<Parameters<typeof stayFees>[0]["deadline"]>;

/** Cancellation deadline in days before arrival, by stars. */
const NOTICE: Readonly<Record<number, number>> = { 1: 0, 2: 0, 3: 1, 4: 2, 5: 3 };
const RESORT_NOTICE = 14;

/** Until when stays from that day on can be cancelled, at each hotel of the city. */
export const deadlinesIn = (
  city: City,
  checkIn: IsoDate,
  places: GeneratedPlaces,
): ((property: Property) => Deadline) => {
  const airport = city.airports[0] as Airport;
  const local = (day: IsoDate, time: string): string =>
    places.localTime(airport, places.instant(airport, `${day}T${time}`));
  const dayAfterArrival = local(addDays(checkIn, 1), "00:00");
  const byNotice = new Map<number, Deadline>();
  return ({ stars }) => {
    const resort = city.demand === "resort" && stars >= 4;
    const notice = resort ? RESORT_NOTICE : (NOTICE[stars] as number);
    const known = byNotice.get(notice);
    if (known !== undefined) return known;
    const deadline: Deadline = {
      ...{ freeUntil: local(addDays(checkIn, -notice), "18:00"), dayAfterArrival },
      charge: resort ? "the whole stay" : "one night",
    };
    byNotice.set(notice, deadline);
    return deadline;
  };
};
