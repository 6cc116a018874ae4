import { table } from "../../bench/table.ts";
import { percent, type Section, share, WORST } from "./section.ts";
import type { Sample } from "./world-under-report.ts";

const BANDS: readonly (readonly [name: string, millions: number])[] = [
  ["a million passengers a year and more", 1],
  ["100,000 and more", 0.1],
  ["fewer", 0],
];
const ICAO = /^[A-Z][A-Z0-9]{3}$/;

export const places = ({ world }: Sample): Section => {
  const airports = world.places.airports();
  const rows = BANDS.map(([name, least], index) => {
    const most = BANDS[index - 1]?.[1] ?? Number.POSITIVE_INFINITY;
    const own = airports.filter(
      (airport) => world.places.traffic(airport) >= least && world.places.traffic(airport) < most,
    );
    return { name, own, without: own.filter(({ icao }) => !ICAO.test(icao)) };
  });
  const [large] = rows as [(typeof rows)[number]];
  const known = airports.filter(({ icao }) => ICAO.test(icao));
  const twice = known.length - new Set(known.map(({ icao }) => icao)).size;
  return {
    title: "Places",
    tables: [
      table(
        ["airports with", "airports", "without an ICAO code"],
        rows.map(({ name, own, without }) => [name, `${own.length}`, `${without.length}`]),
      ),
      `${percent(share(known.length, airports.length))} of the airports have an ICAO code; ${twice} codes are used twice.`,
    ],
    figures: {
      "large airports without an ICAO code": large.without.length,
      "airports with an ICAO code": share(known.length, airports.length),
      "ICAO codes used twice": twice,
    },
    cases: { "large airports without an ICAO code": large.without.slice(0, WORST).map(({ code }) => code) },
  };
};
