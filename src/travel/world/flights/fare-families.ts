import type { FareConditions, FareFamily, FareFamilyName, RefundKind } from "../../../model/fare.ts";
import type { Flexibility } from "../../supplier.ts";
import type { Airline, CabinLetter } from "./airlines.ts";
import { isUsDomestic } from "./borders.ts";
import type { Service } from "./services.ts";

/** A fare family on sale in a cabin. */
export interface OpenFamily {
  readonly code: FareFamily;
  /** Share of the way from the fare of the open class to the lowest fare of the cabin in front; 0 of the cheapest. */
  readonly share: number;
}

const ladder = (shares: Partial<Readonly<Record<FareFamily, number>>>): readonly OpenFamily[] =>
  Object.entries(shares).map(([code, share]) => ({ code: code as FareFamily, share }));

/** Cheapest first. In the highest classes of a cabin, the cheapest family is not sold any more. */
const LADDERS: Readonly<
  Record<
    CabinLetter,
    { readonly all: readonly OpenFamily[]; readonly high: readonly OpenFamily[]; readonly highest: string }
  >
> = {
  Y: { all: ladder({ LT: 0, ST: 0.35, FX: 0.9 }), high: ladder({ ST: 0, FX: 0.9 }), highest: "YB" },
  W: { all: ladder({ ST: 0, FX: 0.5 }), high: [], highest: "" },
  J: { all: ladder({ ST: 0, FX: 0.8 }), high: ladder({ FX: 0 }), highest: "J" },
  F: { all: ladder({ ST: 0, FX: 0.6 }), high: ladder({ FX: 0 }), highest: "F" },
};

/** The families on sale while a booking class is open, cheapest first. */
export const openFamilies = (cabin: CabinLetter, bookingClass: string): readonly OpenFamily[] => {
  const { all, high, highest } = LADDERS[cabin];
  return highest.includes(bookingClass) ? high : all;
};

type Terms = Omit<FareConditions, "family" | "bags">;

const terms = (
  name: FareFamilyName,
  changeFee: number | null,
  refund: RefundKind,
  refundFee = 0,
  seat: Terms["seat"] = "paid",
): Terms => ({ name, changeFee, refund, refundFee, seat });

const FLEX = terms("Flex", 0, "cash", 0, "free");

/** Economy fares by the airline: low-cost, or by where it is at home. In US cents. */
const ECONOMY = {
  america: { LT: terms("Basic", null, "none"), ST: terms("Main", 0, "credit"), FX: FLEX },
  elsewhere: { LT: terms("Light", null, "taxes"), ST: terms("Standard", 7_500, "taxes"), FX: FLEX },
  weighed: { LT: terms("Lite", 10_000, "cash", 15_000), ST: terms("Standard", 5_000, "cash", 10_000), FX: FLEX },
  lowCost: {
    LT: terms("Basic", 5_000, "none"),
    ST: terms("Plus", 5_000, "none", 0, "free"),
    FX: terms("Max", 0, "credit", 0, "free"),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<FareFamily, Terms>>>>;

const SAVER = terms("Saver", 10_000, "cash", 25_000, "free");
const FRONT: Readonly<Record<FareFamily, Terms>> = { LT: SAVER, ST: SAVER, FX: FLEX };

/** Countries whose airlines limit baggage by weight, not by pieces. */
const WEIGHED = new Set(
  "AE QA SA BH KW OM IN PK BD LK NP MV TH MY SG ID VN PH KH LA MM BN EG TR KZ UZ AZ ET KE".split(" "),
);
const AMERICA = new Set(["US", "CA"]);

const tableOf = ({ model, country }: Airline): Readonly<Record<FareFamily, Terms>> => {
  if (model === "low-cost") return ECONOMY.lowCost;
  if (AMERICA.has(country)) return ECONOMY.america;
  return WEIGHED.has(country) ? ECONOMY.weighed : ECONOMY.elsewhere;
};

/** The conditions of flights that are sold together, by the longest. */
export const conditionsOf = (service: Service, cabin: CabinLetter, family: FareFamily): FareConditions => {
  const { name, changeFee, refund, refundFee, seat } = (cabin === "Y" ? tableOf(service.airline) : FRONT)[family];
  return { family, name, changeFee, refund, refundFee, bags: bagsOf(service, cabin, family), seat };
};

const WEIGHT: Readonly<Record<CabinLetter, string>> = { Y: "25K", W: "35K", J: "40K", F: "50K" };
const PIECES: Readonly<Record<CabinLetter, string>> = { Y: "1PC", W: "2PC", J: "2PC", F: "3PC" };
const HAND_LUGGAGE = "0PC";
const LIGHT_WEIGHT = "20K";
const SMALL_AIRCRAFT_WEIGHT = "15K";
/** Longer flights include a bag with every fare of most airlines. */
const LONG_HAUL_KM = 4000;

const bagsOf = ({ airline, from, to, km }: Service, cabin: CabinLetter, family: FareFamily): string => {
  const { model, country } = airline;
  const weighed = WEIGHED.has(country);
  if (cabin === "Y") {
    const light = family === "LT";
    if (model === "low-cost") return light ? HAND_LUGGAGE : weighed ? LIGHT_WEIGHT : PIECES.Y;
    if (isUsDomestic(from, to) || (light && AMERICA.has(country))) return HAND_LUGGAGE;
    if (light && weighed) return model === "regional" ? SMALL_AIRCRAFT_WEIGHT : LIGHT_WEIGHT;
    if (light && km < LONG_HAUL_KM) return HAND_LUGGAGE;
  }
  if (model === "regional" && weighed) return SMALL_AIRCRAFT_WEIGHT;
  return (weighed ? WEIGHT : PIECES)[cabin];
};

const ALLOWS: Readonly<Record<Flexibility, (conditions: Pick<Terms, "changeFee" | "refund">) => boolean>> = {
  any: () => true,
  changeable: ({ changeFee }) => changeFee !== null,
  refundable: ({ refund }) => refund === "cash",
};

/** The cheapest family on sale that allows it. */
export const familyThatAllows = (
  flexibility: Flexibility,
  service: Service,
  cabin: CabinLetter,
  bookingClass: string,
): OpenFamily | undefined =>
  openFamilies(cabin, bookingClass).find(({ code }) => ALLOWS[flexibility](conditionsOf(service, cabin, code)));
