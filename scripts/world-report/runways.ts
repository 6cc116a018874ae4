import { table } from "../../bench/table.ts";
import type { Aircraft } from "../../src/travel/world/flights/airlines.ts";
import type { Departure } from "../../src/travel/world/flights/services.ts";
import { countBy, type Section } from "./section.ts";
import type { Sample, World } from "./world-under-report.ts";

/** Fields with short runways, in metres (general knowledge, rounded; not from a data file). */
const SHORT_FIELDS: Readonly<Record<string, number>> = {
  ...{ SAB: 400, SBH: 650, BRR: 850, LUA: 530, ISC: 700, PPW: 500, WRY: 530, NRL: 520, EOI: 530, FIE: 490 },
  ...{ JHM: 910, CPX: 790, UNI: 760, DCF: 760, CVU: 850, ACI: 880, LKN: 850, SVJ: 860, HVG: 880, BJF: 890, BVG: 890 },
  ...{ LCY: 1510, YTZ: 1220, VDE: 1250, GMZ: 1500, EUX: 1300, SJZ: 1410, MKK: 1370 },
};

/** Metres that an aircraft needs to land with passengers, the most lenient figure: by type, else by body. */
const NEEDS_TYPE: Readonly<Record<string, number>> = {
  DHT: 370,
  BNI: 350,
  BH2: 0,
  CNC: 500,
  PL2: 550,
  L4T: 450,
  BE2: 800,
  BEH: 1000,
  J31: 1100,
  J32: 1100,
  SWM: 1100,
  DH1: 780,
  DH2: 780,
  DH3: 840,
  J41: 1200,
  SF3: 1150,
  AT4: 1000,
  AT7: 1190,
  F50: 1150,
  DH4: 1200,
  "221": 1450,
  "318": 1450,
  "319": 1300,
  "73G": 1300,
  E70: 1300,
  E75: 1300,
  E90: 1450,
  AR8: 1300,
  "143": 1300,
};
const NEEDS_BODY: Readonly<Record<Aircraft["body"], number>> = {
  small: 500,
  turboprop: 1100,
  regional: 1450,
  narrow: 1600,
  wide: 2000,
};

const needs = (aircraft: Aircraft): number => NEEDS_TYPE[aircraft.code] ?? NEEDS_BODY[aircraft.body];

const departuresFrom = ({ network }: World, code: string): readonly Departure[] =>
  [...network.neighbours(code).values()].flatMap((routes) =>
    routes.flatMap((route) => network.service(route, code).departures),
  );

export const runways = ({ world }: Sample): Section => {
  const flown = Object.entries(SHORT_FIELDS).map(([code, metres]) => {
    const departures = departuresFrom(world, code);
    const tooLarge = departures.filter(({ aircraft }) => needs(aircraft) > metres);
    return { code, metres, departures, tooLarge };
  });
  const tooLarge = flown.flatMap(({ code, metres, tooLarge }) =>
    [...new Set(tooLarge.map(({ aircraft }) => aircraft.name))].map((name) => `${name} at ${code} (${metres} m)`),
  );
  return {
    title: "Aircraft and runways",
    tables: [
      table(
        ["short field and its aircraft", "metres", "departures", "too large"],
        flown.map(({ code, metres, departures, tooLarge }) => [
          `${code} ${[...countBy(departures, ({ aircraft }) => aircraft.name)].map(([name, count]) => `${count} ${name}`).join(", ")}`,
          `${metres}`,
          `${departures.length}`,
          `${tooLarge.length}`,
        ]),
      ),
    ],
    figures: { "aircraft that cannot land on a short field": tooLarge.length },
    cases: { "aircraft that cannot land on a short field": tooLarge },
  };
};
