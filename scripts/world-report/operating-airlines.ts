import { table } from "../../bench/table.ts";
import type { FlightSegment } from "../../src/model/flight.ts";
import { loadAirlines } from "../../src/travel/world/flights/airlines.ts";
import { countryOf } from "../../src/travel/world/markets.ts";
import { countBy, groupBy, percent, type Section, share, WORST } from "./section.ts";
import { aircraftOf, airportOf, flightsOf, type Sample } from "./world-under-report.ts";

/** Airlines of the United States whose regional jets other airlines fly. */
const US_NETWORKS = new Set(["AA", "DL", "UA", "AS"]);

const isOperatedByOther = ({ operatedBy }: FlightSegment): boolean => operatedBy !== undefined;

const text = ({ flightNumber, operatingFlightNumber = "", originCode, destinationCode }: FlightSegment): string =>
  `${flightNumber} ${originCode}-${destinationCode} flown as ${operatingFlightNumber}`;

/** Who flies what another airline sells. */
export const operatingAirlines = (sample: Sample): Section => {
  const airlines = loadAirlines();
  const flights = flightsOf(sample);
  const other = flights.filter(isOperatedByOther);
  const allianceOf = (number: string): string | null | undefined => airlines.get(number.slice(0, 2))?.alliance;
  const rivals = other.filter(({ airlineCode, operatingFlightNumber = "" }) => {
    const [seller, operator] = [allianceOf(airlineCode), allianceOf(operatingFlightNumber)];
    return seller && operator && seller !== operator;
  });
  const sameCode = other.filter(({ airlineCode, operatingFlightNumber }) =>
    operatingFlightNumber?.startsWith(airlineCode),
  );
  const regional = flights.filter(
    (flight) => US_NETWORKS.has(flight.airlineCode) && ["regional", "turboprop"].includes(aircraftOf(flight).body),
  );
  const byMarket = groupBy(flights, ({ originCode }) => countryOf(airportOf(sample.world, originCode).country).market);
  const most = (counts: ReadonlyMap<string, number>): string =>
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, WORST)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ");
  return {
    title: "Operating airlines",
    tables: [
      table(
        ["from", "flights", "flown by another airline", "share"],
        [...byMarket]
          .sort((a, b) => b[1].length - a[1].length)
          .map(([market, own]) => {
            const count = own.filter(isOperatedByOther).length;
            return [market, `${own.length}`, `${count}`, percent(share(count, own.length))];
          }),
      ),
      [
        `Who flies for others: ${most(countBy(other, ({ operatedBy = "" }) => operatedBy))}`,
        `Who has others fly: ${most(countBy(other, ({ airlineName }) => airlineName))}`,
      ].join("\n"),
    ],
    figures: {
      "flights flown by another airline than the seller": share(other.length, flights.length),
      "US regional flights flown by a partner": share(regional.filter(isOperatedByOther).length, regional.length),
      "sellers and operators of two alliances": rivals.length,
      "flights flown by another airline under the seller's code": sameCode.length,
    },
    cases: {
      "sellers and operators of two alliances": rivals.map(text),
      "flights flown by another airline under the seller's code": sameCode.map(text),
    },
  };
};
