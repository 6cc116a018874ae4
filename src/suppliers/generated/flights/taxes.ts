import type { Airport } from "../../../model/place.ts";
import type { CabinLetter } from "./airlines.ts";
import { isUsDomestic, realmOf } from "./borders.ts";
import type { Service } from "./network.ts";

/** A tax or charge on one flight: cents a head, or hundredths of a percent of the base fare. */
export interface Tax {
  readonly code: string;
  readonly name: string;
  readonly cents: number;
  readonly basisPoints: number;
  /** Lap infants pay it too. */
  readonly infants: boolean;
}

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
/** A domestic flight on the way abroad is taxed with the flight abroad. */
const US_ON_THE_WAY: readonly Tax[] = [US_FACILITY];
const US_SECURITY = perHead("AY", "US September 11 security fee", 5.6);
const US_ABROAD: readonly Tax[] = [perHead("US", "US international departure tax", 22.9), US_FACILITY];
const US_ARRIVAL: readonly Tax[] = [
  perHead("US", "US international arrival tax", 22.9),
  perHead("XY", "US immigration user fee", 7, true),
  perHead("YC", "US customs user fee", 7.39, true),
  perHead("XA", "US agricultural inspection fee", 3.84, true),
];

/** On leaving a country, in US dollars: at home, and abroad. */
type Charge = readonly [code: string, name: string, domestic: number, abroad: number];
const DEPARTURE: Readonly<Record<string, readonly Charge[]>> = {
  AE: [
    ["AE", "Passenger service charge", 0, 20.4],
    ["F6", "Passenger facilities charge", 0, 9.5],
    ["TP", "Passenger security and safety charge", 0, 1.4],
  ],
  AR: [
    ["XR", "Passenger service charge", 5.5, 57],
    ["QO", "Security fee", 1, 8],
  ],
  AT: [
    ["ZY", "Passenger service charge", 22, 22],
    ["QD", "Air transport levy", 12.8, 12.8],
    ["AT", "Security charge", 9.6, 9.6],
  ],
  AU: [
    ["AU", "Passenger movement charge", 0, 46],
    ["WY", "Passenger services charge", 9.5, 21],
  ],
  BR: [["BR", "Boarding fee", 7.5, 22]],
  CA: [
    ["CA", "Air travellers security charge", 7.3, 25],
    ["SQ", "Airport improvement fee", 26, 28],
  ],
  CH: [["CH", "Passenger service and security charge", 24, 34]],
  CL: [["CL", "Boarding tax", 9, 26]],
  CN: [["CN", "Civil aviation development fund", 7, 12.6]],
  CO: [["CO", "Airport tax", 7, 52]],
  DE: [
    ["RA", "Passenger service charge", 28.6, 28.6],
    ["DE", "Security charge", 11.4, 11.4],
  ],
  EG: [
    ["EG", "Departure tax", 5, 25],
    ["QH", "Passenger security charge", 1, 4],
  ],
  ES: [
    ["JD", "Airport departure charge", 10.2, 17.6],
    ["OG", "Aviation safety and security fee", 4.1, 4.1],
  ],
  FR: [
    ["FR", "Airport tax", 13, 16.8],
    ["QX", "Passenger service charge", 12, 26],
  ],
  HK: [
    ["HK", "Air passenger departure tax", 0, 15.4],
    ["G3", "Airport construction fee", 0, 20.5],
    ["I5", "Security charge", 0, 7.1],
  ],
  IE: [["IE", "Passenger service charge", 14, 18]],
  IN: [
    ["IN", "User development fee", 6.2, 14],
    ["P2", "Passenger service fee", 2.8, 2.8],
  ],
  IT: [
    ["IT", "Embarkation tax", 12, 21],
    ["HB", "Council city tax", 7.5, 7.5],
    ["VT", "Security charge", 3.2, 3.2],
  ],
  JP: [
    ["SW", "Passenger service facility charge", 3, 21],
    ["TK", "International tourist tax", 0, 6.7],
  ],
  KR: [["BP", "International passenger service charge", 3, 20.5]],
  MX: [
    ["XV", "Airport departure tax", 26, 44],
    ["XD", "International departure tax", 0, 17],
  ],
  MY: [["MY", "Passenger service charge", 2.4, 16.5]],
  NL: [
    ["RN", "Passenger service charge", 19, 23],
    ["CJ", "Security service charge", 12.5, 14],
    ["VV", "Air passenger tax", 31.5, 31.5],
  ],
  NO: [["ZN", "Air passenger tax", 6, 12]],
  NZ: [["IA", "Passenger services charge", 5, 18]],
  QA: [
    ["QA", "Airport fee", 0, 2.8],
    ["G4", "Passenger facilities charge", 0, 16.5],
  ],
  SG: [
    ["SG", "Passenger service and security fee", 0, 35],
    ["OP", "Aviation levy", 0, 6],
  ],
  TH: [["TS", "Passenger service charge", 3.6, 21.4]],
  TR: [["TR", "Passenger service charge", 3, 24]],
  ZA: [
    ["ZA", "Passenger service charge", 6.3, 17],
    ["EV", "Passenger security charge", 1.4, 1.4],
  ],
};

const SALES_TAX: Readonly<Record<string, Tax>> = {
  AU: percent("UO", "Goods and services tax", 1000),
  CA: percent("XG", "Goods and services tax", 500),
  IN: percent("K3", "Goods and services tax", 500),
};

/** By distance: up to 2,000 miles, up to 5,500 miles, beyond; economy, and any cabin in front of it. */
const passengerDuty = (km: number, domestic: boolean, cabin: CabinLetter): number => {
  const front = cabin !== "Y";
  if (domestic) return front ? 21 : 10.5;
  if (km <= 3219) return front ? 42 : 20;
  return km <= 8851 ? (front ? 325 : 136) : front ? 337 : 141;
};

/** Air transport tax, by distance class. */
const germanTax = (km: number): number => (km <= 2500 ? 18.1 : km <= 6000 ? 45.8 : 82.5);

const solidarity = (km: number, cabin: CabinLetter): number =>
  cabin === "Y" ? (km <= 2500 ? 8.6 : km <= 5500 ? 17.5 : 46) : km <= 2500 ? 35 : km <= 5500 ? 93 : 140;

const surcharge = (service: Service): number => {
  if (service.airline.model !== "full-service" || service.km < 1500) return 0;
  return Math.min(320, Math.round(20 + service.km / 45));
};

const known = new WeakMap<Service, Map<string, readonly Tax[]>>();

/** Where a flight stands in the journey it is sold for. */
export interface Position {
  readonly first: boolean;
  /** The whole journey is within the United States. */
  readonly usDomestic: boolean;
}

/** Everything that is added to the base fare of one flight. */
export const taxesOf = (service: Service, cabin: CabinLetter, position: Position): readonly Tax[] => {
  let byCabin = known.get(service);
  if (byCabin === undefined) {
    byCabin = new Map();
    known.set(service, byCabin);
  }
  const key = `${cabin}${position.first ? 1 : 0}${position.usDomestic ? 1 : 0}`;
  let taxes = byCabin.get(key);
  if (taxes === undefined) {
    taxes = taxesFor(service, cabin, position);
    byCabin.set(key, taxes);
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
  const charges = (DEPARTURE[country] ?? [[country, "Airport service charge", 4.5, 18]]).flatMap(
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
