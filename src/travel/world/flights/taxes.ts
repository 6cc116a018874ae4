import type { Airport } from "../../../model/place.ts";
import { dataTable } from "../data-file.ts";
import type { CabinLetter } from "./airlines.ts";
import { isUsDomestic, realmOf } from "./borders.ts";
import type { Service } from "./services.ts";

/** A tax or charge on one flight: a fixed amount per person, or a percentage of the base fare in basis points. */
export interface Tax {
  readonly code: string;
  readonly name: string;
  readonly cents: number;
  readonly basisPoints: number;
  /** Lap infants pay it too. */
  readonly infants: boolean;
}

export const taxOn = (tax: Tax, base: number): number => tax.cents + Math.round((base * tax.basisPoints) / 10_000);

const perHead = (code: string, name: string, dollars: number, infants = false): Tax => ({
  code,
  name,
  cents: Math.round(dollars * 100),
  basisPoints: 0,
  infants,
});
const percent = (code: string, name: string, basisPoints: number): Tax => ({
  code,
  name,
  cents: 0,
  basisPoints,
  infants: true,
});

const US_FACILITY = perHead("XF", "US passenger facility charge", 4.5);
const US_DOMESTIC: readonly Tax[] = [
  percent("US", "US transportation tax", 750),
  perHead("ZP", "US flight segment tax", 5.2),
  US_FACILITY,
];
/** A domestic flight that connects to an international one has no domestic taxes. */
const US_ON_THE_WAY: readonly Tax[] = [US_FACILITY];
const US_SECURITY = perHead("AY", "US September 11 security fee", 5.6);
const US_ABROAD: readonly Tax[] = [perHead("US", "US international departure tax", 22.9), US_FACILITY];
const US_ARRIVAL: readonly Tax[] = [
  perHead("US", "US international arrival tax", 22.9),
  perHead("XY", "US immigration user fee", 7, true),
  perHead("YC", "US customs user fee", 7.39, true),
  perHead("XA", "US agricultural inspection fee", 3.84, true),
];

/** Departure charges in US dollars, for domestic and international flights. */
type Charge = readonly [code: string, name: string, domestic: number, abroad: number];
const departureCharges = dataTable(
  "departure-charges.json",
  (data: Readonly<Record<string, readonly Charge[]>>) => new Map(Object.entries(data)),
);

const SALES_TAX: Readonly<Record<string, Tax>> = {
  AU: percent("UO", "Goods and services tax", 1000),
  CA: percent("XG", "Goods and services tax", 500),
  IN: percent("K3", "Goods and services tax", 500),
};

/** UK air passenger duty: by distance (2,000 and 5,500 miles), and for economy or a better cabin. */
const passengerDuty = (km: number, domestic: boolean, cabin: CabinLetter): number => {
  const front = cabin !== "Y";
  if (domestic) return front ? 21 : 10.5;
  if (km <= 3219) return front ? 42 : 20;
  return km <= 8851 ? (front ? 325 : 136) : front ? 337 : 141;
};

/** German air transport tax, by distance class. */
const germanTax = (km: number): number => (km <= 2500 ? 18.1 : km <= 6000 ? 45.8 : 82.5);

const solidarity = (km: number, cabin: CabinLetter): number =>
  cabin === "Y" ? (km <= 2500 ? 8.6 : km <= 5500 ? 17.5 : 46) : km <= 2500 ? 35 : km <= 5500 ? 93 : 140;

const surcharge = (service: Service): number => {
  if (service.airline.model !== "full-service" || service.km < 1500) return 0;
  return Math.min(320, Math.round(20 + service.km / 45));
};

/** The position of a flight in its journey. */
interface Position {
  readonly first: boolean;
  /** The whole journey is within the United States. */
  readonly usDomestic: boolean;
}

const known = new WeakMap<Service, Map<string, readonly Tax[]>>();

/** All taxes and charges on one flight. Cached, because every search computes them for each flight it finds. */
export const taxesOf = (service: Service, cabin: CabinLetter, position: Position): readonly Tax[] => {
  const byKey = known.get(service) ?? new Map<string, readonly Tax[]>();
  if (byKey.size === 0) known.set(service, byKey);
  const key = `${cabin}${position.first ? 1 : 0}${position.usDomestic ? 1 : 0}`;
  let taxes = byKey.get(key);
  if (taxes === undefined) {
    taxes = taxesFor(service, cabin, position);
    byKey.set(key, taxes);
  }
  return taxes;
};

const taxesFor = (service: Service, cabin: CabinLetter, { first, usDomestic }: Position): readonly Tax[] => {
  const { from, to, km } = service;
  if (isUsDomestic(from, to)) {
    const taxes = usDomestic ? US_DOMESTIC : US_ON_THE_WAY;
    return first ? [...taxes, US_SECURITY] : taxes;
  }
  const domestic = realmOf(from.country) === realmOf(to.country);
  const taxes = [...departureTaxes(from, km, domestic, cabin, first)];
  if (domestic) {
    const sales = SALES_TAX[from.country];
    if (sales !== undefined) taxes.push(sales);
  } else {
    if (realmOf(to.country) === "US") taxes.push(...US_ARRIVAL);
    const fuel = surcharge(service);
    if (fuel > 0) taxes.push(perHead("YQ", "Carrier-imposed surcharge", fuel));
  }
  return taxes;
};

const departureTaxes = (
  from: Airport,
  km: number,
  domestic: boolean,
  cabin: CabinLetter,
  first: boolean,
): readonly Tax[] => {
  const { country } = from;
  if (realmOf(country) === "US") return first ? [...US_ABROAD, US_SECURITY] : US_ABROAD;
  if (country === "GB") {
    const charge = perHead("UB", "Passenger service charge", domestic ? 16 : from.code === "LHR" ? 52 : 24);
    return first ? [perHead("GB", "Air passenger duty", passengerDuty(km, domestic, cabin)), charge] : [charge];
  }
  const charges = (departureCharges().get(country) ?? [[country, "Airport service charge", 4.5, 18]]).flatMap(
    ([code, name, home, abroad]) => {
      const dollars = domestic ? home : abroad;
      return dollars === 0 ? [] : [perHead(code, name, dollars)];
    },
  );
  if (!first) return charges;
  if (country === "DE") return [perHead("OY", "Air transport tax", germanTax(km)), ...charges];
  if (country === "FR") return [perHead("O4", "Solidarity tax", solidarity(km, cabin)), ...charges];
  return charges;
};
