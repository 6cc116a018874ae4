import type { CabinLetter } from "./airlines.ts";
import { isUsDomestic } from "./borders.ts";
import type { Service } from "./network.ts";

/** Where airlines count kilograms, not pieces. */
const WEIGHED = new Set(
  "AE QA SA BH KW OM IN PK BD LK NP MV TH MY SG ID VN PH KH LA MM BN EG TR KZ UZ AZ ET KE".split(" "),
);
const WEIGHT: Readonly<Record<CabinLetter, string>> = { Y: "25K", W: "35K", J: "40K", F: "50K" };
const PIECES: Readonly<Record<CabinLetter, string>> = { Y: "1PC", W: "2PC", J: "2PC", F: "3PC" };

/** Checked baggage per person. The cheapest classes and low-cost airlines carry hand luggage only. */
export const baggageOf = ({ airline, from, to, km }: Service, cabin: CabinLetter, bookingClass: string): string => {
  if (cabin === "Y") {
    const light = bookingClass === "N" || bookingClass === "S";
    if (airline.model === "low-cost" || isUsDomestic(from, to)) return "0PC";
    if (light && km < 4000 && !WEIGHED.has(airline.country)) return "0PC";
    if (light && WEIGHED.has(airline.country)) return "20K";
  }
  const small = airline.model === "regional" ? "15K" : undefined;
  if (small !== undefined && WEIGHED.has(airline.country)) return small;
  return (WEIGHED.has(airline.country) ? WEIGHT : PIECES)[cabin];
};
